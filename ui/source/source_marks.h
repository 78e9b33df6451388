// SPDX-License-Identifier: GPL-3.0-or-later
// What the margin of a source file shows: which lines have breakpoints, and how many ranks of the focus stand where.
// Way: session_bridge, current_place -> here -> source_view. Thread: GUI.
#pragma once

#include "ui/source/source_names.h"

#include "debug/frame.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {
struct Breakpoint;
}

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;

enum class BreakpointLook
{
    None,
    Set,
    Disabled,
    Pending, ///< no rank has code there
    Broken,  ///< something is wrong with it, such as its condition
};

/// One line with something to show.
struct LineMark
{
    std::uint32_t line = 0;

    std::vector<util::BreakpointId> breakpoints;
    BreakpointLook look = BreakpointLook::None;
    bool conditional = false;
    QString problem; ///< what is wrong with it; "" nothing
    QString breakpointTip;

    util::RankSet ranks;  ///< of the focus, that stand here
    bool crashed = false; ///< some of them
    bool leading = false; ///< the leading rank is here: its chosen frame
    bool stale = false;   ///< it was, and runs on
    QString ranksTip;
};

class SourceMarks final : public QObject
{
    Q_OBJECT

public:
    SourceMarks(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// In the order of the lines. Its cost follows what there is in this file.
    [[nodiscard]] std::vector<LineMark> marks(const SourceNames& file) const;
    /// Breakpoints that stand at this line, or that were asked for there and moved.
    [[nodiscard]] std::vector<util::BreakpointId> breakpointsAt(const SourceNames& file, std::uint32_t line) const;

signals:
    void changed();

private:
    using Lines = std::map<std::uint32_t, LineMark>;
    /// Ranks by the line of their innermost frame.
    using Standing = std::map<std::uint32_t, util::RankSet>;

    void restart();
    void follow(const util::RankSet& changed);
    void addBreakpoints(const SourceNames& file, Lines& lines) const;
    void addRanks(const SourceNames& file, Lines& lines) const;
    void addLeader(const SourceNames& file, Lines& lines) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    std::map<std::string, Standing> m_standing;   ///< by file
    std::vector<debug::SourceLocation> m_whereOf; ///< by rank; unknown: it does not stand in source
};

} // namespace dbgr::ui
