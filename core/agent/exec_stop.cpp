// SPDX-License-Identifier: BSD-3-Clause
#include "agent/exec_stop.h"

#include "agent/detached_fork.h"
#include "agent/process_status.h"
#include "agent/rank_search.h"
#include "agent/report.h"
#include "util/unique_fd.h"

#include <cerrno>
#include <csignal>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

constexpr int kStopMayTakeMs = 5000;

// ---- In the helper: a copy of a process without threads

bool writeAll(int fd, const void* bytes, std::size_t size)
{
    return ::send(fd, bytes, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

bool sayAll(int connection, std::string_view words)
{
    return writeAll(connection, words.data(), words.size());
}

void letRun(int pidfd)
{
    ::syscall(SYS_pidfd_send_signal, pidfd, SIGCONT, nullptr, 0);
}

bool readAll(int fd, void* bytes, std::size_t size)
{
    ssize_t count;
    do
        count = ::recv(fd, bytes, size, MSG_WAITALL);
    while (count < 0 && errno == EINTR);
    return count == static_cast<ssize_t>(size);
}

/// The two are what we live for; what the rank has open is not ours.
void keepOnly(int& connection, int& talk)
{
    const int parkedConnection = ::fcntl(connection, F_DUPFD_CLOEXEC, 2);
    const int parkedTalk = ::fcntl(talk, F_DUPFD_CLOEXEC, 2);
    ::dup2(parkedConnection, 0);
    ::dup2(parkedTalk, 1);
    closeFrom(2);
    connection = 0;
    talk = 1;
}

/// \return whether the process has become its program; it is stopped then, by the system on our behalf
bool followToExec(pid_t pid)
{
    for (;;) {
        int status = 0;
        if (::waitpid(pid, &status, __WALL) != pid) {
            if (errno == EINTR)
                continue;
            return false;
        }
        if (!WIFSTOPPED(status))
            return false; // it could not be executed, or was killed
        const int event = status >> 16;
        const int number = WSTOPSIG(status);
        if (event == PTRACE_EVENT_EXEC)
            return true;
        if (event == PTRACE_EVENT_STOP)
            ::ptrace(isStopSignal(number) ? PTRACE_LISTEN : PTRACE_CONT, pid, nullptr, nullptr);
        else
            ::ptrace(PTRACE_CONT, pid, nullptr, number);
    }
}

/// Stopped, and traced by nobody: soon, since the signal waits for it.
bool standsAlone(pid_t pid)
{
    for (int waited = 0; waited < kStopMayTakeMs; ++waited) {
        const ProcessStatus status = statusOf(pid);
        if (status.letter == 'T' && !status.traced)
            return true;
        ::poll(nullptr, 0, 1);
    }
    return false;
}

/// The signal waits for the program before its first instruction.
bool leaveStopped(pid_t pid)
{
    ::kill(pid, SIGSTOP);
    return ::ptrace(PTRACE_DETACH, pid, nullptr, nullptr) == 0 && standsAlone(pid);
}

/// Until a debugger holds the program, or it has ended. If dbgd goes before, the program runs.
void careFor(pid_t pid, int pidfd, int connection)
{
    pollfd awaited[2] = {{connection, POLLIN, 0}, {pidfd, POLLIN, 0}};
    while (::poll(awaited, 2, -1) < 0 && errno == EINTR)
        ;
    if (awaited[1].revents != 0)
        return;
    char word = 0;
    if (readAll(connection, &word, 1) && word == kCaredFor)
        return;
    const ProcessStatus status = statusOf(pid);
    if (status.letter == 'T' && !status.traced)
        letRun(pidfd);
}

/// One process below the rank, or the rank as another program.
void holdFound(pid_t found, pid_t rank, int connection)
{
    const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, found, 0u));
    if (pidfd < 0 || ::kill(found, SIGSTOP) != 0)
        return;
    // The tracer's end lets go of all that it has followed, wherever they are. A copy of it has nothing to do with
    // that.
    if (::fork() != 0)
        return;
    const bool said = standsAlone(found) && (found == rank ? sayAll(connection, {&kStands, 1})
                                                           : sayAll(connection, encodeBelow(util::Pid(found))));
    if (said)
        careFor(found, pidfd, connection);
    else
        letRun(pidfd);
}

void help(pid_t pid, int connection, int talk)
{
    keepOnly(connection, talk);
    ::prctl(PR_SET_NAME, "dbgr-exec-hold");
    const pid_t self = ::getpid();
    char go = 0;
    if (!writeAll(talk, &self, sizeof self) || !readAll(talk, &go, 1))
        return;
    const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0u));
    int failure = pidfd < 0 ? errno : 0;
    if (failure == 0 && ::ptrace(PTRACE_SEIZE, pid, nullptr, PTRACE_O_TRACEEXEC) != 0)
        failure = errno;
    if (!writeAll(talk, &failure, sizeof failure) || failure != 0)
        return;
    ::close(talk);
    const bool isProgram = followToExec(pid);
    if (isProgram && startsOthers(pid)) {
        if (sayAll(connection, {&kFollows, 1}))
            if (const auto found = RankSearch(pid, connection).run())
                holdFound(*found, pid, connection);
        return;
    }
    if (isProgram && leaveStopped(pid) && sayAll(connection, {&kStands, 1}))
        careFor(pid, pidfd, connection);
    else
        letRun(pidfd);
}

} // namespace

util::Result<void> stopOnExec(int connection)
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return util::fail(util::systemError(errno, "making a pair of sockets"));
    const util::UniqueFd ours(ends[0]);
    util::UniqueFd theirs(ends[1]);
    const pid_t self = ::getpid();
    DBGR_TRY(detachedFork([&] { help(self, connection, theirs.get()); }));
    theirs.reset();
    pid_t helper = 0;
    int failure = 0;
    const char go = 'g';
    if (!readAll(ours.get(), &helper, sizeof helper))
        return util::fail(std::make_error_code(std::errc::no_such_process), "holding the program: the helper ended");
    allowDebugger(util::Pid(helper));
    if (!writeAll(ours.get(), &go, 1) || !readAll(ours.get(), &failure, sizeof failure))
        return util::fail(std::make_error_code(std::errc::no_such_process), "holding the program: the helper ended");
    if (failure != 0)
        return util::fail(util::systemError(failure, "holding the program: tracing it until it is executed"));
    return util::ok();
}

void allowDebugger(util::Pid daemon)
{
    // Fails where there is no Yama, and nobody needs it.
    ::prctl(PR_SET_PTRACER, static_cast<unsigned long>(daemon.value()), 0, 0, 0);
}

} // namespace dbgr::agent
