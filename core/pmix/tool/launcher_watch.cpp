// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/launcher_watch.h"

#include "util/log.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// What goes through the pipe; small enough to be written at once or not at all.
struct Order
{
    std::int32_t pid;
    LauncherWatch::Duty duty;
};

int openPidFd(std::int32_t pid)
{
    return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

bool sendSignal(int pidFd, int number)
{
    return ::syscall(SYS_pidfd_send_signal, pidFd, number, nullptr, 0) == 0;
}

/// \return whether the process ended within that many tenths of a second; 0: however long it takes
bool awaitEnd(int pidFd, int tenths)
{
    for (int i = 0; tenths == 0 || i < tenths; ++i) {
        if (!sendSignal(pidFd, 0))
            return true;
        const timespec tenth{0, 100'000'000};
        ::nanosleep(&tenth, nullptr);
    }
    return false;
}

void doDuty(int pidFd, LauncherWatch::Duty duty, bool holdsKeepalive)
{
    constexpr int kTenthsToEnd = 100;
    switch (duty) {
    case LauncherWatch::Duty::Kill:
        sendSignal(pidFd, SIGKILL);
        return;
    case LauncherWatch::Duty::Terminate:
        sendSignal(pidFd, SIGTERM);
        if (!awaitEnd(pidFd, kTenthsToEnd))
            sendSignal(pidFd, SIGKILL);
        return;
    case LauncherWatch::Duty::LetLive:
        if (holdsKeepalive)
            awaitEnd(pidFd, 0);
        return;
    case LauncherWatch::Duty::None:
        return;
    }
}

/// The life of the other process: system calls only, since our threads' locks came along in unknown states.
[[noreturn]] void watch(int ordersFd, int pidFd, int keepaliveFd)
{
    ::setsid(); // an interrupt typed at our terminal is not for it
    ::prctl(PR_SET_NAME, "dbgr-watch");
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    // Fixed places, so that all else can be closed: what we held open would stay open.
    constexpr int kOrders = 3, kPidFd = 4, kKeepalive = 5;
    const int orders = ::fcntl(ordersFd, F_DUPFD, 100);
    const int pid = ::fcntl(pidFd, F_DUPFD, 100);
    const int keepalive = keepaliveFd < 0 ? -1 : ::fcntl(keepaliveFd, F_DUPFD, 100);
    ::dup2(orders, kOrders);
    ::dup2(pid, kPidFd);
    if (keepalive >= 0)
        ::dup2(keepalive, kKeepalive);
    ::close(0);
    ::close(1);
    ::close(2);
    ::syscall(SYS_close_range, keepalive >= 0 ? kKeepalive + 1 : kPidFd + 1, ~0U, 0);

    auto duty = LauncherWatch::Duty::Kill;
    Order order{};
    ssize_t got = 0;
    while ((got = ::read(kOrders, &order, sizeof order)) == sizeof order || (got < 0 && errno == EINTR)) {
        if (got < 0)
            continue;
        duty = order.duty;
        if (duty == LauncherWatch::Duty::None)
            ::_exit(0);
        if (const int fd = openPidFd(order.pid); fd >= 0) {
            ::dup2(fd, kPidFd);
            ::close(fd);
        }
    }
    doDuty(kPidFd, duty, keepalive >= 0);
    ::_exit(0);
}

} // namespace

util::Result<std::unique_ptr<LauncherWatch>> LauncherWatch::start(util::Pid launcher, util::UniqueFd keepalive)
{
    const util::UniqueFd pidFd(openPidFd(launcher.value()));
    int fds[2];
    if (!pidFd || ::pipe2(fds, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "preparing the watch over the launcher"));
    const util::UniqueFd readEnd(fds[0]);
    util::UniqueFd writeEnd(fds[1]);

    // Twice, so that it is nobody's child whom we would have to wait for.
    const pid_t middle = ::fork();
    if (middle < 0)
        return util::fail(util::systemError(errno, "starting the watch over the launcher"));
    if (middle == 0) {
        const pid_t last = ::fork();
        if (last == 0)
            watch(readEnd.get(), pidFd.get(), keepalive.get());
        ::_exit(last < 0 ? 1 : 0);
    }
    int status = 0;
    while (::waitpid(middle, &status, 0) < 0 && errno == EINTR)
        ;
    if (status != 0)
        return util::fail(util::systemError(EAGAIN, "starting the watch over the launcher"));
    return std::unique_ptr<LauncherWatch>(new LauncherWatch(std::move(writeEnd)));
}

void LauncherWatch::setDuty(util::Pid launcher, Duty duty)
{
    Order order{};
    order.pid = launcher.value();
    order.duty = duty;
    if (::write(m_orders.get(), &order, sizeof order) != sizeof order)
        util::log::warning("pmix", "the watch over the launcher is gone");
}

} // namespace dbgr::pmix
