// SPDX-License-Identifier: BSD-3-Clause
// The ranks are those that call at the door: dbgr-exec stands in front of each. Thread: net.
#pragma once

#include "agent/agent_door.h"
#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "net/event_loop.h"

#include <memory>

namespace dbgr::daemon {

class AgentRanks final : public LocalRankSource
{
public:
    /// \param doorFd the listening socket that dbgr-exec handed to us \errors those of agent::AgentDoor::open()
    [[nodiscard]] static util::Result<std::unique_ptr<LocalRankSource>> create(net::EventLoop& loop, int doorFd);

    void find(Events events) override;
    void chosen(const util::RankSet& ranks) override;
    [[nodiscard]] std::optional<util::Error> whyNone() const override;
    void happened(const debug::DaemonEvent& event) override;
    void giveInput(const util::RankSet& ranks, const debug::GiveInput& input,
                   std::function<void(std::vector<debug::RankFailure>)> done) override;
    void leave(const util::RankSet& ours, std::function<void()> done) override;

private:
    AgentRanks() = default;
    Events m_events;
    std::unique_ptr<agent::AgentDoor> m_door;
};

} // namespace dbgr::daemon
