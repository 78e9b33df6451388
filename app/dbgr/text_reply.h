// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a command as text for people. Way: Reply -> text. Thread: that of the sources.
#pragma once

#include "app/dbgr/reply.h"
#include "app/dbgr/source_files.h"
#include "app/dbgr/text_format.h"

#include <string>

namespace dbgr::app {

/// Whole lines; "" when events have said it all.
[[nodiscard]] std::string replyText(const Reply& reply, const Style& style, SourceFiles& sources);
/// "Breakpoint 1 in [0-3]: work(int) at ring.cpp:101", and what is amiss with it.
[[nodiscard]] std::string breakpointText(const session::Breakpoint& breakpoint);

} // namespace dbgr::app
