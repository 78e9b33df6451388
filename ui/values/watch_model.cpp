// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/watch_model.h"

#include "session/number_text.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"
#include "ui/values/across.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_text.h"

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kWatchTipLines = 12;

} // namespace

WatchModel::WatchModel(SessionBridge& bridge, CurrentPlace& place, Settings& settings, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge), m_place(place), m_settings(settings),
      m_comparisons(bridge, place, 1, this)
{
    load();
    connect(&settings, &Settings::changed, this, [this](const QString& name) {
        if (name == QLatin1String(setting::kWatches.name) && m_settings.value(setting::kWatches) != expressions())
            load(); // of a session that was opened
    });
    connect(&m_comparisons, &Comparisons::arrived, this, &WatchModel::arrived);
    connect(&m_comparisons, &Comparisons::outdated, this, &WatchModel::refreshAll);
    connect(&place, &CurrentPlace::changed, this, &WatchModel::refreshAll);
    connect(&bridge, &SessionBridge::jobChanged, this, [this] {
        for (Watch& watch : m_watches)
            watch.rank.reset(); // values of another job are not compared with
    });
}

void WatchModel::setActive(bool active)
{
    m_comparisons.setActive(active);
}

void WatchModel::setVisible(const QModelIndexList& rows)
{
    m_visible.clear();
    for (const QModelIndex& row : rows)
        m_visible << QPersistentModelIndex(row.siblingAtColumn(0));
    wish();
}

void WatchModel::setPinned(const std::string& expression)
{
    m_pinned = expression;
    wish();
}

void WatchModel::wish()
{
    std::vector<std::string> expressions;
    if (!m_pinned.empty())
        expressions.push_back(m_pinned);
    for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
        if (row.isValid() && row.row() < newRow())
            expressions.push_back(m_watches[static_cast<std::size_t>(row.row())].expression);
    }
    m_comparisons.want(std::move(expressions));
}

// --- the list --------------------------------------------------------------------------------------------------------

int WatchModel::add(const QString& expression)
{
    const std::string wanted = expression.trimmed().toStdString();
    if (wanted.empty())
        return -1;
    const auto same = std::find_if(m_watches.begin(), m_watches.end(),
                                   [&](const Watch& watch) { return watch.expression == wanted; });
    if (same != m_watches.end())
        return static_cast<int>(same - m_watches.begin());
    const int row = newRow();
    beginInsertRows({}, row, row);
    m_watches.push_back({wanted, {}, {}, {}, false, false});
    endInsertRows();
    store();
    return row;
}

void WatchModel::remove(int row)
{
    if (row < 0 || row >= newRow())
        return;
    beginRemoveRows({}, row, row);
    m_watches.erase(m_watches.begin() + row);
    endRemoveRows();
    store();
}

QStringList WatchModel::expressions() const
{
    QStringList list;
    for (const Watch& watch : m_watches)
        list << QString::fromStdString(watch.expression);
    return list;
}

void WatchModel::load()
{
    beginResetModel();
    m_watches.clear();
    const QStringList stored = m_settings.value(setting::kWatches);
    for (const QString& expression : stored)
        m_watches.push_back({expression.toStdString(), {}, {}, {}, false, false});
    endResetModel();
    wish();
}

void WatchModel::store()
{
    m_settings.set(setting::kWatches, expressions());
}

// --- values ----------------------------------------------------------------------------------------------------------

void WatchModel::arrived(const std::string& expression)
{
    const Across* const across = m_comparisons.find(expression);
    const std::optional<util::Rank> leader = m_place.rank();
    for (std::size_t row = 0; row < m_watches.size(); ++row) {
        Watch& watch = m_watches[row];
        if (watch.expression != expression || !across || !leader)
            continue;
        if (const debug::ValueGroup* const group = across->of(*leader))
            take(watch, *leader, *group);
        const auto at = static_cast<int>(row);
        emit dataChanged(index(at, 0), index(at, value_column::kCount - 1));
    }
}

void WatchModel::take(Watch& watch, util::Rank leader, const debug::ValueGroup& group)
{
    const util::StopId stop = m_bridge.session().processes().at(leader).stopId;
    const bool bothValues = watch.now.problem.empty() && group.problem.empty() && !watch.now.early;
    const bool differs = bothValues && (watch.now.value != group.value || !watch.now.content.sameAs(group.content));
    const bool comparable = watch.known && watch.rank == leader;
    watch.changed = comparable && (differs || (watch.stop == stop && watch.changed));
    watch.now = group;
    watch.now.ranks = {};
    watch.rank = leader;
    watch.stop = stop;
    watch.known = true;
}

void WatchModel::refreshAll()
{
    if (!m_watches.empty())
        emit dataChanged(index(0, 0), index(newRow() - 1, value_column::kCount - 1));
}

bool WatchModel::isStale(const Watch& watch) const
{
    return m_place.isStale() || watch.rank != m_place.rank() || m_comparisons.isStale(watch.expression);
}

// --- cells -----------------------------------------------------------------------------------------------------------

int WatchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : newRow() + 1;
}

int WatchModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : value_column::kCount;
}

Qt::ItemFlags WatchModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == value_column::kName ? flags | Qt::ItemIsEditable : flags;
}

QVariant WatchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isTitle = orientation == Qt::Horizontal && role == Qt::DisplayRole;
    return isTitle ? valueColumnTitle(section, tr("Expression")) : QVariant();
}

QVariant WatchModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.row() == newRow()) {
        const bool isName = index.column() == value_column::kName;
        if (role == value_role::kLook)
            return value_look::kAction;
        if (isName && role == Qt::DisplayRole)
            return tr("Add...");
        return isName && role == Qt::ToolTipRole ? tr("Add an expression to watch") : QVariant();
    }
    const Watch& watch = m_watches[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::EditRole:
        return QString::fromStdString(watch.expression);
    case Qt::DisplayRole:
        return text(watch, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tip(watch, index.column());
    case value_role::kLook:
        return look(watch, index.column());
    case value_role::kAcross:
        return QVariant::fromValue(index.column() == value_column::kAcross ? m_comparisons.find(watch.expression)
                                                                           : nullptr);
    case value_role::kBrief:
        return index.column() == value_column::kAcross ? acrossCell(watch, AcrossWords::Brief) : QVariant();
    default:
        return {};
    }
}

bool WatchModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() != value_column::kName)
        return false;
    const QString expression = value.toString().trimmed();
    if (index.row() == newRow())
        return add(expression) >= 0;
    if (expression.isEmpty()) {
        remove(index.row());
        return true;
    }
    Watch& watch = m_watches[static_cast<std::size_t>(index.row())];
    if (watch.expression == expression.toStdString())
        return true;
    watch = {expression.toStdString(), {}, {}, {}, false, false};
    emit dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(value_column::kCount - 1));
    store();
    wish();
    return true;
}

QString WatchModel::text(const Watch& watch, int column) const
{
    switch (column) {
    case value_column::kName:
        return QString::fromStdString(watch.expression);
    case value_column::kValue:
        if (!watch.known)
            return m_comparisons.isUnderWay(watch.expression) ? QStringLiteral("\u2026") : QString();
        return watch.now.problem.empty() ? QString::fromStdString(session::shortNumbers(watch.now.value))
                                         : problemText(watch.now.problem);
    case value_column::kAcross:
        return acrossCell(watch, AcrossWords::Full);
    case value_column::kType:
        return QString::fromStdString(watch.now.type);
    default:
        return {};
    }
}

QString WatchModel::acrossCell(const Watch& watch, AcrossWords words) const
{
    const Across* const across = m_comparisons.find(watch.expression);
    return across ? acrossText(*across, m_comparisons.focusSize(), words) : QString();
}

QString WatchModel::tip(const Watch& watch, int column) const
{
    const Across* const across = m_comparisons.find(watch.expression);
    if (column == value_column::kAcross)
        return across ? acrossLines(*across, kWatchTipLines).join(QLatin1Char('\n')) : QString();
    QStringList lines{QString::fromStdString(watch.expression)};
    if (watch.known)
        lines << QString::fromStdString(watch.now.problem.empty() ? watch.now.value : watch.now.problem);
    else
        lines << tr("Evaluated when a rank stops");
    if (watch.known && isStale(watch))
        lines << tr("Value of the last stop");
    else if (watch.changed)
        lines << tr("Changed since the last stop");
    return lines.join(QLatin1Char('\n'));
}

int WatchModel::look(const Watch& watch, int column) const
{
    int look = 0;
    if (watch.known && !watch.now.problem.empty() && column == value_column::kValue)
        look |= lookOfProblem(watch.now.problem) | value_look::kError;
    if (const Across* const across = column == value_column::kAcross ? m_comparisons.find(watch.expression) : nullptr;
        across && across->differsInAddressesOnly())
        look |= value_look::kQuiet;
    if (watch.known && isStale(watch))
        look |= value_look::kStale;
    else if (watch.changed && column == value_column::kValue)
        look |= value_look::kChanged;
    return look;
}

} // namespace dbgr::ui

#include "moc_watch_model.cpp"
