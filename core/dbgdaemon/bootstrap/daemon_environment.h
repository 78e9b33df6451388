// SPDX-License-Identifier: BSD-3-Clause
// What dbgr tells its daemons through their environment, and how that is wiped. Thread: main, before all others.
#pragma once

#include "net/address.h"
#include "net/secret.h"
#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::daemon {

/// "host:port[,host:port...]": where the front end listens, best first; numeric.
inline constexpr const char* kFrontEndVariable = "DBGR_FRONTEND";
/// The session's secret, in hexadecimal.
inline constexpr const char* kSecretVariable = "DBGR_SECRET";
/// Where dbgd logs; nowhere without it. The keeper logs beside it, in a file with ".keeper" behind the name.
inline constexpr const char* kLogVariable = "DBGR_DAEMON_LOG";

/// The names of variables, separated by commas, the first of which that is set has this node's name: where launchers do
/// not call nodes as they call themselves.
inline constexpr const char* kHostVariable = "DBGR_HOST_FROM";

/// What the launcher calls this node: see kHostVariable; without it, the system's name.
[[nodiscard]] std::string hostName();

struct DaemonEnvironment
{
    std::vector<net::Address> frontEnds; ///< at least one
    net::Secret secret;
};

/// Reads both and overwrites them where they are, so that /proc/PID/environ does not show them either, and no child
/// gets them. \errors std::errc::invalid_argument; the secret is never part of the error
[[nodiscard]] util::Result<DaemonEnvironment> takeDaemonEnvironment();

} // namespace dbgr::daemon
