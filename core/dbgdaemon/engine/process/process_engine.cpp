// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/process_engine.h"

#include "dbgdaemon/engine/farewell.h"
#include "dbgdaemon/engine/process/sanitized_program.h"
#include "dbgdaemon/engine/process/wire_events.h"
#include "debug/debug_error.h"
#include "debug/report_catch.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::daemon {

namespace {

bool isReportCatch(const debug::EngineRequest& request)
{
    const auto* const set = std::get_if<debug::SetBreakpoint>(&request);
    const auto* const removed = std::get_if<debug::RemoveBreakpoint>(&request);
    return (set && debug::isReportCatch(set->spec.id)) || (removed && debug::isReportCatch(removed->id));
}

/// Whether it is to be caught that errors of MPI end ranks; nothing: the request is about something else.
std::optional<bool> mpiErrorCatch(const debug::EngineRequest& request)
{
    const auto* const set = std::get_if<debug::SetBreakpoint>(&request);
    const auto* const removed = std::get_if<debug::RemoveBreakpoint>(&request);
    if (set && set->spec.id == debug::kCatchOfMpiErrors)
        return true;
    return removed && removed->id == debug::kCatchOfMpiErrors ? std::optional(false) : std::nullopt;
}

util::Error shutDownError()
{
    return {debug::Errc::Cancelled, "the engine is being shut down", {}};
}

util::Error givenUpError()
{
    return {debug::Errc::Cancelled, "given up before its turn came", {}};
}

} // namespace

ProcessEngine::ProcessEngine(net::EventLoop& loop, net::ChildSpec program, RankHolder& holder)
    : m_loop(loop), m_program(std::move(program)), m_holder(holder),
      m_unconnected(loop, holder,
                    {[this](EngineEvent event) { tell(std::move(event)); },
                     [this](const util::RankSet& ranks) { connect(ranks); }})
{
    spawn(); // it starts while the ranks are being found and held
}

ProcessEngine::~ProcessEngine() = default;

// --- what is asked ---------------------------------------------------------------------------------------------------

void ProcessEngine::start(EngineSink sink)
{
    m_sink = std::move(sink);
}

void ProcessEngine::attach(std::vector<AttachTarget> targets)
{
    std::vector<AttachTarget> cores;
    std::vector<AttachTarget> processes;
    for (AttachTarget& target : targets) {
        m_record.note(target);
        (target.core.empty() ? processes : cores).push_back(std::move(target));
    }
    if (m_broken)
        return post([this, error = *m_broken] { giveUp(error); });
    m_unconnected.add(std::move(processes));
    if (!cores.empty())
        queue({std::move(cores), 0});
}

void ProcessEngine::submit(util::RequestId id, debug::EngineCommand command)
{
    if (m_broken || m_farewell)
        return post([this, id, ranks = command.ranks] { fail(id, ranks, m_broken.value_or(shutDownError())); });
    if (std::holds_alternative<debug::Sample>(command.request))
        return sample(id, std::move(command));
    const auto* const stacks = std::get_if<debug::GetStacks>(&command.request);
    // Only LLDB numbers threads as users know them.
    if (stacks && stacks->by == debug::StacksBy::Rank && m_unconnected.allStand(command.ranks)) {
        m_looks.insert(id);
        m_unconnected.putOffIdle();
        return sample(id, {command.ranks, debug::Sample{stacks->maxFrames}});
    }
    if (const auto wanted = mpiErrorCatch(command.request)) {
        command.ranks.forEach([&](util::Rank rank) { m_holder.catchMpiErrors(rank, *wanted); });
        return post([this, id] { reply(id, {}); });
    }
    if (isReportCatch(command.request))
        return submitReportCatch(id, std::move(command));
    const util::RankSet beyond = m_unconnected.beyondUs(command.ranks, command.request);
    if (std::holds_alternative<debug::Interrupt>(command.request))
        m_record.expectStop(beyond);
    connect(beyond);
    submitConnected(id, std::move(command));
}

/// Nobody has asked for it: LLDB is connected for it only to ranks that can make such reports. Others get it when they
/// are connected for something else.
void ProcessEngine::submitReportCatch(util::RequestId id, debug::EngineCommand command)
{
    const auto* const set = std::get_if<debug::SetBreakpoint>(&command.request);
    util::RankSet waiting = (command.ranks & m_unconnected.ranks()) - m_unconnected.leaving();
    util::RankSet sanitized;
    waiting.forEach([&](util::Rank rank) {
        const EngineRecord::Rank* const known = set ? m_record.find(rank) : nullptr;
        if (known && isSanitized(known->pid, known->file.empty() ? known->executable : known->file))
            sanitized.insert(rank);
    });
    waiting -= sanitized;
    m_awaitReportCatch -= command.ranks;
    if (set) {
        m_reportCatch = *set;
        m_awaitReportCatch |= waiting;
    }
    command.ranks -= waiting;
    if (command.ranks.empty())
        return post([this, id] { reply(id, {}); });
    connect(m_unconnected.beyondUs(command.ranks, command.request));
    submitConnected(id, std::move(command));
}

void ProcessEngine::queueReportCatch(const util::RankSet& ranks)
{
    util::RankSet now = m_awaitReportCatch & ranks;
    if (now.empty())
        return;
    m_awaitReportCatch -= now;
    m_queue.emplace_back(Command{std::nullopt, {std::move(now), m_reportCatch}});
}

/// Without LLDB: also of ranks that it is not connected to, or that it is at work on.
void ProcessEngine::sample(util::RequestId id, debug::EngineCommand command)
{
    util::RankSet processes;
    util::RankSet cores;
    (command.ranks & m_record.ranks()).forEach([&](util::Rank rank) {
        (m_record.find(rank)->core.empty() ? processes : cores).insert(rank);
    });
    std::vector<debug::RankFailure> refused;
    if (!cores.empty())
        refused.push_back(
            {cores, {debug::Errc::NotAlive, "a core file does not run", "'stacks' shows where it ended."}});
    if (const util::RankSet rest = command.ranks - m_record.ranks(); !rest.empty())
        refused.push_back({rest, {debug::Errc::Ended, "it is not under our control any more", {}}});
    if (processes.empty())
        return post([this, id, refused] { reply(id, {debug::StacksReply{}, refused}); });
    gatherSamples(m_holder, processes, m_lifetime.guard([this, id, command, refused](GatheredSamples gathered) {
        gathered.failures.insert(gathered.failures.end(), refused.begin(), refused.end());
        if (m_broken || m_farewell)
            return fail(id, command.ranks, m_broken.value_or(shutDownError()));
        if (gathered.samples.empty())
            return reply(id, {debug::StacksReply{}, std::move(gathered.failures)});
        m_queue.emplace_back(Sampling{id, command, std::move(gathered)});
        flush();
    }));
}

/// What can be done without LLDB is done at once, what takes it behind that; and before what is asked next, which may
/// come in the same moment. Ranks that are to be let go take their time.
void ProcessEngine::submitConnected(util::RequestId id, debug::EngineCommand command)
{
    const util::RankSet ours = (command.ranks & m_unconnected.ranks()) - m_unconnected.leaving();
    const util::RankSet rest = command.ranks - ours;
    if (ours.empty()) {
        m_queue.emplace_back(Command{id, std::move(command)});
        return flush();
    }
    const auto goOn = [this, id, command, rest] {
        if (m_leaving.erase(id) == 0)
            return;
        if (rest.empty())
            return reply(id, {});
        m_queue.emplace_back(Command{id, {rest, command.request}});
        flush();
    };
    m_leaving.emplace(id, ours);
    const bool isAtOnce = !farewellOf(command.request) && !rest.empty();
    const util::RankSet resumed =
        m_unconnected.perform(ours, command.request, [this, goOn, isAtOnce] { isAtOnce ? goOn() : post(goOn); });
    resumed.forEach([this](util::Rank rank) { post([this, rank] { tell(RankResumed{rank}); }); });
}

/// Ranks that run are about to stand; it is not told, unless they were asked to.
void ProcessEngine::connect(const util::RankSet& ranks)
{
    using State = UnconnectedRanks::State;
    using Was = ReturningRanks::Was;
    Attachment attachment;
    for (UnconnectedRanks::Rank& taken : m_unconnected.take(ranks)) {
        AttachTarget& target = taken.target;
        const EngineRecord::Rank* const known = m_record.find(target.rank);
        if (!known)
            continue;
        target.handlesBefore = firstHandle();
        if (taken.state == State::Standing)
            m_returning.expect(target.rank, Was::Unplaced);
        if (taken.state != State::Standing && taken.state != State::Attaching) {
            target.again = true;
            target.stopsBefore = known->stop;
            m_returning.expect(target.rank, taken.state == State::Another ? Was::Another : Was::Running);
        }
        attachment.targets.push_back(std::move(target));
    }
    if (attachment.targets.empty())
        return;
    queueReportCatch(ranks);
    queue(std::move(attachment));
}

/// Before all commands, which may be about its ranks; one that was begun is not interrupted.
void ProcessEngine::queue(Attachment attachment)
{
    const auto behind =
        std::ranges::find_if(m_queue, [](const Item& item) { return !std::holds_alternative<Attachment>(item); });
    m_queue.emplace(behind, std::move(attachment));
    flush();
}

bool ProcessEngine::withdraw(util::RequestId id)
{
    const auto queued = std::ranges::find_if(m_queue, [&](const Item& item) {
        const auto* const command = std::get_if<Command>(&item);
        const auto* const sampling = std::get_if<Sampling>(&item);
        return (command && command->id == id) || (sampling && sampling->id == id);
    });
    if (queued != m_queue.end()) {
        const auto* const command = std::get_if<Command>(&*queued);
        const util::RankSet ranks = (command ? command->command : std::get<Sampling>(*queued).command).ranks;
        m_queue.erase(queued);
        post([this, id, ranks] { fail(id, ranks, givenUpError()); });
        return true;
    }
    auto leaving = m_leaving.extract(id);
    if (!leaving.empty())
        post([this, id, ranks = leaving.mapped()] { fail(id, ranks, givenUpError()); });
    return !leaving.empty();
}

void ProcessEngine::cancel(util::RequestId id)
{
    if (withdraw(id))
        return;
    const auto asked = std::ranges::find_if(m_asked, [&](const auto& entry) { return entry.second.id == id; });
    if (asked != m_asked.end() && m_child)
        m_child->cancel(asked->second.asked);
}

void ProcessEngine::giveUp(util::RequestId id)
{
    if (withdraw(id) || m_asked.empty())
        return;
    if (m_asked.begin()->second.id == id)
        return m_child->kill("it did not answer within its limit"); // it is at work on that
    for (const auto& [number, asked] : m_asked) {
        if (asked.id != id || m_cancelled.contains(id))
            continue;
        post([this, id, ranks = asked.command.ranks] {
            fail(id, ranks, givenUpError());
            m_cancelled.insert(id); // the answer that may still come is nobody's
        });
        return;
    }
}

void ProcessEngine::shutdown(Farewell farewell, std::function<void()> done)
{
    m_farewell = farewell;
    m_done = std::move(done);
    const bool isAtWork = !m_asked.empty() || !m_queue.empty() || !m_returning.empty();
    const util::RankSet ranks = connected();
    if (m_broken || !isReady() || isAtWork || ranks.empty())
        return post([this] { abandon(); });
    m_farewellLimit = m_loop.after(kFarewellLimit, [this] { abandon(); });
    if (farewell == Farewell::Kill)
        send(Command{std::nullopt, {ranks, debug::Kill{}}});
    else
        send(Command{std::nullopt, {ranks, debug::Detach{}}});
}

// --- the process -----------------------------------------------------------------------------------------------------

void ProcessEngine::spawn()
{
    ++m_generation;
    EngineChild::Handlers handlers;
    handlers.onReady = [this] { flush(); };
    handlers.onEvent = [this](const debug::DaemonEvent& event) { onEvent(event); };
    handlers.onGone = [this](const std::string& how) { onGone(how); };
    auto child = EngineChild::start(m_loop, m_program, m_holder, std::move(handlers));
    if (!child)
        return post([this, error = std::move(child).error()] { giveUp(error); });
    m_child = *std::move(child);
}

void ProcessEngine::flush()
{
    m_flushAgain.cancel();
    const auto mayPass = [this](const Item& item) {
        return m_returning.empty() || std::holds_alternative<Attachment>(item);
    };
    while (isReady() && !m_queue.empty() && mayPass(m_queue.front())) {
        if (auto* const attachment = std::get_if<Attachment>(&m_queue.front())) {
            if (!send(*attachment))
                return;
        } else if (auto* const sampling = std::get_if<Sampling>(&m_queue.front())) {
            if (!send(*sampling))
                return;
        } else {
            send(std::move(std::get<Command>(m_queue.front())));
        }
        m_queue.pop_front();
    }
}

template <class Given>
bool ProcessEngine::give(std::vector<Given>& all, std::size_t& given)
{
    for (; given < all.size(); ++given) {
        if (!m_child->give(all[given])) {
            m_flushAgain = m_loop.after(kHandoverInterval, [this] { flush(); });
            return false;
        }
    }
    return true;
}

/// \return false: not all of it could be sent, and the rest will be
bool ProcessEngine::send(Attachment& attachment)
{
    if (!give(attachment.targets, attachment.handedOver))
        return false;
    m_child->attach(attachment.targets);
    return true;
}

bool ProcessEngine::send(Sampling& sampling)
{
    if (!give(sampling.gathered.samples, sampling.handedOver))
        return false;
    util::RankSet ranks;
    for (const RankSample& sample : sampling.gathered.samples)
        ranks.insert(sample.rank);
    send(Command{sampling.id, {std::move(ranks), sampling.command.request}, std::move(sampling.gathered.failures)});
    return true;
}

void ProcessEngine::send(Command command)
{
    const Number number = ++m_lastNumber;
    command.asked = m_child->ask(command.command, [this, number](util::Result<debug::EngineReply> answer) {
        onReply(number, std::move(answer));
    });
    m_asked.emplace(number, std::move(command));
}

void ProcessEngine::onReply(Number number, util::Result<debug::EngineReply> answer)
{
    if (!answer && answer.error().code == debug::Errc::DaemonLost)
        return; // the end of the process tells more
    const auto asked = m_asked.extract(number);
    if (!asked)
        return;
    const Command& command = asked.mapped();
    if (!answer)
        return fail(command.id, command.command.ranks, std::move(answer.error()));
    m_deaths = command.id ? 0 : m_deaths;
    m_record.note(command.command, *answer);
    answer->failures.insert(answer->failures.end(), command.failures.begin(), command.failures.end());
    reply(command.id, *std::move(answer));
    if (m_farewell && !command.id)
        abandon(); // nobody is left, then
}

void ProcessEngine::reply(const std::optional<util::RequestId>& id, debug::EngineReply answer)
{
    if (!id)
        return;
    if (m_looks.erase(*id) > 0 && m_looks.empty())
        m_unconnected.awaitIdle();
    if (m_cancelled.erase(*id) == 0)
        m_sink.onReply(*id, std::move(answer));
}

void ProcessEngine::fail(const std::optional<util::RequestId>& id, const util::RankSet& ranks, util::Error error)
{
    reply(id, {debug::DoneReply{}, {{ranks, std::move(error)}}});
}

/// All that was asked; nothing of it will be done.
void ProcessEngine::failAll(const util::Error& error)
{
    m_returning.clear();
    for (const auto& [id, ranks] : std::exchange(m_leaving, {}))
        fail(id, ranks, error);
    for (const auto& [number, asked] : std::exchange(m_asked, {}))
        fail(asked.id, asked.command.ranks, error);
    for (const Item& item : std::exchange(m_queue, {})) {
        if (const auto* const command = std::get_if<Command>(&item))
            fail(command->id, command->command.ranks, error);
        else if (const auto* const sampling = std::get_if<Sampling>(&item))
            fail(sampling->id, sampling->command.ranks, error);
    }
}

void ProcessEngine::onEvent(const debug::DaemonEvent& event)
{
    for (EngineEvent& one : toEngineEvents(event))
        onEngineEvent(std::move(one));
}

void ProcessEngine::onEngineEvent(EngineEvent event)
{
    const bool areReturning = !m_returning.empty();
    for (EngineEvent& news : m_returning.take(std::move(event)))
        tell(std::move(news));
    if (areReturning && m_returning.empty())
        post([this] { finishRecovery(); });
}

void ProcessEngine::tell(EngineEvent news)
{
    m_record.note(news);
    m_sink.onEvent(std::move(news));
}

// --- the end ---------------------------------------------------------------------------------------------------------

/// Without the process: whoever holds the ranks does it.
void ProcessEngine::abandon()
{
    if (!m_done)
        return;
    failAll(shutDownError());
    m_unconnected.clear();
    m_record.ranks().forEach([&](util::Rank rank) {
        const EngineRecord::Rank& known = *m_record.find(rank);
        const bool isKill = m_farewell == Farewell::Kill && known.core.empty();
        if (isKill)
            ::kill(known.pid.value(), SIGKILL);
        else
            m_holder.release(rank);
        onEngineEvent(isKill ? EngineEvent(RankExited{rank, 0, SIGKILL}) : EngineEvent(RankDetached{rank}));
    });
    finish();
}

void ProcessEngine::finish()
{
    m_farewellLimit.cancel();
    m_flushAgain.cancel();
    if (m_child) {
        m_child->dismiss();
        m_loop.post([child = std::shared_ptr(std::move(m_child))] {}); // this may be inside a callback of it
    }
    if (const auto done = std::exchange(m_done, nullptr))
        done();
}

} // namespace dbgr::daemon
