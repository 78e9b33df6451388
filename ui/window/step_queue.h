// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that are asked for faster than ranks do them: each rank of the focus does one for each press of the key, the
// next when it has done the one before. What waits is forgotten when a rank stops where nobody expected it to.
// Way: run_control -> here -> session. Thread: GUI.
#pragma once

#include "debug/engine_request.h"
#include "debug/stop.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <QObject>

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

class StepQueue final : public QObject
{
    Q_OBJECT

public:
    explicit StepQueue(SessionBridge& bridge, QObject* parent = nullptr);

    /// Those of `ranks` that stand step at once, those that do a step now do this one afterwards; others are left out.
    /// \errors as Session::step(), if there are none
    [[nodiscard]] util::Result<void> step(const util::RankSet& ranks, debug::StepKind kind);
    /// So many, one after the other, of those that stand and do no step of ours; one stop is told at the end.
    /// \param count 1 to debug::kMostSteps \errors as Session::step(), if there are none
    [[nodiscard]] util::Result<void> stepTimes(const util::RankSet& ranks, debug::StepKind kind, std::uint32_t count);
    /// From now on steps move only the leading thread of each rank, while its others stand.
    void setAlone(bool alone) { m_alone = alone; }
    /// From now on threads of a rank that stand in one line step together, in steps of lines.
    void setTeam(bool team) { m_team = team; }
    /// From now on ranks stay together in steps of lines.
    void setTogether(bool together) { m_together = together; }
    /// Forgets what waits for these ranks. \return whether anything did
    bool cancel(const util::RankSet& ranks);

    /// Ranks that do a step of ours.
    [[nodiscard]] util::RankSet busy() const;
    /// Those of them for which another one waits.
    [[nodiscard]] util::RankSet waiting() const;
    /// How many wait for the rank that has most.
    [[nodiscard]] std::size_t depth() const;

signals:
    /// busy(), waiting() or depth().
    void changed();
    /// A step that had waited was refused.
    void refused(const dbgr::util::Error& error);

private:
    using Kinds = std::deque<debug::StepKind>;
    /// Ranks that do the same step, and then the same ones.
    struct Train
    {
        util::RankSet ranks;
        debug::StepKind kind = debug::StepKind::Over;
        std::string function; ///< in which the step began
        Kinds next;
    };

    [[nodiscard]] util::Result<void> tell(const util::RankSet& ranks, debug::StepKind kind, std::uint32_t count = 1);
    void take(const debug::StopGroup& stop);
    /// They have done their step, wherever that has led.
    void arrive(std::vector<Train> trains);
    void goOn();
    void forgetAll();
    /// \param ranks that were told to do a step of this kind just now
    void begin(const util::RankSet& ranks, debug::StepKind kind, const Kinds& next);
    void add(Train train);
    /// Takes them out of the trains. \return what was taken, as trains
    std::vector<Train> takeOut(const util::RankSet& ranks);

    SessionBridge& m_bridge;
    bool m_alone = false;
    bool m_team = false;
    bool m_together = false;
    std::vector<Train> m_trains;
    std::vector<Train> m_arrived; ///< that have done their step, and have others to do
};

} // namespace dbgr::ui
