// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/stack_tree_model.h"

#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/stacks/frame_text.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

StackTreeModel::StackTreeModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent)
    : QAbstractItemModel(parent), m_bridge(bridge), m_place(place),
      m_watch(
          bridge, [&bridge] { return bridge.session().focus(); },
          [this, &bridge](const util::RankSet& standing) {
              const auto whole = m_answer.expect([this](auto answer) { take(std::move(answer)); });
              bridge.session().stacks(standing, whole, m_by, m_answer.partly());
          })
{
    connect(&m_watch, &StandingWatch::changed, this, &StackTreeModel::statusChanged);
    connect(&place, &CurrentPlace::changed, this, &StackTreeModel::markPlace);
    connect(&bridge, &SessionBridge::jobChanged, this, [this] { m_sample.forget(); });
}

void StackTreeModel::setDetail(StackDetail detail)
{
    if (detail == m_detail)
        return;
    m_detail = detail;
    merge();
    emit statusChanged();
}

void StackTreeModel::setBy(debug::StacksBy by)
{
    if (std::exchange(m_by, by) != by)
        m_watch.askAgain();
}

bool StackTreeModel::tellsThreads() const
{
    return !m_root.callees.empty() && !m_root.callees.front()->who.empty();
}

void StackTreeModel::take(Answer answer)
{
    m_problem = problemText(answer);
    const bool shown = answer.has_value();
    const util::RankSet awaited = shown ? answer->awaited : util::RankSet();
    if (shown) {
        m_sampledAt.reset();
        show(std::move(answer->value));
    }
    if (awaited.empty())
        return m_watch.answered(shown);
    m_problem += (m_problem.isEmpty() ? "" : "\n") +
                 tr("No answer yet: %1. Shift+Esc ends the waiting.").arg(ranksText(awaited));
    emit statusChanged();
}

void StackTreeModel::sample()
{
    const session::AnswerCallback<debug::StackTree> come =
        m_sample.expect([this](auto answer) { takeSample(std::move(answer)); });
    m_bridge.session().sample(m_bridge.session().focus(), come);
    emit statusChanged();
}

void StackTreeModel::takeSample(Answer answer)
{
    m_problem = problemText(answer);
    if (answer) {
        m_sampledAt = QTime::currentTime();
        show(std::move(answer->value));
    }
    emit statusChanged();
    emit sampled();
}

void StackTreeModel::show(debug::StackTree tree)
{
    m_tree = std::move(tree);
    merge();
}

void StackTreeModel::merge()
{
    const StackShapes shapes = shapeOf(m_tree, m_detail);
    m_hiddenThreads = shapes.hiddenThreads;
    m_ranks = {};
    m_threads = 0;
    for (const debug::StackNode& root : m_tree.roots()) {
        m_ranks |= root.ranks;
        m_threads += root.threads;
    }
    const MergePlan plan = planMerge(m_root, shapes.roots);
    removeGone(m_root, plan);
    sort(plan);
    fill(m_root, plan, shapes.roots);
    tellChanges(m_root);
    emit headerDataChanged(Qt::Horizontal, Ranks, Ranks);
    markPlace();
}

void StackTreeModel::removeGone(StackRow& row, const MergePlan& plan)
{
    std::vector<char> kept(row.callees.size(), 0);
    for (const StackRow* const callee : plan.rows) {
        if (callee)
            kept[static_cast<std::size_t>(callee->row)] = 1;
    }
    for (std::size_t end = kept.size(); end > 0;) {
        std::size_t first = end;
        while (first > 0 && !kept[first - 1])
            --first;
        if (first == end) {
            --end;
            continue;
        }
        beginRemoveRows(indexOf(row), static_cast<int>(first), static_cast<int>(end) - 1);
        const auto begin = row.callees.begin();
        row.callees.erase(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end));
        renumber(row, first);
        endRemoveRows();
        end = first;
    }
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        if (plan.rows[i])
            removeGone(*plan.rows[i], plan.below[i]);
    }
}

/// All at once: views lay themselves out again for every move.
void StackTreeModel::sort(const MergePlan& plan)
{
    if (!needsSorting(plan))
        return;
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    sortRows(m_root, plan);
    QModelIndexList after;
    after.reserve(before.size());
    for (const QModelIndex& index : before)
        after.push_back(indexOf(*at(index), index.column()));
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void StackTreeModel::fill(StackRow& row, const MergePlan& plan, const std::vector<StackShape>& shapes)
{
    for (std::size_t i = 0; i < shapes.size();) {
        if (plan.rows[i]) {
            plan.rows[i]->changed |= assign(*plan.rows[i], shapes[i]);
            fill(*plan.rows[i], plan.below[i], shapes[i].callees);
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < shapes.size() && !plan.rows[end])
            ++end;
        insertRun(row, shapes, i, end);
        i = end;
    }
}

void StackTreeModel::insertRun(StackRow& row, const std::vector<StackShape>& shapes, std::size_t first, std::size_t end)
{
    std::vector<std::unique_ptr<StackRow>> made;
    made.reserve(end - first);
    for (std::size_t i = first; i < end; ++i)
        made.push_back(makeRow(&row, shapes[i]));
    beginInsertRows(indexOf(row), static_cast<int>(first), static_cast<int>(end) - 1);
    row.callees.insert(row.callees.begin() + static_cast<std::ptrdiff_t>(first), std::make_move_iterator(made.begin()),
                       std::make_move_iterator(made.end()));
    renumber(row, first);
    endInsertRows();
}

void StackTreeModel::tellChanges(StackRow& row)
{
    const bool isRoot = row.parent == nullptr;
    const bool parts = row.callees.size() > 1;
    int first = -1;
    int last = -1;
    for (const auto& callee : row.callees) {
        const int forks = row.forks + (parts && !isRoot ? 1 : 0);
        const bool continues = !isRoot && !parts;
        const bool changed =
            std::exchange(callee->changed, false) || callee->forks != forks || callee->continues != continues;
        callee->forks = forks;
        callee->continues = continues;
        if (changed) {
            first = first < 0 ? callee->row : first;
            last = callee->row;
        }
    }
    if (first >= 0) {
        emit dataChanged(indexOf(*row.callees[static_cast<std::size_t>(first)]),
                         indexOf(*row.callees[static_cast<std::size_t>(last)], kColumns - 1));
    }
    for (const auto& callee : row.callees)
        tellChanges(*callee);
}

void StackTreeModel::markPlace()
{
    if (m_place.isStale())
        return; // the mark stays with what is shown
    const StackRow* const row = rowOfPlace();
    const QPersistentModelIndex before = m_current;
    m_current = row ? indexOf(*row) : QModelIndex();
    if (before == m_current)
        return;
    for (const QModelIndex& changed : {QModelIndex(before), QModelIndex(m_current)}) {
        if (changed.isValid())
            emit dataChanged(changed, changed, {CurrentRole});
    }
}

const StackRow* StackTreeModel::rowOfPlace() const
{
    const std::optional<util::Rank> rank = m_place.rank();
    const std::vector<debug::Frame>& frames = m_place.frames();
    if (!rank || !m_place.frame())
        return nullptr;
    const std::size_t depth = frames.size() - 1 - m_place.frameIndex();
    const auto frameOf = [&](const StackRow& row) -> const debug::Frame& {
        return frames[frames.size() - 1 - row.depth];
    };
    const auto isOnTheWay = [&](const StackRow& row) {
        return row.depth <= depth && row.ranks.contains(*rank) && isSameFunction(row.frame, frameOf(row));
    };
    const StackRow* found = nullptr;
    for (const StackRow* row = &m_root; row;) {
        const StackRow* next = nullptr;
        for (const auto& callee : row->callees) { // at another line while the one or the other is not of now
            if (isOnTheWay(*callee) && (!next || callee->frame.samePlace(frameOf(*callee))))
                next = callee.get();
        }
        found = next ? next : found;
        row = next;
    }
    return found;
}

const StackRow* StackTreeModel::at(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<const StackRow*>(index.internalPointer()) : nullptr;
}

QString StackTreeModel::stackText(const QModelIndex& index) const
{
    QString text;
    int number = 0;
    for (const StackRow* row = at(index); row && row != &m_root; row = row->parent)
        text += QStringLiteral("#%1  %2\n").arg(number++).arg(frameText(row->frame));
    return text;
}

QModelIndex StackTreeModel::indexOf(const StackRow& row, int column) const
{
    return &row == &m_root ? QModelIndex() : createIndex(row.row, column, &row);
}

QModelIndex StackTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const StackRow& caller = parent.isValid() ? *at(parent) : m_root;
    return createIndex(row, column, caller.callees[static_cast<std::size_t>(row)].get());
}

QModelIndex StackTreeModel::parent(const QModelIndex& child) const
{
    const StackRow* const row = at(child);
    return row ? indexOf(*row->parent) : QModelIndex();
}

int StackTreeModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    return static_cast<int>((parent.isValid() ? *at(parent) : m_root).callees.size());
}

int StackTreeModel::columnCount(const QModelIndex& /*parent*/) const
{
    return kColumns;
}

QVariant StackTreeModel::data(const QModelIndex& index, int role) const
{
    const StackRow* const row = at(index);
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Where ? whereText(*row) : index.column() == Count ? countText(*row) : rankText(*row);
    case Qt::ToolTipRole:
        return tipText(*row);
    case Qt::TextAlignmentRole:
        return (Qt::AlignVCenter | (index.column() == Count ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    case FunctionRole:
        return functionText(row->frame);
    case PlaceRole:
        return placeText(*row);
    case SourceRole:
        return row->frame.where.known();
    case ForksRole:
        return row->forks;
    case ContinuesRole:
        return row->continues;
    case CurrentRole:
        return m_current.isValid() && at(m_current) == row;
    default:
        return {};
    }
}

QVariant StackTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return (Qt::AlignVCenter | (section == Count ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    if (role == Qt::ToolTipRole && section == Ranks && tellsThreads())
        return tr("Ranks and the numbers of their threads: 0-3.2 is thread 2 of ranks 0 to 3");
    if (role == Qt::ToolTipRole && section == Count)
        return tr("How many ranks are here; in brackets, how many of their threads if they are more");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Where:
        return tr("Stack");
    case Count:
        return tr("Count");
    case Ranks:
        return tellsThreads() ? tr("Threads") : tr("Ranks");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_stack_tree_model.cpp"
