// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of ranks as text. Pure. Thread: any.
#pragma once

#include "app/dbgr/reply.h"

#include <string>

namespace dbgr::app {

/// "Group slow has 2 ranks: 0,2; frozen, where step < 10."
[[nodiscard]] std::string groupText(const GroupRow& group);
[[nodiscard]] std::string groupChangeText(const GroupChangeReply& reply);

/// A table, one line a group.
/// \code
/// group     ranks  count  what
/// all       0-3    4      every job's
/// bad       2-3    2      follows crashed | 3
/// slow      0      1      frozen, where step < 10
/// \endcode
[[nodiscard]] std::string groupsText(const GroupsReply& reply);

} // namespace dbgr::app
