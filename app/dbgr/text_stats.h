// SPDX-License-Identifier: GPL-3.0-or-later
// What stats came to, as text. Pure. Thread: any.
#pragma once

#include "app/dbgr/reply.h"
#include "app/dbgr/text_format.h"

#include <string>

namespace dbgr::app {

/// A table, one line for ranks whose numbers are alike, and below them one for all together.
/// \code
/// ranks      count  NaN  Inf  min       max          mean   deviation
/// [0-2]      100    0    0    0 at (1)  99 at (100)  49.5   28.86607
/// [3]        100    1    0    0 at (1)  7 at (100)   1.5    2
/// all [0-3]  400    1    0    0         99 in [0-2]  37.56  31.6
/// \endcode
[[nodiscard]] std::string statsText(const StatsReply& reply, const Style& style);

} // namespace dbgr::app
