// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done to many breakpoints at once, by the commands of the Breakpoints menu; and the way back after a
// removal. Way: actions, breakpoints_dock -> here -> session. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include "debug/breakpoint.h"
#include "session/file/session_document.h"
#include "util/result.h"

#include <QObject>

#include <span>
#include <vector>

class QAction;

namespace dbgr::ui {

class BreakpointCommands final : public QObject
{
    Q_OBJECT

public:
    explicit BreakpointCommands(UiContext& context, QObject* parent = nullptr);

    /// Sets one as typed: "ring.cpp:29 if hop == 3"; a line alone is of the file where the current place stands.
    [[nodiscard]] util::Result<util::BreakpointId> add(const QString& text);
    void remove(const std::vector<util::BreakpointId>& ids);
    /// Sets breakpoints at moments, or removes all of them where one stands.
    using Moments = std::span<const debug::Moment::What>;
    void toggle(Moments moments);
    void setAllEnabled(bool enabled);
    void setEnabled(const std::vector<util::BreakpointId>& ids, bool enabled);
    /// \param group "" none
    void putIntoGroup(const std::vector<util::BreakpointId>& ids, const QString& group);
    /// Sets again what was removed last; under new ids.
    void restoreRemoved();

private:
    [[nodiscard]] std::vector<util::BreakpointId> standingAt(Moments moments) const;
    void removeAll();
    void update();

    UiContext& m_context;
    QAction* m_restore;
    std::vector<session::SavedBreakpoint> m_removed;
};

} // namespace dbgr::ui
