// SPDX-License-Identifier: GPL-3.0-or-later
// What the facts of a node mean for debugging there. Pure. Thread: any.
#pragma once

#include "app/doctor/finding.h"
#include "app/doctor/node_facts.h"

#include <string_view>

namespace dbgr::doctor {

/// \param expected the version that dbgr's programs should have
[[nodiscard]] Findings checkNode(const NodeFacts& facts, std::string_view expected);

} // namespace dbgr::doctor
