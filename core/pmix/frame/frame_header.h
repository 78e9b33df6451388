// SPDX-License-Identifier: BSD-3-Clause
// The 16 bytes in front of every message. Thread: any; plain values.
//
//   offset  size  field
//        0     4  peer index: what the server gave a client at the handshake; tools send 0 or -1; not for routing
//        4     4  tag (tags.h)
//        8     4  bytes of the body; 0 is legal
//       12     4  padding, 0, which a receiver ignores
//
// All in network byte order, but for the connect message, whose header is in the sender's.
#pragma once

#include "pmix/frame/tags.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dbgr::pmix {

struct FrameHeader
{
    static constexpr std::size_t kBytes = 16;

    std::int32_t peerIndex = 0;
    Tag tag;
    std::uint32_t bodyBytes = 0;

    friend bool operator==(const FrameHeader&, const FrameHeader&) = default;
};

/// A message with what its header said. The body's length is its own.
struct Frame
{
    std::int32_t peerIndex = 0;
    Tag tag;
    std::string body;

    friend bool operator==(const Frame&, const Frame&) = default;
};

/// \pre bytes.size() >= FrameHeader::kBytes
[[nodiscard]] FrameHeader decodeHeader(std::string_view bytes);
[[nodiscard]] std::string encodeHeader(const FrameHeader& header);

/// The header of a connect message, in this machine's byte order (as its sender's: both are on one kind of machine).
/// \pre bytes.size() >= FrameHeader::kBytes
[[nodiscard]] FrameHeader decodeConnectHeader(std::string_view bytes);
/// The header of a connect message whose rest has that many bytes; index and tag are -1 there.
[[nodiscard]] std::string encodeConnectHeader(std::uint32_t bodyBytes);

} // namespace dbgr::pmix
