// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/memory_line.h"

#include "keeper/control/memory_part.h"
#include "util/memory_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <string>
#include <utility>

namespace dbgr::daemon {

bool MemoryLine::read(keeper::Slot slot, util::RemoteAddress address, std::span<std::byte> out)
{
    while (out.size() > keeper::kMostWishBytes) {
        if (!readPiece(slot, address, out.first(keeper::kMostWishBytes)))
            return false;
        address += keeper::kMostWishBytes;
        out = out.subspan(keeper::kMostWishBytes);
    }
    return readPiece(slot, address, out);
}

bool MemoryLine::readPiece(keeper::Slot slot, util::RemoteAddress address, std::span<std::byte> out)
{
    keeper::Order order{keeper::Order::Kind::ReadMemory};
    order.number = ++m_last;
    order.memory = {{slot, address, static_cast<std::uint32_t>(out.size())}};
    if (!keeper::send(m_socket.get(), order))
        return false;
    const auto notice = answer();
    const auto bytes = notice && notice->snapshot ? util::readMemoryFile(notice->snapshot.get(), keeper::kMostPartBytes)
                                                  : util::Result<std::string>("");
    const auto part = bytes ? keeper::decodeMemoryPart(*bytes) : util::fail(bytes.error());
    if (!part || part->pieces.size() != 1 || part->pieces.front().bytes.size() != out.size())
        return false;
    std::ranges::copy(std::as_bytes(std::span(part->pieces.front().bytes)), out.begin());
    return true;
}

/// To the last order; what an earlier one gets, that was given up, is thrown away.
std::optional<keeper::Notice> MemoryLine::answer()
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + kLimit;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd ready{m_socket.get(), POLLIN, 0};
        if (left <= 0 || (::poll(&ready, 1, static_cast<int>(left)) < 0 && errno != EINTR))
            return std::nullopt;
        auto notice = keeper::receiveNotice(m_socket.get());
        if (!notice)
            return std::nullopt;
        if (*notice && (*notice)->kind == keeper::Notice::Kind::MemoryRead && (*notice)->number == m_last)
            return *std::move(notice);
    }
}

} // namespace dbgr::daemon
