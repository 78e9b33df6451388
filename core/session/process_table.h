// SPDX-License-Identifier: BSD-3-Clause
// One row a rank: where it runs and how it stands. Owned and changed by the session, read by faces.
// Thread: the session's.
#pragma once

#include "debug/daemon_event.h"
#include "debug/stop.h"
#include "session/backend_event.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

enum class RankState
{
    Starting, ///< not attached yet
    Held,     ///< stopped where the launcher holds it, before the user's first go
    Running,
    Stopped,
    Crashed, ///< stopped by a signal that says that the program is broken
    Ended,
    Lost,     ///< no word of it any more: its daemon or its launcher is gone
    Detached, ///< goes on without us: let go, or never ours
};
inline constexpr std::size_t kRankStates = 8;

/// "crashed".
[[nodiscard]] const char* name(RankState state);

struct RankExit
{
    int status = 0;
    int signal = 0; ///< not 0: it was ended by this signal
};

struct RankRecord
{
    RankState state = RankState::Starting;
    std::string host;
    util::Pid pid;
    std::string executable;
    util::StopId stopId; ///< the newest stop; 0 never stopped
    /// Why it stands where it stands: while Held, Stopped or Crashed; kept (as history) while it runs on. May be null.
    std::shared_ptr<const debug::StopCause> stop;
    std::optional<RankExit> exit; ///< once Ended, where it is known
    std::string problem;          ///< why it is Lost or was never ours; "" nothing
    std::uint64_t changed = 0;    ///< the table's generation when it last stopped, ran on, ended or was lost
};

/// Cost of a change follows the ranks that it is about and the number of intervals, not the size of the job.
class ProcessTable
{
public:
    /// Ranks from here on are left out: a number this large is a mistake.
    static constexpr std::size_t kMaxRanks = std::size_t(1) << 20;

    /// Begins a job that has these ranks and no others.
    void reset(const std::vector<RankPlace>& ranks);

    [[nodiscard]] const util::RankSet& all() const { return m_all; }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }
    /// \pre all().contains(rank)
    [[nodiscard]] const RankRecord& at(util::Rank rank) const;
    [[nodiscard]] const util::RankSet& inState(RankState state) const;
    [[nodiscard]] std::uint64_t count(RankState state) const { return inState(state).size(); }
    /// Held, Stopped and Crashed: can be looked at and told to go on.
    [[nodiscard]] util::RankSet standing() const;
    /// Starting and Running: news of them is still to come.
    [[nodiscard]] util::RankSet unsettled() const;
    /// Attached and not ended.
    [[nodiscard]] util::RankSet controlled() const;
    /// Ranks that the launcher still holds, whatever their state.
    [[nodiscard]] const util::RankSet& held() const { return m_held; }
    /// Ranks that are to stand while others go, by the user's will.
    [[nodiscard]] const util::RankSet& onHold() const { return m_onHold; }
    /// Ranks of whose node nothing has been heard for some seconds: their states are those of before.
    [[nodiscard]] const util::RankSet& silent() const { return m_silent; }
    /// Ranks of `ranks` that stopped, ran on, ended or were lost after `generation`.
    [[nodiscard]] util::RankSet changedSince(std::uint64_t generation, const util::RankSet& ranks) const;
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// Another one when a rank's host or executable is another one.
    [[nodiscard]] std::uint64_t placesGeneration() const { return m_placesGeneration; }

    // What the session tells it. Ranks that the job does not have are left out. Each yields the ranks that changed.
    util::RankSet hold(const util::RankSet& ranks);
    /// \return those of `ranks` for which that is new
    util::RankSet putOnHold(const util::RankSet& ranks);
    util::RankSet takeOffHold(const util::RankSet& ranks);
    /// \return those of `ranks` for which that is new
    util::RankSet silent(const util::RankSet& ranks, bool are);
    /// The launcher was asked to let go of them.
    void unhold(const util::RankSet& ranks);
    util::RankSet attached(const debug::RanksAttached& event);
    /// Lost ranks are to be attached to once more: they are Starting.
    util::RankSet expectAgain();
    util::RankSet attachFailed(const debug::AttachFailed& event);
    /// News of stops that are not newer than what is known is left out: of the group, too.
    util::RankSet stopped(debug::StopGroup& group);
    /// Of a stop that is known, but not where: a daemon tells it once more when it has looked.
    /// \return the ranks whose place that is
    util::RankSet placed(const debug::StopGroup& group);
    util::RankSet resumed(const util::RankSet& ranks);
    util::RankSet exited(const util::RankSet& ranks, std::optional<RankExit> exit);
    util::RankSet lost(const util::RankSet& ranks, const std::string& problem);
    util::RankSet detached(const util::RankSet& ranks);
    /// Takes back resumed() for ranks of which nothing was heard after `generation`.
    util::RankSet standAgain(const util::RankSet& ranks, std::uint64_t generation);

private:
    [[nodiscard]] RankRecord& record(util::Rank rank) { return m_records[rank.value()]; }
    /// Where a rank stands that has stopped for `cause`; \p held the launcher still holds it.
    [[nodiscard]] static RankState standingState(const debug::StopCause* cause, bool held);
    void move(const util::RankSet& ranks, RankState state);
    /// The same, for ranks each of which stands for a reason of its own.
    void moveToStanding(const util::RankSet& ranks);
    util::RankSet leaveUs(const util::RankSet& ranks, RankState state, const std::string& problem);

    std::vector<RankRecord> m_records; ///< by rank
    util::RankSet m_all;
    util::RankSet m_held;
    util::RankSet m_onHold;
    util::RankSet m_silent; ///< only such of which news could come
    std::array<util::RankSet, kRankStates> m_byState;
    std::uint64_t m_generation = 0;
    std::uint64_t m_placesGeneration = 0;
};

} // namespace dbgr::session
