// SPDX-License-Identifier: BSD-3-Clause
// A process that we start, signal and see the end of: a launcher, a stub, a guard. Thread: the loop's.
#pragma once

#include "net/child_spec.h"
#include "net/event_loop.h"
#include "util/ids.h"
#include "util/lifetime.h"
#include "util/unique_fd.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dbgr::net {

/// How a process ended.
struct ExitStatus
{
    enum class Kind
    {
        Exited,
        Signalled
    };
    Kind kind = Kind::Exited;
    int number = 0; ///< the exit status, or the signal
    bool coreDumped = false;

    [[nodiscard]] bool success() const { return kind == Kind::Exited && number == 0; }
    /// As a shell reports it: the exit status, or 128 + the signal.
    [[nodiscard]] int shellStatus() const { return kind == Kind::Exited ? number : 128 + number; }
    /// "exit status 3", "signal 9 (Killed)".
    [[nodiscard]] std::string toString() const;
    friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

/// Flow: start() -> [pid() is known; go() when held] -> onExit callback. Destruction kills and reaps a child that still
/// runs, unless release() was called.
class ChildProcess
{
public:
    using OnExit = std::function<void(ExitStatus)>;

    /// Forks, and executes the program unless it is to be held. Every descriptor that the spec does not name is closed
    /// in the child. Returns when the child has become the program, or could not.
    /// \errors Errc::NoSuchProgram, Errc::NotExecutable; those of fork(), pipe(), chdir(), execve()
    [[nodiscard]] static util::Result<std::unique_ptr<ChildProcess>> start(EventLoop& loop, const ChildSpec& spec);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    /// Our end of a Stdio::pipe(); empty when there is none, or when it was taken.
    [[nodiscard]] util::UniqueFd takeStandardInput() { return std::move(m_stdin); }
    [[nodiscard]] util::UniqueFd takeStandardOutput() { return std::move(m_stdout); }
    [[nodiscard]] util::UniqueFd takeStandardError() { return std::move(m_stderr); }

    /// Lets a held child become the program. Returns when it has, or could not; then the exit callback does not run.
    /// \param meanwhile is done every now and then while it waits: what somebody who traces the child has to do
    /// \errors those of start()
    [[nodiscard]] util::Result<void> go(const util::Task& meanwhile = {});
    /// Who learns of the end; when it has come already, the callback is on its way.
    void setExited(OnExit onExit);
    [[nodiscard]] bool running() const { return !m_status; }
    /// Nothing while it runs.
    [[nodiscard]] std::optional<ExitStatus> status() const { return m_status; }

    /// \errors those of pidfd_send_signal(): std::errc::no_such_process once it has ended
    [[nodiscard]] util::Result<void> signal(int number);
    /// To the child's whole process group. \pre ChildSpec::ownProcessGroup, or ownSession
    [[nodiscard]] util::Result<void> signalGroup(int number);
    /// The child outlives this object, and us.
    void release() { m_released = true; }

private:
    ChildProcess(EventLoop& loop, const ChildSpec& spec, std::string program, int pid, util::UniqueFd pidFd);
    [[nodiscard]] util::Result<void> awaitExec(const util::Task& meanwhile);
    [[nodiscard]] bool readFailure(void* failure, std::size_t size, const util::Task& meanwhile);
    void onEnded();
    /// Takes the exit status of a child that has ended, or ends in time.
    void reap(int waitMilliseconds);
    void tellExit();

    EventLoop& m_loop;
    const std::string m_program;
    const std::string m_workingDirectory;
    const int m_pid;
    const bool m_keepProcessGroup;
    const bool m_stopOnExec;
    bool m_released = false;
    util::UniqueFd m_pidFd;
    util::UniqueFd m_holdPipe;  // writing a byte lets the child go
    util::UniqueFd m_errorPipe; // errno of a failed exec; end of file when it worked
    util::UniqueFd m_stdin, m_stdout, m_stderr;
    std::optional<ExitStatus> m_status;
    OnExit m_onExit;
    util::Subscription m_exitWatch;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::net
