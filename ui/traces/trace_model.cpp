// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traces/trace_model.h"

#include "session/number_text.h"
#include "session/session.h"
#include "ui/bridge/elapsed_text.h"
#include "ui/bridge/session_bridge.h"

#include <QDateTime>
#include <QStringList>

#include <algorithm>

namespace dbgr::ui {

namespace {

QString shown(const std::string& text)
{
    return QString::fromStdString(text);
}

QString valueText(const debug::TracedValue& value)
{
    return value.problem.empty() ? shown(session::shortNumbers(value.value))
                                 : QLatin1Char('<') + shown(value.problem) + QLatin1Char('>');
}

/// In the time zone of this machine: "18:04:05.123456".
QString timeOfDay(std::chrono::microseconds time)
{
    const auto whole = QDateTime::fromMSecsSinceEpoch(time.count() / 1000);
    return whole.toString(QStringLiteral("HH:mm:ss.zzz")) +
           QStringLiteral("%1").arg(time.count() % 1000, 3, 10, QLatin1Char('0'));
}

} // namespace

TraceModel::TraceModel(SessionBridge& bridge, QObject* parent) : QAbstractTableModel(parent), m_bridge(bridge)
{
    connect(&bridge, &SessionBridge::tracesChanged, this, &TraceModel::update);
    reset();
}

const session::TraceStore& TraceModel::store() const
{
    return m_bridge.session().traces();
}

void TraceModel::setPoint(std::optional<util::BreakpointId> point)
{
    if (point == m_point)
        return;
    m_point = point;
    reset();
}

bool TraceModel::isShown(const session::TraceStore::Row& row) const
{
    return !m_point || row.record.id == *m_point;
}

void TraceModel::reset()
{
    beginResetModel();
    m_expressions.clear();
    if (const auto found = m_point ? store().points().find(*m_point) : store().points().end();
        found != store().points().end())
        m_expressions = found->second.expressions;
    m_numbers.clear();
    for (const session::TraceStore::Row& row : store().rows()) {
        if (isShown(row))
            m_numbers.push_back(row.number);
    }
    m_last = store().last();
    endResetModel();
}

void TraceModel::update()
{
    const auto& rows = store().rows();
    const std::uint64_t oldest = rows.empty() ? store().last() + 1 : rows.front().number;
    if (const auto gone = std::lower_bound(m_numbers.begin(), m_numbers.end(), oldest) - m_numbers.begin(); gone > 0) {
        beginRemoveRows({}, 0, static_cast<int>(gone) - 1);
        m_numbers.erase(m_numbers.begin(), m_numbers.begin() + gone);
        endRemoveRows();
    }
    std::vector<std::uint64_t> added;
    for (auto row = rows.rbegin(); row != rows.rend() && row->number > m_last; ++row) {
        if (isShown(*row))
            added.push_back(row->number);
    }
    m_last = store().last();
    if (added.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
    m_numbers.insert(m_numbers.end(), added.rbegin(), added.rend());
    endInsertRows();
}

const session::TraceStore::Row* TraceModel::rowOf(const QModelIndex& index) const
{
    const auto& rows = store().rows();
    if (!index.isValid() || rows.empty())
        return nullptr;
    const std::uint64_t number = m_numbers[static_cast<std::size_t>(index.row())];
    if (number < rows.front().number)
        return nullptr; // given up, and we shall hear of it
    return &rows[static_cast<std::size_t>(number - rows.front().number)];
}

std::optional<util::Rank> TraceModel::rankAt(const QModelIndex& index) const
{
    const session::TraceStore::Row* const row = rowOf(index);
    return row ? std::optional(row->record.rank) : std::nullopt;
}

int TraceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_numbers.size());
}

int TraceModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    return FirstValue + (m_point ? static_cast<int>(m_expressions.size()) : 2);
}

QString TraceModel::text(const session::TraceStore::Row& row, int column) const
{
    const debug::TraceRecord& record = row.record;
    switch (column) {
    case TimeColumn:
        return exactElapsedText(m_bridge.jobTimeOf(record.time));
    case RankColumn:
        return QString::number(record.rank.value());
    case ThreadColumn:
        return QString::number(record.thread.value());
    default:
        break;
    }
    if (m_point)
        return valueText(record.values.at(static_cast<std::size_t>(column - FirstValue)));
    const session::TraceStore::Point& point = store().points().at(record.id);
    if (column == FirstValue)
        return shown(point.place);
    QStringList values;
    for (std::size_t i = 0; i < record.values.size(); ++i)
        values << shown(point.expressions[i]) + QStringLiteral(" = ") + valueText(record.values[i]);
    return values.join(QStringLiteral(", "));
}

QVariant TraceModel::sortKey(const session::TraceStore::Row& row, int column) const
{
    switch (column) {
    case TimeColumn:
        return static_cast<qint64>(row.record.time.count());
    case RankColumn:
        return row.record.rank.value();
    case ThreadColumn:
        return static_cast<quint64>(row.record.thread.value());
    default:
        break;
    }
    const QString shownText = text(row, column);
    bool isNumber = false;
    const QString whole =
        m_point ? shown(row.record.values.at(static_cast<std::size_t>(column - FirstValue)).value) : shownText;
    const double number = whole.toDouble(&isNumber);
    return isNumber ? QVariant(number) : QVariant(shownText);
}

QString TraceModel::tip(const session::TraceStore::Row& row, int column) const
{
    if (column == TimeColumn)
        return tr("Record %1, at %2 by the clock of the rank's node").arg(row.number).arg(timeOfDay(row.record.time));
    if (!m_point || column < FirstValue)
        return {};
    return shown(row.record.values.at(static_cast<std::size_t>(column - FirstValue)).value); // all digits
}

QVariant TraceModel::data(const QModelIndex& index, int role) const
{
    const session::TraceStore::Row* const row = rowOf(index);
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case SortRole:
        return sortKey(*row, index.column());
    case Qt::ToolTipRole:
        return tip(*row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == RankColumn || index.column() == ThreadColumn
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    default:
        return {};
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case RankColumn:
        return tr("Rank");
    case ThreadColumn:
        return tr("Thread");
    default:
        break;
    }
    if (!m_point)
        return section == FirstValue ? tr("Place") : tr("Values");
    const auto value = static_cast<std::size_t>(section - FirstValue);
    return value < m_expressions.size() ? QVariant(shown(m_expressions[value])) : QVariant();
}

} // namespace dbgr::ui

#include "moc_trace_model.cpp"
