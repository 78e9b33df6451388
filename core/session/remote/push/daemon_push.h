// SPDX-License-Identifier: BSD-3-Clause
// Daemons for nodes that have none of dbgr: the archive of them, who gives it to the nodes, and what a launcher has to
// run there. Way: DaemonFleet -> here -> DaemonCommand -> the starters. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"
#include "session/remote/push/archive_server.h"
#include "session/remote/push/daemon_archive.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace dbgr::session {

class DaemonPush
{
public:
    /// \param daemonProgram dbgd of this node \param packing see DaemonArchive
    DaemonPush(net::EventLoop& loop, const std::string& daemonProgram, std::function<void()> packing);

    /// Calls back, not inside the call, when nodes can be given the daemons. \errors LaunchErrc::DaemonMissing; those
    /// of listening
    void prepare(std::function<void(util::Result<void>)> ready);
    /// Has the command bring what it starts. \pre prepare() has called back without an error
    void addTo(DaemonCommand& command) const;

private:
    net::EventLoop& m_loop;
    DaemonArchive m_archive;
    std::unique_ptr<ArchiveServer> m_server;
    std::string m_sha256;
};

/// Where nodes call this one, at that port: "10.0.0.1:4711,10.1.0.1:4711".
[[nodiscard]] std::string addressesForNodes(std::uint16_t port);

} // namespace dbgr::session
