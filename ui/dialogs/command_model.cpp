// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_model.h"

#include "ui/dialogs/command_words.h"
#include "ui/dialogs/palette_role.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kDisabledPenalty = 12; ///< about one word's beginning
constexpr int kMenuPenalty = 20;     ///< when the letters are only found with the menu's name before them

} // namespace

CommandModel::CommandModel(const Actions& actions, QObject* parent) : QAbstractListModel(parent), m_actions(actions)
{
    setPattern({});
}

std::optional<CommandModel::Row> CommandModel::rowOf(QAction* action, const QString& pattern) const
{
    if (!action->isVisible() || action->objectName() == QLatin1String(action::kCommandPalette))
        return std::nullopt;
    const int penalty = action->isEnabled() ? 0 : kDisabledPenalty;
    const QString name = commandName(*action);
    if (const auto match = fuzzyMatch(pattern, name))
        return Row{action, match->score - penalty, match->positions};
    if (const auto match = fuzzyMatch(pattern, commandMenu(*action) + u' ' + name))
        return Row{action, match->score - penalty - kMenuPenalty, {}};
    return std::nullopt;
}

void CommandModel::setPattern(const QString& pattern)
{
    beginResetModel();
    m_rows.clear();
    for (QAction* const action : m_actions.all()) {
        if (auto row = rowOf(action, pattern))
            m_rows.push_back(*std::move(row));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
    const int least = m_rows.empty() ? 0 : leastScore(m_rows.front().score);
    if (!pattern.trimmed().isEmpty())
        std::erase_if(m_rows, [least](const Row& row) { return row.score < least; });
    endResetModel();
}

int CommandModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CommandModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows.at(std::size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return commandName(*row.action);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2, %3")
            .arg(commandName(*row.action), commandMenu(*row.action), commandKeys(*row.action));
    case DetailRole:
        return commandMenu(*row.action);
    case KeysRole:
        return commandKeys(*row.action);
    case PositionsRole:
        return QVariant::fromValue(row.positions);
    case EnabledRole:
        return row.action->isEnabled();
    case TipRole:
        return row.action->isEnabled() ? row.action->statusTip()
                                       : tr("Not possible now. %1").arg(row.action->statusTip());
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_command_model.cpp"
