// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/launcher_reaper.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::session {

namespace {

constexpr int kGraceMs = 5000; // between SIGTERM and SIGKILL
// hydra takes a SIGTERM in its first moments, starts its ranks all the same, and hears no other.
constexpr std::int64_t kDeafMs = 1000;
constexpr char kDismissed = 'D'; // somebody else, or nobody, has to do it

void signalByPidfd(int pidfd, int signal)
{
    ::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0);
}

std::int64_t nowMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

/// Waits until the launcher has ended. \return whether it has, within the time
bool ends(int pidfd, std::int64_t ms)
{
    pollfd ended = {pidfd, POLLIN, 0};
    return ::poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) == 1;
}

/// \param begunMs when the launcher was started
void carryOut(OnOurDeath wish, int pidfd, std::int64_t begunMs)
{
    if (wish == OnOurDeath::LeaveAlone)
        return;
    if (wish == OnOurDeath::TerminateLauncher) {
        if (ends(pidfd, begunMs + kDeafMs - nowMs()))
            return;
        signalByPidfd(pidfd, SIGTERM);
        if (ends(pidfd, kGraceMs))
            return;
    }
    signalByPidfd(pidfd, SIGKILL);
}

/// All that the reaper works with, in numbers that closing all else leaves alone.
struct Tools
{
    int wishes = -1;
    int pidfd = -1;
    std::array<int, 3> pipes{-1, -1, -1};
};

/// Keeps nothing open that belongs to dbgr, so that nobody takes us for it.
Tools keepOnly(const Tools& tools)
{
    std::array<int, 5> all{tools.wishes, tools.pidfd, tools.pipes[0], tools.pipes[1], tools.pipes[2]};
    constexpr int kAway = 64; // from the numbers that they move to
    for (int& fd : all)
        fd = fd < 0 ? -1 : ::fcntl(fd, F_DUPFD, kAway);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int number = static_cast<int>(i);
        all[i] < 0 ? ::close(number) : ::dup2(all[i], number);
        all[i] = all[i] < 0 ? -1 : number;
    }
    ::syscall(SYS_close_range, static_cast<unsigned>(all.size()), ~0u, 0u);
    return {all[0], all[1], {all[2], all[3], all[4]}};
}

/// Reads what the launcher prints, until it has closed its ends.
void drain(const Tools& tools)
{
    std::array<pollfd, 3> open{};
    for (std::size_t i = 0; i < open.size(); ++i)
        open[i] = {tools.pipes[i], POLLIN, 0};
    char nowhere[4096];
    while (open[0].fd >= 0 || open[1].fd >= 0 || open[2].fd >= 0) {
        if (::poll(open.data(), open.size(), -1) < 0 && errno != EINTR)
            return;
        for (pollfd& one : open) {
            const bool ready = one.fd >= 0 && one.revents != 0;
            const ssize_t got = ready ? ::read(one.fd, nowhere, sizeof nowhere) : 1;
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
                one.fd = -1;
        }
    }
}

/// All that the child does. Forked from a process with threads: only calls that are safe after fork.
[[noreturn]] void reap(const Tools& inherited)
{
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
        ::signal(signal, SIG_IGN);
    const Tools tools = keepOnly(inherited);
    const std::int64_t begunMs = nowMs();
    char wish = static_cast<char>(OnOurDeath::KillLauncher);
    for (;;) {
        char byte = 0;
        const ssize_t got = ::read(tools.wishes, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        wish = byte;
    }
    if (wish == kDismissed)
        ::_exit(0);
    carryOut(static_cast<OnOurDeath>(wish), tools.pidfd, begunMs);
    drain(tools);
    ::_exit(0);
}

} // namespace

util::Result<LauncherReaper> LauncherReaper::start(util::Pid launcher, const LauncherPipes& pipes)
{
    const util::UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, launcher.value(), 0)));
    if (!pidfd)
        return util::fail(util::systemError(errno, "watching the launcher"));
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe to the launcher's reaper"));
    const util::UniqueFd readEnd(ends[0]);
    util::UniqueFd writeEnd(ends[1]);
    Tools tools{readEnd.get(), pidfd.get(), {-1, -1, -1}};
    std::copy_n(pipes.begin(), std::min(pipes.size(), tools.pipes.size()), tools.pipes.begin());
    const pid_t child = ::fork();
    if (child < 0)
        return util::fail(util::systemError(errno, "forking the launcher's reaper"));
    if (child == 0) {
        if (::fork() == 0)
            reap(tools); // nobody's child: it may outlive us
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return LauncherReaper(std::move(writeEnd));
}

void LauncherReaper::set(OnOurDeath wish)
{
    m_leavesAlone = wish == OnOurDeath::LeaveAlone;
    send(static_cast<char>(wish));
}

void LauncherReaper::send(char wish)
{
    if (m_wishes && ::write(m_wishes.get(), &wish, 1) != 1)
        m_wishes.reset(); // the reaper is gone (somebody killed it): nothing more that we could do
}

void LauncherReaper::dismiss()
{
    send(kDismissed);
    m_wishes.reset();
}

LauncherReaper& LauncherReaper::operator=(LauncherReaper&& other) noexcept
{
    if (this != &other) {
        dismiss();
        m_wishes = std::move(other.m_wishes);
        m_leavesAlone = other.m_leavesAlone;
    }
    return *this;
}

LauncherReaper::~LauncherReaper()
{
    if (!m_leavesAlone)
        dismiss();
}

} // namespace dbgr::session
