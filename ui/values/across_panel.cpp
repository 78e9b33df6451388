// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/across_panel.h"

#include "session/describe.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"
#include "ui/values/comparisons.h"
#include "ui/values/value_delegate.h"
#include "ui/widgets/filtered_view.h"
#include "ui/window/group_action.h"
#include "ui/window/ui_context.h"

#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

AcrossPanel::AcrossPanel(const Comparisons& comparisons, UiContext& context, QWidget* parent)
    : QWidget(parent), m_comparisons(comparisons), m_context(context), m_threads(context.bridge),
      m_title(new QLabel(this)), m_byThread(new QToolButton(this))
{
    auto* const close = new QToolButton(this);
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the comparison"));
    close->setAccessibleName(close->toolTip());
    const auto showIcon = [this, close] { close->setIcon(m_context.theme.icon(QStringLiteral("close"))); };
    showIcon();
    connect(&context.theme, &Theme::changed, close, showIcon);
    connect(close, &QToolButton::clicked, this, [this] { compare({}); });

    m_byThread->setObjectName(QStringLiteral("acrossThreads"));
    m_byThread->setText(tr("Threads"));
    m_byThread->setCheckable(true);
    m_byThread->setAutoRaise(true);
    m_byThread->setToolTip(tr("Compare all threads of the ranks, rather than the ranks (Ctrl+Alt+Return in the list)"));
    connect(m_byThread, &QToolButton::toggled, this,
            [this](bool isOn) { setBy(isOn ? AcrossBy::Thread : AcrossBy::Rank); });

    auto* const tree = new QTreeView;
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setItemDelegate(new ValueDelegate(context.theme, tree));
    tree->setAccessibleName(tr("Values across ranks"));
    m_view = new FilteredView(tree, context, this);
    m_view->setObjectName(QStringLiteral("values.across"));
    m_view->setModel(&m_model);
    m_view->setEmptyText(tr("Not compared yet"), tr("Values are compared when ranks of the focus stand"));
    tree->header()->setStretchLastSection(true);
    connect(tree, &QTreeView::activated, this, &AcrossPanel::focusOn);
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [this](QMenu& menu, const QModelIndex& source) {
        const util::RankSet ranks = source.isValid() ? m_model.ranks(source) : util::RankSet();
        if (!ranks.empty())
            menu.addAction(tr("Make group of these ranks..."), this,
                           [this, ranks] { wantGroup(m_context.actions, ranks); });
    });

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 4, 4);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_byThread);
    bar->addWidget(close);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_view, 1);
    m_title->setMinimumWidth(1); // a long expression is cut, not a reason for a wide window
    connect(&comparisons, &Comparisons::arrived, this, [this](const std::string& expression) {
        if (expression == m_expression.toStdString())
            refresh();
    });
    connect(&comparisons, &Comparisons::outdated, this, &AcrossPanel::refresh);
    connect(&m_threads, &ThreadComparison::changed, this, &AcrossPanel::refresh);
    hide();
}

void AcrossPanel::compare(const QString& expression, AcrossBy by)
{
    m_expression = expression;
    const QSignalBlocker quiet(m_byThread);
    m_byThread->setChecked(by == AcrossBy::Thread);
    setBy(by);
    setVisible(!expression.isEmpty());
}

/// Only what is shown is asked for.
void AcrossPanel::setBy(AcrossBy by)
{
    m_by = by;
    const bool ofThreads = by == AcrossBy::Thread;
    m_model.setBy(by);
    m_title->setText((ofThreads ? tr("%1 across threads") : tr("%1 across ranks")).arg(m_expression));
    m_title->setToolTip(ofThreads ? tr("Double click a row to focus on its ranks, and to choose its first thread")
                                  : tr("Double click a row to focus on its ranks"));
    emit expressionChanged(ofThreads ? QString() : m_expression);
    m_threads.compare(ofThreads ? m_expression.toStdString() : std::string());
    refresh();
}

void AcrossPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_threads.setActive(true);
}

void AcrossPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_threads.setActive(false);
}

void AcrossPanel::refresh()
{
    const std::string expression = m_expression.toStdString();
    if (m_by == AcrossBy::Thread)
        m_model.show(m_threads.values(), m_threads.isStale());
    else if (const Across* const across = m_comparisons.find(expression))
        m_model.show(*across, m_comparisons.isStale(expression));
}

void AcrossPanel::focusOn(const QModelIndex& row)
{
    const QModelIndex source = m_view->toSource(row);
    const util::RankSet ranks = m_model.ranks(source);
    if (ranks.empty())
        return;
    const debug::ThreadNumbers threads = m_model.threads(source); // another focus has other rows
    session::Session& session = m_context.bridge.session();
    const util::Result<void> focused = session.setFocus(ranks);
    m_context.notices.showResult(QStringLiteral("focus"), focused);
    const std::optional<util::Rank> leading = session.leadingRank();
    if (!focused || !leading)
        return;
    for (const auto& [thread, its] : threads.byThread()) {
        if (its.contains(*leading))
            return m_context.place.chooseThreadNumber(*leading, {thread});
    }
}

} // namespace dbgr::ui

#include "moc_across_panel.cpp"
