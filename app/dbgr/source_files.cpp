// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/source_files.h"

#include "app/dbgr/app_error.h"
#include "session/describe.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace dbgr::app {

namespace {

/// A line that is not too long to be shown.
std::string shownLine(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return std::string(line.substr(0, util::beginOfCharacter(line, std::min(line.size(), SourceFiles::kMaxLineBytes))));
}

std::vector<std::string> linesOf(std::string text)
{
    if (!util::isUtf8(text))
        text = util::fromLatin1(text);
    std::vector<std::string> lines;
    for (std::string_view left = text; !left.empty();) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        lines.push_back(shownLine(left.substr(0, end)));
        left.remove_prefix(std::min(end + 1, left.size()));
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
        std::string text(std::istreambuf_iterator<char>(file), {});
        return &m_files.insert_or_assign(place, File{changed, size, linesOf(std::move(text))}).first->second.lines;
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
