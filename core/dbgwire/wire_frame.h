// SPDX-License-Identifier: BSD-3-Clause
// Cuts the stream of bytes into messages. Sans-IO. Thread: any; not shared.
//
// offset size
// 0      4    number of bytes of the message, little endian, at most kMaxMessageBytes
// 4      1    flags; none is defined, all are 0
// 5      n    the message
#pragma once

#include "util/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::dbgwire {

inline constexpr std::size_t kFrameHeaderBytes = 5;
/// A message takes several times its size in memory when it is decoded, so this is not larger than it has to be.
inline constexpr std::size_t kMaxMessageBytes = std::size_t{16} << 20;

/// The message with its header. \pre message.size() <= kMaxMessageBytes
[[nodiscard]] std::string frameMessage(std::string_view message);

/// Flow: 1. feed() what arrived; 2. next() until it has nothing; 3. again. Once next() failed, it always fails.
class FrameReader
{
public:
    void feed(std::string_view bytes) { m_buffer += bytes; }
    /// The next whole message, if there is one; the view holds until the next call.
    /// \errors Errc::TooLarge, Errc::Malformed
    [[nodiscard]] util::Result<std::optional<std::string_view>> next();

private:
    std::string m_buffer;
    std::size_t m_consumed = 0; // of m_buffer, given out by next()
};

} // namespace dbgr::dbgwire
