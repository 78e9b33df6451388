// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filtered_view.h"

#include "ui/bridge/notices.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/make_current.h"
#include "ui/widgets/table_text.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSaveFile>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

namespace {

QString columnsSetting(const QString& name)
{
    return QStringLiteral("columns/%1").arg(name);
}

} // namespace

FilteredView::FilteredView(QAbstractItemView* view, UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_view(view), m_filter(new QLineEdit(this)),
      m_empty(new EmptyState(context.theme, view->viewport()))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view);
    layout->addWidget(m_filter);
    setFocusProxy(m_view);

    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->hide();
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &FilteredView::applyFilter);

    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    connect(m_view, &QWidget::customContextMenuRequested, this, &FilteredView::showContextMenu);

    m_proxy.setRecursiveFilteringEnabled(true);
    m_proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy.setFilterKeyColumn(-1);
    m_proxy.setDynamicSortFilter(true);
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &FilteredView::updateEmptyState);
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, &FilteredView::updateEmptyState);
    connect(&m_proxy, &QAbstractItemModel::rowsRemoved, this, &FilteredView::updateEmptyState);
    connect(&m_proxy, &QAbstractItemModel::layoutChanged, this, &FilteredView::updateEmptyState);
}

FilteredView::~FilteredView()
{
    if (const QHeaderView* const columns = header(); columns && !objectName().isEmpty() && columns->count() > 0)
        m_context.settings.setEntry(columnsSetting(objectName()), columns->saveState());
    // It is a member, gone before the view, which is a child.
    m_view->setModel(nullptr);
}

void FilteredView::setModel(QAbstractItemModel* source)
{
    m_proxy.setSourceModel(source);
    m_view->setModel(&m_proxy);
    QHeaderView* const columns = header();
    const int charWidth = m_view->fontMetrics().averageCharWidth();
    for (int column = 0; columns && column < std::min<int>(m_columnChars.size(), columns->count()); ++column)
        columns->resizeSection(column, (m_columnChars[column] + 2) * charWidth);
    if (columns && !objectName().isEmpty())
        columns->restoreState(m_context.settings.entry(columnsSetting(objectName())).toByteArray());
    updateEmptyState();
}

QModelIndex FilteredView::toSource(const QModelIndex& ofView) const
{
    return m_proxy.mapToSource(ofView);
}

QModelIndex FilteredView::fromSource(const QModelIndex& ofSource) const
{
    return m_proxy.mapFromSource(ofSource);
}

void FilteredView::setEmptyText(const QString& title, const QString& hint)
{
    m_emptyTitle = title;
    m_emptyHint = hint;
    updateEmptyState();
}

void FilteredView::setFilter(const QString& text)
{
    m_filter->setText(text);
    m_filter->setVisible(m_filterStays || !text.isEmpty());
}

void FilteredView::keepFilterShown()
{
    m_filterStays = true;
    auto* const column = static_cast<QVBoxLayout*>(layout());
    column->removeWidget(m_filter);
    column->insertWidget(0, m_filter);
    column->setSpacing(4);
    m_filter->show();
    setTabOrder(m_filter, m_view);
}

QString FilteredView::filter() const
{
    return m_filter->text();
}

void FilteredView::applyFilter(const QString& text)
{
    m_proxy.setFilterFixedString(text);
    if (auto* const tree = qobject_cast<QTreeView*>(m_view); tree && !text.isEmpty())
        tree->expandAll(); // what matches must be seen
    updateEmptyState();
}

void FilteredView::updateEmptyState()
{
    const bool sourceHasRows = m_proxy.sourceModel() && m_proxy.sourceModel()->rowCount() > 0;
    if (sourceHasRows)
        m_empty->setText(tr("Nothing matches \"%1\"").arg(filter()), tr("Escape clears the filter"));
    else
        m_empty->setText(m_emptyTitle, m_emptyHint);
    m_empty->setVisible(m_proxy.rowCount() == 0);
}

void FilteredView::addContextActions(const QList<QAction*>& actions)
{
    m_actions += actions;
    for (QAction* const action : actions) {
        if (isOurs(*action)) // the keys of the window's commands work everywhere
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_view->addAction(action);
    }
}

bool FilteredView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // These are the view's, whatever the window does with them elsewhere.
        auto* const key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy) || (key->key() == Qt::Key_Escape && escapeIsOurs()) ||
            (watched == m_view && actionOf(*key)))
            event->accept();
    } else if (event->type() == QEvent::KeyPress) {
        auto* const key = static_cast<QKeyEvent*>(event);
        if (watched == m_view && keyPressedInView(key))
            return true;
        if (watched == m_filter && keyPressedInFilter(key))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool FilteredView::isOurs(const QAction& action) const
{
    return action.parent() != &m_context.actions;
}

QAction* FilteredView::actionOf(const QKeyEvent& key) const
{
    const QKeySequence pressed(key.keyCombination());
    for (QAction* const action : m_actions) {
        if (isOurs(*action) && action->isEnabled() && action->shortcuts().contains(pressed))
            return action;
    }
    return nullptr;
}

bool FilteredView::isTyping(const QKeyEvent& key)
{
    const QString text = key.text();
    return !text.isEmpty() && text.front().isPrint() && !text.front().isSpace() &&
           !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

bool FilteredView::escapeIsOurs() const
{
    return m_filterStays ? !filter().isEmpty() : !m_filter->isHidden();
}

bool FilteredView::keyPressedInView(QKeyEvent* key)
{
    if (key->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    if (key->key() == Qt::Key_Escape && escapeIsOurs()) {
        setFilter({});
        return true;
    }
    if (QAction* const action = actionOf(*key)) {
        action->trigger();
        return true;
    }
    // A blank checks and selects rows, so it only continues a filter.
    if (!isTyping(*key) || m_proxy.sourceModel() == nullptr)
        return false;
    openFilter(filter() + key->text());
    return true;
}

bool FilteredView::keyPressedInFilter(QKeyEvent* key)
{
    switch (key->key()) {
    case Qt::Key_Escape:
        if (!escapeIsOurs())
            return false;
        setFilter({});
        m_view->setFocus();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_filterStays)
            return false;
        [[fallthrough]];
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_view->setFocus();
        if (!m_view->currentIndex().isValid())
            makeCurrent(*m_view, m_proxy.index(0, 0));
        return true;
    default:
        return false;
    }
}

void FilteredView::openFilter(const QString& text)
{
    m_filter->show();
    m_filter->setText(text);
    m_filter->setFocus();
}

/// \param asked where the mouse is; by keyboard, the middle of the current cell, which may be out of sight
void FilteredView::showContextMenu(const QPoint& asked)
{
    QPoint where = asked;
    if (const QRect seen = m_view->viewport()->rect(); !seen.contains(where) && m_view->currentIndex().isValid()) {
        m_view->scrollTo(m_view->currentIndex());
        const QRect cell = m_view->visualRect(m_view->currentIndex()) & seen;
        where = cell.isValid() ? cell.center() : seen.center();
    }
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_actions);
    // What makes no sense for one row does for others, by key too.
    connect(menu, &QMenu::aboutToHide, this, [this] {
        for (QAction* const action : std::as_const(m_actions)) {
            if (isOurs(*action))
                action->setEnabled(true);
        }
    });
    emit contextMenuAboutToShow(*menu, toSource(m_view->indexAt(where)));
    if (!menu->isEmpty())
        menu->addSeparator();
    QAction* const copyAction = menu->addAction(tr("Cop&y"), this, &FilteredView::copy);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setEnabled(m_view->currentIndex().isValid());
    menu->addAction(tr("E&xport as CSV..."), this, &FilteredView::exportCsv)->setEnabled(m_proxy.rowCount() > 0);
    menu->popup(m_view->viewport()->mapToGlobal(where));
}

QString FilteredView::selectionText() const
{
    QModelIndexList indexes =
        m_view->selectionModel() ? m_view->selectionModel()->selectedIndexes() : QModelIndexList();
    if (indexes.isEmpty() && m_view->currentIndex().isValid())
        indexes << m_view->currentIndex();
    return tabbedText(indexes, columns());
}

void FilteredView::copy()
{
    const QString text = selectionText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void FilteredView::exportCsv()
{
    auto* const dialog = new QFileDialog(this, tr("Export as CSV"), {}, tr("Tables (*.csv);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::fileSelected, this, &FilteredView::writeCsv);
    dialog->open();
}

void FilteredView::writeCsv(const QString& file)
{
    QSaveFile out(file);
    const QByteArray text = csvText(m_proxy, columns()).toUtf8();
    if (out.open(QIODevice::WriteOnly) && out.write(text) == text.size() && out.commit()) {
        m_context.notices.clear(QStringLiteral("export"));
        return;
    }
    m_context.notices.show({QStringLiteral("export"),
                            NoticeKind::Error,
                            tr("The table was not written to %1: %2").arg(file, out.errorString()),
                            tr("Choose another folder or name."),
                            {}});
}

QHeaderView* FilteredView::header() const
{
    if (auto* const tree = qobject_cast<QTreeView*>(m_view))
        return tree->header();
    if (auto* const table = qobject_cast<QTableView*>(m_view))
        return table->horizontalHeader();
    return nullptr;
}

QList<int> FilteredView::columns() const
{
    const QHeaderView* const shown = header();
    QList<int> result;
    for (int i = 0; i < (shown ? shown->count() : m_proxy.columnCount()); ++i) {
        const int column = shown ? shown->logicalIndex(i) : i;
        if (!shown || !shown->isSectionHidden(column))
            result << column;
    }
    return result;
}

} // namespace dbgr::ui

#include "moc_filtered_view.cpp"
