// SPDX-License-Identifier: BSD-3-Clause
#include "agent/daemon_start.h"

#include "agent/detached_fork.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

constexpr int kDoorNumber = 3;
constexpr int kErrorNumber = 4;

std::vector<char*> pointersTo(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str())); // execve() does not write to them
    pointers.push_back(nullptr);
    return pointers;
}

/// The rank's core is not dbgd's: all that the system allows.
void useAllCores()
{
    cpu_set_t all;
    std::memset(&all, 0xff, sizeof all);
    ::sched_setaffinity(0, sizeof all, &all);
}

/// Of the rank's descriptors dbgd keeps none: not its pipes, whose end the launcher awaits.
bool arrangeDescriptors(int door, int errors)
{
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    // Out of the way of the numbers that are to be used.
    const int parkedNull = ::fcntl(null, F_DUPFD_CLOEXEC, kErrorNumber + 1);
    const int parkedDoor = ::fcntl(door, F_DUPFD_CLOEXEC, kErrorNumber + 1);
    const int parkedErrors = ::fcntl(errors, F_DUPFD_CLOEXEC, kErrorNumber + 1);
    if (parkedNull < 0 || parkedDoor < 0 || parkedErrors < 0)
        return false;
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(parkedNull, number);
    return ::dup2(parkedDoor, kDoorNumber) >= 0 && ::dup3(parkedErrors, kErrorNumber, O_CLOEXEC) >= 0 &&
           closeFrom(kErrorNumber + 1);
}

} // namespace

util::Result<void> startDaemon(const Orders& orders, const std::vector<std::string>& environment, util::UniqueFd door)
{
    std::vector<std::string> arguments = {orders.daemon};
    arguments.insert(arguments.end(), orders.daemonArguments.begin(), orders.daemonArguments.end());
    arguments.push_back("--door-fd=" + std::to_string(kDoorNumber));
    const std::vector<char*> argv = pointersTo(arguments);
    const std::vector<char*> envp = pointersTo(environment);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe"));
    const util::UniqueFd readEnd(ends[0]);
    util::UniqueFd writeEnd(ends[1]);

    const auto run = [&] {
        useAllCores();
        if (arrangeDescriptors(door.get(), writeEnd.get()) && ::chdir("/") == 0)
            ::execve(orders.daemon.c_str(), argv.data(), envp.data());
        const int reason = errno;
        [[maybe_unused]] const auto ignored = ::write(kErrorNumber, &reason, sizeof reason);
    };
    DBGR_TRY(detachedFork(run));
    writeEnd.reset();
    int reason = 0;
    ssize_t count;
    do
        count = ::read(readEnd.get(), &reason, sizeof reason);
    while (count < 0 && errno == EINTR);
    if (count == static_cast<ssize_t>(sizeof reason))
        return util::fail(util::systemError(reason, "starting " + orders.daemon)
                              .withAdvice("dbgr has to be installed under the same path on every node."));
    return util::ok();
}

} // namespace dbgr::agent
