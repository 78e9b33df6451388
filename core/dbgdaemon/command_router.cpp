// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/command_router.h"

#include "debug/debug_error.h"

#include <utility>

namespace dbgr::daemon {

void CommandRouter::submit(util::RequestId id, debug::EngineCommand command, const util::RankSet& local,
                           Respond respond)
{
    command.ranks &= local;
    if (command.ranks.empty()) {
        respond(debug::EngineReply{debug::DoneReply{}, {}});
        return;
    }
    if (m_pending.contains(id))
        return respond(
            util::fail(std::make_error_code(std::errc::invalid_argument), "a request of this id is under way"));
    Pending pending{
        debug::name(command.request), debug::asTyped(command.request), command.ranks, std::move(respond), {}};
    pending.limit = m_scheduler.after(kCommandLimit, [this, id] { giveUp(id); });
    m_pending.emplace(id, std::move(pending));
    m_engine.submit(id, std::move(command));
}

std::optional<CommandRouter::Underway> CommandRouter::oldest() const
{
    if (m_pending.empty())
        return std::nullopt;
    const Pending& first = m_pending.begin()->second;
    return Underway{first.asked, first.ranks};
}

void CommandRouter::giveUp(util::RequestId id)
{
    // The engine's answer to this still tells which ranks were done.
    m_pending.at(id).limit = m_scheduler.after(kCancelLimit, [this, id] { expire(id); });
    m_engine.giveUp(id);
}

void CommandRouter::cancel(util::RequestId id)
{
    const auto found = m_pending.find(id);
    if (found == m_pending.end())
        return;
    found->second.yield = m_scheduler.after(kYieldLimit, [this, id] { leave(id); });
    m_engine.cancel(id);
}

/// What it still says of that is nobody's. What it is at is not ended for it: symbols that it reads, say.
void CommandRouter::leave(util::RequestId id)
{
    Pending& pending = m_pending.at(id);
    const Respond respond = std::exchange(pending.respond, [](const auto&) {});
    respond(debug::EngineReply{
        debug::DoneReply{},
        {{pending.ranks,
          {debug::Errc::Cancelled,
           std::string("\"") + pending.what + "\" was cancelled; the engine of this node is still at work",
           {}}}}});
}

void CommandRouter::expire(util::RequestId id)
{
    const Pending& pending = m_pending.at(id);
    finish(id, util::fail(debug::Errc::Timeout,
                          std::string("\"") + pending.what + "\" for ranks " + pending.ranks.toString() +
                              ": the engine of this node did not answer within " +
                              std::to_string(std::chrono::seconds(kCommandLimit + kCancelLimit).count()) + " s"));
}

void CommandRouter::onReply(util::RequestId id, debug::EngineReply reply)
{
    finish(id, std::move(reply));
}

void CommandRouter::finish(util::RequestId id, util::Result<debug::EngineReply> result)
{
    const auto at = m_pending.find(id);
    if (at == m_pending.end())
        return;
    const Respond respond = std::move(at->second.respond);
    m_pending.erase(at);
    respond(std::move(result));
}

} // namespace dbgr::daemon
