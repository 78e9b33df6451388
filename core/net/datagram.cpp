// SPDX-License-Identifier: BSD-3-Clause
#include "net/datagram.h"

#include <cerrno>
#include <sys/socket.h>
#include <utility>

namespace dbgr::net {

util::Result<std::pair<util::UniqueFd, util::UniqueFd>> controlSocketPair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return util::fail(util::systemError(errno, "making a control socket"));
    return std::pair(util::UniqueFd(ends[0]), util::UniqueFd(ends[1]));
}

util::Result<void> sendDatagram(int socket, std::string_view bytes, std::span<const util::UniqueFd> descriptors)
{
    auto sent = util::sendWithDescriptors(socket, bytes, descriptors);
    return sent ? sent : util::fail(std::move(sent).error().withContext("a control socket"));
}

bool isForLater(const util::Error& error)
{
    return error.code == std::errc::resource_unavailable_try_again ||
           error.code == std::error_code(ETOOMANYREFS, std::generic_category());
}

util::Result<std::optional<util::BytesWithDescriptors>> receiveDatagram(int socket)
{
    auto received = util::receiveWithDescriptors(socket, kMaxDatagramBytes);
    if (!received)
        return util::fail(std::move(received).error().withContext("a control socket"));
    return received;
}

} // namespace dbgr::net
