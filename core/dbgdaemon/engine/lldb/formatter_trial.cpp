// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/formatter_trial.h"

#include "dbgdaemon/engine/lldb/lldb_host.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <lldb/API/LLDB.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

constexpr unsigned kTrialSeconds = 10;
constexpr std::size_t kMostWords = 65536;

/// Those of the C++ library, as LLDB's command interpreter takes it: one line.
constexpr const char* kImport =
    R"py(script exec("try:\n import sys, lldb.formatters.cpp.gnu_libstdcpp\n print('Python', sys.version.split()[0])\n)py"
    R"py(except Exception as why:\n print('none,', why)"))py";

bool hasPython()
{
    const lldb::SBStructuredData built = lldb::SBDebugger::GetBuildConfiguration();
    return built.GetValueForKey("python").GetValueForKey("value").GetBooleanValue();
}

std::string importThem()
{
    initialiseLldb();
    if (!hasPython())
        return "none, LLDB is built without Python";
    lldb::SBDebugger debugger = makeDebugger();
    lldb::SBCommandReturnObject result;
    debugger.GetCommandInterpreter().HandleCommand(kImport, result);
    const char* const output = result.GetOutput();
    const std::string_view said = util::trimmed(output ? output : "");
    if (!result.Succeeded() || said.empty())
        return "none, LLDB's modules for Python are not there";
    return std::string(said.substr(0, said.find('\n')));
}

/// Of all that Python says when it ends its process, the line that says why.
std::string whyItEnded(std::string_view words)
{
    std::string_view last;
    for (const std::string_view line : util::split(words, '\n')) {
        if (line.starts_with("Fatal Python error"))
            return std::string(line);
        if (!util::trimmed(line).empty())
            last = util::trimmed(line);
    }
    return last.empty() ? "and says nothing" : std::string(last);
}

std::string readAll(int fd)
{
    std::string words;
    std::array<char, 4096> piece{};
    for (;;) {
        const ssize_t got = ::read(fd, piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return words;
        if (words.size() < kMostWords)
            words.append(piece.data(), static_cast<std::size_t>(got));
    }
}

} // namespace

std::string tryFormatters()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::string("not tried, ") + std::strerror(errno);
    const util::UniqueFd reading(ends[0]);
    util::UniqueFd writing(ends[1]);
    const pid_t child = ::fork();
    if (child < 0)
        return std::string("not tried, ") + std::strerror(errno);
    if (child == 0) {
        ::alarm(kTrialSeconds);
        ::dup2(writing.get(), STDOUT_FILENO);
        ::dup2(writing.get(), STDERR_FILENO);
        const std::string words = importThem();
        ::_exit(::write(writing.get(), words.data(), words.size()) == static_cast<ssize_t>(words.size()) ? 0 : 1);
    }
    writing.reset();
    const std::string words = readAll(reading.get());
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? words : "LLDB does not start, " + whyItEnded(words);
}

} // namespace dbgr::daemon
