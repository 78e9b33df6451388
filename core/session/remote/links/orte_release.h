// SPDX-License-Identifier: BSD-3-Clause
// Lets the ranks of an Open MPI 4 job out of the hold at the end of MPI_Init. mpirun does that when it has started a
// debugger's daemons; the daemon that it gets is /bin/true. Thread: net.
#pragma once

#include "mpir/target.h"
#include "util/result.h"

namespace dbgr::session {

/// All ranks at once: there is no other way. \errors those of writing mpirun's memory and its FIFO
[[nodiscard]] util::Result<void> releaseOrteRanks(mpir::Target& mpirun);

} // namespace dbgr::session
