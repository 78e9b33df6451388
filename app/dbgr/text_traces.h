// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks have logged, as text. Pure. Thread: any.
#pragma once

#include "app/dbgr/reply.h"
#include "app/dbgr/text_format.h"

#include <string>

namespace dbgr::app {

/// A table for each tracepoint.
[[nodiscard]] std::string tracesText(const TracesReply& reply, const Style& style);

} // namespace dbgr::app
