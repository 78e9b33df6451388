// SPDX-License-Identifier: GPL-3.0-or-later
// VariableModel: rows that the user wants in another format are asked for by their expressions.
#include "ui/values/value_columns.h"
#include "ui/values/variable_model.h"
#include "ui/values/watch_format.h"

namespace dbgr::ui {

void VariableModel::setFormat(const QModelIndex& index, char format)
{
    const std::string wanted = expression(index);
    if (wanted.empty())
        return;
    if (format)
        m_formats[wanted] = format;
    else
        m_formats.erase(wanted);
    wish();
    tellValues();
}

/// "/x state.n"; "" the row is shown after its type.
std::string VariableModel::formattedExpression(const Node& node) const
{
    const std::string shown = node.kind == Node::Kind::Variable ? expressionOf(node) : std::string();
    const auto format = m_formats.find(shown);
    return shown.empty() || format == m_formats.end() ? std::string() : withFormat(shown, format->second);
}

/// Null while it is not known, and where the type has no other format.
const debug::ValueGroup* VariableModel::formatted(const Node& node) const
{
    const std::string wanted = formattedExpression(node);
    const Across* const across = wanted.empty() || !m_context.rank ? nullptr : m_formatted.find(wanted);
    const debug::ValueGroup* const group = across ? across->of(*m_context.rank) : nullptr;
    return group && group->problem.empty() ? group : nullptr;
}

void VariableModel::wishFormats()
{
    std::vector<std::string> expressions;
    for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
        std::string wanted = row.isValid() ? formattedExpression(*node(row)) : std::string();
        if (!wanted.empty())
            expressions.push_back(std::move(wanted));
    }
    m_formatted.want(std::move(expressions));
}

void VariableModel::tellValues()
{
    for (const QPersistentModelIndex& row : std::as_const(m_visible)) {
        const QModelIndex value = row.sibling(row.row(), value_column::kValue);
        emit dataChanged(value, value);
    }
}

} // namespace dbgr::ui
