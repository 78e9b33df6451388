// SPDX-License-Identifier: GPL-3.0-or-later
// A job that was attached to, without a launcher: the real fleet of daemons behind the session's Backend. Whoever plays
// the daemons is told where to call. Thread: that of the loop, which is the session's, too.
#pragma once

#include "net/event_loop.h"
#include "session/backend.h"
#include "session/remote/daemon_fleet.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class FleetBackend final : public session::Backend, private session::DaemonStarter
{
public:
    /// \param startDaemons with what they are to call
    FleetBackend(net::EventLoop& loop, session::JobLaunched job,
                 std::function<void(const session::DaemonCommand&)> startDaemons);

    void setSink(std::function<void(std::vector<session::BackendEvent>)> sink) override { m_sink = std::move(sink); }
    void launch(launchers::LaunchSpec) override {}
    void attach(launchers::AttachSpec spec) override;
    void attachAgain() override {}
    void submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline) override;
    void cancel(util::RequestId id) override;
    void release(const util::RankSet&) override {}
    void sendInput(util::RequestId, const util::RankSet&, std::string, bool) override {}
    void detach() override {}
    void kill() override {}
    void leave() override;

private:
    void startDaemons(const session::DaemonCommand& command, const std::vector<std::string>& hosts,
                      std::function<void(util::Error)> failed) override;
    void tell(session::BackendEvent event);

    net::EventLoop& m_loop;
    const session::JobLaunched m_job;
    const std::function<void(const session::DaemonCommand&)> m_start;
    std::function<void(std::vector<session::BackendEvent>)> m_sink;
    std::vector<session::BackendEvent> m_events;
    std::map<util::RequestId, util::RequestId> m_asked; ///< the session's number, and the fleet's
    std::optional<session::DaemonFleet> m_fleet;
};

} // namespace dbgr::test
