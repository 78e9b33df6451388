// SPDX-License-Identifier: BSD-3-Clause
#include "util/passed_descriptors.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>

namespace dbgr::util {

namespace {

union ControlBuffer {
    cmsghdr align;
    std::array<char, CMSG_SPACE(sizeof(int) * kMaxPassedDescriptors)> bytes;
};

std::vector<UniqueFd> descriptorsIn(msghdr& message)
{
    std::vector<UniqueFd> descriptors;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
            descriptors.emplace_back(fd);
        }
    }
    return descriptors;
}

} // namespace

Result<void> sendWithDescriptors(int socket, std::string_view bytes, std::span<const UniqueFd> descriptors)
{
    if (descriptors.size() > kMaxPassedDescriptors)
        return fail(std::make_error_code(std::errc::invalid_argument), "sending too many descriptors");
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
        return fail(systemError(errno, "sending over a local socket"));
    if (static_cast<std::size_t>(sent) != bytes.size())
        return fail(std::make_error_code(std::errc::resource_unavailable_try_again),
                    "sending over a local socket: the other side does not read");
    return ok();
}

Result<std::optional<BytesWithDescriptors>> receiveWithDescriptors(int socket, std::size_t maxBytes)
{
    BytesWithDescriptors received;
    received.bytes.resize(maxBytes);
    iovec part{received.bytes.data(), received.bytes.size()};
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
        return fail(systemError(errno, "reading from a local socket"));
    received.descriptors = descriptorsIn(message);
    if (got == 0)
        return fail(std::make_error_code(std::errc::connection_reset), "the other end of a local socket is gone");
    received.bytes.resize(static_cast<std::size_t>(got));
    return received;
}

} // namespace dbgr::util
