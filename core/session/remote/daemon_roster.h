// SPDX-License-Identifier: BSD-3-Clause
// Which ranks are where, which daemon has called, and what became of each rank: the book-keeping of the fleet, without
// its wires. What a call or an event costs follows the ranks that it is about, not those that came before.
// Thread: any.
#pragma once

#include "debug/attach_order.h"
#include "debug/daemon_event.h"
#include "session/backend_event.h"
#include "util/rank_set.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class DaemonRoster
{
public:
    DaemonRoster() = default;
    /// \param only of the job's ranks, those that are ours to debug; nothing: all
    explicit DaemonRoster(const JobLaunched& job, const std::optional<util::RankSet>& only = {});

    /// By the launcher's names.
    [[nodiscard]] std::vector<std::string> hosts() const;
    /// Whether our ranks are on `host` only. Names are compared without their domain.
    [[nodiscard]] bool onlyOn(const std::string& host) const;
    /// The ranks that the daemon of a host serves, as the proctable has them; of ranks that were attached to it is
    /// known better.
    [[nodiscard]] std::vector<debug::LocalProcess> processesOn(const std::string& host) const;

    /// The daemon of a host has called; the ranks that it serves. Nothing for a host that has none, or a second call.
    [[nodiscard]] std::optional<util::RankSet> join(const std::string& host);
    /// These ranks are ours no longer, or never will be. \return those of them that it had, or was still to have
    util::RankSet lose(const util::RankSet& ranks);
    /// Ranks that were lost may be attached to once more: they are ours to have, and a daemon of their hosts may call.
    util::RankSet takeBack();
    /// Nobody will call from those of these hosts that have not by now. \return their ranks; they are lost
    util::RankSet abandonMissing(const std::vector<std::string>& hosts);
    /// By the launcher's names: those that have these ranks.
    [[nodiscard]] std::vector<std::string> hostsOf(const util::RankSet& ranks) const;
    /// Hosts that have not called: "n01, n02".
    [[nodiscard]] std::string missingHosts() const;
    /// There is none of them.
    [[nodiscard]] bool allCalled() const { return m_missing == 0; }

    /// Takes in what a daemon says of its ranks.
    void note(const debug::DaemonEvent& event);

    /// Attached, and neither ended nor let go nor lost.
    [[nodiscard]] const util::RankSet& ours() const { return m_ours; }
    [[nodiscard]] const util::RankSet& everAttached() const { return m_attached; }
    [[nodiscard]] const util::RankSet& failed() const { return m_failed; }
    /// Were ours, or to be, and nobody knows how they are: their daemon or what held them broke down.
    [[nodiscard]] const util::RankSet& lost() const { return m_lost; }
    /// "n01 (ranks 0-3), n02 (ranks 4-7)": where these ranks are.
    [[nodiscard]] std::string placesOf(const util::RankSet& ranks) const;
    /// Every rank was attached to, or it is known why not.
    [[nodiscard]] bool complete() const { return !m_all.empty() && m_unheard.empty(); }
    /// Ranks of which nothing was heard.
    [[nodiscard]] const util::RankSet& unheard() const { return m_unheard; }

private:
    struct Host
    {
        std::string name; ///< the launcher's
        util::RankSet ranks;
        util::RankSet due; ///< of those, the ones that the next daemon that calls is to serve
        bool called = false;
    };

    /// They are no daemon's any more; one that nobody attached to never will be.
    void drop(const util::RankSet& ranks);
    void fail(const util::RankSet& ranks);
    void noteAttached(const debug::RanksAttached& attached);
    /// \return null: none of ours
    [[nodiscard]] debug::LocalProcess* processOf(util::Rank rank);

    std::map<std::string, Host> m_hosts;          ///< by name without domain
    std::size_t m_missing = 0;                    ///< of them, those that have not called
    std::vector<debug::LocalProcess> m_processes; ///< ascending by rank
    util::RankSet m_all;
    util::RankSet m_unheard; ///< of these, the ones that are neither attached nor failed
    util::RankSet m_ours;
    util::RankSet m_attached;
    util::RankSet m_failed;
    util::RankSet m_lost;
    util::RankSet m_takenBack;
};

} // namespace dbgr::session
