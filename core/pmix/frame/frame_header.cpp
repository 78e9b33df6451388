// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/frame/frame_header.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

namespace dbgr::pmix {

FrameHeader decodeHeader(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    FrameHeader header;
    header.peerIndex = static_cast<std::int32_t>(reader.big<std::uint32_t>());
    header.tag = Tag(reader.big<std::uint32_t>());
    header.bodyBytes = reader.big<std::uint32_t>();
    return header;
}

std::string encodeHeader(const FrameHeader& header)
{
    util::ByteWriter writer;
    writer.big(static_cast<std::uint32_t>(header.peerIndex));
    writer.big(header.tag.value());
    writer.big(header.bodyBytes);
    writer.zeros(4);
    return writer.take();
}

FrameHeader decodeConnectHeader(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    FrameHeader header;
    header.peerIndex = static_cast<std::int32_t>(reader.host<std::uint32_t>());
    header.tag = Tag(reader.host<std::uint32_t>());
    header.bodyBytes = reader.host<std::uint32_t>();
    return header;
}

std::string encodeConnectHeader(std::uint32_t bodyBytes)
{
    util::ByteWriter writer;
    writer.host(static_cast<std::uint32_t>(-1));
    writer.host(kConnectTag.value());
    writer.host(bodyBytes);
    writer.zeros(4);
    return writer.take();
}

} // namespace dbgr::pmix
