// SPDX-License-Identifier: BSD-3-Clause
#include "rsp/splitter.h"

#include <algorithm>

namespace dbgr::rsp {

namespace {

constexpr std::size_t kChecksumDigits = 2;

Unit oneByte(Unit::Kind kind, std::string_view bytes)
{
    return {kind, bytes.substr(0, 1), {}};
}

} // namespace

std::optional<Unit> Splitter::next(std::string_view bytes)
{
    if (bytes.empty())
        return std::nullopt;
    if (m_insideLong)
        return takeLong(bytes, false);
    switch (bytes.front()) {
    case '+':
        return oneByte(Unit::Kind::Ack, bytes);
    case '-':
        return oneByte(Unit::Kind::Nack, bytes);
    case '\x03':
        return oneByte(Unit::Kind::Interrupt, bytes);
    case '$':
    case '%':
        return takePacket(bytes);
    default:
        return Unit{Unit::Kind::Noise, bytes.substr(0, bytes.find_first_of("+-\x03$%")), {}};
    }
}

std::optional<Unit> Splitter::takePacket(std::string_view bytes)
{
    const std::size_t hash = bytes.find('#', m_scanned);
    const std::size_t end = hash == std::string_view::npos ? hash : hash + 1 + kChecksumDigits;
    if (end <= bytes.size()) {
        m_scanned = 0;
        const auto kind = bytes.front() == '$' ? Unit::Kind::Packet : Unit::Kind::Notification;
        return Unit{kind, bytes.substr(0, end), bytes.substr(1, hash - 1)};
    }
    if (bytes.size() >= kMaxHeldBytes)
        return takeLong(bytes, true);
    m_scanned = std::min(hash, bytes.size());
    return std::nullopt;
}

Unit Splitter::takeLong(std::string_view bytes, bool first)
{
    m_scanned = 0;
    std::size_t tailAt = 0; // where the checksum goes on
    if (m_longTail == 0) {
        const std::size_t hash = bytes.find('#');
        if (hash == std::string_view::npos) {
            m_insideLong = true;
            return {Unit::Kind::LongPacket, bytes, {}, first, false};
        }
        tailAt = hash + 1;
        m_longTail = kChecksumDigits;
    }
    const std::size_t have = std::min<std::size_t>(m_longTail, bytes.size() - tailAt);
    m_longTail -= static_cast<unsigned>(have);
    m_insideLong = m_longTail != 0;
    return {Unit::Kind::LongPacket, bytes.substr(0, tailAt + have), {}, first, !m_insideLong};
}

} // namespace dbgr::rsp
