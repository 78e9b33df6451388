// SPDX-License-Identifier: BSD-3-Clause
// Which process a rank is. The launcher's table has the one that it started, and that may be a script, or a program
// that prepares something, with the rank's program below it. Thread: any; reads /proc.
#pragma once

#include "debug/attach_order.h"
#include "util/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// The process that the job's server knows: of the one that was started and those below it that carry the same rank,
/// the first with a connection to the PMIx server in the rank's environment; or else the first that has loaded a
/// library of MPI or PMIx. `started` itself where there is none such: programs without MPI, or a script that has not
/// yet started what it is for. \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] debug::LocalProcess mpiProcessOf(const debug::LocalProcess& started,
                                               const std::string& procRoot = "/proc");

/// A rank that is a shell has not yet started what it is for, and nobody will attach to that.
/// \param program that the rank runs \return nothing: it is none
[[nodiscard]] std::optional<util::Error> warningOfShell(std::string_view program);

} // namespace dbgr::daemon
