// SPDX-License-Identifier: GPL-3.0-or-later
// dbgr-exec: stands in front of the program in a launcher's command line, and becomes it. See core/agent/agent.h.
#include "agent/agent.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace {

using namespace dbgr;

// As shells have it.
constexpr int kUsageError = 2;
constexpr int kCannotExecute = 126;
constexpr int kNotFound = 127;

constexpr const char* kHelp =
    "usage: dbgr-exec [--] PROGRAM [ARGUMENTS...]\n"
    "\n"
    "Runs PROGRAM in place of itself, under dbgr if it was started by dbgr, and else as if it were not there.\n"
    "dbgr puts it in front of the program of launchers that offer debuggers nothing themselves, MPICH's mpiexec for\n"
    "one. It tells dbgd on this node its rank, and has PROGRAM stand before its first instruction.\n"
    "Where the launcher gives the rank no standard input, it reads what dbgr's command \"input\" sends.\n"
    "For a launcher that dbgr does not know, put it there yourself:  dbgr weirdrun -x 4 dbgr-exec ./app\n"
    "\n"
    "  --help     prints this\n"
    "  --version  prints the version\n"
    "\n"
    "exit status: that of PROGRAM; 127 if there is no such program, 126 if it cannot be executed.\n";

/// One line, since the output is that of the user's job.
void say(const std::string& words)
{
    const std::string line = "dbgr-exec: " + words + "\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, line.data(), line.size());
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// Nothing that goes wrong here keeps the program from running.
void joinIfOrdered(const char* program, const std::vector<std::string>& environment)
{
    const auto orders = agent::ordersIn(environment);
    util::Result<void> joined;
    if (!orders)
        joined = util::fail(orders.error());
    else if (*orders)
        joined = agent::joinSession(**orders, agent::fileOf(program, environment), environment);
    if (!joined)
        say(std::string(program) + " runs without the debugger: " + joined.error().message());
}

int execute(char** arguments, const std::vector<std::string>& environment)
{
    const std::vector<std::string> clean = agent::forProgram(environment);
    ::execvpe(arguments[0], arguments, pointersTo(clean).data());
    const int reason = errno;
    say(std::string(arguments[0]) + ": " + std::strerror(reason));
    return reason == ENOENT || reason == ENOTDIR ? kNotFound : kCannotExecute;
}

} // namespace

int main(int argc, char** argv)
{
    int next = 1;
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--help" || first == "--version") {
        std::fputs(first == "--help" ? kHelp : "dbgr-exec " DBGR_VERSION "\n", stdout);
        return 0;
    }
    if (first == "--")
        ++next;
    if (next >= argc || (next == 1 && first.starts_with('-'))) {
        std::fputs(kHelp, stderr);
        return kUsageError;
    }
    const std::vector<std::string> environment = agent::takeEnvironment();
    joinIfOrdered(argv[next], environment);
    return execute(argv + next, environment);
}
