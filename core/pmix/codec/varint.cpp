// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/varint.h"

namespace dbgr::pmix {

namespace {

constexpr int kBytesWithContinuation = 8;
constexpr std::uint8_t kMore = 0x80;

} // namespace

void writeVarint(util::ByteWriter& writer, std::uint64_t value)
{
    for (int i = 0; i < kBytesWithContinuation; ++i) {
        const auto low = static_cast<std::uint8_t>(value & 0x7f);
        value >>= 7;
        if (value == 0) {
            writer.u8(low);
            return;
        }
        writer.u8(low | kMore);
    }
    writer.u8(static_cast<std::uint8_t>(value));
}

std::uint64_t readVarint(util::ByteReader& reader)
{
    std::uint64_t value = 0;
    for (int i = 0; i < kBytesWithContinuation; ++i) {
        const std::uint8_t byte = reader.u8();
        value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
        if ((byte & kMore) == 0)
            return value;
    }
    return value | static_cast<std::uint64_t>(reader.u8()) << 56;
}

} // namespace dbgr::pmix
