// SPDX-License-Identifier: BSD-3-Clause
#include "net/child_launch_p.h"

#include "net/net_error.h"
#include "util/descriptor_limit.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <termios.h>
#include <unistd.h>

namespace dbgr::net {

namespace {

/// A descriptor of ours and the number that the child is to have it under.
struct Placement
{
    int source;
    int number;
    bool closeOnExec = false;
    int parked = -1; // the child's copy, out of the way of all numbers
};

/// All that the child needs, in memory that exists before the fork.
struct Plan
{
    const char* path;
    const char* workingDirectory; // null: ours
    std::vector<char*> arguments;
    std::vector<char*> environment;
    std::vector<Placement> placements; // by number
    int errorNumber = -1;
    int holdNumber = -1; // -1: not held
    int firstFreeNumber = 0;
    int parentDeathSignal = 0;
    int parentPid = 0;
    bool ownProcessGroup = false;
    bool ownSession = false;
    bool stopOnExec = false;
    bool siblingsMayTrace = false;
    std::vector<cpu_set_t> cpus; // as one set as wide as needed; empty: ours
    sigset_t signalMask{};
};

std::vector<char*> pointersTo(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str())); // execve() does not write to them
    pointers.push_back(nullptr);
    return pointers;
}

util::Result<std::pair<util::UniqueFd, util::UniqueFd>> makePipe()
{
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe"));
    return std::pair(util::UniqueFd(fds[0]), util::UniqueFd(fds[1]));
}

/// What the plan needs open until the fork is done.
struct ChildEnds
{
    std::vector<util::UniqueFd> owned;
    int keep(util::UniqueFd fd)
    {
        owned.push_back(std::move(fd));
        return owned.back().get();
    }
};

util::Result<void> placeStdio(const Stdio& stdio, int number, Plan& plan, ChildEnds& ends, util::UniqueFd& ours)
{
    int source = stdio.fd;
    if (stdio.kind == Stdio::Kind::Inherit)
        source = number;
    if (stdio.kind == Stdio::Kind::Null) {
        source = ends.keep(util::UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC)));
        if (source < 0)
            return util::fail(util::systemError(errno, "opening /dev/null"));
    }
    if (stdio.kind == Stdio::Kind::Pipe) {
        DBGR_TRY(auto pipe, makePipe());
        const bool childReads = number == STDIN_FILENO;
        source = ends.keep(std::move(childReads ? pipe.first : pipe.second));
        ours = std::move(childReads ? pipe.second : pipe.first);
    }
    plan.placements.push_back({source, number});
    return util::ok();
}

util::Result<void> placeAll(const ChildSpec& spec, Plan& plan, ChildEnds& ends, LaunchedChild& child)
{
    DBGR_TRY(placeStdio(spec.standardInput, STDIN_FILENO, plan, ends, child.standardInput));
    DBGR_TRY(placeStdio(spec.standardOutput, STDOUT_FILENO, plan, ends, child.standardOutput));
    DBGR_TRY(placeStdio(spec.standardError, STDERR_FILENO, plan, ends, child.standardError));
    int next = STDERR_FILENO + 1;
    for (const ExtraFd& extra : spec.extraFds) {
        if (extra.number <= STDERR_FILENO || extra.number > kMaxExtraFd || extra.fd < 0)
            return util::fail(std::make_error_code(std::errc::invalid_argument),
                              "handing descriptor " + std::to_string(extra.fd) + " to a child as " +
                                  std::to_string(extra.number) + ": out of range");
        plan.placements.push_back({extra.fd, extra.number});
        next = std::max(next, extra.number + 1);
    }
    DBGR_TRY(auto errorPipe, makePipe());
    plan.errorNumber = next++;
    plan.placements.push_back({ends.keep(std::move(errorPipe.second)), plan.errorNumber, true});
    child.errorPipe = std::move(errorPipe.first);
    if (spec.holdBeforeExec) {
        DBGR_TRY(auto holdPipe, makePipe());
        plan.holdNumber = next++;
        plan.placements.push_back({ends.keep(std::move(holdPipe.first)), plan.holdNumber, true});
        child.holdPipe = std::move(holdPipe.second);
    }
    plan.firstFreeNumber = next;
    std::sort(plan.placements.begin(), plan.placements.end(),
              [](const Placement& a, const Placement& b) { return a.number < b.number; });
    return util::ok();
}

/// A set that reaches to the largest of the numbers.
std::vector<cpu_set_t> cpuSetOf(const std::vector<unsigned>& cpus)
{
    if (cpus.empty())
        return {};
    const unsigned largest = *std::max_element(cpus.begin(), cpus.end());
    std::vector<cpu_set_t> sets(largest / CPU_SETSIZE + 1);
    for (cpu_set_t& set : sets)
        CPU_ZERO(&set);
    for (const unsigned cpu : cpus)
        CPU_SET(cpu % CPU_SETSIZE, &sets[cpu / CPU_SETSIZE]);
    return sets;
}

// From here on: in the child. Only calls that are safe after a fork of a program with threads.

[[noreturn]] void failInChild(const Plan& plan, LaunchStep step)
{
    const LaunchFailure failure{step, errno};
    [[maybe_unused]] const auto ignored = ::write(plan.errorNumber, &failure, sizeof failure);
    ::_exit(127);
}

/// Handlers are ours, not the program's; signals that we ignore stay ignored (nohup), but for SIGPIPE, which
/// EventLoop ignores for its own sake.
void resetSignals(const Plan& plan)
{
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action;
        if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_DFL)
            continue;
        if (action.sa_handler == SIG_IGN && number != SIGPIPE)
            continue;
        action = {};
        action.sa_handler = SIG_DFL;
        ::sigaction(number, &action, nullptr);
    }
    ::pthread_sigmask(SIG_SETMASK, &plan.signalMask, nullptr);
}

/// Gives every placed descriptor its number and closes all others.
bool arrangeDescriptors(Plan& plan)
{
    for (Placement& placement : plan.placements) {
        placement.parked = ::fcntl(placement.source, F_DUPFD_CLOEXEC, plan.firstFreeNumber);
        // A standard channel that is closed in us stays closed in the child.
        if (placement.parked < 0 && !(errno == EBADF && placement.source == placement.number))
            return false;
    }
    unsigned next = 0;
    for (const Placement& placement : plan.placements) {
        const auto number = static_cast<unsigned>(placement.number);
        if (number > next)
            ::close_range(next, number - 1, 0);
        next = number + 1;
        if (placement.parked >= 0 &&
            ::dup3(placement.parked, placement.number, placement.closeOnExec ? O_CLOEXEC : 0) < 0)
            return false;
    }
    ::close_range(next, ~0U, 0);
    return true;
}

void waitForGo(const Plan& plan)
{
    char go;
    ssize_t count;
    do
        count = ::read(plan.holdNumber, &go, 1);
    while (count < 0 && errno == EINTR);
    if (count != 1)
        ::_exit(127); // nobody is left to let it go
}

[[noreturn]] void runChild(Plan& plan)
{
    if (plan.ownSession)
        ::setsid();
    else if (plan.ownProcessGroup)
        ::setpgid(0, 0);
    resetSignals(plan);
    const bool arranged = arrangeDescriptors(plan);
    if (plan.parentDeathSignal != 0) {
        ::prctl(PR_SET_PDEATHSIG, plan.parentDeathSignal);
        if (::getppid() != plan.parentPid)
            ::_exit(127); // it died before the line above
    }
    if (plan.siblingsMayTrace) // fails where there is no Yama, and nobody needs it
        ::prctl(PR_SET_PTRACER, static_cast<unsigned long>(plan.parentPid), 0, 0, 0);
    if (!arranged)
        failInChild(plan, LaunchStep::Descriptors);
    if (plan.ownSession)
        ::ioctl(STDIN_FILENO, TIOCSCTTY, 0); // of no effect when it is no terminal
    if (!plan.cpus.empty() && ::sched_setaffinity(0, plan.cpus.size() * sizeof(cpu_set_t), plan.cpus.data()) != 0)
        failInChild(plan, LaunchStep::Affinity);
    if (plan.holdNumber >= 0)
        waitForGo(plan);
    if (plan.workingDirectory != nullptr && ::chdir(plan.workingDirectory) != 0)
        failInChild(plan, LaunchStep::WorkingDirectory);
    util::restoreDescriptorLimit();
    if (plan.stopOnExec)
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); // the successful exec stops us then
    ::execve(plan.path, plan.arguments.data(), plan.environment.data());
    failInChild(plan, LaunchStep::Execute);
}

} // namespace

util::Result<LaunchedChild> launchChild(const std::string& path, const ChildSpec& spec)
{
    LaunchedChild child;
    ChildEnds ends;
    Plan plan;
    plan.path = path.c_str();
    plan.workingDirectory = spec.workingDirectory.empty() ? nullptr : spec.workingDirectory.c_str();
    plan.arguments = pointersTo(spec.arguments);
    plan.environment = pointersTo(spec.environment);
    plan.parentDeathSignal = spec.parentDeathSignal.value_or(0);
    plan.parentPid = ::getpid();
    plan.ownProcessGroup = spec.ownProcessGroup;
    plan.ownSession = spec.ownSession;
    plan.stopOnExec = spec.stopOnExec;
    plan.siblingsMayTrace = spec.siblingsMayTrace;
    plan.cpus = cpuSetOf(spec.cpus);
    DBGR_TRY(placeAll(spec, plan, ends, child));

    // No handler of ours may run in the child: it would act on descriptors that the two of us share.
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &plan.signalMask);
    child.pid = ::fork();
    if (child.pid == 0)
        runChild(plan);
    const int reason = errno;
    ::pthread_sigmask(SIG_SETMASK, &plan.signalMask, nullptr);
    if (child.pid < 0)
        return util::fail(util::systemError(reason, "starting a process for " + path));
    if (plan.ownProcessGroup && !plan.ownSession)
        ::setpgid(child.pid, child.pid); // whoever of the two comes first
    return child;
}

} // namespace dbgr::net
