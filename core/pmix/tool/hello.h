// SPDX-License-Identifier: BSD-3-Clause
// What we tell a server of ourselves when we connect. Thread: any; pure.
#pragma once

#include "pmix/handshake/connect_message.h"

#include <string>

namespace dbgr::pmix {

/// The release of OpenPMIx whose behaviour on the wire we follow, for a peer that writes in `version`.
[[nodiscard]] std::string ourVersionText(WireVersion version);

/// A connect message with all that servers need: without our command line PRRTE 4.1 crashes.
[[nodiscard]] ConnectMessage makeHello(PeerRole role, Proc self, WireVersion version, const std::string& commandLine);

/// argv[0] of this process, as OpenPMIx's tools send it.
[[nodiscard]] std::string ownCommand();

} // namespace dbgr::pmix
