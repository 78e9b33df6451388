// SPDX-License-Identifier: BSD-3-Clause
// What a value holds, as a hash that ranks are compared by. Equal are values that would read the same if they were
// shown whole: every element, every character, at any depth; padding and unused storage do not count, and all NaN are
// alike. A pointer is compared by its address, but one to characters by the text, and a reference, std::unique_ptr or
// std::shared_ptr by what it leads to. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/content_digest.h"
#include "debug/content.h"

#include <lldb/API/SBValue.h>

namespace dbgr::daemon {

inline constexpr ContentLimits kAskedContent{16U << 20, 20'000}; ///< of one that was asked for
inline constexpr ContentLimits kListedContent{256U << 10, 500};  ///< of one of many in a list

/// The default for what a text shows whole: integers, addresses, ... What is larger than the limits is `partial`.
[[nodiscard]] debug::Content contentOf(lldb::SBValue value, const ContentLimits& limits);

} // namespace dbgr::daemon
