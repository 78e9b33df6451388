// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/ranks_dock.h"

#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/group_strip.h"
#include "ui/ranks/rank_drag.h"
#include "ui/ranks/rank_grid.h"
#include "ui/ranks/rank_legend.h"
#include "ui/ranks/rank_menu.h"
#include "ui/ranks/rank_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/group_action.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelection>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

using util::RankSet;

namespace {

/// The state's mark before its word.
class StateDelegate final : public QStyledItemDelegate
{
public:
    StateDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme)
    {
        connect(&theme, &Theme::changed, this, &StateDelegate::drawIcons);
        drawIcons();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const int look = index.data(RankModel::LookRole).toInt();
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = m_icons.at(static_cast<std::size_t>(look));
        option->decorationSize = {12, 12};
    }

private:
    void drawIcons()
    {
        for (const RankLook look : kRankLooks)
            m_icons[static_cast<std::size_t>(look)] = lookIcon(look, m_theme);
    }

    const Theme& m_theme;
    std::array<QIcon, kRankLooks.size()> m_icons;
};

} // namespace

RanksDock::RanksDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_legend(new RankLegend(context.theme, this)),
      m_grid(new RankGrid(context, this)), m_groups(new GroupStrip(context, m_grid->looks(), this)),
      m_line(new RankSetEdit(context, this)), m_tableButton(new QToolButton(this)), m_pages(new QStackedLayout)
{
    m_line->setPlaceholderText(tr("Select ranks: 0-3,7"));
    m_line->setAccessibleName(tr("Selected ranks"));
    m_line->setToolTip(tr("The selected ranks. Type others; Return focuses on them."));
    m_line->setEmptyAllowed(true);
    m_tableButton->setText(tr("Table"));
    m_tableButton->setToolTip(tr("Show the ranks as a table that can be sorted, filtered and exported"));
    m_tableButton->setCheckable(true);
    m_tableButton->setAutoRaise(true);

    auto* const below = new QHBoxLayout;
    below->setContentsMargins(4, 4, 4, 4);
    below->setSpacing(4);
    below->addWidget(m_line);
    below->addWidget(m_tableButton);
    m_pages->addWidget(m_grid);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_legend);
    layout->addWidget(m_groups);
    layout->addLayout(m_pages, 1);
    layout->addLayout(below);
    setFocusProxy(m_grid);

    connect(m_grid, &RankGrid::looksChanged, this, [this] { m_legend->setCounts(m_grid->looks()); });
    m_legend->setCounts(m_grid->looks());
    connect(m_legend, &RankLegend::clicked, this, [this](RankLook look) { m_grid->select(ranksOf(look)); });
    connect(m_legend, &RankLegend::doubleClicked, this, [this](RankLook look) { focusOn(m_context, ranksOf(look)); });
    connect(m_tableButton, &QToolButton::toggled, this, &RanksDock::showTable);
    connect(m_context.actions.get(action::kNewGroup), &QAction::triggered, this, [this] {
        const RankSet wanted = wantedGroup(*m_context.actions.get(action::kNewGroup));
        const RankSet& focus = m_context.bridge.session().focus();
        m_groups->askForName(!wanted.empty() ? wanted : m_grid->selection().empty() ? focus : m_grid->selection());
    });
    connect(m_grid, &RankGrid::looksChanged, m_groups, &GroupStrip::refresh);
    connect(m_grid, &RankGrid::selectionPulled, this, [this] { dragRanks(*m_grid, {m_grid->selection(), {}}); });
    connect(m_groups, &GroupStrip::groupPulled, this, [this](const DraggedRanks& what) { dragRanks(*m_groups, what); });
    connect(m_groups, &GroupStrip::keyboardLeft, this, [this] { m_pages->currentWidget()->setFocus(); });
    new GroupUndo(context, this);
    connectLine();
}

void RanksDock::connectLine()
{
    connect(m_grid, &RankGrid::selectionChanged, this, [this] {
        m_line->setRanks(m_grid->selection());
        m_groups->setSelection(m_grid->selection());
        if (m_table && m_pages->currentWidget() == m_table && !m_takingFromTable)
            selectInTable();
    });
    connect(m_grid, &RankGrid::rankTyped, m_line, &RankSetEdit::startTyping);
    connect(m_line, &RankSetEdit::rankSetTyped, this, &RanksDock::selectTyped);
    connect(m_line, &RankSetEdit::editingFinished, this, [this] { m_beforeTyping.reset(); });
    connect(m_line, &RankSetEdit::rankSetEntered, this, [this](const RankSet& ranks) {
        m_beforeTyping.reset();
        m_grid->select(ranks);
        m_grid->setFocus();
        if (!ranks.empty())
            focusOn(m_context, ranks);
    });
    connect(m_line, &RankSetEdit::cancelled, this, [this] {
        if (m_beforeTyping)
            m_grid->select(*std::exchange(m_beforeTyping, std::nullopt));
        m_grid->setFocus();
    });
}

void RanksDock::selectTyped(const RankSet& ranks)
{
    if (!m_beforeTyping)
        m_beforeTyping = m_grid->selection();
    m_grid->select(ranks);
}

RankSet RanksDock::ranksOf(RankLook look) const
{
    return m_grid->looks().of(look);
}

void RanksDock::showTable(bool shown)
{
    if (shown && !m_table)
        makeTable();
    if (!m_table)
        return;
    if (shown)
        selectInTable();
    m_pages->setCurrentWidget(shown ? static_cast<QWidget*>(m_table) : m_grid);
    setFocusProxy(m_pages->currentWidget());
    m_pages->currentWidget()->setFocus();
}

void RanksDock::makeTable()
{
    m_model = new RankModel(m_context.bridge, this);
    m_tree = new QTreeView;
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setAccessibleName(tr("Table of ranks"));
    m_tree->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_tree->setSortingEnabled(true);
    m_table = new FilteredView(m_tree, m_context, this);
    m_table->setObjectName(QStringLiteral("ranks"));
    m_table->setEmptyText(tr("No ranks yet"), tr("Launch a job: one row for each of its ranks comes here"));
    m_table->setColumnChars({6, 12, 10, 8, 48, 24});
    m_table->setModel(m_model);
    m_tree->setItemDelegateForColumn(RankModel::StateColumn, new StateDelegate(m_context.theme, m_tree));
    m_pages->addWidget(m_table);

    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RanksDock::takeTableSelection);
    connect(&m_context.bridge, &SessionBridge::jobChanged, this, &RanksDock::selectInTable); // after the model
    connect(m_tree, &QTreeView::activated, this, [this] { focusOn(m_context, m_grid->selection()); });
    connect(m_table, &FilteredView::contextMenuAboutToShow, this, [this](QMenu& menu, const QModelIndex& source) {
        if (!m_grid->selection().empty())
            fillRankMenu(menu, m_context, m_grid->selection(),
                         source.isValid() ? std::optional(m_model->rankOf(source.row())) : std::nullopt);
    });
}

void RanksDock::takeTableSelection()
{
    // Rows that go with their job take nothing out of the selection: it is there again in the next one.
    if (m_pages->currentWidget() != m_table || m_context.bridge.session().processes().all().empty())
        return;
    std::vector<RankSet::Interval> selected;
    for (const QItemSelectionRange& range : m_tree->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            const auto rank = m_model->rankOf(m_table->toSource(m_tree->model()->index(row, 0)).row()).value();
            selected.push_back({rank, rank});
        }
    }
    const QScopedValueRollback taking(m_takingFromTable, true);
    m_grid->select(RankSet::fromIntervals(std::move(selected)));
}

void RanksDock::selectInTable()
{
    QItemSelection selection;
    for (const RankSet::Interval& interval : m_grid->selection().intervals()) {
        const auto first = m_model->rowOf(util::Rank(interval.first));
        const auto last = m_model->rowOf(util::Rank(interval.last));
        if (first && last)
            selection.select(m_model->index(*first, 0), m_model->index(*last, RankModel::ColumnCount - 1));
    }
    const QSignalBlocker quiet(m_tree->selectionModel());
    m_tree->selectionModel()->select(m_table->proxy().mapSelectionFromSource(selection),
                                     QItemSelectionModel::ClearAndSelect);
    m_tree->viewport()->update();
}

} // namespace dbgr::ui

#include "moc_ranks_dock.cpp"
