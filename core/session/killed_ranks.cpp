// SPDX-License-Identifier: BSD-3-Clause
// What becomes of ranks while we end the job by force. Daemons, stubs and the launcher all see something of it, in an
// order that is never the same: stops, losses, leaves. Told is the one thing that happened: we ended them. Once, and
// for every rank.
#include "session/session_events_p.h"

#include "debug/debug_error.h"
#include "session/rank_refusal.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

util::Error unheardOf()
{
    return {debug::make_error_code(debug::Errc::DaemonLost),
            "killing the job: the launcher has not said that these ranks ended",
            "Look on their nodes whether they still run."};
}

} // namespace

bool isOurEnd(int signal)
{
    return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

void SessionEvents::endByUs(debug::RanksExited event)
{
    const util::RankSet ranks = m_core.processes.exited(event.ranks, RankExit{0, SIGKILL});
    ranksMoved(ranks);
    m_endedByUs |= ranks;
    inputEnds(ranks, {debug::make_error_code(debug::Errc::Ended),
                      "sending input to " + ranksText(ranks) + ": the job was killed",
                      {}});
    if (m_core.processes.inState(RankState::Ended) == m_core.processes.all())
        tellEndedByUs();
}

/// The launcher says that the job has ended: so have ranks that nobody else could say it of.
void SessionEvents::restEndedByUs()
{
    m_lossesHeldBack.clear();
    endByUs({m_core.processes.all(), 0, SIGKILL});
    tellEndedByUs();
}

void SessionEvents::tellEndedByUs()
{
    if (!m_endedByUs.empty())
        m_core.publisher.tell(debug::RanksExited{std::exchange(m_endedByUs, {}), 0, SIGKILL});
}

/// Nobody ever said that the job has ended.
void SessionEvents::tellLossesHeldBack()
{
    for (auto& held : std::exchange(m_lossesHeldBack, {}))
        std::visit(
            [this](auto& loss) {
                loss.ranks = endedOrLost(loss.ranks, loss.error);
                if (!loss.ranks.empty())
                    m_core.publisher.tell(std::move(loss));
            },
            held);
    if (!m_core.life.killing || m_core.life.jobEnded)
        return;
    debug::RanksLost unheard{{}, unheardOf()};
    unheard.ranks = m_core.processes.lost(m_core.processes.all(), unheard.error.message());
    ranksMoved(unheard.ranks);
    if (!unheard.ranks.empty())
        m_core.publisher.tell(std::move(unheard));
}

} // namespace dbgr::session
