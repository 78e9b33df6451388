// SPDX-License-Identifier: GPL-3.0-or-later
// Which signals stop ranks, and which reach them, and which results of floating-point arithmetic stop them: a box each,
// which takes effect at once. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QDialog>

class QPushButton;
class QTableWidget;
class QTableWidgetItem;

namespace dbgr::ui {

class FloatTrapsBox;

class SignalsDialog final : public QDialog
{
    Q_OBJECT

public:
    SignalsDialog(UiContext& context, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    /// Shows the rule that holds.
    void showRule(int row);
    void take(QTableWidgetItem* changed);
    void restoreUsual();

    UiContext& m_context;
    QTableWidget* m_table;
    QPushButton* m_usual;
    FloatTrapsBox* m_floats;
};

} // namespace dbgr::ui
