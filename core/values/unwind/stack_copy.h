// SPDX-License-Identifier: BSD-3-Clause
// What was copied of a thread's stack, as memory. Thread: one at a time.
#pragma once

#include "util/rank_snapshot.h"
#include "values/target/memory.h"

#include <cstddef>
#include <span>

namespace dbgr::values {

class StackCopy final : public Memory
{
public:
    /// \param pieces ascending, and apart from each other; they outlive this
    explicit StackCopy(std::span<const util::MemoryPiece> pieces) : m_pieces(pieces) {}

    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override;

private:
    std::span<const util::MemoryPiece> m_pieces;
};

} // namespace dbgr::values
