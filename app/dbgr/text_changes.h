// SPDX-License-Identifier: GPL-3.0-or-later
// What set, undo, ptype, whatis and info came to, as text. Pure. Thread: any.
#pragma once

#include "app/dbgr/reply.h"
#include "app/dbgr/text_format.h"

#include <string>

namespace dbgr::app {

/// "[0-2] n = 4  (was 3)"
[[nodiscard]] std::string changesText(const ChangesReply& reply, const Style& style);
/// What a type is made of, one line a member; or names, one a line.
[[nodiscard]] std::string descriptionsText(const DescriptionsReply& reply, const Style& style);

} // namespace dbgr::app
