// SPDX-License-Identifier: BSD-3-Clause
// Daemons that dbgr-exec brings along, in front of the ranks. One that was lost has no dbgr-exec any more to start
// another: on this node that is done by us; on others nobody can. Thread: net.
#pragma once

#include "session/remote/local_daemon.h"

namespace dbgr::session {

class AgentDaemons final : public DaemonStarter
{
public:
    explicit AgentDaemons(net::EventLoop& loop) : m_loop(loop), m_here(loop) {}

    void startDaemons(const DaemonCommand&, const std::vector<std::string>&, std::function<void(util::Error)>) override
    {}
    void startAgain(const DaemonCommand& command, const std::vector<std::string>& hosts,
                    std::function<void(util::Error)> failed) override;
    [[nodiscard]] std::optional<net::ExitStatus> howEnded() override { return m_here.howEnded(); }

private:
    net::EventLoop& m_loop;
    LocalDaemon m_here;
};

} // namespace dbgr::session
