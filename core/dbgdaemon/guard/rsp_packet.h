// SPDX-License-Identifier: BSD-3-Clause
// Frames a payload for the gdb-remote line. Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// "$payload#cc". \pre the payload needs no escapes
[[nodiscard]] inline std::string rspPacket(std::string_view payload)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    unsigned sum = 0;
    for (const char c : payload)
        sum += static_cast<unsigned char>(c);
    std::string packet = "$";
    packet += payload;
    packet += '#';
    packet += kDigits[sum / 16 % 16];
    packet += kDigits[sum % 16];
    return packet;
}

} // namespace dbgr::daemon
