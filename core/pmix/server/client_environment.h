// SPDX-License-Identifier: BSD-3-Clause
// The variables by which a process finds its PMIx server and itself. Read by handshake/environment at the other end.
// Thread: any; pure. \std PMIx_server_setup_fork
#pragma once

#include "pmix/server/server_config.h"
#include "pmix/types/proc.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// The version of the Standard, and so of OpenPMIx's protocol, that our server presents itself with.
inline constexpr std::string_view kServerVersion = "5.0.0";

/// "NAME=value" each. \param uri the server's, host its node's name
[[nodiscard]] std::vector<std::string> clientEnvironment(const Proc& proc, const std::string& uri,
                                                         const std::string& host, const RendezvousSpec& rendezvous);

} // namespace dbgr::pmix
