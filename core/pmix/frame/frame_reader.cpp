// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/frame/frame_reader.h"

#include "pmix/types/status.h"

namespace dbgr::pmix {

void FrameReader::feed(std::string_view bytes)
{
    // What was taken goes only here, so that a burst of small frames costs one move and not one each.
    m_bytes.erase(0, m_at);
    m_at = 0;
    m_bytes += bytes;
}

util::Result<std::optional<Frame>> FrameReader::next()
{
    const std::string_view left = std::string_view(m_bytes).substr(m_at);
    if (left.size() < FrameHeader::kBytes)
        return std::nullopt;
    const FrameHeader header = decodeHeader(left);
    if (header.bodyBytes > m_maxBodyBytes)
        return util::fail(Status::ErrOutOfResource,
                          "reading a message: it announces " + std::to_string(header.bodyBytes) +
                              " bytes, more than the limit of " + std::to_string(m_maxBodyBytes));
    if (left.size() - FrameHeader::kBytes < header.bodyBytes)
        return std::nullopt;
    m_at += FrameHeader::kBytes + header.bodyBytes;
    return Frame{header.peerIndex, header.tag, std::string(left.substr(FrameHeader::kBytes, header.bodyBytes))};
}

} // namespace dbgr::pmix
