// SPDX-License-Identifier: BSD-3-Clause
// How ConditionWishes lie in the shared memory. The version is odd while the rest is being written.
// Thread: any; atomic.
#pragma once

#include "bytecode/hit_counts.h"
#include "bytecode/trace_ring.h"
#include "keeper/stub/condition_wishes.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace dbgr::keeper {

struct ConditionWishes::Memory
{
    using Word = std::atomic<std::uint32_t>;
    bytecode::HitCounts::Memory counts;
    bytecode::TraceRing::Memory notes;
    Word version;
    Word inForce;
    Word size; ///< bytes of `words` that mean something
    std::array<Word, kMostBytes / sizeof(std::uint32_t)> words;
};

static_assert(ConditionWishes::Memory::Word::is_always_lock_free);

} // namespace dbgr::keeper
