// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/statistics_panel.h"

#include "debug/debug_error.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"
#include "ui/values/value_delegate.h"
#include "ui/values/watch_format.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/ui_context.h"

#include <QHeaderView>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

StatisticsPanel::StatisticsPanel(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_title(new QLabel(this))
{
    auto* const close = new QToolButton(this);
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the statistics"));
    close->setAccessibleName(close->toolTip());
    const auto showIcon = [this, close] { close->setIcon(m_context.theme.icon(QStringLiteral("close"))); };
    showIcon();
    connect(&context.theme, &Theme::changed, close, showIcon);
    connect(close, &QToolButton::clicked, this, [this] { sumUp({}); });

    auto* const tree = new QTreeView;
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setItemDelegate(new ValueDelegate(context.theme, tree));
    tree->setAccessibleName(tr("Statistics of ranks"));
    m_view = new FilteredView(tree, context, this);
    m_view->setObjectName(QStringLiteral("values.statistics"));
    m_view->setColumnChars({12, 9, 22, 22, 11, 11, 7, 9});
    m_view->setModel(&m_model);
    m_view->setEmptyText(tr("Not summed up yet"), tr("Numbers are summed up when ranks of the focus stand"));
    tree->header()->setStretchLastSection(true);
    connect(tree, &QTreeView::activated, this, &StatisticsPanel::focusOn);

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 4, 4);
    bar->addWidget(m_title, 1);
    bar->addWidget(close);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    m_title->setMinimumWidth(1); // a long expression is cut, not a reason for a wide window

    connect(&context.place, &CurrentPlace::changed, this, &StatisticsPanel::ask);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &StatisticsPanel::ask);
    connect(&context.bridge, &SessionBridge::valuesChanged, this, &StatisticsPanel::ask);
    connect(&context.bridge, &SessionBridge::stacksStale, this, &StatisticsPanel::ask);
    connect(&context.bridge, &SessionBridge::jobChanged, this, [this] { m_model.show({}); });
    hide();
}

void StatisticsPanel::sumUp(const QString& expression)
{
    m_expression = QString::fromStdString(withoutFormat(expression.toStdString()));
    m_model.show({});
    m_title->setText(tr("Statistics of %1").arg(m_expression));
    m_title->setToolTip(tr("Of the numbers themselves; double click a row to focus on its ranks"));
    m_answer.forget();
    if (m_expression.isEmpty())
        return hide();
    if (isVisible())
        ask();
    else
        show(); // which asks
}

void StatisticsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

/// Nobody is asked before the current place is known: its frame is the one to ask in. Large arrays take time: what is
/// not seen is not asked.
void StatisticsPanel::ask()
{
    m_answer.forget(); // it would be about another place
    if (m_expression.isEmpty() || !isVisible())
        return;
    m_model.setStale();
    const CurrentPlace& place = m_context.place;
    if (!place.rank() || place.isStale())
        return;
    session::Session& session = m_context.bridge.session();
    const session::FrameChoice choice = place.choice();
    const util::RankSet ranks = choice.thread ? util::RankSet(*place.rank()) // no other rank has that thread
                                              : session.focus() & session.processes().standing();
    if (ranks.empty())
        return;
    session.statistics(ranks, m_expression.toStdString(), choice,
                       m_answer.expect([this, ranks](auto answer) { take(std::move(answer), ranks); }));
}

void StatisticsPanel::take(util::Result<session::Answer<Groups>> answer, const util::RankSet& asked)
{
    if (!answer && answer.error().code == make_error_code(debug::Errc::Stale))
        return; // the news of it is on its way
    Groups groups;
    const auto addProblem = [&](const util::RankSet& ranks, const util::Error& error) {
        debug::StatisticsGroup& group = groups.emplace_back();
        group.ranks = ranks;
        group.problem = error.message();
    };
    if (answer) {
        groups = std::move(answer->value);
        for (const debug::RankFailure& failure : answer->failures)
            addProblem(failure.ranks, failure.error);
    } else {
        addProblem(asked, answer.error());
    }
    m_model.show(session::statisticsRows(groups, false));
}

void StatisticsPanel::focusOn(const QModelIndex& row)
{
    const util::RankSet ranks = m_model.ranks(m_view->toSource(row));
    if (!ranks.empty())
        m_context.notices.showResult(QStringLiteral("focus"), m_context.bridge.session().setFocus(ranks));
}

} // namespace dbgr::ui

#include "moc_statistics_panel.cpp"
