// SPDX-License-Identifier: BSD-3-Clause
// Takes in what the backend says: into the stores first, then told to observers. News of ranks that the job does not
// have, and of older stops, ends here. Thread: the session's.
#pragma once

#include "session/backend_event.h"
#include "session/session_core_p.h"

#include <variant>
#include <vector>

namespace dbgr::session {

/// A rank of a job that we kill ends by this: our own signal, or one of those by which launchers end their ranks.
[[nodiscard]] bool isOurEnd(int signal);

class SessionEvents
{
public:
    explicit SessionEvents(SessionCore& core) : m_core(core) {}

    /// One batch, after which the observers are told.
    void take(std::vector<BackendEvent> events);

private:
    // What becomes of the job: session_events.cpp
    void on(LauncherStarted event);
    void on(LaunchProgress event);
    void on(JobLaunched event);
    void on(JobHeld event);
    void on(NodeJoined event);
    void on(NodeSilence event);
    void on(NodeLost event);
    void on(JobAttached event);
    void on(AttachedAgain event);
    void on(RanksReleased event);
    void on(OutputBytes event);
    void on(CommandReply event);
    void on(CommandPart event);
    void on(InputAccepted event);
    void on(JobEnded event);
    void on(LauncherExited event);
    void on(BackendWarning event);
    void on(BackendFailed event);
    void on(Finished event);
    void on(debug::DaemonEvent event);
    // What daemons say of their ranks: rank_events.cpp
    void on(debug::RanksAttached event);
    void on(debug::AttachFailed event);
    void on(debug::StopGroup event);
    void on(debug::RanksResumed event);
    void on(debug::RanksStand event);
    void on(debug::RanksExited event);
    void on(debug::RanksDetached event);
    void on(debug::BreakpointChanged event);
    void on(debug::EngineBusy event);
    void on(debug::RanksLost event);
    void on(debug::RanksTraced event);
    void on(debug::SignalsSeen event);
    void on(const debug::HitsPassed& event);
    // The backend's own matters.
    void on(const debug::RanksFound&) {}
    void on(const debug::RankWarning&) {}
    void on(const debug::DaemonDying&) {}

    // What becomes of ranks while we end the job by force: killed_ranks.cpp
    void endByUs(debug::RanksExited event);
    void restEndedByUs();
    void tellEndedByUs();
    void tellLossesHeldBack();

    /// They are ours no longer: they have ended, if that is the error, and else nobody knows what became of them.
    /// \return those of which that is news
    util::RankSet endedOrLost(const util::RankSet& ranks, const util::Error& error);
    void rowsChanged(const util::RankSet& ranks);
    /// The same, and what is known of their stacks is no longer so.
    void ranksMoved(const util::RankSet& ranks);
    /// They read no more input.
    void inputEnds(const util::RankSet& ranks, const util::Error& why);
    void tellEnd();

    SessionCore& m_core;
    util::RankSet m_endedByUs; ///< and not told yet
    std::vector<std::variant<debug::RanksLost, NodeLost>> m_lossesHeldBack;
};

} // namespace dbgr::session
