// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/across_model.h"

#include "session/describe.h"
#include "session/thread_text.h"
#include "ui/values/across.h"
#include "ui/values/row_edits.h"
#include "ui/values/value_columns.h"

#include <utility>

namespace dbgr::ui {

namespace {

std::vector<std::string> keysOf(const std::vector<debug::ValueGroup>& groups)
{
    std::vector<std::string> keys;
    for (const debug::ValueGroup& group : groups)
        keys.push_back((group.problem.empty() ? "=" + group.value : "!" + group.problem) + '\x1f' +
                       std::to_string(group.content.hash.high) + '.' + std::to_string(group.content.hash.low));
    return keys;
}

} // namespace

void AcrossModel::show(const Across& across, bool stale)
{
    std::vector<debug::ValueGroup> fresh = across.values;
    fresh.insert(fresh.end(), across.absent.begin(), across.absent.end());
    showRows(std::move(fresh), {}, stale);
}

void AcrossModel::show(const std::vector<ThreadsOfValue>& rows, bool stale)
{
    std::vector<debug::ValueGroup> fresh;
    std::vector<debug::ThreadNumbers> threads;
    for (const ThreadsOfValue& row : rows) {
        fresh.push_back(row.group);
        threads.push_back(row.threads);
    }
    showRows(std::move(fresh), std::move(threads), stale);
}

void AcrossModel::setBy(AcrossBy by)
{
    clear();
    m_by = by;
    emit headerDataChanged(Qt::Horizontal, kRanks, kRanks);
}

void AcrossModel::showRows(std::vector<debug::ValueGroup> fresh, std::vector<debug::ThreadNumbers> threads, bool stale)
{
    const RowEdits edits = rowEdits(keysOf(m_groups), keysOf(fresh));
    for (const RowRun& run : edits.removals) {
        beginRemoveRows({}, static_cast<int>(run.first), static_cast<int>(run.first + run.count) - 1);
        const auto first = m_groups.begin() + static_cast<std::ptrdiff_t>(run.first);
        m_groups.erase(first, first + static_cast<std::ptrdiff_t>(run.count));
        endRemoveRows();
    }
    for (const RowRun& run : edits.insertions) {
        beginInsertRows({}, static_cast<int>(run.first), static_cast<int>(run.first + run.count) - 1);
        const auto first = fresh.begin() + static_cast<std::ptrdiff_t>(run.first);
        m_groups.insert(m_groups.begin() + static_cast<std::ptrdiff_t>(run.first), first,
                        first + static_cast<std::ptrdiff_t>(run.count));
        endInsertRows();
    }
    m_groups = std::move(fresh);
    m_threads = std::move(threads);
    m_stale = stale;
    if (!m_groups.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kValue));
}

void AcrossModel::clear()
{
    showRows({}, {}, false);
}

util::RankSet AcrossModel::ranks(const QModelIndex& index) const
{
    return index.isValid() ? m_groups[static_cast<std::size_t>(index.row())].ranks : util::RankSet();
}

debug::ThreadNumbers AcrossModel::threads(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < m_threads.size() ? m_threads[row] : debug::ThreadNumbers();
}

QString AcrossModel::whoText(std::size_t row) const
{
    const bool ofThreads = row < m_threads.size() && !m_threads[row].empty();
    return QString::fromStdString(ofThreads ? session::shortThreads(m_threads[row])
                                            : session::shortRanks(m_groups[row].ranks));
}

int AcrossModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int AcrossModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kValue + 1;
}

QVariant AcrossModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const debug::ValueGroup& group = m_groups[static_cast<std::size_t>(index.row())];
    const bool isValue = index.column() == kValue;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        if (isValue)
            return groupText(group, m_groups);
        return whoText(static_cast<std::size_t>(index.row()));
    case value_role::kLook:
        return (m_stale ? value_look::kStale : 0) |
               (isValue && !group.problem.empty() ? lookOfProblem(group.problem) : 0);
    default:
        return {};
    }
}

QVariant AcrossModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kRanks:
        return m_by == AcrossBy::Thread ? tr("Threads") : tr("Ranks");
    case kValue:
        return tr("Value");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_across_model.cpp"
