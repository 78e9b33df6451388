// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/frame/frame_writer.h"

namespace dbgr::pmix {

std::string encodeFrame(std::int32_t peerIndex, Tag tag, std::string_view body)
{
    std::string bytes = encodeHeader({peerIndex, tag, static_cast<std::uint32_t>(body.size())});
    bytes += body;
    return bytes;
}

} // namespace dbgr::pmix
