// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/choice_view.h"

#include <QGuiApplication>
#include <QKeyEvent>

namespace dbgr::ui {

ChoiceView::ChoiceView(QWidget* parent) : QTreeView(parent)
{
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setRootIsDecorated(false);
    setExpandsOnDoubleClick(false);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setFrameShape(NoFrame);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (QGuiApplication::keyboardModifiers() == Qt::NoModifier) // else rows are being selected
            emit rowVisited(index);
    });
    connect(this, &QTreeView::doubleClicked, this, &ChoiceView::rowChosen);
}

void ChoiceView::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowChosen(currentIndex());
        return;
    }
    const QPersistentModelIndex before = currentIndex();
    QTreeView::keyPressEvent(event);
    if (currentIndex().isValid() && before != currentIndex())
        emit rowVisited(currentIndex());
}

} // namespace dbgr::ui
