// SPDX-License-Identifier: BSD-3-Clause
// Puts the header in front of a body. Between operations and the byte stream. Thread: any.
#pragma once

#include "pmix/frame/frame_header.h"

#include <string>
#include <string_view>

namespace dbgr::pmix {

/// The bytes of a frame, ready to be sent. \pre body.size() < 4 GiB; peers accept much less (kMaxBodyBytes)
[[nodiscard]] std::string encodeFrame(std::int32_t peerIndex, Tag tag, std::string_view body);

} // namespace dbgr::pmix
