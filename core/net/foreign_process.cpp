// SPDX-License-Identifier: BSD-3-Clause
#include "net/foreign_process.h"

#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace dbgr::net {

util::Result<ForeignProcess> ForeignProcess::open(util::Pid pid, const std::string& doing)
{
    util::UniqueFd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid.value(), 0)));
    if (!fd)
        return util::fail(util::systemError(errno, doing));
    return ForeignProcess(std::move(fd));
}

void ForeignProcess::watchEnd(EventLoop& loop, std::function<void()> ended)
{
    m_watch = loop.watch(m_fd.get(), Interest::Read, std::move(ended));
}

util::Result<void> ForeignProcess::signal(int number, const std::string& doing)
{
    if (::syscall(SYS_pidfd_send_signal, m_fd.get(), number, nullptr, 0) != 0 && errno != ESRCH)
        return util::fail(util::systemError(errno, doing));
    return util::ok();
}

} // namespace dbgr::net
