// SPDX-License-Identifier: BSD-3-Clause
// Daemons that dbgr-exec brings along, in front of the ranks. Where one was lost there is no dbgr-exec any more that
// could start another. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "session/remote/daemon_starter.h"

namespace dbgr::session {

class AgentDaemons final : public DaemonStarter
{
public:
    explicit AgentDaemons(net::EventLoop& loop) : m_loop(loop) {}

    void startDaemons(const DaemonCommand&, const std::vector<std::string>&, std::function<void(util::Error)>) override
    {}
    [[nodiscard]] bool canBring() const override { return false; } // dbgr-exec is not brought either
    void startAgain(const DaemonCommand& command, const std::vector<std::string>& hosts,
                    std::function<void(util::Error)> failed) override;

private:
    net::EventLoop& m_loop;
};

} // namespace dbgr::session
