// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/fake_engine.h"

#include "debug/debug_error.h"
#include "debug/reply_merger.h"
#include "tests/support/engine/fake_rank.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::test {

FakeEngine::FakeEngine(util::Executor& net, FakeProgram program) : m_net(net), m_program(std::move(program))
{}

FakeEngine::~FakeEngine() = default;

void FakeEngine::start(daemon::EngineSink sink)
{
    *m_sink = std::move(sink);
}

void FakeEngine::later(std::function<void()> task)
{
    m_net.post([alive = std::weak_ptr(m_sink), task = std::move(task)] {
        if (alive.lock())
            task();
    });
}

void FakeEngine::say(daemon::EngineEvent event)
{
    later([this, event = std::move(event)] { m_sink->onEvent(event); });
}

void FakeEngine::reply(util::RequestId id, debug::EngineReply reply)
{
    later([this, id, reply = std::move(reply)] { m_sink->onReply(id, reply); });
}

void FakeEngine::attach(std::vector<daemon::AttachTarget> targets)
{
    for (const daemon::AttachTarget& target : targets) {
        if (const auto refused = m_refused.find(target.rank); refused != m_refused.end()) {
            say(daemon::RankAttachFailed{target.rank, refused->second});
            m_refused.erase(refused);
            continue;
        }
        m_ranks.insert_or_assign(target.rank, std::make_unique<FakeRank>(target.rank, m_program));
        say(debug::AttachedRank{target.rank, target.pid, m_program.executable});
        debug::StopCause cause;
        cause.reason = debug::StopReason::Attached;
        stopOne(target.rank, std::move(cause));
    }
}

void FakeEngine::submit(util::RequestId id, debug::EngineCommand command)
{
    m_commands.push_back(command);
    if (m_down)
        refuse(id, command.ranks);
    else if (m_holding)
        m_held.emplace_back(id, std::move(command));
    else
        later([this, id, command = std::move(command)] { run(id, command); });
}

void FakeEngine::cancel(util::RequestId id)
{
    if (m_yields)
        giveUp(id);
}

void FakeEngine::giveUp(util::RequestId id)
{
    const auto found = std::find_if(m_held.begin(), m_held.end(), [&](const Held& held) { return held.first == id; });
    if (found == m_held.end())
        return;
    refuse(id, found->second.ranks);
    m_held.erase(found);
}

void FakeEngine::refuse(util::RequestId id, const util::RankSet& ranks)
{
    reply(id, {{}, {{ranks, {debug::Errc::Cancelled, "given up", {}}}}});
}

void FakeEngine::holdCommands(bool hold)
{
    m_holding = hold;
    if (hold)
        return;
    for (auto& [id, command] : std::exchange(m_held, {}))
        later([this, id = id, command = std::move(command)] { run(id, command); });
}

void FakeEngine::shutdown(daemon::Farewell farewell, std::function<void()> done)
{
    m_down = true;
    for (const Held& held : std::exchange(m_held, {}))
        refuse(held.first, held.second.ranks);
    ranks().forEach([&](util::Rank rank) {
        if (farewell == daemon::Farewell::Kill)
            gone(rank, daemon::RankExited{rank, 0, SIGKILL});
        else
            gone(rank, daemon::RankDetached{rank});
    });
    later(std::move(done));
}

void FakeEngine::run(util::RequestId id, const debug::EngineCommand& command)
{
    debug::EngineReply foreign;
    failForeign(command.ranks, foreign);
    debug::ReplyMerger whole;
    whole.add(std::move(foreign));
    (command.ranks & ranks()).forEach([&](util::Rank rank) {
        FakeRank& fake = *m_ranks.at(rank);
        const bool ran = fake.running();
        auto body = fake.run(command.request);
        if (body)
            whole.add({*std::move(body), {}});
        else
            whole.add({{}, {{util::RankSet(rank), std::move(body).error()}}});
        if (!ran && fake.running())
            say(daemon::RankResumed{rank});
        if (std::holds_alternative<debug::Detach>(command.request))
            gone(rank, daemon::RankDetached{rank});
        else if (std::holds_alternative<debug::Kill>(command.request))
            gone(rank, daemon::RankExited{rank, 0, SIGKILL});
    });
    reply(id, whole.take());
    (command.ranks & running()).forEach([&](util::Rank rank) { comeBy(rank); });
}

void FakeEngine::failForeign(const util::RankSet& asked, debug::EngineReply& reply) const
{
    const util::RankSet foreign = asked - ranks();
    if (const util::RankSet ended = foreign & m_ended; !ended.empty())
        reply.failures.push_back({ended, {debug::Errc::Ended, "the process has ended", {}}});
    if (const util::RankSet unknown = foreign - m_ended; !unknown.empty())
        reply.failures.push_back({unknown, {debug::Errc::NotAttached, "the engine does not hold it", {}}});
}

void FakeEngine::comeBy(util::Rank rank)
{
    if (m_automatic && m_ranks.at(rank)->running()) {
        for (debug::TraceRecord& record : m_ranks.at(rank)->log())
            say(std::move(record));
    }
    if (auto cause = m_ranks.at(rank)->nextStop(m_automatic))
        stopOne(rank, *std::move(cause));
}

void FakeEngine::stop(const util::RankSet& ranks, debug::StopCause cause)
{
    ranks.forEach([&](util::Rank rank) { stopOne(rank, cause); });
}

void FakeEngine::stopOne(util::Rank rank, debug::StopCause cause)
{
    say(m_ranks.at(rank)->stop(std::move(cause)));
}

void FakeEngine::exit(const util::RankSet& ranks, int status, int signal)
{
    ranks.forEach([&](util::Rank rank) { gone(rank, daemon::RankExited{rank, status, signal}); });
}

void FakeEngine::lose(const util::RankSet& ranks, util::Error error)
{
    ranks.forEach([&](util::Rank rank) { gone(rank, daemon::RankLost{rank, error}); });
}

void FakeEngine::gone(util::Rank rank, daemon::EngineEvent lastWords)
{
    if (std::holds_alternative<daemon::RankExited>(lastWords))
        m_ended.insert(rank);
    m_ranks.erase(rank);
    say(std::move(lastWords));
}

util::RankSet FakeEngine::ranks() const
{
    util::RankSet all;
    for (const auto& entry : m_ranks)
        all.insert(entry.first);
    return all;
}

util::RankSet FakeEngine::running() const
{
    util::RankSet all;
    for (const auto& [rank, fake] : m_ranks) {
        if (fake->running())
            all.insert(rank);
    }
    return all;
}

} // namespace dbgr::test
