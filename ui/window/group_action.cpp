// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/group_action.h"

#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QVariant>

namespace dbgr::ui {

void wantGroup(const Actions& actions, const util::RankSet& ranks)
{
    QAction* const newGroup = actions.get(action::kNewGroup);
    newGroup->setData(QString::fromStdString(ranks.toString()));
    newGroup->trigger();
    newGroup->setData({});
}

util::RankSet wantedGroup(QAction& newGroup)
{
    return util::RankSet::parse(newGroup.data().toString().toStdString(), {}).value_or(util::RankSet());
}

} // namespace dbgr::ui
