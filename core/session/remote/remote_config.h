// SPDX-License-Identifier: BSD-3-Clause
// What the remote backend needs to know of its surroundings. Thread: any; a value.
#pragma once

#include "launchers/launch_spec.h"

#include <chrono>
#include <string>
#include <vector>

namespace dbgr::session {

struct RemoteConfig
{
    /// The daemon's program, absolute; the same path on every node.
    std::string daemonProgram;
    /// "NAME=value" for the daemons, besides what they need to find us.
    std::vector<std::string> daemonEnvironment;
    /// Other nodes do not have it: they are given it, for as long as the job is debugged. By the launch or attach spec.
    bool pushDaemons = false;
    /// A node that was silent for so long is lost. By the launch or attach spec.
    std::chrono::seconds lostAfter = launchers::kLostAfter;
};

/// From our own environment: DBGR_DBGD names the daemon's program, or the folder of the installation that the nodes use
/// (util::selfOnNodes); else it is the one that came with our own program. DBGR_DAEMON_LOG is handed on.
[[nodiscard]] RemoteConfig remoteConfigFromEnvironment(const std::vector<std::string>& environment);

} // namespace dbgr::session
