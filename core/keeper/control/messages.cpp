// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/control/messages.h"

#include "net/datagram.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <span>
#include <utility>

namespace dbgr::keeper {

namespace {

tl::unexpected<util::Error> badControlMessage()
{
    return util::fail(std::make_error_code(std::errc::bad_message),
                      "a message on the keeper's control socket is malformed");
}

bool isWithinLimits(std::span<const MemoryWish> wishes)
{
    std::uint64_t sum = 0;
    for (const MemoryWish& wish : wishes) {
        if (wish.size > kMostWishBytes)
            return false;
        sum += wish.size;
    }
    return wishes.size() <= kMostWishes && sum <= kMostOrderBytes;
}

std::vector<MemoryWish> readWishes(util::ByteReader& reader)
{
    std::vector<MemoryWish> wishes;
    while (reader.ok() && !reader.atEnd() && wishes.size() <= kMostWishes) {
        MemoryWish wish;
        wish.slot = reader.host<std::uint32_t>();
        wish.address = util::RemoteAddress(reader.host<std::uint64_t>());
        wish.size = reader.host<std::uint32_t>();
        wishes.push_back(wish);
    }
    return wishes;
}

} // namespace

util::Result<void> send(int socket, const Order& order)
{
    if (!isWithinLimits(order.memory))
        return util::fail(std::make_error_code(std::errc::message_size),
                          "more memory is wanted of the keeper than one order may");
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(order.kind));
    writer.host(order.slot);
    writer.host(static_cast<std::uint32_t>(order.pid.value()));
    writer.host(order.number);
    for (const MemoryWish& wish : order.memory) {
        writer.host(wish.slot);
        writer.host(wish.address.value());
        writer.host(wish.size);
    }
    return net::sendDatagram(socket, writer.view(), std::span(&order.connection, order.connection ? 1 : 0));
}

util::Result<void> send(int socket, const Notice& notice)
{
    util::ByteWriter writer;
    writer.u8(static_cast<std::uint8_t>(notice.kind));
    writer.host(notice.slot);
    writer.host(notice.number);
    writer.bytes(notice.text.substr(0, net::kMaxDatagramBytes - writer.size()));
    return net::sendDatagram(socket, writer.view(), std::span(&notice.snapshot, notice.snapshot ? 1 : 0));
}

util::Result<std::optional<Order>> receiveOrder(int socket)
{
    DBGR_TRY(auto datagram, net::receiveDatagram(socket));
    if (!datagram)
        return std::nullopt;
    util::ByteReader reader(datagram->bytes);
    Order order;
    order.kind = static_cast<Order::Kind>(reader.u8());
    order.slot = reader.host<std::uint32_t>();
    order.pid = util::Pid(static_cast<std::int32_t>(reader.host<std::uint32_t>()));
    order.number = reader.host<std::uint32_t>();
    if (order.kind == Order::Kind::ReadMemory)
        order.memory = readWishes(reader);
    const bool hasSocket = order.kind == Order::Kind::Hold || order.kind == Order::Kind::ServeMemory;
    const std::size_t wanted = hasSocket ? 1 : 0;
    const bool isKnown = order.kind >= Order::Kind::Hold && order.kind <= Order::Kind::LetGo;
    const bool isSane = reader.ok() && isKnown && isWithinLimits(order.memory);
    if (!isSane || datagram->descriptors.size() != wanted)
        return badControlMessage();
    if (wanted != 0)
        order.connection = std::move(datagram->descriptors.front());
    return order;
}

util::Result<std::optional<Notice>> receiveNotice(int socket)
{
    DBGR_TRY(auto datagram, net::receiveDatagram(socket));
    if (!datagram)
        return std::nullopt;
    util::ByteReader reader(datagram->bytes);
    Notice notice;
    notice.kind = static_cast<Notice::Kind>(reader.u8());
    notice.slot = reader.host<std::uint32_t>();
    notice.number = reader.host<std::uint32_t>();
    notice.text = std::string(reader.rest());
    const bool isKnown = notice.kind >= Notice::Kind::Held && notice.kind <= Notice::Kind::MemoryRead;
    const bool mayHaveFile = notice.kind == Notice::Kind::Sampled || notice.kind == Notice::Kind::MemoryRead;
    const std::size_t most = mayHaveFile ? 1 : 0;
    if (!reader.ok() || !isKnown || datagram->descriptors.size() > most)
        return badControlMessage();
    if (!datagram->descriptors.empty())
        notice.snapshot = std::move(datagram->descriptors.front());
    return notice;
}

} // namespace dbgr::keeper
