// SPDX-License-Identifier: BSD-3-Clause
// What a child process is to be started with. Thread: any; plain values.
#pragma once

#include "util/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::net {

/// Where one of a child's standard channels goes.
struct Stdio
{
    enum class Kind
    {
        Inherit, ///< the same as ours
        Null,    ///< /dev/null
        Pipe,    ///< a pipe whose other end ChildProcess hands out
        Fd,      ///< `fd`, which stays the caller's
    };
    Kind kind = Kind::Inherit;
    int fd = -1;

    [[nodiscard]] static Stdio inherit() { return {}; }
    [[nodiscard]] static Stdio null() { return {Kind::Null, -1}; }
    [[nodiscard]] static Stdio pipe() { return {Kind::Pipe, -1}; }
    [[nodiscard]] static Stdio fromFd(int fd) { return {Kind::Fd, fd}; }
};

/// A descriptor that the child gets besides its standard channels.
struct ExtraFd
{
    int fd = -1;     ///< ours; stays ours
    int number = -1; ///< the child's number for it, 3 .. kMaxExtraFd
};

inline constexpr int kMaxExtraFd = 255;

struct ChildSpec
{
    /// A path when it has a slash, else looked for along the PATH of `environment`.
    std::string program;
    /// All of argv, with argv[0].
    std::vector<std::string> arguments;
    /// All of the environment, "NAME=value".
    std::vector<std::string> environment;
    /// Empty: ours.
    std::string workingDirectory;
    Stdio standardInput;
    Stdio standardOutput;
    Stdio standardError;
    std::vector<ExtraFd> extraFds;
    /// The signal that the child gets when the *thread* that starts it ends (prctl PR_SET_PDEATHSIG); it holds on
    /// through exec.
    std::optional<int> parentDeathSignal;
    /// Where only ancestors may trace a process (Yama's ptrace_scope 1), all that we have started may trace the child,
    /// too.
    bool siblingsMayTrace = false;
    /// Makes the child the leader of a process group of its own.
    bool ownProcessGroup = false;
    /// Makes the child the leader of a session (and with it a process group) of its own, whose controlling terminal is
    /// its standard input when that is one.
    bool ownSession = false;
    /// The pid, and with it the number of the process group, stays taken until the ChildProcess is destroyed: the child
    /// remains a zombie, so that signalGroup() can never hit strangers.
    bool keepProcessGroup = false;
    /// The processing units that it may run on, by the system's numbers; empty: ours.
    std::vector<unsigned> cpus;
    /// The child stops (state T, traced by nobody) before the first instruction of its program; SIGCONT lets it run.
    bool stopOnExec = false;
    /// The child waits for ChildProcess::go() before it becomes the program: its pid is known before it does anything.
    bool holdBeforeExec = false;
};

/// Our own environment as ChildSpec wants it.
[[nodiscard]] std::vector<std::string> currentEnvironment();
/// The value of `name`, or nothing.
[[nodiscard]] std::optional<std::string_view> findVariable(const std::vector<std::string>& environment,
                                                           std::string_view name);
/// Sets or replaces `name`.
void setVariable(std::vector<std::string>& environment, std::string_view name, std::string_view value);
void unsetVariable(std::vector<std::string>& environment, std::string_view name);

/// The path of the file to execute for `program`, looked for as execvp() does along `searchPath` ("/bin:/usr/bin").
/// \errors Errc::NoSuchProgram, Errc::NotExecutable
[[nodiscard]] util::Result<std::string> findProgram(const std::string& program, std::string_view searchPath,
                                                    const std::string& workingDirectory = {});

} // namespace dbgr::net
