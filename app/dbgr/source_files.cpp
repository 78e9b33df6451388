// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/source_files.h"

#include "app/dbgr/app_error.h"
#include "session/describe.h"

#include <filesystem>
#include <fstream>

namespace dbgr::app {

namespace {

/// Nothing, if it is no regular file of a bearable size.
std::optional<std::vector<std::string>> read(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) ||
        std::filesystem::file_size(path, error) > SourceFiles::kMaxFileBytes || error)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.size() > SourceFiles::kMaxLineBytes)
            line.resize(SourceFiles::kMaxLineBytes);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

util::Result<const std::vector<std::string>*> SourceFiles::lines(const std::string& path)
{
    if (const auto known = m_files.find(path); known != m_files.end())
        return &known->second;
    auto lines = read(path);
    if (!lines)
        lines = read(session::baseName(path));
    if (!lines)
        return util::fail(Errc::NoSource, "showing source: " + path + " cannot be read on this machine",
                          "Run dbgr where the source is, or in a folder that has it.");
    return &m_files.emplace(path, *std::move(lines)).first->second;
}

std::optional<std::string> SourceFiles::line(const std::string& path, std::uint32_t number)
{
    const auto all = lines(path);
    if (!all || number == 0 || number > (*all)->size())
        return std::nullopt;
    return (**all)[number - 1];
}

} // namespace dbgr::app
