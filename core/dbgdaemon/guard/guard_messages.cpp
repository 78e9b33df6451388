// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/guard_messages.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMaxDescriptors = 3;
constexpr std::size_t kMaxMessageBytes = 1024;

struct Datagram
{
    std::string bytes;
    std::vector<util::UniqueFd> descriptors;
};

union ControlBuffer {
    cmsghdr align;
    std::array<char, CMSG_SPACE(sizeof(int) * kMaxDescriptors)> bytes;
};

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
        return util::fail(util::systemError(errno, "sending to the other end of the guard's control socket"));
    return util::ok();
}

util::Result<std::optional<Datagram>> receiveDatagram(int socket)
{
    Datagram datagram;
    datagram.bytes.resize(kMaxMessageBytes);
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
        return util::fail(util::systemError(errno, "reading the guard's control socket"));
    if (got == 0)
        return util::fail(std::make_error_code(std::errc::connection_reset),
                          "the other end of the guard's control socket is gone");
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

tl::unexpected<util::Error> badMessage()
{
    return util::fail(std::make_error_code(std::errc::bad_message),
                      "a message on the guard's control socket is malformed");
}

} // namespace

util::Result<std::pair<util::UniqueFd, util::UniqueFd>> controlSocketPair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return util::fail(util::systemError(errno, "making the guard's control socket"));
    return std::pair(util::UniqueFd(ends[0]), util::UniqueFd(ends[1]));
}

util::Result<void> sendOrder(int socket, const GuardOrder& order)
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(order.kind));
    writer.host(order.slot);
    writer.host(static_cast<std::uint32_t>(order.pid.value()));
    return sendDatagram(socket, writer.view(), order.descriptors);
}

util::Result<void> sendNotice(int socket, const GuardNotice& notice)
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(notice.kind));
    writer.host(notice.slot);
    writer.bytes(notice.detail.substr(0, kMaxMessageBytes - writer.size()));
    return sendDatagram(socket, writer.view(), {});
}

util::Result<std::optional<GuardOrder>> receiveOrder(int socket)
{
    DBGR_TRY(auto datagram, receiveDatagram(socket));
    if (!datagram)
        return std::nullopt;
    util::ByteReader reader(datagram->bytes);
    GuardOrder order;
    order.kind = static_cast<GuardOrder::Kind>(reader.u8());
    order.slot = reader.host<std::uint32_t>();
    order.pid = util::Pid(static_cast<std::int32_t>(reader.host<std::uint32_t>()));
    order.descriptors = std::move(datagram->descriptors);
    const std::size_t wanted = order.kind == GuardOrder::Kind::Start   ? 3
                               : order.kind == GuardOrder::Kind::Adopt ? 1
                                                                       : 0;
    if (!reader.ok() || wanted == 0 || order.descriptors.size() != wanted)
        return badMessage();
    return order;
}

util::Result<std::optional<GuardNotice>> receiveNotice(int socket)
{
    DBGR_TRY(auto datagram, receiveDatagram(socket));
    if (!datagram)
        return std::nullopt;
    util::ByteReader reader(datagram->bytes);
    GuardNotice notice;
    notice.kind = static_cast<GuardNotice::Kind>(reader.u8());
    notice.slot = reader.host<std::uint32_t>();
    notice.detail = std::string(reader.rest());
    if (!reader.ok() || notice.kind < GuardNotice::Kind::Released || notice.kind > GuardNotice::Kind::SpawnFailed)
        return badMessage();
    return notice;
}

} // namespace dbgr::daemon
