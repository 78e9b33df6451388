// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done at a line of source: breakpoints, and running to it. What is refused becomes a notice.
// Way: source_area -> here -> session. Thread: GUI.
#pragma once

#include "ui/source/source_names.h"

#include "debug/breakpoint.h"
#include "util/ids.h"
#include "util/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace dbgr::ui {

class Notices;
class SessionBridge;

class SourceCommands final : public QObject
{
    Q_OBJECT

public:
    SourceCommands(SessionBridge& bridge, Notices& notices, QObject* parent = nullptr);

    /// All files that are open, as the program calls them: breakpoints are named so that they are told apart.
    void setOpenFiles(const QStringList& programPaths) { m_openFiles = programPaths; }

    /// Removes the line's breakpoints, or sets one.
    void toggleBreakpoint(const SourceNames& file, std::uint32_t line);
    void setTemporaryBreakpoint(const SourceNames& file, std::uint32_t line);
    /// \param what "lap, state.rank on 0-3 if lap > 1"
    void setTracepoint(const SourceNames& file, std::uint32_t line, const QString& what);
    void setBarrier(const SourceNames& file, std::uint32_t line);
    /// A breakpoint at which only the ranks of the focus stop.
    void setForFocus(const SourceNames& file, std::uint32_t line);
    void removeBreakpoints(const SourceNames& file, std::uint32_t line);
    /// Of the line's breakpoints; sets one if there is none. \param condition "" always stops
    void setCondition(const SourceNames& file, std::uint32_t line, const QString& condition);
    void setEnabled(const SourceNames& file, std::uint32_t line, bool enabled);
    /// The condition of the line's first breakpoint; "" none.
    [[nodiscard]] QString condition(const SourceNames& file, std::uint32_t line) const;

    /// Lets the focus run until each rank comes to this line, or stops before.
    void runTo(const SourceNames& file, std::uint32_t line);
    /// The same in the function in which each rank stands, past deeper calls of it, and no further than its end.
    void runUntil(const SourceNames& file, std::uint32_t line);
    /// The line as it is named to ranks.
    [[nodiscard]] debug::SourceLine place(const SourceNames& file, std::uint32_t line) const;

private:
    [[nodiscard]] util::Result<util::BreakpointId> add(const SourceNames& file, std::uint32_t line,
                                                       const QString& condition);
    void report(const util::Result<void>& result);

    SessionBridge& m_bridge;
    Notices& m_notices;
    QStringList m_openFiles;
};

} // namespace dbgr::ui
