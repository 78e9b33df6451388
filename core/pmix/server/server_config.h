// SPDX-License-Identifier: BSD-3-Clause
// How a PMIx server is to present itself. Thread: any; plain values.
#pragma once

#include "pmix/types/proc.h"
#include "util/clock.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace dbgr::pmix {

/// Where the server can be found. Each file is 0600, in a folder that is nobody else's to write to, made without
/// following a link, and taken away at the end.
struct RendezvousSpec
{
    /// PMIX_SERVER_TMPDIR: a private folder of this server, made 0700. Empty: no files but launcherFile.
    std::string serverTmpdir;
    /// PMIX_SYSTEM_TMPDIR, for pmix.sys.HOST. \std PMIX_SERVER_SYSTEM_SUPPORT
    std::optional<std::string> systemTmpdir;
    /// pmix.HOST.tool, besides the files of pid and namespace. \std PMIX_SERVER_SESSION_SUPPORT
    bool sessionFile = false;
    /// PMIX_LAUNCHER_RENDEZVOUS_FILE, PMIX_LAUNCHER_RNDZ_FILE: one file more, at this path.
    std::optional<std::string> launcherFile;
};

struct ServerConfig
{
    Proc self;
    RendezvousSpec rendezvous;
    util::Duration handshakeLimit = std::chrono::seconds(10);
    /// Connections that may be in their handshake at once, and all together. Users without any job here, who would be
    /// refused, may have a quarter of the former.
    std::size_t maxHandshakes = 512;
    std::size_t maxPeers = 16384;
    /// How long a collective waits that has no PMIX_TIMEOUT; zero: for ever.
    util::Duration collectiveLimit = util::Duration::zero();
    /// Output that nobody has pulled yet: bytes kept for each process and channel.
    std::size_t outputCacheBytes = std::size_t{1} << 20;
    std::size_t maxCachedEvents = 512;
    util::Duration eventLifetime = std::chrono::seconds(120);
};

} // namespace dbgr::pmix
