// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodes/simulated_daemon.h"

#include "debug/debug_error.h"
#include "tests/support/nodes/simulated_program.h"
#include "util/build_facts.h"

#include <algorithm>

namespace dbgr::test {

namespace {

bool isQuestion(const debug::EngineRequest& request)
{
    return std::holds_alternative<debug::GetStacks>(request) || std::holds_alternative<debug::Evaluate>(request) ||
           std::holds_alternative<debug::GetFrames>(request) || std::holds_alternative<debug::GetVariables>(request);
}

} // namespace

SimulatedDaemon::SimulatedDaemon(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> up, std::string host,
                                 util::RankSet ranks)
    : m_scheduler(scheduler), m_host(std::move(host)), m_ranks(std::move(ranks)), m_stream(up.get())
{
    dbgwire::Channel::Handlers handlers;
    handlers.onAttach = [this](const debug::AttachOrder&) { attach(); };
    handlers.onRequest = [this](util::RequestId id, const debug::EngineCommand& command,
                                const dbgwire::Channel::Respond& respond) { answer(id, command, respond); };
    handlers.onCancel = [this](util::RequestId id) { cancel(id); };
    handlers.onClosed = [](const util::Result<void>&) {};
    m_channel = std::make_unique<dbgwire::Channel>(m_scheduler, std::move(up), hello(m_host), std::move(handlers));
}

dbgwire::Hello SimulatedDaemon::hello(std::string host)
{
    dbgwire::Hello hello;
    hello.program = "dbgd " DBGR_VERSION;
    hello.sources = util::sourceId();
    hello.features = {std::string(dbgwire::kValuesFeature), std::string(dbgwire::kControlFeature),
                      std::string(dbgwire::kTriggersFeature), std::string(dbgwire::kCancelFeature)};
    hello.host = std::move(host);
    return hello;
}

void SimulatedDaemon::attach()
{
    debug::RanksAttached attached{m_host, {}};
    m_ranks.forEach([&](util::Rank rank) {
        attached.ranks.push_back({rank, util::Pid(static_cast<std::int32_t>(1000 + rank.value() % 30000)), "/solver"});
    });
    m_channel->sendEvent(attached);
    m_stop = m_stop.next();
    m_channel->sendEvent(simulatedStop(m_ranks, debug::StopReason::Attached, m_stop, m_breakpoint));
}

void SimulatedDaemon::answer(util::RequestId id, const debug::EngineCommand& command,
                             const dbgwire::Channel::Respond& respond)
{
    const util::RankSet ranks = command.ranks & m_ranks;
    if (m_isSlow && isQuestion(command.request)) {
        m_held.emplace_back(id, std::pair(command, respond));
        return;
    }
    if (const auto* const set = std::get_if<debug::SetBreakpoint>(&command.request); set && m_breakpoint.value() == 0)
        m_breakpoint = set->spec.id;
    if (std::holds_alternative<debug::Continue>(command.request))
        return goOn(ranks, debug::StopReason::Breakpoint, respond);
    if (std::holds_alternative<debug::Step>(command.request))
        return goOn(ranks, debug::StopReason::Step, respond);
    respond(simulatedReply(ranks, command.request, m_stop));
}

void SimulatedDaemon::goOn(const util::RankSet& ranks, debug::StopReason reason,
                           const dbgwire::Channel::Respond& respond)
{
    m_channel->sendEvent(debug::RanksResumed{ranks});
    respond(debug::EngineReply{});
    m_stop = m_stop.next();
    m_channel->sendEvent(simulatedStop(ranks, reason, m_stop, m_breakpoint));
}

void SimulatedDaemon::beSlow(bool slow)
{
    m_isSlow = slow;
    if (slow)
        return;
    for (auto& [id, held] : std::exchange(m_held, {}))
        held.second(simulatedReply(held.first.ranks & m_ranks, held.first.request, m_stop));
}

void SimulatedDaemon::cancel(util::RequestId id)
{
    const auto found = std::ranges::find(m_held, id, [](const auto& held) { return held.first; });
    if (found == m_held.end())
        return;
    const auto [command, respond] = found->second;
    m_held.erase(found);
    respond(debug::EngineReply{debug::DoneReply{}, {{command.ranks & m_ranks, {debug::Errc::Cancelled, "", {}}}}});
}

} // namespace dbgr::test
