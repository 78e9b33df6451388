// SPDX-License-Identifier: BSD-3-Clause
// Ranks that everybody knows already when LLDB is connected to them, late or once more: what of that is news. Pure.
// Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/process/engine_record.h"
#include "util/rank_set.h"

#include <map>
#include <vector>

namespace dbgr::daemon {

/// Flow: expect() -> LLDB is connected, for which each rank stands -> take() of all that the engine says -> empty()
///       -> the ranks of takeToResume() are let run, which take() keeps to itself, too.
class ReturningRanks
{
public:
    enum class Was
    {
        Standing,
        Unplaced, ///< standing, nobody knows where
        Running,
        Another, ///< standing, since it runs another program than everybody knows
        Unknown  ///< a request that may have let it run was not answered
    };

    /// \param record outlives this
    explicit ReturningRanks(const EngineRecord& record) : m_record(record) {}

    void expect(util::Rank rank, Was was) { m_expected.insert_or_assign(rank, was); }
    /// None is on its way any more, whatever comes.
    void clear();
    [[nodiscard]] bool empty() const { return m_expected.empty(); }

    /// \return what is to be told in the place of an event of the engine
    [[nodiscard]] std::vector<EngineEvent> take(EngineEvent event);
    /// Those that ran, and stand only for LLDB.
    [[nodiscard]] util::RankSet takeToResume();

private:
    [[nodiscard]] std::vector<EngineEvent> takeStop(Was was, debug::StopEvent stop);

    const EngineRecord& m_record;
    std::map<util::Rank, Was> m_expected;
    util::RankSet m_toResume;
    util::RankSet m_quietlyResumed;
};

} // namespace dbgr::daemon
