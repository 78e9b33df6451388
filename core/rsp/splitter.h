// SPDX-License-Identifier: BSD-3-Clause
// Cuts one direction of a gdb-remote connection into its units: packets, acks, interrupts. First stop of every byte in
// the guard; what the packets mean is RspWatcher's matter. Thread: any; no I/O.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace dbgr::rsp {

struct Unit
{
    enum class Kind
    {
        Packet,       ///< $payload#cc
        Notification, ///< %payload#cc
        Ack,          ///< +
        Nack,         ///< -
        Interrupt,    ///< byte 3
        LongPacket,   ///< a piece of a packet too long to be held; such ones mean nothing to us
        Noise,        ///< bytes outside of any packet
    };
    Kind kind = Kind::Noise;
    std::string_view raw;     ///< all of its bytes; they live as long as what was handed in
    std::string_view payload; ///< between $ or % and #, as sent: escapes and run lengths are left in
    bool first = true;        ///< of the pieces of a LongPacket
    bool last = true;
};

/// Flow: next(bytes) -> a unit -> the caller drops unit.raw.size() bytes from the front, and asks again -> nothing:
/// read more, and come back with the same bytes and those behind them.
///
/// '#' and '$' never stand inside a payload: both ends escape them, and no run length is written with them. So the
/// framing needs neither escapes nor run lengths undone. The checksum is not looked at; this is no lossy line.
class Splitter
{
public:
    /// Longer packets come as pieces. The keeper announces 128 KiB as its limit.
    static constexpr std::size_t kMaxHeldBytes = std::size_t{256} << 10;

    [[nodiscard]] std::optional<Unit> next(std::string_view bytes);
    /// Whether pieces of a long packet were handed out, but not its last.
    [[nodiscard]] bool insideLongPacket() const { return m_insideLong; }

private:
    [[nodiscard]] Unit takeLong(std::string_view bytes, bool first);
    [[nodiscard]] std::optional<Unit> takePacket(std::string_view bytes);

    std::size_t m_scanned = 0; // bytes of an unfinished packet that hold no '#'
    bool m_insideLong = false;
    unsigned m_longTail = 0; // checksum digits of a long packet that are still to come, once its '#' has been seen
};

} // namespace dbgr::rsp
