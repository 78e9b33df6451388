// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/guard_messages.h"

#include "net/datagram.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMaxMessageBytes = net::kMaxDatagramBytes;

tl::unexpected<util::Error> badMessage()
{
    return util::fail(std::make_error_code(std::errc::bad_message),
                      "a message on the guard's control socket is malformed");
}

} // namespace

util::Result<void> sendOrder(int socket, const GuardOrder& order)
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(order.kind));
    writer.host(order.slot);
    writer.host(static_cast<std::uint32_t>(order.pid.value()));
    return net::sendDatagram(socket, writer.view(), order.descriptors);
}

util::Result<void> sendNotice(int socket, const GuardNotice& notice)
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(notice.kind));
    writer.host(notice.slot);
    writer.bytes(notice.detail.substr(0, kMaxMessageBytes - writer.size()));
    return net::sendDatagram(socket, writer.view(), {});
}

util::Result<std::optional<GuardOrder>> receiveOrder(int socket)
{
    DBGR_TRY(auto datagram, net::receiveDatagram(socket));
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
    DBGR_TRY(auto datagram, net::receiveDatagram(socket));
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
