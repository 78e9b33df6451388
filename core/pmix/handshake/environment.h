// SPDX-License-Identifier: BSD-3-Clause
// The variables by which a PMIx server tells its children who they are and where it is. Read by a daemon that was
// spawned; kept away from the launcher that we start ourselves. Thread: any; pure.
#pragma once

#include "pmix/handshake/contact_file.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// What a process started by a PMIx server knows.
struct SpawnedIdentity
{
    Proc self;
    ServerContact server;
    /// First name of PMIX_SECURITY_MODE; "native" when unset.
    std::string securityMode;
};

/// Reads PMIX_NAMESPACE, PMIX_RANK, PMIX_SERVER_URI* (newest first), PMIX_VERSION and PMIX_SECURITY_MODE.
/// \errors Status::ErrNotFound when one of the first three is missing, Status::ErrBadParam
[[nodiscard]] util::Result<SpawnedIdentity> readSpawnedIdentity(const RendezvousPlaces::GetEnv& getEnv);

/// Whether a variable (a name, or NAME=value) says that the process itself was started by a PMIx server. A launcher
/// that we start must not inherit it: it would take our server for its own.
[[nodiscard]] bool isPmixIdentityVariable(std::string_view variable);

/// `environment` ("NAME=value" each) without the identity variables.
[[nodiscard]] std::vector<std::string> withoutPmixIdentity(std::vector<std::string> environment);

} // namespace dbgr::pmix
