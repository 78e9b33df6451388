// SPDX-License-Identifier: BSD-3-Clause
// The engine's side of LldbEngine: all ranks of the node, what LLDB says of them and what is asked of them.
// Way: LldbEngine -> attach(), run() -> one LldbSession a rank; LLDB -> onLldbEvent() -> events. Thread: engine.
#pragma once

#include "dbgdaemon/engine/departures.h"
#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/lldb/command_ticket.h"
#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "dbgdaemon/engine/lldb/place_advice.h"
#include "debug/reply_merger.h"
#include "util/clock.h"
#include "util/rank_set.h"

#include <lldb/API/SBDebugger.h>
#include <lldb/API/SBEvent.h>
#include <lldb/API/SBListener.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dbgr::daemon {

class EngineCore
{
public:
    /// Has something done on the engine thread when a time is over.
    using Later = std::function<void(util::Duration, std::function<void(EngineCore&)>)>;

    /// \param outlet, later are called on the engine thread
    EngineCore(lldb::SBDebugger debugger, lldb::SBListener& listener, EngineSink outlet, Later later);

    void attach(AttachTarget target);
    /// Core files; told when all are open, so that equal ends are one piece of news.
    void openCores(std::vector<AttachTarget> targets);
    void run(util::RequestId id, const debug::EngineCommand& command, CommandTicket& ticket);
    void onLldbEvent(const lldb::SBEvent& event);

    /// Lets go of ranks; `done` when each is gone in some way. Running ones stop first, which takes the run loop.
    void leave(const util::RankSet& ranks, Farewell farewell, std::function<void()> done);
    [[nodiscard]] util::RankSet ranks() const;

    /// Of these ranks, those that have not shown their first stop count as failed.
    void giveUpAttaching(const util::RankSet& ranks);
    /// Of these ranks, those that are still to be left count as lost.
    void giveUpLeaving(const util::RankSet& ranks);
    /// The end, without waiting for anything: what is left is detached, and LLDB's objects go.
    void close();

private:
    using Sessions = std::map<util::Rank, std::unique_ptr<LldbSession>>;

    void onProcessEvent(const lldb::SBEvent& event);
    void onBreakpointEvent(const lldb::SBEvent& event);
    void onModulesEvent(const lldb::SBEvent& event);
    void onStopped(LldbSession& session, bool interrupted);
    void onAttached(LldbSession& session);
    /// Where threads wait for others to come to the end of a step.
    void watchTeam(LldbSession& session);
    void lookAtTeam(util::Rank rank, std::uint64_t turn);
    void warnOf(LldbSession& session, const std::string& executable);
    void onEnded(LldbSession& session);
    /// What tracepoints have logged, before what comes after it.
    void tellLogged(LldbSession& session, TracedPlaces::When when);
    /// The same of all ranks, every now and then while some that run may log something.
    void watchLogs();
    void lookAtLogs();
    /// Signals that stop nobody, where that is to be told.
    void tellSeen(LldbSession& session);
    /// How often the rank has passed breakpoints since that was told last.
    void tellHits(LldbSession& session);
    void tellEndedScopes(LldbSession& session);
    /// Breakpoints at places that others have come to, or left.
    void tellNeighbours(LldbSession& session);
    void checkConditions(LldbSession& session, debug::StopEvent& stop);

    /// \param foreign what ranks say that are not held \return that, and what the others say
    [[nodiscard]] debug::EngineReply runOnRanks(const debug::EngineCommand& command, const CommandTicket& ticket,
                                                debug::EngineReply foreign);
    /// \return whether it stands elsewhere now, which is to be told
    [[nodiscard]] bool runOn(LldbSession& session, const debug::EngineRequest& request, debug::ReplyMerger& replies);
    void failForeignRanks(const util::RankSet& asked, debug::EngineReply& reply) const;

    void sayFarewell(LldbSession& session);
    void giveUp(util::Rank rank, EngineEvent lastWords);
    /// The session is no more after this.
    void gone(LldbSession& session, EngineEvent lastWords);
    [[nodiscard]] LldbSession* find(lldb::SBProcess process);
    [[nodiscard]] util::RankSet ours(const util::RankSet& ranks) const { return ranks & this->ranks(); }

    lldb::SBDebugger m_debugger;
    lldb::SBListener& m_listener;
    EngineSink m_outlet;
    Later m_later;
    Sessions m_sessions;
    PlaceAdvice m_advice;
    std::set<std::string> m_programs; // whose debug information was looked for
    util::RankSet m_ended;
    Departures m_departures;
    bool m_watchesLogs = false;
    /// Ranks that did not stop when they should: LLDB still has them, and their connections stay open for it.
    std::vector<std::unique_ptr<LldbSession>> m_stuck;
};

} // namespace dbgr::daemon
