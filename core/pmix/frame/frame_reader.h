// SPDX-License-Identifier: BSD-3-Clause
// Cuts what a peer sends into frames, after the handshake. Between the byte stream and the request table.
// Thread: its connection's.
//
// Flow: 1. feed() what arrived, of any size  2. next() until it yields nothing  3. an Error means that the stream
// cannot be understood any more: close it.
#pragma once

#include "pmix/frame/frame_header.h"
#include "util/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// What a body may be at most, as 6.1 has it by default; a peer that announces more is cut off.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{32} << 20;

/// Keeps the bytes of the frame that is not complete yet, and nothing else: a large announced length takes no memory
/// before its bytes arrive.
class FrameReader
{
public:
    explicit FrameReader(std::size_t maxBodyBytes = kMaxBodyBytes) : m_maxBodyBytes(maxBodyBytes) {}

    void feed(std::string_view bytes);

    /// The next frame that is complete, or nothing. \errors ErrOutOfResource (a body over the limit), again and again
    [[nodiscard]] util::Result<std::optional<Frame>> next();

private:
    std::size_t m_maxBodyBytes;
    std::string m_bytes;
    std::size_t m_at = 0;
};

} // namespace dbgr::pmix
