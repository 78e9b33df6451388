// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_menu.h"

#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/rank_hosts.h"
#include "ui/ranks/rank_tip.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/group_action.h"
#include "ui/window/ui_context.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::ui {

using session::ProcessTable;
using session::RankState;
using util::Rank;
using util::RankSet;

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("RankMenu", text);
}

void addForOne(QMenu& menu, UiContext& context, Rank rank)
{
    const ProcessTable& processes = context.bridge.session().processes();
    const session::RankRecord& record = processes.at(rank);
    const RankState state = record.state;
    const std::string host = record.host;
    menu.addAction(say("Focus on All That Are %1").arg(QLatin1String(session::name(state))), &menu,
                   [&context, state] { focusOn(context, context.bridge.session().processes().inState(state)); });
    menu.addAction(say("Focus on Host %1").arg(QString::fromStdString(host)), &menu,
                   [&context, host] { focusOn(context, ranksOnHost(context.bridge.session().processes(), host)); });
    menu.addAction(say("Make Rank %1 Lead").arg(rank.value()), &menu, [&context, rank] { makeLeader(context, rank); });
}

/// Of the user's own groups; nothing without any.
void addForGroups(QMenu& menu, UiContext& context, const RankSet& ranks)
{
    const session::RankGroups& groups = context.bridge.session().groups();
    if (groups.all().empty())
        return;
    QMenu* const add = menu.addMenu(say("Add %1 to Group").arg(countText(ranks)));
    add->menuAction()->setStatusTip(say("These ranks are added to the group; one that follows keeps following"));
    QMenu* const takeOut = menu.addMenu(say("Remove %1 from Group").arg(countText(ranks)));
    takeOut->menuAction()->setStatusTip(
        say("These ranks are removed from the group; one that follows keeps following"));
    const std::vector<RankSet> now = groups.ranksOfAll();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const std::string name = groups.all()[i].name;
        const QString text = QString::fromStdString(name);
        add->addAction(text, &menu, [&context, name, ranks] { addToGroup(context, name, ranks); });
        if (now[i].intersects(ranks))
            takeOut->addAction(text, &menu, [&context, name, ranks] { removeFromGroup(context, name, ranks); });
    }
    takeOut->setEnabled(!takeOut->isEmpty());
}

} // namespace

void fillRankMenu(QMenu& menu, UiContext& context, const RankSet& ranks, std::optional<Rank> rank)
{
    const ProcessTable& processes = context.bridge.session().processes();
    const QString who = countText(ranks);
    menu.setDefaultAction(
        menu.addAction(say("Focus on %1").arg(who), &menu, [&context, ranks] { focusOn(context, ranks); }));
    if (rank && processes.all().contains(*rank))
        addForOne(menu, context, *rank);
    menu.addAction(context.actions.get(action::kFocusAll));
    menu.addAction(say("Make Group of %1...").arg(who), &menu,
                   [&context, ranks] { wantGroup(context.actions, ranks); });
    addForGroups(menu, context, ranks);
    menu.addSeparator();
    menu.addAction(context.theme.icon(QStringLiteral("continue")), say("Continue Only %1").arg(who), &menu,
                   [&context, ranks] { continueOnly(context, ranks); })
        ->setEnabled(ranks.intersects(processes.standing()));
    menu.addAction(context.theme.icon(QStringLiteral("pause")), say("Pause Only %1").arg(who), &menu,
                   [&context, ranks] { pauseOnly(context, ranks); })
        ->setEnabled(ranks.intersects(processes.inState(RankState::Running)));
    menu.addSeparator();
    menu.addAction(context.theme.icon(QStringLiteral("copy")), say("Copy as Text"), &menu,
                   [ranks] { QGuiApplication::clipboard()->setText(QString::fromStdString(ranks.toString())); });
}

QMenu* makeRankMenu(UiContext& context, const RankSet& ranks, std::optional<Rank> rank, QWidget* parent)
{
    if (ranks.empty())
        return nullptr;
    auto* const menu = new QMenu(parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillRankMenu(*menu, context, ranks, rank);
    return menu;
}

} // namespace dbgr::ui
