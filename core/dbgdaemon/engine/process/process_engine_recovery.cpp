// SPDX-License-Identifier: BSD-3-Clause
// The part of ProcessEngine that is about the end of its process: who is told, and how the next one comes to know what
// that one knew.
#include "dbgdaemon/engine/process/process_engine.h"
#include "debug/debug_error.h"
#include "util/log.h"

#include <iterator>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr unsigned kGenerationShift = 40; // of handles: no engine gives more
constexpr const char* kStartedAgain = "It was started again: ranks, breakpoints and where they stand are as before.";
constexpr const char* kNotTriedAgain =
    "It was started again: ranks, breakpoints and where they stand are as before. The request is not tried again.";

bool letsRun(const debug::EngineRequest& request)
{
    return std::holds_alternative<debug::Continue>(request) || std::holds_alternative<debug::Step>(request) ||
           std::holds_alternative<debug::RunTo>(request) || debug::isMove(request);
}

} // namespace

void ProcessEngine::onGone(const std::string& how)
{
    util::log::error("daemon", "the engine process ended", {{"how", how}});
    m_flushAgain.cancel();
    post([this, child = std::shared_ptr(std::move(m_child))] {}); // not inside its own callback
    if (m_farewell)
        return abandon();
    // What is the users' waits for the next process; what it has to know besides is in the record.
    std::erase_if(m_queue, [](const Item& item) {
        const auto* const command = std::get_if<Command>(&item);
        return std::holds_alternative<Attachment>(item) || (command && !command->id);
    });
    failSamples({debug::Errc::EngineFailed, "LLDB's process ended (" + how + ")", "Ask for them once more."});
    failCulprit(how);
    if (++m_deaths > kMostDeaths)
        return giveUp({debug::Errc::EngineFailed, "the engine process of this node ended again and again (" + how + ")",
                       "The processes run on; 'reattach' (in the window: Attach Again) attaches to them again."});
    recover();
}

/// They went with the process that they were given to.
void ProcessEngine::failSamples(const util::Error& ended)
{
    std::erase_if(m_queue, [&](const Item& item) {
        const auto* const begun = std::get_if<Sampling>(&item);
        if (!begun || begun->handedOver == 0)
            return false;
        fail(begun->id, begun->command.ranks, ended);
        return true;
    });
    for (auto one = m_asked.begin(); one != m_asked.end();) {
        const auto here = one++;
        if (!std::holds_alternative<debug::Sample>(here->second.command.request))
            continue;
        const Command lost = std::move(m_asked.extract(here).mapped());
        fail(lost.id, lost.command.ranks, ended);
    }
}

/// The oldest that was asked is what it was at; later ones wait for the next process.
void ProcessEngine::failCulprit(const std::string& how)
{
    std::map<Number, Command> asked = std::exchange(m_asked, {});
    for (auto one = asked.rbegin(); one != asked.rend(); ++one) {
        if (one->second.id && one != std::prev(asked.rend()))
            m_queue.emplace_front(std::move(one->second));
    }
    const util::Error ended{debug::Errc::EngineFailed, "LLDB's process ended (" + how + ")", {}};
    if (asked.empty() || !asked.begin()->second.id) {
        if (const util::RankSet ranks = connected(); !ranks.empty())
            m_sink.onEvent(debug::RankWarning{ranks, {ended.code, ended.detail, kStartedAgain}});
        return;
    }
    const Command& culprit = asked.begin()->second;
    if (letsRun(culprit.command.request))
        m_unknown |= culprit.command.ranks;
    fail(culprit.id, culprit.command.ranks,
         {debug::Errc::EngineFailed,
          ended.detail + " while it was at \"" + debug::asTyped(culprit.command.request) + "\"", kNotTriedAgain});
}

void ProcessEngine::giveUp(const util::Error& error)
{
    m_broken = error;
    failAll(error);
    m_unconnected.clear();
    m_record.ranks().forEach([&](util::Rank rank) { onEngineEvent(RankLost{rank, error}); });
}

void ProcessEngine::recover()
{
    m_returning.clear();
    spawn();
    std::vector<AttachTarget> targets;
    connected().forEach([&](util::Rank rank) { reattach(rank, targets); });
    m_unknown = {};
    m_isRestoring = true;
    if (!targets.empty())
        m_queue.emplace_front(Attachment{std::move(targets), 0});
}

util::VariableHandle ProcessEngine::firstHandle() const
{
    return util::VariableHandle(m_generation << kGenerationShift);
}

void ProcessEngine::reattach(util::Rank rank, std::vector<AttachTarget>& targets)
{
    const EngineRecord::Rank& known = *m_record.find(rank);
    AttachTarget target{rank, known.pid, {}, known.executable, known.file, known.core};
    target.slot = known.slot;
    target.handlesBefore = firstHandle();
    const bool wasTold = known.stop.value() > 0;
    using Was = ReturningRanks::Was;
    const Was was = m_unknown.contains(rank) ? Was::Unknown
                    : known.runs             ? Was::Running
                    : known.isPlaced         ? Was::Standing
                                             : Was::Unplaced;
    target.again = wasTold && known.core.empty() && was != Was::Unplaced;
    // Its stop that is told anew has the number that it had; one that is news has the next.
    const bool isSameStop = wasTold && (was == Was::Standing || was == Was::Unplaced);
    target.stopsBefore = util::StopId(known.stop.value() - (isSameStop ? 1 : 0));
    if (known.core.empty()) {
        auto connection = m_holder.openAgain(rank);
        if (!connection)
            return post([this, rank, wasTold, error = connection.error()] {
                onEngineEvent(wasTold ? EngineEvent(RankLost{rank, error})
                                      : EngineEvent(RankAttachFailed{rank, error}));
            });
        target.stub = *std::move(connection);
    }
    if (wasTold)
        m_returning.expect(rank, was);
    targets.push_back(std::move(target));
}

void ProcessEngine::finishRecovery()
{
    if (!isReady() || !m_returning.empty())
        return;
    if (std::exchange(m_isRestoring, false))
        restore();
    if (util::RankSet ranks = m_returning.takeToResume(); !ranks.empty())
        send(Command{std::nullopt, {std::move(ranks), debug::Continue{}}});
    flush();
}

/// What the engine before knew of its ranks.
void ProcessEngine::restore()
{
    for (debug::EngineCommand& command : m_record.settings())
        send(Command{std::nullopt, std::move(command)});
    for (auto& [id, ranks] : m_record.takeWatched()) {
        debug::BreakpointStatus lost;
        lost.id = id;
        lost.pending = std::move(ranks);
        lost.problem = "it was lost with the debug engine that ended; 'enable " + std::to_string(id.value()) +
                       "' looks for the data where the ranks stand then";
        m_sink.onEvent(debug::BreakpointChanged{std::move(lost)});
    }
    for (debug::EngineCommand& command : m_record.frozenThreads())
        send(Command{std::nullopt, std::move(command)});
}

} // namespace dbgr::daemon
