// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/variables_dock.h"
#include "ui/values/element_subscripts.h"

#include "ui/settings/settings.h"
#include "ui/values/across_panel.h"
#include "ui/values/column_fit.h"
#include "ui/values/element_subscripts.h"
#include "ui/values/format_menu.h"
#include "ui/values/place_label.h"
#include "ui/values/statistics_panel.h"
#include "ui/values/stop_on_change.h"
#include "ui/values/value_changes.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_text.h"
#include "ui/values/value_view.h"
#include "ui/values/visible_rows.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/ui_context.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

/// What could be typed to have the same value: 97 of 97 'a', 0x7ffe of 0x7ffe "text"; "" of what is many values.
QString asExpression(const debug::Variable& variable)
{
    if (variable.childCount > 0)
        return {};
    const QString value = QString::fromStdString(variable.value);
    const bool isNumber = !value.isEmpty() && (value.front().isDigit() || value.front() == QLatin1Char('-'));
    const bool hasMeaning = value.contains(QLatin1String(" '")) || value.contains(QLatin1String(" \""));
    return isNumber && hasMeaning ? value.section(QLatin1Char(' '), 0, 0) : value;
}

} // namespace

VariablesDock::VariablesDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.place),
      m_place(new PlaceLabel(context.theme, this)), m_across(new AcrossPanel(m_model.comparisons(), context, this)),
      m_statistics(new StatisticsPanel(context, this)), m_prompt(new LinePrompt(context.theme, this)),
      m_changes(new ValueChanges(context, *m_prompt, this))
{
    makeView();
    makeActions();
    auto* const splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(m_across);
    splitter->addWidget(m_statistics);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_place);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_prompt);
    setFocusProxy(m_view);

    connect(&m_model, &VariableModel::placeChanged, this, &VariablesDock::showPlace);
    connect(&m_model, &VariableModel::elementCame, this, [this](const QModelIndex& element) {
        const QModelIndex row = m_view->fromSource(element);
        m_tree->setCurrentIndex(row);
        m_tree->scrollTo(row, QAbstractItemView::PositionAtCenter);
    });
    connect(m_prompt, &LinePrompt::closed, m_tree, [this] { m_tree->setFocus(); });
    connect(m_across, &AcrossPanel::expressionChanged, this,
            [this](const QString& expression) { m_model.setPinned(expression.toStdString()); });
    showPlace();
}

void VariablesDock::makeView()
{
    m_tree = makeValueTree(m_context.theme);
    m_tree->setAccessibleName(tr("Variables"));
    m_view = new FilteredView(m_tree, m_context, this);
    m_view->setObjectName(QStringLiteral("values.variables"));
    m_view->setModel(&m_model);
    m_columns = fitValueColumns(m_tree, m_context.settings.entry(QStringLiteral("columns/values.variables")).isValid());
    connect(m_tree, &QTreeView::expanded, this,
            [this](const QModelIndex& row) { m_model.setExpanded(m_view->toSource(row), true); });
    connect(m_tree, &QTreeView::collapsed, this,
            [this](const QModelIndex& row) { m_model.setExpanded(m_view->toSource(row), false); });
    connect(&m_model, &VariableModel::expandWanted, this,
            [this](const QModelIndex& row) { m_tree->expand(m_view->fromSource(row)); });
    connect(m_tree, &QTreeView::activated, this, &VariablesDock::activate);

    auto* const visible = new VisibleRows(m_tree);
    connect(visible, &VisibleRows::changed, this, [this, visible] {
        QModelIndexList rows;
        bool areInRanges = false;
        for (const QModelIndex& row : visible->rows()) {
            rows << m_view->toSource(row);
            if (!m_model.variable(rows.last())) // words, which need the room
                m_tree->setFirstColumnSpanned(row.row(), row.parent(), true);
            else if (row.parent().isValid() && !m_model.variable(rows.last().parent()))
                areInRanges = true;
        }
        m_model.setVisible(rows);
        const QAbstractItemView& view = *m_tree;
        m_columns->setLeastFirst(areInRanges ? view.sizeHintForColumn(value_column::kName) : 0); // deep, and numbers
    });
}

void VariablesDock::makeActions()
{
    QList<QAction*> actions;
    const auto add = [&](const QString& text, const QKeySequence& keys, auto triggered) {
        auto* const action = new QAction(text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, triggered);
        actions << action;
    };
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    add(tr("Add to &Watches"), QKeySequence(Qt::CTRL | Qt::Key_W), [this] {
        if (const debug::Variable* const variable = m_model.variable(current()))
            emit watchWanted(QString::fromStdString(variable->path));
    });
    add(tr("Stop When &It Changes"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_W), [this] {
        if (const debug::Variable* const variable = m_model.variable(current()))
            stopOnChange(m_context, variable->path);
    });
    add(tr("The Same, by Single Steps (S&low)"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_W), [this] {
        if (const debug::Variable* const variable = m_model.variable(current()))
            stopOnChange(m_context, variable->path, true);
    });
    add(tr("Compare &Across Ranks"), QKeySequence(Qt::CTRL | Qt::Key_Return),
        [this] { compareCurrent(AcrossBy::Rank); });
    add(tr("Compare Across Th&reads"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Return),
        [this] { compareCurrent(AcrossBy::Thread); });
    add(tr("&Statistics"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), [this] { sumUpCurrent(); });
    add(tr("&Go to Element..."), QKeySequence(Qt::CTRL | Qt::Key_G), [this] { goToElement(); });
    QAction* const goTo = actions.last();
    QMenu* const format = makeFormatMenu(this, [this](char letter) { m_model.setFormat(current(), letter); });
    actions << format->menuAction();
    add(tr("C&hange Value..."), QKeySequence(Qt::Key_F2), [this] { changeCurrent(); });
    QAction* const change = actions.last();
    add(tr("Copy &Value"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [this, copy] { copy(current().siblingAtColumn(value_column::kValue).data().toString()); });
    add(tr("Copy &Name"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N),
        [this, copy] { copy(current().siblingAtColumn(value_column::kName).data().toString()); });
    add(tr("Copy &Path"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), [this, copy] {
        if (const debug::Variable* const variable = m_model.variable(current()))
            copy(QString::fromStdString(variable->path));
    });
    add(tr("Copy as &Text"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_T),
        [this, copy] { copy(valueText(current())); });
    m_view->addContextActions(actions);
    addAction(m_changes->undoAction()); // its key
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [this, actions, goTo, format, change](QMenu& menu) {
        const debug::Variable* const variable = m_model.variable(current());
        for (QAction* const action : actions)
            action->setEnabled(variable != nullptr);
        format->menuAction()->setEnabled(!m_model.expression(current()).empty());
        goTo->setEnabled(m_model.whole(current()).isValid());
        change->setEnabled(canChange(current()));
        menu.addAction(m_changes->undoAction());
    });
}

QModelIndex VariablesDock::current() const
{
    return m_view->toSource(m_tree->currentIndex());
}

void VariablesDock::compareCurrent(AcrossBy by)
{
    const std::string expression = m_model.expression(current());
    if (!expression.empty())
        m_across->compare(QString::fromStdString(expression), by);
}

void VariablesDock::sumUpCurrent()
{
    const std::string expression = m_model.expression(current());
    if (!expression.empty())
        m_statistics->sumUp(QString::fromStdString(expression));
}

/// Of the array that is selected, or that has what is selected.
void VariablesDock::goToElement()
{
    const QPersistentModelIndex whole = m_model.whole(current());
    const std::uint32_t count = m_model.elements(whole);
    if (count == 0)
        return;
    const QString name = whole.data().toString();
    const auto subscripts = [this](const QModelIndex& of) {
        const debug::Variable* const array = m_model.variable(of);
        return ElementSubscripts(array ? QString::fromStdString(array->type) : QString(), m_model.elements(of));
    };
    const ElementSubscripts asked = subscripts(whole);
    m_prompt->ask({tr("Go to element of %1").arg(name), {}, asked.first(), asked.range(), false},
                  [this, whole, subscripts](const QString& text) {
                      const auto number = subscripts(whole).numberOf(text); // it may have other bounds by now
                      if (number)
                          m_model.goToElement(whole, *number);
                  });
}

void VariablesDock::activate(const QModelIndex& row)
{
    if (row.column() == value_column::kAcross)
        compareCurrent(AcrossBy::Rank);
    else if (row.column() == value_column::kValue)
        changeCurrent();
}

/// What is many values is changed one by one.
bool VariablesDock::canChange(const QModelIndex& row) const
{
    const debug::Variable* const variable = m_model.variable(row);
    return variable && variable->problem.empty() && !m_model.isStale() && !m_model.expression(row).empty();
}

void VariablesDock::changeCurrent()
{
    const QModelIndex row = current();
    if (!canChange(row))
        return;
    const debug::Variable& variable = *m_model.variable(row);
    m_changes->change({m_model.expression(row), QString::fromStdString(variable.path), asExpression(variable)});
}

void VariablesDock::showPlace()
{
    m_place->setText(m_model.placeText(), m_model.isStale());
    m_view->setEmptyText(m_model.emptyTitle(), m_model.emptyHint());
}

void VariablesDock::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model.setActive(true);
}

void VariablesDock::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_model.setActive(false);
}

} // namespace dbgr::ui

#include "moc_variables_dock.cpp"
