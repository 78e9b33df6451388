// SPDX-License-Identifier: BSD-3-Clause
// What attributes of a spawn request do that is more than to fill in one member of a JobSpec. Thread: any; pure.
#pragma once

#include "launcher/spawn_attributes.h"

namespace dbgr::launcher {

/// \std PMIX_DEBUG_STOP_ON_EXEC, PMIX_DEBUG_STOP_IN_INIT, PMIX_DEBUG_STOP_IN_APP: for all, one or an array of ranks
[[nodiscard]] util::Result<void> holdAt(HoldSpec::Point point, SpawnScope& scope, const pmix::Info& info);
/// \std PMIX_FWD_STDIN: a rank, or a flag, which means rank 0
[[nodiscard]] util::Result<void> forwardInput(SpawnScope& scope, const pmix::Info& info);
/// \std PMIX_STDIN_TGT, which counts more than PMIX_FWD_STDIN
[[nodiscard]] util::Result<void> targetInput(SpawnScope& scope, const pmix::Info& info);

/// \std PMIX_SET_ENVAR, PMIX_ADD_ENVAR, PMIX_PREPEND_ENVAR, PMIX_APPEND_ENVAR
[[nodiscard]] util::Result<void> changeVariable(EnvironmentChange::Kind kind, SpawnScope& scope,
                                                const pmix::Info& info);
/// \std PMIX_UNSET_ENVAR
[[nodiscard]] util::Result<void> unsetVariable(SpawnScope& scope, const pmix::Info& info);
/// \std PMIX_WDIR
[[nodiscard]] util::Result<void> setWorkingDirectory(SpawnScope& scope, const pmix::Info& info);
/// \std PMIX_PSET_NAME
[[nodiscard]] util::Result<void> setPsetName(SpawnScope& scope, const pmix::Info& info);

/// This node may be named, and no other. \std PMIX_HOST, PMIX_ADD_HOST
[[nodiscard]] util::Result<void> checkHosts(SpawnScope& scope, const pmix::Info& info);
/// \std PMIX_HOSTFILE, PMIX_ADD_HOSTFILE
[[nodiscard]] util::Result<void> refuseHostfile(SpawnScope& scope, const pmix::Info& info);

/// \std PMIX_DEBUG_TARGET
[[nodiscard]] util::Result<void> setTarget(SpawnScope& scope, const pmix::Info& info);
/// PMIX_DEBUG_JOB of OpenPMIx 3.
[[nodiscard]] util::Result<void> setTargetJob(SpawnScope& scope, const pmix::Info& info);
/// Infos in an info, for a debugger's daemons only. \std PMIX_DEBUG_JOB_DIRECTIVES, PMIX_DEBUG_APP_DIRECTIVES
[[nodiscard]] util::Result<void> applyToDebugger(SpawnScope& scope, const pmix::Info& info);

} // namespace dbgr::launcher
