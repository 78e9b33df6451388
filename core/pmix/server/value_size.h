// SPDX-License-Identifier: BSD-3-Clause
// About how much memory values take, for the limits of what one peer may have this server keep. Thread: any; pure.
#pragma once

#include "pmix/types/info.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace dbgr::pmix {

/// Of the infos of a request that waits; more is no sensible directive.
inline constexpr std::size_t kMaxKeptInfoBytes = std::size_t{16} << 10;
/// PMIX_MAX_KEYLEN.
inline constexpr std::size_t kMaxKeyBytes = 511;

/// In bytes.
[[nodiscard]] std::size_t sizeOf(const Value& value);
/// With what a table needs besides.
[[nodiscard]] std::size_t sizeOf(std::string_view key, const Value& value);
[[nodiscard]] std::size_t sizeOf(std::span<const Info> infos);

} // namespace dbgr::pmix
