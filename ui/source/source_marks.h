// SPDX-License-Identifier: GPL-3.0-or-later
// What the margin of a source file shows: which lines have breakpoints and bookmarks, and how many ranks stand where:
// of those that the place is about. Way: session_bridge, current_place, bookmarks -> here -> source_view. Thread: GUI.
#pragma once

#include "ui/source/source_callers.h"
#include "ui/source/source_names.h"

#include "util/ids.h"
#include "util/rank_set.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {
struct StopCause;
}
namespace dbgr::session {
class Session;
}

namespace dbgr::ui {

class Bookmarks;
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
    bool logs = false; ///< nobody stops there: ranks log values, and go on
    QString problem;   ///< what is wrong with it; "" nothing
    QString breakpointTip;

    bool bookmarked = false;
    QString bookmarkTip;

    util::RankSet ranks;  ///< that stand here or in what is called from here and has no source
    bool crashed = false; ///< some of them
    bool leading = false; ///< the leading rank is here: its chosen frame
    bool stale = false;   ///< it was, and runs on
    QString ranksTip;
};

/// Breakpoints that stand at this line, or that were asked for there and moved.
[[nodiscard]] std::vector<util::BreakpointId> breakpointsAt(const session::Session& session, const SourceNames& file,
                                                            std::uint32_t line);

class SourceMarks final : public QObject
{
    Q_OBJECT

public:
    /// \param place whose ranks() are shown, and whose rank() leads
    SourceMarks(SessionBridge& bridge, CurrentPlace& place, const Bookmarks& bookmarks, QObject* parent = nullptr);

    /// Whether anyone looks. Unless someone does, ranks are marked only where they stand in source themselves.
    void setActive(bool active) { m_callers.setActive(active); }
    /// In the order of the lines. Its cost follows what there is in this file.
    [[nodiscard]] std::vector<LineMark> marks(const SourceNames& file) const;

signals:
    void changed();

private:
    using Lines = std::map<std::uint32_t, LineMark>;
    /// Ranks by the line of their innermost frame.
    using Standing = std::map<std::uint32_t, util::RankSet>;

    void restart();
    void follow(const util::RankSet& changed);
    [[nodiscard]] util::RankSet* spotOf(const debug::StopCause* stop);
    void addBreakpoints(const SourceNames& file, Lines& lines) const;
    void addBookmarks(const SourceNames& file, Lines& lines) const;
    void addRanks(const SourceNames& file, Lines& lines) const;
    void addCallers(const SourceNames& file, Lines& lines) const;
    void addLeader(const SourceNames& file, Lines& lines) const;

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    const Bookmarks& m_bookmarks;
    std::map<std::string, Standing> m_standing; ///< by file; what a job has once had stays
    std::vector<util::RankSet*> m_spotOf;       ///< by rank, in m_standing; null: it does not stand in source
    util::RankSet m_sourceless;                 ///< that stand, but not in source
    SourceCallers m_callers;
};

} // namespace dbgr::ui
