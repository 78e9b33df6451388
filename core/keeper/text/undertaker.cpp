// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/text/undertaker.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace dbgr::keeper {

namespace {

/// Nothing else may keep a file, a terminal or a folder busy by it.
void keepOnly(int descriptor)
{
    ::setsid();
    ::prctl(PR_SET_NAME, "dbgd-undertaker");
    if (::chdir("/") != 0) {
        // it stays where it is, then
    }
    const int kept = 3;
    if (descriptor != kept && ::dup2(descriptor, kept) != kept)
        ::_exit(EXIT_FAILURE);
    ::close_range(kept + 1, UINT_MAX, 0);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (int number = 0; number < kept; ++number)
        ::dup2(nowhere, number);
    ::close(nowhere);
}

[[noreturn]] void wait(int descriptor, const std::function<void()>& work)
{
    keepOnly(descriptor);
    const sched_param first{1}; // every instruction that a rank executes before it may be the fatal one
    ::sched_setscheduler(0, SCHED_FIFO, &first);
    char ignored = 0;
    ssize_t got = 0;
    do {
        got = ::read(3, &ignored, 1);
    } while (got > 0 || (got < 0 && errno == EINTR));
    work();
    ::_exit(EXIT_SUCCESS);
}

} // namespace

util::Result<void> Undertaker::start()
{
    m_keepsWaiting.reset();
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe to the undertaker"));
    const util::UniqueFd reading(ends[0]);
    util::UniqueFd writing(ends[1]);
    const pid_t child = ::fork();
    if (child < 0)
        return util::fail(util::systemError(errno, "starting the undertaker"));
    if (child == 0) {
        writing.reset();
        wait(reading.get(), m_work);
    }
    m_pid = util::Pid(child);
    m_keepsWaiting = std::move(writing);
    return util::ok();
}

} // namespace dbgr::keeper
