// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers each program's breakpoints and bookmarks in the settings, and sets them again when that program is
// launched. Way: session_bridge, bookmarks -> here -> settings, session, bookmarks. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "ui/source/bookmarks.h"

#include <QObject>
#include <QString>

#include <set>
#include <vector>

namespace dbgr::session {
struct JobLaunched;
}

namespace dbgr::ui {

class SessionBridge;
class Settings;

struct RememberedBreakpoint
{
    debug::BreakpointSpec spec;                ///< its id is not looked at
    bool temporary = false;                    ///< each rank stops once
    std::optional<util::RankSet> barrier = {}; ///< who gathers there
};

/// One row of the memory: breakpoints of a program, and bookmarks.
struct ProgramBreakpoints
{
    QString program; ///< path of the executable
    std::vector<RememberedBreakpoint> breakpoints;
    std::vector<Bookmark> bookmarks = {};
};

/// As stored: JSON, the program that was changed last first.
[[nodiscard]] QString toText(const std::vector<ProgramBreakpoints>& programs);
/// What cannot be read is left out.
[[nodiscard]] std::vector<ProgramBreakpoints> toPrograms(const QString& text);

class BreakpointMemory final : public QObject
{
    Q_OBJECT

public:
    /// Programs that are remembered at most; the one not used for longest goes.
    static constexpr std::size_t kPrograms = 40;

    /// \param bookmarks outlive it
    BreakpointMemory(SessionBridge& bridge, Settings& settings, Bookmarks& bookmarks, QObject* parent = nullptr);

    /// Before others are put in the place of all breakpoints and bookmarks. While there is no job they are those of the
    /// next program, whatever is remembered of it, and the last one keeps those that it had.
    void takeGiven();

private:
    void jobChanged();
    void launched(const session::JobLaunched& job);
    void save();
    [[nodiscard]] std::vector<RememberedBreakpoint> breakpointsOfNow() const;

    SessionBridge& m_bridge;
    Settings& m_settings;
    Bookmarks& m_bookmarks;
    QString m_program;                    ///< whose breakpoints and bookmarks there are; "" not known (yet)
    std::set<util::BreakpointId> m_known; ///< those of m_program
    bool m_given = false;                 ///< takeGiven() was called, and no program was launched since
    bool m_launching = false;             ///< it is not known yet whose they will be
};

} // namespace dbgr::ui
