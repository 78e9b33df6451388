// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the Breakpoints dock: the list, and a line for another one. Thread: GUI.
#pragma once

#include "ui/breakpoints/breakpoint_commands.h"
#include "ui/breakpoints/breakpoint_files.h"
#include "ui/breakpoints/breakpoint_model.h"

#include <QWidget>

#include <vector>

class QTreeView;

namespace dbgr::ui {

class FilteredView;
class LinePrompt;
class NewBreakpointLine;

class BreakpointsDock final : public QWidget
{
    Q_OBJECT

public:
    explicit BreakpointsDock(UiContext& context, QWidget* parent = nullptr);

signals:
    /// The source should show this.
    void sourceWanted(const dbgr::debug::SourceLocation& where);
    /// The dock has to be seen: a breakpoint is about to be typed.
    void raiseWanted();

private:
    void makeView();
    void makeActions();
    void activate(const QModelIndex& row);
    /// Shows the places of one that has a few. \param breakpoint of the view
    void expandPlaces(const QModelIndex& breakpoint);
    void editCell(const QModelIndex& cell);
    void toggleCurrent();
    void ignoreCurrent();
    void askForCommands();
    void removeSelected();
    void askForGroup();
    void switchGroup(bool enabled);
    /// Those that are in one with the current one; none, if that is in no group.
    [[nodiscard]] std::vector<util::BreakpointId> groupOfCurrent() const;
    [[nodiscard]] std::vector<util::BreakpointId> selected() const;
    void showCurrentSource();
    [[nodiscard]] QModelIndex current() const;

    UiContext& m_context;
    BreakpointModel m_model;
    BreakpointCommands m_commands;
    BreakpointFiles m_files;
    NewBreakpointLine* m_line;
    LinePrompt* m_prompt;
    QTreeView* m_tree;
    FilteredView* m_view;
};

} // namespace dbgr::ui
