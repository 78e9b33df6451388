// SPDX-License-Identifier: BSD-3-Clause
// Whether a process descends from another: a launcher may be a script that starts the real one. Thread: any; reads
// /proc.
#pragma once

#include "util/ids.h"

#include <optional>
#include <string>

namespace dbgr::pmix {

/// \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] std::optional<util::Pid> parentOf(util::Pid pid, const std::string& procRoot = "/proc");

/// True for the process itself, too.
[[nodiscard]] bool descendsFrom(util::Pid pid, util::Pid ancestor, const std::string& procRoot = "/proc");

} // namespace dbgr::pmix
