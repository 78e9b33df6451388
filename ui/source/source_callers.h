// SPDX-License-Identifier: GPL-3.0-or-later
// From where ranks called that stand in code without source, such as poll() below MPI_Recv(): the innermost lines of
// theirs that have some. Way: session -> here -> source_marks. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/stacks/standing_watch.h"

#include "debug/stack_tree.h"
#include "util/rank_set.h"

#include <QObject>

#include <cstdint>
#include <map>
#include <string>

namespace dbgr::ui {

struct CallersAt
{
    util::RankSet ranks;
    std::string callee; ///< what most of them called

    friend bool operator==(const CallersAt&, const CallersAt&) = default;
};

using CallerLines = std::map<std::uint32_t, CallersAt>;
using CallersByFile = std::map<std::string, CallerLines>;

/// A rank with several threads may be at several lines. Pure.
[[nodiscard]] CallersByFile callersOf(const debug::StackTree& tree);

class SourceCallers final : public QObject
{
    Q_OBJECT

public:
    /// \param wanted the ranks that it is about
    SourceCallers(SessionBridge& bridge, StandingWatch::Wanted wanted, QObject* parent = nullptr);

    /// Whether anyone looks: only then the session is asked. False at first.
    void setActive(bool active) { m_watch.setActive(active); }
    /// Of ranks that have not run on since they were asked.
    [[nodiscard]] const CallersByFile& all() const { return m_callers; }

signals:
    void changed();

private:
    void take(util::Result<session::Answer<debug::StackTree>> answer);
    void forget(const util::RankSet& ranks);

    CallersByFile m_callers;
    LatestAnswer<debug::StackTree> m_answer;
    StandingWatch m_watch;
};

} // namespace dbgr::ui
