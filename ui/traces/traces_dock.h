// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks have logged at tracepoints: chosen by tracepoint, sorted, filtered, saved, forgotten. Thread: GUI.
#pragma once

#include "ui/traces/trace_model.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTimer;
class QToolButton;
class QTreeView;

namespace dbgr::ui {

class FilteredView;
class TracePlot;

class TracesDock final : public QWidget
{
    Q_OBJECT

public:
    explicit TracesDock(UiContext& context, QWidget* parent = nullptr);
    ~TracesDock() override;

private:
    void connectAll();
    /// Tracepoints that there are, and those that were and have left records.
    void updatePoints();
    void choosePoint();
    /// The expressions that can be drawn are those of the tracepoint.
    void updateExpressions();
    void showCount();
    /// The table, or the plot.
    void showWhatIsWanted();
    void draw();
    void follow();
    void focusRank(const QModelIndex& ofView);
    void askForFile();
    void saveTo(const QString& file);

    UiContext& m_context;
    TraceModel m_model;
    QComboBox* m_points;
    QLabel* m_count;
    QComboBox* m_expressions; ///< of the plot
    QComboBox* m_axis;        ///< the same
    QToolButton* m_plotted;
    QToolButton* m_save;
    QToolButton* m_clear;
    QTreeView* m_tree;
    FilteredView* m_view;
    QStackedWidget* m_stack;
    TracePlot* m_plot;
    QTimer* m_drawing; ///< runs while there is something new to be drawn
    bool m_atEnd = true;
};

} // namespace dbgr::ui
