// SPDX-License-Identifier: BSD-3-Clause
// Where an instruction of x86-64 ends, and whether it does the same at another address. Bytes are the rank's, and
// hostile. Thread: any.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::keeper::x86_64 {

inline constexpr std::size_t kMostInstructionBytes = 15;

/// One that ends by going on behind itself, and that knows of its own address only by `displacement`.
struct Movable
{
    std::size_t length = 0;
    /// Where in it 32 bits are the distance from its end to what it reads or writes; nothing: it has none.
    std::optional<std::size_t> displacement;
};

/// Nothing: it jumps, calls or enters the kernel, its bytes are not all there, or it is not in our tables.
[[nodiscard]] std::optional<Movable> movable(std::span<const std::byte> text);

} // namespace dbgr::keeper::x86_64
