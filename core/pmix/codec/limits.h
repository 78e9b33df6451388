// SPDX-License-Identifier: BSD-3-Clause
// What the codec refuses to build out of a peer's bytes, so that no message can exhaust stack or memory. Thread: any.
#pragma once

#include <cstddef>

namespace dbgr::pmix::limits {

/// Values within values. Seen in practice: 5 (array of arrays of infos in job information).
inline constexpr std::size_t kMaxDepth = 32;
/// Elements of all arrays of a message together. A process table of a million ranks fits.
inline constexpr std::size_t kMaxElements = std::size_t{1} << 21;
/// One text; a topology in XML of a large node is about 1 MiB.
inline constexpr std::size_t kMaxStringBytes = std::size_t{16} << 20;
/// What a compressed value may grow to.
inline constexpr std::size_t kMaxInflatedBytes = std::size_t{64} << 20;

} // namespace dbgr::pmix::limits
