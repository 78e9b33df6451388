// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/log_dock.h"

#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/ui_context.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

LogDock::LogDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.theme), m_tree(new QTreeView),
      m_view(new FilteredView(m_tree, context, this)), m_least(new QComboBox(this))
{
    setObjectName(QStringLiteral("log"));
    m_important.setSourceModel(&m_model);
    m_important.setFilterRole(LogModel::ImportanceRole);
    m_tree->setObjectName(QStringLiteral("logView"));
    m_tree->setAccessibleName(tr("What dbgr did"));
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setObjectName(QStringLiteral("logRows"));
    m_view->setModel(&m_important);
    m_view->setEmptyText(tr("Nothing has happened yet"), tr("What you ask for and what becomes of it stands here."));
    m_least->setObjectName(QStringLiteral("logLeast"));
    m_least->addItems({tr("Everything"), tr("What happens"), tr("Warnings and errors"), tr("Errors")});
    m_least->setAccessibleName(tr("What the log shows"));
    auto* const label = new QLabel(tr("&Show"), this);
    label->setBuddy(m_least);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(label);
    bar->addWidget(m_least);
    bar->addStretch(1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_tree);
    connect(m_least, &QComboBox::currentIndexChanged, this, &LogDock::showFrom);
    connect(m_tree, &QAbstractItemView::doubleClicked, this, &LogDock::focusRanks);
    connect(m_tree->verticalScrollBar(), &QScrollBar::actionTriggered, this, &LogDock::noteScroll);
    connect(m_tree->verticalScrollBar(), &QScrollBar::rangeChanged, this, &LogDock::follow);
    m_least->setCurrentIndex(context.settings.value(setting::kLogLeast));
    showFrom(m_least->currentIndex());
}

void LogDock::showFrom(int least)
{
    m_context.settings.set(setting::kLogLeast, least);
    m_important.setFilterRegularExpression(QStringLiteral("[%1-9]").arg(least));
}

void LogDock::noteScroll()
{
    const QScrollBar* const bar = m_tree->verticalScrollBar();
    m_atEnd = bar->sliderPosition() == bar->maximum();
}

void LogDock::follow()
{
    QScrollBar* const bar = m_tree->verticalScrollBar();
    if (m_atEnd)
        bar->setValue(bar->maximum());
}

void LogDock::focusRanks(const QModelIndex& index)
{
    const QModelIndex row = m_important.mapToSource(m_view->toSource(index));
    if (!row.isValid())
        return;
    const util::RankSet ranks = m_model.ranks(row.row()) & m_context.bridge.session().processes().all();
    if (!ranks.empty())
        (void)m_context.bridge.session().setFocus(ranks); // they are all of this job
}

} // namespace dbgr::ui

#include "moc_log_dock.cpp"
