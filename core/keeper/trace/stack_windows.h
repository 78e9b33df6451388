// SPDX-License-Identifier: BSD-3-Clause
// Which parts of the threads' stacks a sample takes: what unwinding needs, and no more than a rank may take. Thread:
// any; pure.
#pragma once

#include "util/remote_address.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::keeper {

/// Of one thread.
struct StackBounds
{
    util::RemoteAddress pointer;
    std::optional<util::RemoteAddress> end; ///< behind the outermost frame, where that is known
};

struct StackWindow
{
    util::RemoteAddress begin;
    util::RemoteAddress end;

    [[nodiscard]] std::uint64_t size() const { return end - begin; }
    friend bool operator==(const StackWindow&, const StackWindow&) = default;
};

inline constexpr std::uint64_t kInnerStack = std::uint64_t{256} << 10;     ///< bytes from the stack pointer outwards
inline constexpr std::uint64_t kSmallInnerStack = std::uint64_t{64} << 10; ///< the same, where threads are too many
inline constexpr std::uint64_t kOuterStack = std::uint64_t{64} << 10;      ///< bytes up to the stack's end
inline constexpr std::uint64_t kMostStackOfRank = std::uint64_t{16} << 20; ///< bytes

/// Of each thread, in their order: the innermost frames with the red zone below them, and the outermost ones;
/// ascending, apart from each other. Those beyond kMostStackOfRank in sum are cut off.
[[nodiscard]] std::vector<std::vector<StackWindow>> stackWindows(std::span<const StackBounds> threads,
                                                                 std::uint64_t redZone);

} // namespace dbgr::keeper
