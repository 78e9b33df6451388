// SPDX-License-Identifier: BSD-3-Clause
#include "net/unix_stream.h"

#include "net/fd_stream.h"

#include <cerrno>

#include <sys/socket.h>

namespace dbgr::net {

util::Result<std::pair<util::UniqueFd, util::UniqueFd>> socketPair()
{
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
        return util::fail(util::systemError(errno, "making a pair of sockets"));
    return std::pair(util::UniqueFd(fds[0]), util::UniqueFd(fds[1]));
}

util::Result<std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>>> streamPair(EventLoop& loop)
{
    DBGR_TRY(auto fds, socketPair());
    DBGR_TRY(auto first, FdStream::create(loop, std::move(fds.first), "a socket pair"));
    DBGR_TRY(auto second, FdStream::create(loop, std::move(fds.second), "a socket pair"));
    return std::pair(std::move(first), std::move(second));
}

} // namespace dbgr::net
