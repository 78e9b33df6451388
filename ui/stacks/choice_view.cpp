// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/choice_view.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace dbgr::ui {

namespace {

/// Percent of the view that one fitted column may take.
constexpr int kMostOfRoom = 32;

} // namespace

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

void ChoiceView::setFittedColumns(int stretched, const QList<int>& fitted)
{
    m_fitted = fitted;
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(0);
    header()->setResizeContentsPrecision(0); // what can be seen
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setSectionResizeMode(stretched, QHeaderView::Stretch);
    fitColumns();
}

void ChoiceView::fitColumns()
{
    const int most = viewport()->width() * kMostOfRoom / 100;
    for (const int column : m_fitted) {
        const int wanted = std::max(sizeHintForColumn(column), header()->sectionSizeHint(column));
        header()->resizeSection(column, std::min(wanted, most));
    }
}

void ChoiceView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
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

#include "moc_choice_view.cpp"
