// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/source_files.h"

#include "app/dbgr/app_error.h"
#include "session/describe.h"
#include "util/source_text.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace dbgr::app {

namespace {

/// Those that are too long to be shown are cut.
std::vector<std::string> linesOf(std::string_view bytes)
{
    std::vector<std::string> lines;
    for (std::string_view left = util::withoutByteOrderMark(bytes); !left.empty();) {
        std::string line = util::sourceLineText(util::takeSourceLine(left));
        line.resize(util::beginOfCharacter(line, std::min(line.size(), SourceFiles::kMaxLineBytes)));
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

std::vector<std::string> SourceFiles::candidates(const std::string& path) const
{
    std::vector<std::string> places;
    if (auto local = m_folders.toLocal(path))
        places.push_back(*std::move(local));
    places.push_back(path);
    places.push_back(session::baseName(path));
    return places;
}

util::Result<const std::vector<std::string>*> SourceFiles::lines(const std::string& path)
{
    for (const std::string& place : candidates(path)) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(place, error))
            continue;
        const auto changed = std::filesystem::last_write_time(place, error);
        const std::uintmax_t size = error ? 0 : std::filesystem::file_size(place, error);
        if (error || size > kMaxFileBytes)
            continue;
        const auto known = m_files.find(place);
        if (known != m_files.end() && known->second.changed == changed && known->second.size == size)
            return &known->second.lines;
        std::ifstream file(place, std::ios::binary);
        if (!file)
            continue;
        const std::string bytes(std::istreambuf_iterator<char>(file), {});
        return &m_files.insert_or_assign(place, File{changed, size, linesOf(bytes)}).first->second.lines;
    }
    return util::fail(Errc::NoSource, "showing source: " + path + " cannot be read on this machine",
                      "Run dbgr where the source is, or in a folder that has it, or say where it is: map FROM TO.");
}

std::optional<std::string> SourceFiles::line(const std::string& path, std::uint32_t number)
{
    const auto all = lines(path);
    if (!all || number == 0 || number > (*all)->size())
        return std::nullopt;
    return (**all)[number - 1];
}

} // namespace dbgr::app
