// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/command_source.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/command_language.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::app {

namespace {

/// \param name for people
void readLines(std::istream& stream, const std::string& name, std::vector<ScriptLine>& lines)
{
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r'))
            line.pop_back();
        lines.push_back({std::move(line), name + ":" + std::to_string(++number)});
    }
}

util::Result<void> readScript(const std::string& path, std::vector<ScriptLine>& lines)
{
    std::ifstream file(path, std::ios::binary);
    readLines(file, path, lines);
    if (file.eof())
        return util::ok();
    return util::fail(Errc::UnreadableScript, "reading the script " + path + ": " + std::strerror(errno),
                      "Check the name behind --script.");
}

} // namespace

ListSource::ListSource(util::Executor& executor, std::vector<ScriptLine> lines)
    : m_executor(executor), m_lines(std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()))
{}

void ListSource::next(const std::string&, Taker taker)
{
    m_executor.post([this, alive = std::weak_ptr(m_alive), taker = std::move(taker)] {
        if (alive.expired())
            return;
        if (m_lines.empty())
            return taker(std::nullopt);
        ScriptLine line = std::move(m_lines.front());
        m_lines.pop_front();
        taker(std::move(line));
    });
}

util::Result<void> checkCommands(const std::vector<ScriptLine>& lines)
{
    for (const ScriptLine& line : lines) {
        if (auto command = parseCommand(line.text); !command)
            return util::fail(std::move(command).error().withContext(line.origin.empty() ? line.text : line.origin));
    }
    return util::ok();
}

std::optional<std::vector<ScriptLine>> readStandardInput(int fd)
{
    struct stat status = {};
    if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    std::stringstream text;
    std::array<char, 65536> chunk;
    for (ssize_t count = 0; (count = ::read(fd, chunk.data(), chunk.size())) > 0;)
        text.write(chunk.data(), count);
    std::vector<ScriptLine> lines;
    readLines(text, "standard input", lines);
    return lines;
}

util::Result<std::vector<ScriptLine>> readCommands(const std::vector<CommandSpec>& specs)
{
    std::vector<ScriptLine> lines;
    for (const CommandSpec& spec : specs) {
        if (const auto* script = std::get_if<ScriptFile>(&spec)) {
            DBGR_TRY(readScript(script->path, lines));
        } else {
            lines.push_back({std::get<CommandText>(spec).text, ""});
        }
    }
    return lines;
}

} // namespace dbgr::app
