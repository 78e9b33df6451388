// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/watches_dock.h"

#include "ui/settings/settings.h"
#include "ui/values/across_panel.h"
#include "ui/values/format_menu.h"
#include "ui/values/statistics_panel.h"
#include "ui/values/stop_on_change.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_view.h"
#include "ui/values/visible_rows.h"
#include "ui/values/watch_format.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/make_current.h"
#include "ui/window/ui_context.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

WatchesDock::WatchesDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.place, context.settings),
      m_across(new AcrossPanel(m_model.comparisons(), context, this)), m_statistics(new StatisticsPanel(context, this))
{
    makeView();
    makeActions();
    auto* const splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(m_across);
    splitter->addWidget(m_statistics);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setFocusProxy(m_view);
    connect(m_across, &AcrossPanel::expressionChanged, this,
            [this](const QString& expression) { m_model.setPinned(expression.toStdString()); });
}

void WatchesDock::makeView()
{
    m_tree = makeValueTree(m_context.theme);
    m_tree->setRootIsDecorated(false);
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed); // a double click activates, see below
    m_tree->setAccessibleName(tr("Watches"));
    m_view = new FilteredView(m_tree, m_context, this);
    m_view->setObjectName(QStringLiteral("values.watches"));
    m_view->setModel(&m_model);
    fitValueColumns(m_tree, m_context.settings.entry(QStringLiteral("columns/values.watches")).isValid());
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& row) {
        const int source = m_view->toSource(row).row();
        if (row.column() == value_column::kAcross && source < m_model.newRow())
            compareCurrent(AcrossBy::Rank);
        else
            edit(source);
    });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& row) {
        if (m_view->toSource(row).row() == m_model.newRow())
            edit(m_model.newRow());
    });
    m_tree->installEventFilter(this); // before the filter's own

    auto* const visible = new VisibleRows(m_tree);
    connect(visible, &VisibleRows::changed, this, [this, visible] {
        QModelIndexList rows;
        for (const QModelIndex& row : visible->rows()) {
            rows << m_view->toSource(row);
            m_tree->setFirstColumnSpanned(row.row(), {}, rows.last().row() == m_model.newRow());
        }
        m_model.setVisible(rows);
    });
}

void WatchesDock::makeActions()
{
    QList<QAction*> actions;
    const auto add = [&](const QString& text, const QKeySequence& keys, auto triggered) {
        auto* const action = new QAction(text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, triggered);
        actions << action;
    };
    add(tr("&Add Expression"), QKeySequence(Qt::Key_Insert), [this] { edit(m_model.newRow()); });
    add(tr("&Edit Expression"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E),
        [this] { edit(m_view->toSource(m_tree->currentIndex()).row()); });
    actions << makeFormatMenu(this, [this](char format) { setFormat(format); })->menuAction();
    add(tr("Stop When &It Changes"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_W), [this] {
        const QModelIndex name = m_view->toSource(m_tree->currentIndex()).siblingAtColumn(value_column::kName);
        stopOnChange(m_context, name.data().toString().toStdString());
    });
    add(tr("The Same, by Single Steps (S&low)"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_W), [this] {
        const QModelIndex name = m_view->toSource(m_tree->currentIndex()).siblingAtColumn(value_column::kName);
        stopOnChange(m_context, name.data().toString().toStdString(), true);
    });
    add(tr("&Remove"), QKeySequence::Delete, [this] { removeSelected(); });
    add(tr("Compare Across Ran&ks"), QKeySequence(Qt::CTRL | Qt::Key_Return),
        [this] { compareCurrent(AcrossBy::Rank); });
    add(tr("Compare Across &Threads"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Return),
        [this] { compareCurrent(AcrossBy::Thread); });
    add(tr("&Statistics"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), [this] { sumUpCurrent(); });
    add(tr("Copy &Value"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] {
        const QModelIndex value = m_tree->currentIndex().siblingAtColumn(value_column::kValue);
        QGuiApplication::clipboard()->setText(value.data().toString());
    });
    m_view->addContextActions(actions);
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [this, actions](QMenu&, const QModelIndex&) {
        const QModelIndex current = m_view->toSource(m_tree->currentIndex());
        const bool isWatch = current.isValid() && current.row() < m_model.newRow();
        for (QAction* const action : actions.mid(1))
            action->setEnabled(isWatch);
    });
}

void WatchesDock::addExpression(const QString& expression)
{
    const int row = m_model.add(expression);
    if (row >= 0)
        makeCurrent(*m_tree, m_view->fromSource(m_model.index(row, value_column::kName)));
}

void WatchesDock::edit(int row)
{
    if (row == m_model.newRow())
        m_view->setFilter({}); // which may hide it
    const QModelIndex name = m_view->fromSource(m_model.index(row, value_column::kName));
    if (!name.isValid())
        return;
    m_tree->setFocus();
    makeCurrent(*m_tree, name);
    m_tree->edit(name);
}

bool WatchesDock::isAtNewRow() const
{
    const QModelIndex current = m_view->toSource(m_tree->currentIndex());
    return m_model.newRow() == 0 || (current.isValid() && current.row() == m_model.newRow());
}

bool WatchesDock::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress && m_view->filter().isEmpty()) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (FilteredView::isTyping(*key) && isAtNewRow()) {
            edit(m_model.newRow());
            if (QWidget* const editor = m_tree->indexWidget(m_tree->currentIndex()))
                QCoreApplication::sendEvent(editor, event);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void WatchesDock::setFormat(char format)
{
    const QModelIndex current = m_view->toSource(m_tree->currentIndex());
    if (!current.isValid() || current.row() >= m_model.newRow())
        return;
    const std::string watch = m_model.expressions().at(current.row()).toStdString();
    m_model.setData(m_model.index(current.row(), value_column::kName),
                    QString::fromStdString(withFormat(watch, format)), Qt::EditRole);
}

void WatchesDock::removeSelected()
{
    QList<int> rows;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows())
        rows << m_view->toSource(index).row();
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (const int row : rows)
        m_model.remove(row);
}

void WatchesDock::compareCurrent(AcrossBy by)
{
    const QModelIndex current = m_view->toSource(m_tree->currentIndex());
    if (current.isValid() && current.row() < m_model.newRow())
        m_across->compare(m_model.expressions().at(current.row()), by);
}

void WatchesDock::sumUpCurrent()
{
    const QModelIndex current = m_view->toSource(m_tree->currentIndex());
    if (current.isValid() && current.row() < m_model.newRow())
        m_statistics->sumUp(m_model.expressions().at(current.row()));
}

void WatchesDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
}

void WatchesDock::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
}

} // namespace dbgr::ui

#include "moc_watches_dock.cpp"
