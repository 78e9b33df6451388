// SPDX-License-Identifier: GPL-3.0-or-later
// What the tree of variables shows: its cells, and the words around it.
#include "ui/values/variable_model.h"

#include "session/describe.h"
#include "session/number_text.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/elapsed_text.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/across.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_text.h"

#include <QStringList>

namespace dbgr::ui {

namespace {

constexpr int kTipLines = 12;

} // namespace

VariableModel::Node* VariableModel::node(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : const_cast<Node*>(&m_root);
}

QModelIndex VariableModel::indexOf(const Node& node, int column) const
{
    return node.parent ? createIndex(node.row, column, const_cast<Node*>(&node)) : QModelIndex();
}

QModelIndex VariableModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, node(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex VariableModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(*node(index)->parent) : QModelIndex();
}

int VariableModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(node(parent)->children.size());
}

int VariableModel::columnCount(const QModelIndex&) const
{
    return value_column::kCount;
}

bool VariableModel::hasChildren(const QModelIndex& parent) const
{
    return rowCount(parent) > 0 || (parent.column() == 0 && node(parent)->canOpen());
}

bool VariableModel::canFetchMore(const QModelIndex& parent) const
{
    if (!parent.isValid() || parent.column() > 0)
        return false;
    const Node& opened = *node(parent);
    return opened.canOpen() && opened.children.empty() && !opened.fetched;
}

void VariableModel::fetchMore(const QModelIndex& parent)
{
    setExpanded(parent, true);
}

QVariant VariableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isTitle = orientation == Qt::Horizontal && role == Qt::DisplayRole;
    return isTitle ? valueColumnTitle(section, tr("Name")) : QVariant();
}

QVariant VariableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Node& shown = *node(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tip(shown, index.column());
    case value_role::kLook:
        return look(shown, index.column());
    case value_role::kAcross:
        return QVariant::fromValue(index.column() == value_column::kAcross ? m_comparisons.find(expressionOf(shown))
                                                                           : nullptr);
    case value_role::kBrief:
        return index.column() == value_column::kAcross ? acrossCell(shown, AcrossWords::Brief) : QVariant();
    default:
        return {};
    }
}

QString VariableModel::text(const Node& node, int column) const
{
    switch (column) {
    case value_column::kName:
        return QString::fromStdString(node.kind == Node::Kind::Problem ? node.variable.problem : node.variable.name);
    case value_column::kValue:
        if (node.kind == Node::Kind::Problem)
            return {};
        if (!node.variable.problem.empty())
            return problemText(node.variable.problem);
        if (const debug::ValueGroup* const other = formatted(node))
            return QString::fromStdString(other->value);
        return QString::fromStdString(session::shortNumbers(node.variable.value));
    case value_column::kAcross:
        return acrossCell(node, AcrossWords::Full);
    case value_column::kType:
        return QString::fromStdString(node.variable.type);
    default:
        return {};
    }
}

QString VariableModel::acrossCell(const Node& node, AcrossWords words) const
{
    const std::string expression = expressionOf(node);
    if (const Across* const across = m_comparisons.find(expression))
        return acrossText(*across, m_comparisons.focusSize(), words);
    return m_comparisons.isUnderWay(expression) ? QStringLiteral("\u2026") : QString();
}

QString VariableModel::tip(const Node& node, int column) const
{
    if (node.kind != Node::Kind::Variable)
        return {};
    if (column == value_column::kAcross) {
        if (const Across* const across = m_comparisons.find(expressionOf(node)))
            return acrossLines(*across, kTipLines).join(QLatin1Char('\n'));
        return node.ambiguous ? tr("Another variable here has the same name, so it cannot be compared across ranks")
                              : QString();
    }
    QStringList lines;
    const std::string& path = node.variable.path.empty() ? node.variable.name : node.variable.path;
    lines << QString::fromStdString(path + ": " + node.variable.type)
          << QString::fromStdString(node.variable.problem.empty() ? node.variable.value : node.variable.problem);
    if (node.stale)
        lines << tr("Value of the last stop");
    else if (node.changed)
        lines << tr("Changed since the last stop");
    return lines.join(QLatin1Char('\n'));
}

int VariableModel::look(const Node& node, int column) const
{
    int look = 0;
    if (!node.variable.problem.empty() && (node.kind == Node::Kind::Problem || column == value_column::kValue))
        look |= lookOfProblem(node.variable.problem);
    if (const Across* const across = column == value_column::kAcross ? m_comparisons.find(expressionOf(node)) : nullptr;
        across && across->differsInAddressesOnly())
        look |= value_look::kQuiet;
    const bool staleAcross = column == value_column::kAcross && m_comparisons.isStale(expressionOf(node));
    const bool staleFormat = column == value_column::kValue && formatted(node) && // what is coming may differ
                             m_formatted.isStale(formattedExpression(node));
    if (node.stale || m_stale || staleAcross || staleFormat)
        look |= value_look::kStale;
    else if (node.changed && column == value_column::kValue)
        look |= value_look::kChanged;
    return look;
}

const debug::Variable* VariableModel::variable(const QModelIndex& index) const
{
    const Node* const shown = index.isValid() ? node(index) : nullptr;
    return shown && shown->kind == Node::Kind::Variable ? &shown->variable : nullptr;
}

std::string VariableModel::expression(const QModelIndex& index) const
{
    return index.isValid() ? expressionOf(*node(index)) : std::string();
}

std::string VariableModel::expressionOf(const Node& node) const
{
    for (const Node* above = &node; above; above = above->parent) {
        if (above->ambiguous)
            return {};
    }
    return node.variable.path;
}

QString VariableModel::placeText() const
{
    if (!m_place.rank())
        return {};
    if (m_place.isStale() && m_context.rank && m_context.rank != m_place.rank()) // it runs: what stands is another's
        return tr("rank %1 at %2, %3")
            .arg(m_context.rank->value())
            .arg(elapsedText(m_readAt), QString::fromStdString(m_context.function));
    QString rank = tr("rank %1").arg(m_place.rank()->value());
    if (m_place.isStale() && m_context.rank == m_place.rank()) // how old is what stands below
        rank += tr(" at %1").arg(elapsedText(m_readAt));
    const bool isKnown = !m_place.isStale() || m_context.rank == m_place.rank();
    const debug::Frame* const frame = isKnown ? m_place.frame() : nullptr;
    return frame ? rank + QStringLiteral(", ") + QString::fromStdString(session::describe(*frame)) : rank;
}

bool VariableModel::isForAReason() const
{
    return !m_problem.message().empty() && !m_context.rank && !m_stale;
}

QString VariableModel::emptyTitle() const
{
    if (isForAReason())
        return tr("No variables: %1").arg(QString::fromStdString(m_problem.message()));
    return m_context.rank ? tr("No variables here") : tr("No variables yet");
}

QString VariableModel::emptyHint() const
{
    if (isForAReason() && !m_problem.advice.empty())
        return QString::fromStdString(m_problem.advice);
    return m_context.rank ? tr("This function has no arguments or locals") : tr("They are shown when a rank stops");
}

} // namespace dbgr::ui
