// SPDX-License-Identifier: GPL-3.0-or-later
// A tree or list whose rows are visited (click, arrow keys) and chosen (double click, Return): by the user only, never
// because rows come and go. Thread: GUI.
#pragma once

#include <QTreeView>

namespace dbgr::ui {

class ChoiceView : public QTreeView
{
    Q_OBJECT

public:
    explicit ChoiceView(QWidget* parent = nullptr);

signals:
    void rowVisited(const QModelIndex& index);
    void rowChosen(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace dbgr::ui
