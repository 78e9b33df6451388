// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/command_words.h"

#include "ui/window/action_table.h"

#include <QAction>
#include <QCoreApplication>

#include <algorithm>

namespace dbgr::ui {

QString commandName(const QAction& action)
{
    return action.iconText();
}

QString commandMenu(const QAction& action)
{
    const auto table = actionTable();
    const auto info = std::find_if(table.begin(), table.end(), [&](const ActionInfo& one) {
        return action.objectName() == QLatin1String(one.name);
    });
    const MenuId menu = info == table.end() ? MenuId::View : info->menu;
    return QCoreApplication::translate("Actions", menuTitle(menu)).remove(u'&');
}

QString commandKeys(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts())
        keys << sequence.toString(QKeySequence::NativeText);
    return keys.join(QLatin1String(", "));
}

} // namespace dbgr::ui
