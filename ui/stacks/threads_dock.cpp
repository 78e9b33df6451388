// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/threads_dock.h"

#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/stacks/choice_view.h"
#include "ui/stacks/frame_text.h"
#include "ui/stacks/place_delegate.h"
#include "ui/stacks/view_status.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QVBoxLayout>

namespace dbgr::ui {

ThreadsDock::ThreadsDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.place),
      m_wish(context.bridge, context.place), m_status(new ViewStatus(this)), m_allRanks(new QCheckBox(this)),
      m_list(new ChoiceView),
      m_delegate(new PlaceDelegate(
          context.theme,
          {ThreadsModel::SourceRole, ThreadsModel::ChosenRole, ThreadsModel::RankNumber, ThreadsModel::Id}, m_list)),
      m_view(new FilteredView(m_list, context, this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_status);
    layout->addWidget(m_view);
    setFocusProxy(m_view);
    setAccessibleName(tr("Threads"));

    m_allRanks->setText(tr("All ranks"));
    m_allRanks->setToolTip(tr("Show the threads of all ranks of the focus, not only of the one that leads"));
    m_status->addButton(m_allRanks);

    m_list->setAccessibleName(tr("Threads"));
    m_list->setItemDelegate(m_delegate);
    m_view->setObjectName(QStringLiteral("threads"));
    m_view->setModel(&m_model);
    QHeaderView& header = *m_list->header();
    header.setStretchLastSection(true);
    for (const int column : {ThreadsModel::RankNumber, ThreadsModel::Number, ThreadsModel::Id})
        header.setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header.resizeSection(ThreadsModel::Name, m_list->fontMetrics().horizontalAdvance(QLatin1Char('n')) * 18);
    connectAll();
    setAllRanks(context.settings.value(setting::kThreadsOfAllRanks));
}

ThreadsDock::~ThreadsDock()
{
    delete m_view; // the model is a member, gone before the children
}

void ThreadsDock::connectAll()
{
    connect(&m_model, &ThreadsModel::statusChanged, this, &ThreadsDock::showStatus);
    connect(m_status, &ViewStatus::dimmedChanged, this, [this](bool dimmed) {
        m_delegate->setDimmed(dimmed);
        m_list->viewport()->update();
    });
    connect(m_allRanks, &QCheckBox::toggled, this, &ThreadsDock::setAllRanks);
    connect(m_list, &ChoiceView::rowChosen, this, &ThreadsDock::choose);
    QList<QAction*> actions;
    for (const char* const name :
         {action::kFreezeThread, action::kThawThread, action::kFreezeOthers, action::kThawAll, action::kStepThreads})
        actions << m_context.actions.get(name);
    m_view->addContextActions(actions);
    // What stands in the menu is about the chosen thread.
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [this](QMenu&, const QModelIndex& source) {
        const ThreadRow* const row = m_model.at(source);
        if (row && !source.data(ThreadsModel::ChosenRole).toBool())
            m_wish.chooseThread(row->rank, row->thread.id);
    });
}

void ThreadsDock::showStatus()
{
    const bool empty = m_model.rowCount() == 0;
    const QString problem = m_model.problem();
    m_status->setText(empty ? QString() : threadsSummary(m_model.rowCount(), m_model.rankCount()));
    m_status->setState(m_model.isStale() && !empty, m_model.underWay());
    m_view->setEmptyText(problem.isEmpty() ? tr("No threads yet") : tr("No threads"),
                         problem.isEmpty() ? tr("They are shown as soon as a rank of the focus stops.") : problem);
}

void ThreadsDock::setAllRanks(bool all)
{
    const QSignalBlocker quiet(m_allRanks);
    m_allRanks->setChecked(all);
    m_model.setAllRanks(all);
    m_context.settings.set(setting::kThreadsOfAllRanks, all);
    showStatus();
}

void ThreadsDock::choose(const QModelIndex& ofView)
{
    if (const ThreadRow* const row = m_model.at(m_view->toSource(ofView)))
        m_wish.chooseThread(row->rank, row->thread.id);
}

void ThreadsDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
}

void ThreadsDock::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
}

} // namespace dbgr::ui

#include "moc_threads_dock.cpp"
