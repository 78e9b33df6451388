// SPDX-License-Identifier: BSD-3-Clause
// A launcher's way to the tool that started it: connects to the address in PMIX_LAUNCHER_RNDZ_URI, hands the connection
// to our own PMIx server, which serves the tool from then on, and fetches the directives for its job. Thread: the
// loop's. \std PMIx 5.0, "IL-based command line parsing"
#pragma once

#include "net/event_loop.h"
#include "pmix/server/server.h"
#include "pmix/tool/connector.h"
#include "pmix/types/info.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::launcher {

/// The tool, connected, and what it wants.
struct ToolWishes
{
    pmix::Requester tool;
    std::vector<pmix::Info> directives; ///< PMIX_LAUNCH_DIRECTIVES
};

class ToolLink
{
public:
    /// Runs once, from the loop.
    using OnDone = std::function<void(util::Result<ToolWishes>)>;

    /// \param uri "nspace.rank;tcp4://127.0.0.1:port"
    ToolLink(net::EventLoop& loop, pmix::Server& server, const std::string& uri, OnDone onDone);

private:
    void connected(util::Result<pmix::Connector::Established> outcome);
    void gotJobInfo(util::Result<std::string_view> body);

    net::EventLoop& m_loop;
    pmix::Server& m_server;
    OnDone m_onDone;
    std::unique_ptr<pmix::Connector> m_connector;
    pmix::WireFormat m_format;
    ToolWishes m_wishes;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::launcher
