// SPDX-License-Identifier: BSD-3-Clause
#include "session/source_folders.h"

#include "util/string_util.h"

#include <algorithm>
#include <filesystem>

namespace dbgr::session {

namespace {

/// "/" is "" here, so that all folders end without a slash.
std::string cleanFolder(std::string_view path)
{
    std::string clean = std::filesystem::path(util::trimmed(path)).lexically_normal().string();
    if (clean.ends_with('/'))
        clean.pop_back();
    return clean;
}

/// What follows `folder` in `path`, with its slash; nothing if it is not below it.
std::optional<std::string_view> restBelow(std::string_view path, std::string_view folder)
{
    if (folder.empty() || !path.starts_with(folder))
        return std::nullopt;
    const std::string_view rest = path.substr(folder.size());
    return rest.empty() || rest.front() == '/' ? std::optional(rest) : std::nullopt;
}

std::optional<std::string> movedPath(std::string_view path, const std::vector<SourceFolder>& folders,
                                     std::string SourceFolder::*source, std::string SourceFolder::*target)
{
    const std::string clean = cleanFolder(path);
    const SourceFolder* best = nullptr;
    for (const SourceFolder& one : folders) {
        if (restBelow(clean, one.*source) && (!best || (one.*source).size() > (best->*source).size()))
            best = &one;
    }
    if (!best)
        return std::nullopt;
    return best->*target + std::string(*restBelow(clean, best->*source));
}

} // namespace

bool SourceFolders::add(const SourceFolder& folder)
{
    const SourceFolder clean{cleanFolder(folder.from), cleanFolder(folder.to)};
    if (clean.from.empty() || clean.to.empty())
        return false;
    remove(clean.from);
    m_folders.push_back(clean);
    return true;
}

bool SourceFolders::remove(std::string_view from)
{
    return std::erase_if(m_folders, [clean = cleanFolder(from)](const auto& one) { return one.from == clean; }) > 0;
}

std::optional<std::string> SourceFolders::toLocal(std::string_view path) const
{
    return movedPath(path, m_folders, &SourceFolder::from, &SourceFolder::to);
}

std::optional<std::string> SourceFolders::toProgram(std::string_view local) const
{
    return movedPath(local, m_folders, &SourceFolder::to, &SourceFolder::from);
}

} // namespace dbgr::session
