// SPDX-License-Identifier: BSD-3-Clause
// Integers of variable length, as all modules from v4 on write them. Thread: any.
//
// Layout: 7 bits a byte, lowest first, bit 7 set when more follow; but the ninth byte carries the last 8 bits whole,
// so that 64 bits take nine bytes and never ten. Signed numbers are zig-zag: 0, -1, 1, -2 become 0, 1, 2, 3.
#pragma once

#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <cstdint>

namespace dbgr::pmix {

/// Always in the fewest bytes: a receiver takes the last byte of a message for one without a continuation bit.
void writeVarint(util::ByteWriter& writer, std::uint64_t value);

/// Marks the reader failed when the bytes end before the number does.
[[nodiscard]] std::uint64_t readVarint(util::ByteReader& reader);

[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value)
{
    const auto doubled = static_cast<std::uint64_t>(value) << 1;
    return value < 0 ? ~doubled : doubled;
}

[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value)
{
    const std::uint64_t half = value >> 1;
    return static_cast<std::int64_t>((value & 1) != 0 ? ~half : half);
}

} // namespace dbgr::pmix
