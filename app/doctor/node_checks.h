// SPDX-License-Identifier: GPL-3.0-or-later
// What the facts of a node mean for debugging there. Pure. Thread: any.
#pragma once

#include "app/doctor/finding.h"
#include "app/doctor/node_facts.h"

#include <string_view>

namespace dbgr::doctor {

/// What all programs of dbgr should be of.
struct Expected
{
    std::string_view version; ///< ownVersion() of the dbgr that asks
    std::string_view sources; ///< util::sourceId() of it
};

[[nodiscard]] Findings checkNode(const NodeFacts& facts, const Expected& expected);

} // namespace dbgr::doctor
