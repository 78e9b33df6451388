// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgd-doctor tells of its node, as lines for the dbgr that asked. Pure. Thread: any.
#pragma once

#include "app/doctor/finding.h"

#include <string>
#include <string_view>

namespace dbgr::doctor {

/// {"check":"tracing","verdict":"fine","found":"...","advice":""}, one a line.
[[nodiscard]] std::string toLines(const Findings& findings);

/// Reads them back. What else is among them (a greeting of the node's shell) is passed over; of more findings than a
/// node can have, and of longer texts, the rest is left out.
[[nodiscard]] Findings readLines(std::string_view lines);

} // namespace dbgr::doctor
