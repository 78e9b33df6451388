// SPDX-License-Identifier: BSD-3-Clause
// Which processes have MPI by now, however they came to it. Thread: any.
#pragma once

#include "util/ids.h"

#include <string>
#include <string_view>

namespace dbgr::programs {

/// Whether a library of MPI or PMIx is among the files that a process has mapped. \param maps as /proc/PID/maps has it
[[nodiscard]] bool namesMpiLibrary(std::string_view maps);

/// Of a process; of one that has ended, or is not ours to look at, no. \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] bool hasLoadedMpi(util::Pid pid, const std::string& procRoot = "/proc");

} // namespace dbgr::programs
