// SPDX-License-Identifier: GPL-3.0-or-later
// A tree or list whose rows are visited (click, arrow keys) and chosen (double click, Return): by the user only, never
// because rows come and go. Thread: GUI.
#pragma once

#include <QList>
#include <QTreeView>

namespace dbgr::ui {

class ChoiceView : public QTreeView
{
    Q_OBJECT

public:
    explicit ChoiceView(QWidget* parent = nullptr);

    /// What can be seen of the columns `fitted` gets the room that it needs, up to a part of the view each; `stretched`
    /// has the rest. \pre the model is set
    void setFittedColumns(int stretched, const QList<int>& fitted);
    /// After rows changed.
    void fitColumns();

signals:
    void rowVisited(const QModelIndex& index);
    void rowChosen(const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QList<int> m_fitted;
};

} // namespace dbgr::ui
