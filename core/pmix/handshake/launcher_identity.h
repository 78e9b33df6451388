// SPDX-License-Identifier: BSD-3-Clause
// Tells the one launcher that must never be contacted: the PMIx server inside Open MPI 4's mpirun crashes when a tool
// connects, and takes the user's job with it. Asked before every connection. Thread: any; reads /proc.
#pragma once

#include "pmix/handshake/contact_file.h"
#include "util/ids.h"
#include "util/result.h"

#include <string>

namespace dbgr::pmix {

/// Whether the process is Open MPI 4's mpirun (any name of it): it has libopen-rte mapped. False when that can't be
/// seen. \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] bool isOpenMpi4Launcher(util::Pid pid, const std::string& procRoot = "/proc");

/// Refuses a contact that belongs to Open MPI 4's mpirun, by its process, its directory (ompi.<host>.<uid>) or its
/// name (a number).
/// \errors Status::ErrNotSupported
[[nodiscard]] util::Result<void> checkSafeToConnect(const ServerContact& contact,
                                                    const std::string& procRoot = "/proc");

} // namespace dbgr::pmix
