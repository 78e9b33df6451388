// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the Variables dock: the tree of arguments and locals, its place above, a comparison below.
// Thread: GUI.
#pragma once

#include "ui/values/across_model.h"
#include "ui/values/variable_model.h"

#include <QString>
#include <QWidget>

class QAction;
class QTreeView;

namespace dbgr::ui {

class AcrossPanel;
class ColumnFit;
class FilteredView;
class LinePrompt;
class PlaceLabel;
class StatisticsPanel;
class ValueChanges;
struct UiContext;

class VariablesDock final : public QWidget
{
    Q_OBJECT

public:
    explicit VariablesDock(UiContext& context, QWidget* parent = nullptr);

signals:
    /// The user wants to watch this.
    void watchWanted(const QString& expression);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeView();
    void makeActions();
    void showPlace();
    void activate(const QModelIndex& row);
    void compareCurrent(AcrossBy by);
    void sumUpCurrent();
    void goToElement();
    /// Asks for another value of the row, if it has one.
    void changeCurrent();
    [[nodiscard]] bool canChange(const QModelIndex& row) const;
    [[nodiscard]] QModelIndex current() const;

    UiContext& m_context;
    VariableModel m_model;
    QTreeView* m_tree;
    ColumnFit* m_columns = nullptr;
    FilteredView* m_view;
    PlaceLabel* m_place;
    AcrossPanel* m_across;
    StatisticsPanel* m_statistics;
    LinePrompt* m_prompt;
    ValueChanges* m_changes;
};

} // namespace dbgr::ui
