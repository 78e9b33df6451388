// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/stack_copy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace dbgr::values {

bool StackCopy::read(Address address, std::span<std::byte> out)
{
    while (!out.empty()) {
        // Pieces may touch: what is asked for may go on in the next one.
        const auto after =
            std::upper_bound(m_pieces.begin(), m_pieces.end(), address.value,
                             [](std::uint64_t at, const util::MemoryPiece& piece) { return at < piece.address; });
        if (after == m_pieces.begin())
            return false;
        const util::MemoryPiece& piece = *std::prev(after);
        const std::uint64_t skipped = address.value - piece.address;
        if (skipped >= piece.bytes.size())
            return false;
        const std::size_t count = std::min<std::size_t>(out.size(), piece.bytes.size() - skipped);
        std::memcpy(out.data(), piece.bytes.data() + skipped, count);
        out = out.subspan(count);
        address = address.plus(static_cast<std::int64_t>(count));
    }
    return true;
}

} // namespace dbgr::values
