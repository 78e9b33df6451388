// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodes/fleet_backend.h"

#include <utility>

namespace dbgr::test {

FleetBackend::FleetBackend(net::EventLoop& loop, session::JobLaunched job,
                           std::function<void(const session::DaemonCommand&)> startDaemons)
    : m_loop(loop), m_job(std::move(job)), m_start(std::move(startDaemons))
{}

void FleetBackend::attach(launchers::AttachSpec)
{
    session::DaemonFleet::Callbacks callbacks;
    callbacks.tell = [this](session::BackendEvent event) { tell(std::move(event)); };
    callbacks.attached = [] {};
    callbacks.failed = [this](util::Error error) { tell(session::BackendFailed{std::move(error)}); };
    callbacks.ranksGone = [] {};
    callbacks.gone = [this] { tell(session::Finished{}); };
    session::RemoteConfig config;
    config.daemonProgram = "/bin/true"; // nobody starts it
    m_fleet.emplace(m_loop, std::move(config), dbgwire::RanksFrom::Pmix, std::move(callbacks));
    tell(session::LauncherStarted{util::Pid(1), "simulated", "simulated", "", true});
    tell(m_job);
    m_fleet->setJob(m_job, {});
    m_fleet->start(*this);
    m_fleet->mayAttach();
}

void FleetBackend::startDaemons(const session::DaemonCommand& command, const std::vector<std::string>&,
                                std::function<void(util::Error)>)
{
    m_start(command);
}

void FleetBackend::submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline)
{
    m_asked[id] = m_fleet->submit(
        command, deadline,
        [this, id](util::Result<debug::EngineReply> reply) {
            m_asked.erase(id);
            tell(session::CommandReply{id, std::move(reply)});
        },
        [this, id](debug::EngineReply soFar, util::RankSet awaited) {
            tell(session::CommandPart{id, std::move(soFar), std::move(awaited)});
        });
}

void FleetBackend::cancel(util::RequestId id)
{
    if (const auto asked = m_asked.find(id); asked != m_asked.end())
        m_fleet->cancel(asked->second);
}

void FleetBackend::leave()
{
    if (m_fleet)
        m_fleet->dismiss();
}

/// In batches, as RemoteBackend does.
void FleetBackend::tell(session::BackendEvent event)
{
    m_events.push_back(std::move(event));
    if (m_events.size() == 1)
        m_loop.post([this] { m_sink(std::exchange(m_events, {})); });
}

} // namespace dbgr::test
