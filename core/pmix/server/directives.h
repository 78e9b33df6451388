// SPDX-License-Identifier: BSD-3-Clause
// What the infos of a request say about how it is to be done. Thread: any; pure.
#pragma once

#include "pmix/types/info.h"
#include "util/clock.h"

#include <optional>
#include <span>
#include <string_view>

namespace dbgr::pmix {

/// Whether a flag is there and not false.
[[nodiscard]] bool hasFlag(std::span<const Info> infos, std::string_view key);

/// PMIX_TIMEOUT, in seconds; nothing for 0 and below, which mean "for ever". A century at most.
[[nodiscard]] std::optional<util::Duration> timeoutOf(std::span<const Info> infos);

/// "pmix.": keys that the Standard defines, and no process may put.
[[nodiscard]] bool isReservedKey(std::string_view key);

} // namespace dbgr::pmix
