// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/focus_commands.h"

#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/ui_context.h"

namespace dbgr::ui {

void focusOn(const UiContext& context, const util::RankSet& ranks)
{
    context.notices.showResult(QStringLiteral("focus"), context.bridge.session().setFocus(ranks));
}

void makeLeader(const UiContext& context, util::Rank rank)
{
    session::Session& session = context.bridge.session();
    util::Result<void> result;
    if (!session.focus().contains(rank))
        result = session.setFocus(session.focus() | util::RankSet(rank));
    if (result)
        result = session.setLeadingRank(rank);
    context.notices.showResult(QStringLiteral("focus"), result);
}

void continueOnly(const UiContext& context, const util::RankSet& ranks)
{
    context.notices.showResult(QStringLiteral("continue"), context.bridge.session().continueRanks(ranks));
}

void pauseOnly(const UiContext& context, const util::RankSet& ranks)
{
    context.notices.showResult(QStringLiteral("pause"), context.bridge.session().interrupt(ranks));
}

} // namespace dbgr::ui
