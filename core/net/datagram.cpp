// SPDX-License-Identifier: BSD-3-Clause
#include "net/datagram.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace dbgr::net {

namespace {

constexpr std::size_t kMaxDescriptors = 3;

union ControlBuffer {
    cmsghdr align;
    std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> bytes;
};

} // namespace

util::Result<std::pair<util::UniqueFd, util::UniqueFd>> controlSocketPair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return util::fail(util::systemError(errno, "making a control socket"));
    return std::pair(util::UniqueFd(ends[0]), util::UniqueFd(ends[1]));
}

util::Result<void> sendDatagram(int socket, const std::string& bytes, const std::vector<util::UniqueFd>& descriptors)
{
    iovec part{const_cast<char*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    ControlBuffer control{};
    if (!descriptors.empty()) {
        message.msg_control = control.bytes.data();
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptors.size());
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptors.size());
        for (std::size_t i = 0; i < descriptors.size(); ++i) {
            const int fd = descriptors[i].get();
            std::memcpy(CMSG_DATA(header) + i * sizeof(int), &fd, sizeof fd);
        }
    }
    ssize_t sent;
    do
        sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        return util::fail(util::systemError(errno, "sending to the other end of a control socket"));
    return util::ok();
}

util::Result<std::optional<Datagram>> receiveDatagram(int socket)
{
    Datagram datagram;
    datagram.bytes.resize(kMaxDatagramBytes);
    iovec part{datagram.bytes.data(), datagram.bytes.size()};
    ControlBuffer control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    ssize_t got;
    do
        got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return std::nullopt;
    if (got < 0)
        return util::fail(util::systemError(errno, "reading a control socket"));
    if (got == 0)
        return util::fail(std::make_error_code(std::errc::connection_reset),
                          "the other end of the control socket is gone");
    datagram.bytes.resize(static_cast<std::size_t>(got));
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
            datagram.descriptors.emplace_back(fd);
        }
    }
    return datagram;
}

} // namespace dbgr::net
