// SPDX-License-Identifier: GPL-3.0-or-later
// Below variables or watches: one expression across the ranks of the focus, as groups that can be focused.
// Thread: GUI.
#pragma once

#include "ui/values/across_model.h"

#include <QString>
#include <QWidget>

class QLabel;

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
    void compare(const QString& expression);
    [[nodiscard]] const QString& expression() const { return m_expression; }

signals:
    /// Has to be known from now on; "" when the panel was closed.
    void expressionChanged(const QString& expression);

private:
    void refresh();
    void focusOn(const QModelIndex& row);

    const Comparisons& m_comparisons;
    UiContext& m_context;
    AcrossModel m_model;
    QString m_expression;
    QLabel* m_title;
    FilteredView* m_view;
};

} // namespace dbgr::ui
