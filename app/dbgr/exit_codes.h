// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr's own exit status means where it is not the job's. The one table that --help, the man page and the tests
// read. 126, 127 and 128 + n are what a shell would give. Thread: any.
#pragma once

#include <array>

namespace dbgr::app {

enum class ExitCode : int
{
    BadUsage = 120,
    LaunchFailed = 121,
    TimedOut = 122,
    CommandFailed = 123,
    SessionFailed = 124,
    OwnFailure = 125,
    NotExecutable = 126,
    NotFound = 127,
    HungUp = 129,
    Interrupted = 130,
    Killed = 137,
    Terminated = 143,
};

struct ExitCodeInfo
{
    ExitCode code;
    const char* meaning;
};

inline constexpr std::array kExitCodes{
    ExitCodeInfo{ExitCode::BadUsage,
                 "the command line of dbgr makes no sense, or a script has a line that is no command"},
    ExitCodeInfo{ExitCode::LaunchFailed, "the job could not be started under the debugger"},
    ExitCodeInfo{ExitCode::TimedOut, "--timeout passed; the job was killed"},
    ExitCodeInfo{ExitCode::CommandFailed, "a command of --command, --script or a pipe failed; the job was killed"},
    ExitCodeInfo{ExitCode::SessionFailed,
                 "the debugger lost the job after it had started, or nobody said how it ended"},
    ExitCodeInfo{ExitCode::OwnFailure, "dbgr itself failed: no memory, no file descriptors, standard output closed"},
    ExitCodeInfo{ExitCode::NotExecutable, "the launcher was found but cannot be executed"},
    ExitCodeInfo{ExitCode::NotFound, "there is no such launcher"},
    ExitCodeInfo{ExitCode::HungUp, "the terminal went away (SIGHUP); the job was killed"},
    ExitCodeInfo{ExitCode::Interrupted, "Ctrl-C twice within two seconds; the job was killed"},
    ExitCodeInfo{ExitCode::Killed, "the job was killed by 'kill', 'quit' or the end of the commands"},
    ExitCodeInfo{ExitCode::Terminated, "dbgr got SIGTERM; the job was killed"},
};

} // namespace dbgr::app
