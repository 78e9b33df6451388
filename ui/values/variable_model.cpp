// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/variable_model.h"

#include "debug/debug_error.h"
#include "session/describe.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/row_edits.h"
#include "ui/values/value_columns.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

/// What only came into scope, or into a place that debug information knows of, did not change.
bool isChange(const debug::Variable& before, const debug::Variable& now)
{
    const bool wereValues = before.problem.empty() && now.problem.empty() && !before.early;
    return wereValues && (before.value != now.value || !before.content.sameAs(now.content));
}

/// Children whose names tell those of ranges.
constexpr std::uint32_t kNamesOfRanges = 2;

} // namespace

VariableModel::VariableModel(SessionBridge& bridge, CurrentPlace& place, QObject* parent)
    : QAbstractItemModel(parent), m_bridge(bridge), m_place(place), m_comparisons(bridge, place, 2, this),
      m_formatted(bridge, place, 1, this)
{
    connect(&place, &CurrentPlace::changed, this, &VariableModel::follow);
    connect(&m_comparisons, &Comparisons::arrived, this, &VariableModel::comparisonChanged);
    connect(&m_comparisons, &Comparisons::outdated, this, [this] {
        for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
            const QModelIndex across = row.sibling(row.row(), value_column::kAcross);
            emit dataChanged(across, across);
        }
    });
    connect(&m_formatted, &Comparisons::arrived, this, &VariableModel::tellValues);
    connect(&m_formatted, &Comparisons::outdated, this, &VariableModel::tellValues);
    connect(&bridge, &SessionBridge::jobChanged, this, [this] { m_context.rank.reset(); }); // its values are not ours
    connect(&bridge, &SessionBridge::valuesChanged, this, [this](const util::RankSet& ranks) {
        if (!m_place.rank() || !ranks.contains(*m_place.rank()))
            return;
        if (m_active)
            ask(); // the rows stay: what differs is marked
        else
            m_due = true;
    });
    follow();
}

// --- what the view and the user do -----------------------------------------------------------------------------------

void VariableModel::setActive(bool active)
{
    m_active = active;
    m_comparisons.setActive(active);
    m_formatted.setActive(active);
    if (active && std::exchange(m_due, false))
        ask();
    pump();
}

void VariableModel::setVisible(const QModelIndexList& rows)
{
    m_visible.clear();
    for (const QModelIndex& row : rows)
        m_visible << QPersistentModelIndex(row.siblingAtColumn(0));
    wish();
}

void VariableModel::setPinned(const std::string& expression)
{
    m_pinned = expression;
    wish();
}

void VariableModel::setExpanded(const QModelIndex& index, bool expanded)
{
    Node* const opened = node(index);
    if (!opened || opened == &m_root || !opened->canOpen())
        return;
    opened->expanded = expanded;
    if (expanded)
        m_open.insert(memoryKey(*opened));
    else
        m_open.erase(memoryKey(*opened));
    if (expanded)
        fetch(*opened);
}

QModelIndex VariableModel::whole(const QModelIndex& index) const
{
    const Node* const row = node(index);
    if (!row || row == &m_root)
        return {};
    const bool hasElements = row->kind == Node::Kind::Variable && row->canOpen();
    const Node& whole = hasElements ? *row : row->parent->owner();
    return &whole == &m_root ? QModelIndex() : indexOf(whole);
}

std::uint32_t VariableModel::elements(const QModelIndex& whole) const
{
    const Node* const row = node(whole);
    return row ? row->variable.childCount : 0;
}

void VariableModel::goToElement(const QModelIndex& whole, std::uint32_t number)
{
    if (number >= elements(whole))
        return;
    m_goingTo = whole;
    m_element = number;
    goOnToElement();
}

/// Opens range after range, as far as they are there. What is there now may be less than what was when it was asked
/// for.
void VariableModel::goOnToElement()
{
    for (Node* opened = node(m_goingTo);;) {
        setExpanded(indexOf(*opened), true);
        emit expandWanted(indexOf(*opened));
        if (!opened->fetched)
            return; // until its children come
        const std::uint32_t within = m_element - (opened->kind == Node::Kind::Range ? opened->first : 0);
        const std::size_t at = opened->hasRanges() ? within / opened->rangeSize() : within;
        Node* const next = at < opened->children.size() ? opened->children[at].get() : nullptr;
        if (next && next->kind == Node::Kind::Range) {
            opened = next;
            continue;
        }
        m_goingTo = QPersistentModelIndex();
        if (next && next->kind == Node::Kind::Variable)
            emit elementCame(indexOf(*next));
        return;
    }
}

// --- news ------------------------------------------------------------------------------------------------------------

void VariableModel::follow()
{
    forgetQuestions();
    m_stale = true;
    if (m_place.isStale()) {
        m_due = false;
        markStale(m_root);
    } else if (!m_place.frame()) {
        fail({{}, m_place.problem().toStdString(), {}});
    } else if (m_active) {
        ask();
    } else {
        m_due = true;
    }
    emit placeChanged();
}

void VariableModel::forgetQuestions()
{
    m_variables.forget();
    m_children.forget();
    m_queue.clear();
    m_asked = nullptr;
    m_goingTo = QPersistentModelIndex();
}

void VariableModel::ask()
{
    if (!m_place.rank() || m_place.isStale())
        return;
    m_bridge.session().variables(util::RankSet(*m_place.rank()), m_place.choice(),
                                 m_variables.expect([this](auto answer) { take(std::move(answer)); }));
}

void VariableModel::take(util::Result<session::Answer<std::vector<debug::RankVariables>>> answer)
{
    if (!answer) {
        if (answer.error().code != make_error_code(debug::Errc::Stale)) // else news of it is on its way
            fail(answer.error());
        return;
    }
    if (answer->value.empty() || !m_place.frame())
        return;
    debug::RankVariables& news = answer->value.front();
    visit({news.rank, m_place.frame()->function, news.stopId});
    m_problem = {};
    m_stale = false;
    m_readAt = std::chrono::duration_cast<std::chrono::seconds>(m_bridge.jobTime());
    markStale(m_root); // what is not asked for again: children of rows that are closed
    merge(m_root, nodesOf(std::move(news.variables)));
    fetchOpenRows(m_root);
    emit placeChanged();
    wish();
    pump();
}

void VariableModel::visit(const Context& now)
{
    const bool samePlace = now.rank == m_context.rank && now.function == m_context.function;
    if (!samePlace || now.stop != m_context.stop)
        ++m_visit;
    if (!samePlace)
        m_comparableSince = m_visit;
    m_context = now;
}

void VariableModel::fail(const util::Error& error)
{
    m_problem = error;
    m_stale = false;
    m_context = {};
    merge(m_root, {});
    emit placeChanged();
}

void VariableModel::markStale(Node& parent)
{
    parent.fetched = false;
    for (const auto& child : parent.children) {
        child->stale = true;
        markStale(*child);
    }
    if (!parent.children.empty())
        emit dataChanged(indexOf(*parent.children.front()), indexOf(*parent.children.back(), value_column::kCount - 1));
}

void VariableModel::comparisonChanged(const std::string& expression)
{
    for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
        if (row.isValid() && this->expression(row) == expression) {
            const QModelIndex across = row.sibling(row.row(), value_column::kAcross);
            emit dataChanged(across, across);
        }
    }
}

// --- children --------------------------------------------------------------------------------------------------------

void VariableModel::fetch(Node& parent)
{
    const bool queued = std::find(m_queue.begin(), m_queue.end(), &parent) != m_queue.end();
    if (parent.fetched || parent.stale || queued || m_asked == &parent)
        return;
    if (parent.kind == Node::Kind::Range && parent.hasRanges())
        return giveRanges(parent);
    m_queue.push_back(&parent);
    pump();
}

void VariableModel::fetchOpenRows(Node& parent)
{
    for (const auto& child : parent.children) {
        if (child->expanded && child->canOpen())
            fetch(*child);
    }
}

/// One question at a time: what is asked next depends on what was said.
void VariableModel::pump()
{
    if (!m_active || m_asked || m_stale || m_queue.empty() || !m_context.rank)
        return;
    m_asked = m_queue.front();
    m_queue.pop_front();
    const std::uint32_t wanted = m_asked->hasRanges() ? kNamesOfRanges : Node::kMostChildren;
    m_bridge.session().children(*m_context.rank, {m_asked->owner().variable.handle, m_asked->first, wanted},
                                m_children.expect([this](auto answer) { takeChildren(std::move(answer)); }));
}

void VariableModel::giveRanges(Node& parent)
{
    parent.fetched = true;
    merge(parent, rangesOf(parent));
    fetchOpenRows(parent);
}

void VariableModel::takeChildren(util::Result<session::Answer<debug::RankVariables>> answer)
{
    Node& parent = *std::exchange(m_asked, nullptr);
    if (!answer && answer.error().code == make_error_code(debug::Errc::Stale))
        return; // news of it is on its way
    parent.fetched = true;
    if (!answer) {
        std::vector<Node> problem;
        problem.push_back(problemNode(answer.error().message()));
        merge(parent, std::move(problem));
    } else if (const auto& variables = answer->value.variables; parent.hasRanges()) {
        parent.ranges =
            variables.size() < kNamesOfRanges ? RangeNames() : RangeNames(variables[0].name, variables[1].name);
        giveRanges(parent);
    } else {
        merge(parent, nodesOf(std::move(answer->value.variables)));
    }
    if (m_goingTo.isValid() && parent.isWithin(*node(m_goingTo)))
        goOnToElement();
    fetchOpenRows(parent);
    wish();
    pump();
}

// --- rows ------------------------------------------------------------------------------------------------------------

void VariableModel::merge(Node& parent, std::vector<Node> fresh)
{
    std::vector<std::string> before;
    for (const auto& child : parent.children)
        before.push_back(child->key);
    std::vector<std::string> after;
    for (const Node& child : fresh)
        after.push_back(child.key);
    const RowEdits edits = rowEdits(before, after);
    for (const RowRun& run : edits.removals)
        removeRun(parent, run.first, run.count);

    std::vector<Node*> reopened;
    std::vector<bool> isNew(fresh.size(), false);
    for (const RowRun& run : edits.insertions) {
        const auto first = static_cast<int>(run.first);
        beginInsertRows(indexOf(parent), first, first + static_cast<int>(run.count) - 1);
        for (std::size_t row = run.first; row < run.first + run.count; ++row) {
            auto child = std::make_unique<Node>(std::move(fresh[row]));
            child->parent = &parent;
            child->visit = m_visit;
            isNew[row] = true;
            child->expanded = child->canOpen() && m_open.count(memoryKey(*child)) > 0;
            if (child->expanded)
                reopened.push_back(child.get());
            parent.children.insert(parent.children.begin() + static_cast<std::ptrdiff_t>(row), std::move(child));
        }
        parent.renumber(run.first);
        endInsertRows();
    }
    for (std::size_t row = 0; row < fresh.size(); ++row) {
        if (!isNew[row])
            update(*parent.children[row], std::move(fresh[row]));
    }
    if (!parent.children.empty())
        emit dataChanged(indexOf(*parent.children.front()), indexOf(*parent.children.back(), value_column::kCount - 1));
    for (const Node* const child : reopened)
        emit expandWanted(indexOf(*child));
}

void VariableModel::update(Node& old, Node fresh)
{
    const bool differs = isChange(old.variable, fresh.variable);
    if (old.visit == m_visit) // seen at this stop before: what was marked stays so
        old.changed |= differs;
    else
        old.changed = differs && old.visit >= m_comparableSince;
    old.visit = m_visit;
    old.stale = false;
    old.ambiguous = fresh.ambiguous;
    old.kind = fresh.kind;
    old.first = fresh.first;
    old.variable = std::move(fresh.variable);
    if (!old.canOpen() && !old.children.empty())
        removeRun(old, 0, old.children.size());
}

void VariableModel::removeRun(Node& parent, std::size_t first, std::size_t count)
{
    const auto goes = [&](const Node& node) {
        for (std::size_t row = first; row < first + count; ++row) {
            if (node.isWithin(*parent.children[row]))
                return true;
        }
        return false;
    };
    std::erase_if(m_queue, [&](const Node* queued) { return goes(*queued); });
    if (m_asked && goes(*m_asked)) {
        m_children.forget();
        m_asked = nullptr;
    }
    beginRemoveRows(indexOf(parent), static_cast<int>(first), static_cast<int>(first + count) - 1);
    const auto begin = parent.children.begin() + static_cast<std::ptrdiff_t>(first);
    parent.children.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    parent.renumber(first);
    endRemoveRows();
}

/// Comparisons are asked of what can be seen, and of what the user pinned before that.
void VariableModel::wish()
{
    std::vector<std::string> expressions;
    if (!m_pinned.empty())
        expressions.push_back(m_pinned);
    for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
        std::string wanted = row.isValid() ? expression(row) : std::string();
        if (!wanted.empty() && wanted != m_pinned)
            expressions.push_back(std::move(wanted));
    }
    m_comparisons.want(std::move(expressions));
    wishFormats();
}

std::string VariableModel::memoryKey(const Node& node) const
{
    return m_context.function + '\x1e' + node.path();
}

} // namespace dbgr::ui

#include "moc_variable_model.cpp"
