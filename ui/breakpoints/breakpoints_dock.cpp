// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/breakpoints_dock.h"

#include "ui/breakpoints/new_breakpoint_line.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/values/column_fit.h"
#include "ui/values/value_delegate.h"
#include "ui/widgets/filtered_view.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kRoomForHits = 60; // characters
constexpr int kMostExpanded = 8; // places; more are a list of their own

} // namespace

BreakpointsDock::BreakpointsDock(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.notices), m_commands(context),
      m_files(context, this), m_line(new NewBreakpointLine(m_commands, context.theme, this)),
      m_prompt(new LinePrompt(context.theme, this))
{
    makeView();
    makeActions();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_line);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_prompt);
    setFocusProxy(m_view);
    connect(context.actions.get(action::kNewBreakpoint), &QAction::triggered, this, [this] {
        emit raiseWanted();
        m_line->begin();
    });
    // Those that begin with words of the command.
    for (const auto& [name, words] :
         {std::pair(action::kWatchData, "watch "), std::pair(action::kWatchWrites, "watch --write "),
          std::pair(action::kWatchReads, "rwatch "), std::pair(action::kWatchUses, "awatch "),
          std::pair(action::kCatchCalls, "catch syscall ")}) {
        connect(context.actions.get(name), &QAction::triggered, this, [this, words = words] {
            emit raiseWanted();
            m_line->beginWith(QLatin1String(words));
        });
    }
    connect(context.actions.get(action::kGroupBreakpoints), &QAction::triggered, this, [this] {
        emit raiseWanted();
        askForGroup();
    });
    for (const auto& [name, isOn] : {std::pair(action::kEnableGroup, true), std::pair(action::kDisableGroup, false)})
        connect(context.actions.get(name), &QAction::triggered, this, [this, isOn = isOn] { switchGroup(isOn); });
    connect(context.actions.get(action::kRemoveGroup), &QAction::triggered, this,
            [this] { m_commands.remove(groupOfCurrent()); });
    connect(m_prompt, &LinePrompt::closed, m_tree, [this] { m_tree->setFocus(); });
    connect(m_line, &NewBreakpointLine::left, m_view, [this] { m_view->setFocus(); });
}

void BreakpointsDock::makeView()
{
    m_tree = new QTreeView;
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers); // see activate() and the actions
    m_tree->setItemDelegate(new ValueDelegate(m_context.theme, m_tree));
    m_tree->setAccessibleName(tr("Breakpoints"));
    m_view = new FilteredView(m_tree, m_context, this);
    m_view->setObjectName(QStringLiteral("breakpoints"));
    m_view->setModel(&m_model);
    m_view->setEmptyText(tr("No breakpoints"),
                         tr("Click in the margin of the source, press F9 in a line, or type a place above"));
    m_view->proxy().setSortCaseSensitivity(Qt::CaseInsensitive);
    m_tree->sortByColumn(-1, Qt::AscendingOrder); // in the order of their making, until a header is clicked
    m_tree->setSortingEnabled(true);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const fit = new ColumnFit(m_tree, {38, 22, 32, 8, 14}, BreakpointModel::kHits, kRoomForHits);
    if (m_context.settings.entry(QStringLiteral("columns/breakpoints")).isValid())
        fit->adopt();
    connect(m_tree, &QTreeView::activated, this, &BreakpointsDock::activate);
    connect(m_tree->model(), &QAbstractItemModel::rowsInserted, m_tree,
            [this](const QModelIndex& parent, int first, int last) {
                if (parent.isValid())
                    return expandPlaces(parent);
                for (int row = first; row <= last; ++row)
                    expandPlaces(m_tree->model()->index(row, 0));
            });
    for (int row = 0; row < m_tree->model()->rowCount(); ++row)
        expandPlaces(m_tree->model()->index(row, 0));
}

void BreakpointsDock::expandPlaces(const QModelIndex& breakpoint)
{
    const int places = m_tree->model()->rowCount(breakpoint);
    if (places > 0 && places <= kMostExpanded)
        m_tree->expand(breakpoint);
}

void BreakpointsDock::makeActions()
{
    QList<QAction*> actions;
    const auto add = [&](const QString& text, const QKeySequence& keys, auto triggered) {
        auto* const action = new QAction(text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, triggered);
        actions << action;
        return action;
    };
    add(tr("&Show in Source"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] { showCurrentSource(); });
    add(tr("Ena&ble or Disable"), QKeySequence(Qt::Key_Space), [this] { toggleCurrent(); });
    add(tr("Edit C&ondition"), QKeySequence(Qt::Key_F2),
        [this] { editCell(m_tree->currentIndex().siblingAtColumn(BreakpointModel::kCondition)); });
    add(tr("Pass &Hits..."), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N), [this] { ignoreCurrent(); });
    add(tr("When Ranks S&top..."), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), [this] { askForCommands(); });
    add(tr("Re&move"), QKeySequence::Delete, [this] { removeSelected(); });
    m_view->addContextActions(actions);
    connect(m_view, &FilteredView::contextMenuAboutToShow, this, [this, actions](QMenu& menu, const QModelIndex&) {
        for (QAction* const action : actions)
            action->setEnabled(m_tree->currentIndex().isValid());
        menu.addSeparator();
        for (const char* const name :
             {action::kGroupBreakpoints, action::kEnableGroup, action::kDisableGroup, action::kRemoveGroup,
              action::kNewBreakpoint, action::kWatchData, action::kWatchWrites, action::kWatchReads, action::kWatchUses,
              action::kEnableBreakpoints, action::kDisableBreakpoints, action::kRemoveBreakpoints,
              action::kLoadBreakpoints, action::kSaveBreakpoints})
            menu.addAction(m_context.actions.get(name));
    });
}

QModelIndex BreakpointsDock::current() const
{
    return m_view->toSource(m_tree->currentIndex());
}

void BreakpointsDock::activate(const QModelIndex& row)
{
    if (row.column() == BreakpointModel::kCondition || row.column() == BreakpointModel::kGroup)
        editCell(row);
    else
        showCurrentSource();
}

void BreakpointsDock::editCell(const QModelIndex& cell)
{
    if (cell.flags() & Qt::ItemIsEditable) // a place has none of its own
        m_tree->edit(cell);
}

void BreakpointsDock::showCurrentSource()
{
    const debug::SourceLocation where = m_model.location(current());
    if (where.known())
        emit sourceWanted(where);
}

void BreakpointsDock::toggleCurrent()
{
    const QModelIndex place = current().siblingAtColumn(BreakpointModel::kPlace);
    const bool enabled = place.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    m_model.setData(place, enabled ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void BreakpointsDock::ignoreCurrent()
{
    const auto id = m_model.id(current());
    const session::Breakpoint* const breakpoint = id ? m_context.bridge.session().breakpoints().find(*id) : nullptr;
    if (!breakpoint)
        return;
    m_prompt->ask({tr("Each rank passes breakpoint %1").arg(id->value()), QString::number(breakpoint->spec.ignore),
                   QStringLiteral("0"), tr("times before it stops there again"), false},
                  [this, id](const QString& text) {
                      bool isNumber = false;
                      const uint count = text.toUInt(&isNumber);
                      if (isNumber)
                          m_context.notices.showResult(QStringLiteral("breakpoints"),
                                                       m_context.bridge.session().ignoreBreakpoint(*id, count));
                  });
}

void BreakpointsDock::askForCommands()
{
    const auto id = m_model.id(current());
    const session::Breakpoint* const breakpoint = id ? m_context.bridge.session().breakpoints().find(*id) : nullptr;
    if (!breakpoint)
        return;
    m_prompt->ask({tr("When ranks stop at breakpoint %1").arg(id->value()),
                   QString::fromStdString(breakpoint->spec.commands), tr("print lap; continue"),
                   tr("commands as in scripts, for these ranks"), true},
                  [this, id](const QString& text) {
                      m_context.notices.showResult(
                          QStringLiteral("breakpoints"),
                          m_context.bridge.session().setBreakpointCommands(*id, text.trimmed().toStdString()));
                  });
}

std::vector<util::BreakpointId> BreakpointsDock::groupOfCurrent() const
{
    const auto id = m_model.id(current());
    const session::BreakpointStore& store = m_context.bridge.session().breakpoints();
    const session::Breakpoint* const breakpoint = id ? store.find(*id) : nullptr;
    return breakpoint ? store.inGroup(breakpoint->spec.group) : std::vector<util::BreakpointId>();
}

void BreakpointsDock::switchGroup(bool enabled)
{
    m_commands.setEnabled(groupOfCurrent(), enabled);
}

void BreakpointsDock::askForGroup()
{
    const std::vector<util::BreakpointId> ids = selected();
    if (ids.empty())
        return;
    const session::BreakpointStore& store = m_context.bridge.session().breakpoints();
    QStringList known;
    for (const std::string& name : store.groups())
        known << QString::fromStdString(name);
    m_prompt->ask({ids.size() == 1 ? tr("Group of breakpoint %1").arg(ids.front().value())
                                   : tr("Group of %1 breakpoints").arg(ids.size()),
                   QString::fromStdString(store.find(ids.front())->spec.group), tr("none"),
                   known.isEmpty() ? tr("a name; they are enabled, disabled and removed together")
                                   : tr("there are %1").arg(known.join(QStringLiteral(", "))),
                   false},
                  [this, ids](const QString& text) { m_commands.putIntoGroup(ids, text.trimmed()); });
}

void BreakpointsDock::removeSelected()
{
    m_commands.remove(selected());
}

std::vector<util::BreakpointId> BreakpointsDock::selected() const
{
    std::vector<util::BreakpointId> ids;
    for (const QModelIndex& row : m_tree->selectionModel()->selectedRows()) {
        const QModelIndex source = m_view->toSource(row);
        if (const auto id = m_model.id(source); id && !BreakpointModel::isPlace(source)) // a place can be off
            ids.push_back(*id);
    }
    return ids;
}

} // namespace dbgr::ui

#include "moc_breakpoints_dock.cpp"
