// SPDX-License-Identifier: BSD-3-Clause
// What was read of the memory of ranks, as bytes that go in a file. Both sides are of one build; what is not whole is
// refused. Thread: any; values.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

/// Of one rank.
struct MemoryPiece
{
    int error = 0;     ///< errno; 0 all that was wanted is there
    std::string bytes; ///< those before the first that cannot be read

    friend bool operator==(const MemoryPiece&, const MemoryPiece&) = default;
};

/// Some of the answers to one order, in the order of its wishes.
struct MemoryPart
{
    std::uint32_t first = 0; ///< which of the wishes the first piece is of
    std::vector<MemoryPiece> pieces;

    friend bool operator==(const MemoryPart&, const MemoryPart&) = default;
};

/// A part as long as this is none.
inline constexpr std::size_t kMostPartBytes = std::size_t{2} << 20;

[[nodiscard]] std::string encode(const MemoryPart& part);
/// \errors std::errc::bad_message
[[nodiscard]] util::Result<MemoryPart> decodeMemoryPart(std::string_view bytes);

} // namespace dbgr::keeper
