// SPDX-License-Identifier: BSD-3-Clause
// One dbgd on this node, forked by us: for jobs all of whose ranks are here. It outlives us only as long as it takes to
// let its ranks go. Thread: net.
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"

#include <memory>
#include <string>

namespace dbgr::session {

class LocalDaemon final : public DaemonStarter
{
public:
    explicit LocalDaemon(net::EventLoop& loop) : m_loop(loop) {}
    ~LocalDaemon() override;

    void startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;

private:
    net::EventLoop& m_loop;
    std::unique_ptr<net::ChildProcess> m_child;
};

} // namespace dbgr::session
