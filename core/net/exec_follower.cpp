// SPDX-License-Identifier: BSD-3-Clause
#include "net/exec_follower.h"

#include "util/error.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace dbgr::net {

namespace {

/// How long the system may take to stop a process that has been told to; somebody may tell it to run meanwhile.
constexpr int kStopMayTakeMilliseconds = 1000;

bool stopsProcesses(int signal)
{
    return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

} // namespace

util::Result<std::unique_ptr<ExecFollower>> ExecFollower::seize(EventLoop& loop, util::Pid child, AtExec atExec)
{
    if (::ptrace(PTRACE_SEIZE, child.value(), nullptr, PTRACE_O_TRACEEXEC) != 0)
        return util::fail(util::systemError(errno, "following process " + std::to_string(child.value())));
    std::unique_ptr<ExecFollower> follower(new ExecFollower(child, std::move(atExec)));
    follower->m_watch = loop.onSignal(SIGCHLD, [raw = follower.get()] { raw->catchUp(); });
    return follower;
}

void ExecFollower::catchUp()
{
    while (m_following) {
        siginfo_t info{};
        // The status holds the signal in its lower 8 bits, and the event of ptrace above them.
        if (::waitid(P_PID, static_cast<id_t>(m_pid), &info, WSTOPPED | WNOHANG) != 0 || info.si_pid == 0)
            return;
        onStop(info.si_status & 0xff, info.si_status >> 8);
    }
    m_watch.cancel();
}

void ExecFollower::letGo()
{
    // It has to stand to be let go of. A process that is no more needs neither.
    if (!m_following || std::exchange(m_leaving, true))
        return;
    if (::ptrace(PTRACE_INTERRUPT, m_pid, nullptr, nullptr) != 0)
        m_following = false;
}

void ExecFollower::onStop(int signal, int event)
{
    if (event == PTRACE_EVENT_EXEC)
        return onExec();
    const int passedOn = event == 0 ? signal : 0;
    if (m_leaving)
        return resume(PTRACE_DETACH, passedOn);
    const bool staysStopped = event == PTRACE_EVENT_STOP && stopsProcesses(signal);
    resume(staysStopped ? PTRACE_LISTEN : PTRACE_CONT, passedOn);
}

void ExecFollower::onExec()
{
    switch (m_leaving ? Then::LetGo : m_atExec(util::Pid(m_pid))) {
    case Then::GoOn:
        return resume(PTRACE_CONT, 0);
    case Then::Stop:
        return leaveStopped();
    case Then::LetGo:
        return resume(PTRACE_DETACH, 0);
    }
}

void ExecFollower::resume(int request, int signal)
{
    // Where this fails the process was killed as it stood.
    ::ptrace(static_cast<__ptrace_request>(request), m_pid, nullptr, signal);
    if (request == PTRACE_DETACH)
        m_following = false;
}

/// The signal waits for the program before its first instruction. Whoever looks at it from here on finds it stopped.
void ExecFollower::leaveStopped()
{
    ::kill(m_pid, SIGSTOP);
    resume(PTRACE_DETACH, 0);
    for (int waited = 0; waited < kStopMayTakeMilliseconds; ++waited) {
        siginfo_t info{};
        const int result = ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WSTOPPED | WEXITED | WNOWAIT | WNOHANG);
        if (result != 0 || info.si_pid != 0)
            return;
        ::poll(nullptr, 0, 1);
    }
}

} // namespace dbgr::net
