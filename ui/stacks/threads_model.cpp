// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/threads_model.h"

#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/stacks/frame_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dbgr::ui {

namespace {

auto keyOf(const ThreadRow& row)
{
    return std::pair(row.rank, row.thread.index);
}

bool isSame(const debug::ThreadInfo& a, const debug::ThreadInfo& b)
{
    return a.id == b.id && a.name == b.name && a.leading == b.leading && a.frozen == b.frozen && a.role == b.role &&
           a.top == b.top;
}

} // namespace

ThreadsModel::ThreadsModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent)
    : QAbstractTableModel(parent), m_bridge(bridge), m_place(place),
      m_watch(
          bridge, [this] { return wanted(); },
          [this](const util::RankSet& standing) {
              m_bridge.session().threads(standing, m_answer.expect([this](auto answer) { take(std::move(answer)); }));
          })
{
    connect(&m_watch, &StandingWatch::changed, this, &ThreadsModel::statusChanged);
    connect(&place, &CurrentPlace::changed, this, &ThreadsModel::followPlace);
    connect(&bridge, &SessionBridge::threadsChanged, this, [this](const util::RankSet& ranks) {
        if (ranks.intersects(wanted()))
            m_watch.askAgain();
    });
}

void ThreadsModel::setAllRanks(bool all)
{
    m_allRanks = all;
    m_watch.follow();
}

util::RankSet ThreadsModel::wanted() const
{
    const session::Session& session = m_bridge.session();
    if (m_allRanks)
        return session.focus();
    const std::optional<util::Rank> leader = session.leadingRank();
    return leader ? util::RankSet(*leader) : util::RankSet();
}

void ThreadsModel::take(util::Result<session::Answer<std::vector<debug::RankThreads>>> answer)
{
    m_problem = problemText(answer);
    const bool shown = answer.has_value();
    if (shown) {
        std::vector<ThreadRow> rows;
        for (debug::RankThreads& rank : answer->value) {
            for (debug::ThreadInfo& thread : rank.threads)
                rows.push_back({rank.rank, std::move(thread)});
        }
        std::sort(rows.begin(), rows.end(), [](const ThreadRow& a, const ThreadRow& b) { return keyOf(a) < keyOf(b); });
        merge(std::move(rows));
    }
    m_watch.answered(shown);
}

void ThreadsModel::merge(std::vector<ThreadRow> rows)
{
    std::size_t old = 0; // everything before it is merged
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t gone = old;
        while (gone < m_rows.size() && keyOf(m_rows[gone]) < keyOf(rows[i]))
            ++gone;
        removeRun(old, gone);
        std::size_t end = i;
        while (end < rows.size() && (old == m_rows.size() || keyOf(rows[end]) < keyOf(m_rows[old])))
            ++end;
        insertRun(old, rows, i, end);
        old += end - i;
        i = end;
        for (; i < rows.size() && old < m_rows.size() && keyOf(rows[i]) == keyOf(m_rows[old]); ++i, ++old) {
            if (isSame(m_rows[old].thread, rows[i].thread))
                continue;
            m_rows[old] = std::move(rows[i]);
            const int row = static_cast<int>(old);
            emit dataChanged(index(row, 0), index(row, kColumns - 1));
        }
    }
    removeRun(old, m_rows.size());
}

void ThreadsModel::removeRun(std::size_t first, std::size_t end)
{
    if (first == end)
        return;
    beginRemoveRows({}, static_cast<int>(first), static_cast<int>(end) - 1);
    m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(first),
                 m_rows.begin() + static_cast<std::ptrdiff_t>(end));
    endRemoveRows();
}

void ThreadsModel::insertRun(std::size_t at, std::vector<ThreadRow>& rows, std::size_t first, std::size_t end)
{
    if (first == end)
        return;
    beginInsertRows({}, static_cast<int>(at), static_cast<int>(at + end - first) - 1);
    m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at),
                  std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(first)),
                  std::make_move_iterator(rows.begin() + static_cast<std::ptrdiff_t>(end)));
    endInsertRows();
}

void ThreadsModel::followPlace()
{
    m_watch.follow();
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(static_cast<int>(m_rows.size()) - 1, kColumns - 1), {ChosenRole});
}

bool ThreadsModel::isChosen(const ThreadRow& row) const
{
    if (row.rank != m_place.rank())
        return false;
    return m_place.thread() ? row.thread.id == *m_place.thread() : row.thread.leading;
}

std::size_t ThreadsModel::rankCount() const
{
    std::size_t ranks = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        ranks += i == 0 || m_rows[i].rank != m_rows[i - 1].rank;
    return ranks;
}

const ThreadRow* ThreadsModel::at(const QModelIndex& index) const
{
    return index.isValid() ? &m_rows[static_cast<std::size_t>(index.row())] : nullptr;
}

int ThreadsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ThreadsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ThreadsModel::data(const QModelIndex& index, int role) const
{
    const ThreadRow* const row = at(index);
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case RankNumber:
            return row->rank.value();
        case Number:
            return row->thread.index;
        case Id:
            return static_cast<qulonglong>(row->thread.id.value());
        case Name:
            return threadNameText(row->thread);
        default:
            return frameText(row->thread.top);
        }
    case Qt::ToolTipRole:
        return frameTip(row->thread.top);
    case Qt::TextAlignmentRole:
        return (Qt::AlignVCenter | (index.column() <= Id ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    case ChosenRole:
        return isChosen(*row);
    case SourceRole:
        return row->thread.top.where.known();
    default:
        return {};
    }
}

QVariant ThreadsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return (Qt::AlignVCenter | (section <= Id ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case RankNumber:
        return tr("Rank");
    case Number:
        return tr("Thread");
    case Id:
        return tr("Id");
    case Name:
        return tr("Name");
    case Where:
        return tr("Where");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_threads_model.cpp"
