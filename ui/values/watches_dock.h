// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the Watches dock: the user's expressions, edited in place. Thread: GUI.
#pragma once

#include "ui/values/across_model.h"
#include "ui/values/watch_model.h"

#include <QString>
#include <QWidget>

class QTreeView;

namespace dbgr::ui {

class AcrossPanel;
class FilteredView;
class StatisticsPanel;
struct UiContext;

class WatchesDock final : public QWidget
{
    Q_OBJECT

public:
    explicit WatchesDock(UiContext& context, QWidget* parent = nullptr);

public slots:
    /// Shows it as the current row; one that is there already stays as it is.
    void addExpression(const QString& expression);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeView();
    void makeActions();
    void edit(int row);
    /// The row that adds an expression is current, or there is no other.
    [[nodiscard]] bool isAtNewRow() const;
    void removeSelected();
    void compareCurrent(AcrossBy by);
    void sumUpCurrent();
    /// How the current watch is shown.
    void setFormat(char format);

    UiContext& m_context;
    WatchModel m_model;
    QTreeView* m_tree;
    FilteredView* m_view;
    AcrossPanel* m_across;
    StatisticsPanel* m_statistics;
};

} // namespace dbgr::ui
