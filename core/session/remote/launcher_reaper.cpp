// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/launcher_reaper.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::session {

namespace {

constexpr int kGraceMs = 5000; // between SIGTERM and SIGKILL

void signalByPidfd(int pidfd, int signal)
{
    ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0);
}

void carryOut(OnOurDeath wish, int pidfd)
{
    if (wish == OnOurDeath::LeaveAlone)
        return;
    if (wish == OnOurDeath::TerminateLauncher) {
        signalByPidfd(pidfd, SIGTERM);
        pollfd ended = {pidfd, POLLIN, 0};
        if (::poll(&ended, 1, kGraceMs) == 1)
            return;
    }
    signalByPidfd(pidfd, SIGKILL);
}

/// Keeps nothing open that belongs to dbgr, so that nobody takes us for it.
void keepOnly(int first, int second)
{
    const unsigned low = static_cast<unsigned>(first < second ? first : second);
    const unsigned high = static_cast<unsigned>(first < second ? second : first);
    if (low > 0)
        ::syscall(SYS_close_range, 0u, low - 1, 0u);
    if (high > low + 1)
        ::syscall(SYS_close_range, low + 1, high - 1, 0u);
    ::syscall(SYS_close_range, high + 1, ~0u, 0u);
}

/// All that the child does. Forked from a process with threads: only calls that are safe after fork.
[[noreturn]] void reap(int wishes, int pidfd)
{
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
        ::signal(signal, SIG_IGN);
    keepOnly(wishes, pidfd);
    OnOurDeath wish = OnOurDeath::KillLauncher;
    for (;;) {
        char byte = 0;
        const ssize_t got = ::read(wishes, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        wish = static_cast<OnOurDeath>(byte);
        if (wish == OnOurDeath::LeaveAlone)
            break; // it stays so
    }
    carryOut(wish, pidfd);
    ::_exit(0);
}

} // namespace

util::Result<LauncherReaper> LauncherReaper::start(util::Pid launcher)
{
    const util::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, launcher.value(), 0)));
    if (!pidfd)
        return util::fail(util::systemError(errno, "watching the launcher"));
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe to the launcher's reaper"));
    const util::UniqueFd readEnd(ends[0]);
    util::UniqueFd writeEnd(ends[1]);
    const pid_t child = ::fork();
    if (child < 0)
        return util::fail(util::systemError(errno, "forking the launcher's reaper"));
    if (child == 0)
        reap(readEnd.get(), pidfd.get());
    return LauncherReaper(std::move(writeEnd), util::Pid(child));
}

void LauncherReaper::set(OnOurDeath wish)
{
    const char byte = static_cast<char>(wish);
    if (m_wishes && ::write(m_wishes.get(), &byte, 1) != 1)
        m_wishes.reset(); // the reaper is gone (somebody killed it): nothing more that we could do
}

void LauncherReaper::dismiss()
{
    set(OnOurDeath::LeaveAlone);
    m_wishes.reset();
    if (m_child.value() > 0)
        ::waitpid(m_child.value(), nullptr, 0); // it ends at once
    m_child = util::Pid(0);
}

LauncherReaper& LauncherReaper::operator=(LauncherReaper&& other) noexcept
{
    if (this != &other) {
        dismiss();
        m_wishes = std::move(other.m_wishes);
        m_child = std::exchange(other.m_child, util::Pid(0));
    }
    return *this;
}

LauncherReaper::~LauncherReaper()
{
    dismiss();
}

} // namespace dbgr::session
