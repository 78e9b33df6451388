// SPDX-License-Identifier: BSD-3-Clause
#include "session/line_follower.h"

#include "session/describe.h"
#include "session/moved_line.h"
#include "session/session_error.h"
#include "session/source_search.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace dbgr::session {

namespace {

using FileTime = std::filesystem::file_time_type;

std::optional<FileTime> changeOf(const std::string& path)
{
    std::error_code error;
    const FileTime time = std::filesystem::last_write_time(path, error);
    return error ? std::nullopt : std::optional(time);
}

std::optional<std::vector<std::string>> comparedLinesOf(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::file_size(path, error) > kMostSearched || error)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return file.bad() ? std::nullopt : comparableLines(bytes);
}

} // namespace

void LineFollower::beginJob(std::set<std::string> programs)
{
    m_programs = std::move(programs);
    m_programs.erase(""); // what a launcher does not say
    m_knowsJob = true;
}

void LineFollower::forgetJob()
{
    m_programs.clear();
    m_warned.clear();
    m_knowsJob = false;
}

std::optional<std::string> LineFollower::pathOf(const std::string& file) const
{
    const std::vector<std::string> places = m_finder ? m_finder(file) : std::vector<std::string>{file, baseName(file)};
    const auto found = std::ranges::find_if(places, [](const std::string& path) {
        std::error_code error;
        return std::filesystem::is_regular_file(path, error);
    });
    return found == places.end() ? std::nullopt : std::optional(*found);
}

std::string LineFollower::programFor(const std::string& before) const
{
    const auto isCalledSo = [&](const std::string& program) {
        return debug::fileNameOf(program) == debug::fileNameOf(before);
    };
    const auto alike = std::ranges::find_if(m_programs, isCalledSo);
    return m_programs.contains(before) || alike == m_programs.end() ? before : *alike;
}

std::optional<debug::LineText> LineFollower::textAt(const debug::SourceLocation& where,
                                                    const std::string& program) const
{
    const auto path = pathOf(where.file);
    const auto changed = path ? changeOf(*path) : std::nullopt;
    const auto built = changeOf(program);
    // Paths are kept in files that have UTF-8 only.
    if (!changed || !built || *changed > *built || !util::isUtf8(where.file) || !util::isUtf8(program))
        return std::nullopt;
    const auto lines = comparedLinesOf(*path);
    auto text = lines ? lineTextAt(*lines, where.line) : std::nullopt;
    if (text) {
        text->file = where.file;
        text->program = program;
    }
    return text;
}

LineFollower::Outcome LineFollower::follow(debug::BreakpointSpec& spec)
{
    auto* const line = std::get_if<debug::SourceLine>(&spec.where);
    if (!line || !spec.lineText)
        return {};
    const debug::LineText old = *spec.lineText;
    const auto path = pathOf(old.file);
    const auto lines = path ? comparedLinesOf(*path) : std::nullopt;
    if (!lines)
        return {}; // nothing is known to have changed
    const LineFate fate = fateOf(old, *lines);
    if (fate.what == LineFate::What::Same)
        return {};
    const std::string program = programFor(old.program);
    const auto changed = changeOf(*path);
    const auto built = changeOf(program);
    if (!changed || !built || *changed > *built)
        return {std::nullopt, warnOnce(old.file, changed && built)};
    Outcome outcome;
    outcome.followed = LineFollowed{spec.id, *line, line->line, fate.what, old.text};
    spec.lineText.reset();
    if (fate.what != LineFate::What::Moved)
        return outcome;
    outcome.followed->line = line->line = fate.line;
    if (auto now = lineTextAt(*lines, fate.line)) {
        now->file = old.file;
        now->program = program;
        spec.lineText = std::move(now);
    }
    return outcome;
}

std::optional<util::Error> LineFollower::warnOnce(const std::string& file, bool isNewer)
{
    if (!m_warned.insert(file).second)
        return std::nullopt;
    const std::string name = baseName(file);
    if (!isNewer)
        return util::Error{make_error_code(Errc::SourceNewer),
                           name + " has changed, and whether the program was built since cannot be seen on this "
                                  "machine; breakpoint lines are as they were",
                           ""};
    return util::Error{make_error_code(Errc::SourceNewer),
                       name + " is newer than the program; breakpoint lines are those of the program",
                       "Build it, and restart: breakpoints go where their lines went."};
}

} // namespace dbgr::session
