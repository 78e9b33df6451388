// SPDX-License-Identifier: GPL-3.0-or-later
// Below variables or watches: one expression across the ranks of the focus, or across all their threads, as groups that
// can be focused.
// Thread: GUI.
#pragma once

#include "ui/values/across_model.h"
#include "ui/values/thread_comparison.h"

#include <QString>
#include <QWidget>

class QLabel;
class QToolButton;

namespace dbgr::ui {

class Comparisons;
class FilteredView;
struct UiContext;

class AcrossPanel final : public QWidget
{
    Q_OBJECT

public:
    /// \param comparisons knows the expression, or will: see expressionChanged()
    AcrossPanel(const Comparisons& comparisons, UiContext& context, QWidget* parent = nullptr);

    /// Shows itself for this expression; "" hides it.
    void compare(const QString& expression, AcrossBy by = AcrossBy::Rank);
    [[nodiscard]] const QString& expression() const { return m_expression; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

signals:
    /// Has to be known from now on; "" when the panel was closed.
    void expressionChanged(const QString& expression);

private:
    void refresh();
    void setBy(AcrossBy by);
    void focusOn(const QModelIndex& row);

    const Comparisons& m_comparisons;
    UiContext& m_context;
    AcrossModel m_model;
    ThreadComparison m_threads;
    AcrossBy m_by = AcrossBy::Rank;
    QString m_expression;
    QLabel* m_title;
    QToolButton* m_byThread;
    FilteredView* m_view;
};

} // namespace dbgr::ui
