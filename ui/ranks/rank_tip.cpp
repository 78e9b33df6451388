// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_tip.h"

#include "session/describe.h"
#include "session/session.h"
#include "ui/bridge/counted.h"
#include "ui/widgets/rank_set_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace dbgr::ui {

namespace {

QString sayTip(const char* text)
{
    return QCoreApplication::translate("RankTip", text);
}

} // namespace

QString rankTip(const session::Session& session, util::Rank rank)
{
    const session::RankRecord& record = session.processes().at(rank);
    QStringList lines{QStringLiteral("<b>%1</b>").arg(sayTip("Rank %1").arg(rank.value()))};
    const QString host = QString::fromStdString(record.host).toHtmlEscaped();
    lines << (record.pid.value() > 0 ? sayTip("%1, pid %2").arg(host).arg(record.pid.value()) : host);
    lines << QString::fromStdString(session::describe(record)).toHtmlEscaped();
    if (session.processes().silent().contains(rank))
        lines << sayTip("Its node is silent: this is how it was before");
    if (session.processes().onHold().contains(rank))
        lines << sayTip("On hold: stands while others go");
    else if (session.onHold().contains(rank))
        lines << sayTip("Waits at a barrier");
    lines.removeAll(QString());
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(lines.join(QLatin1String("<br>")));
}

QString countText(const util::RankSet& ranks)
{
    if (ranks.size() == 1)
        return sayTip("rank %1").arg(ranks.lowest()->value());
    return sayTip("%1 ranks").arg(ranks.size());
}

QString gridDescription(const session::Session& session, const util::RankSet& selected)
{
    const session::ProcessTable& processes = session.processes();
    if (processes.all().empty())
        return sayTip("No ranks");
    QStringList sentences{
        counted(processes.size(), sayTip("1 rank, %2 selected"), sayTip("%1 ranks, %2 selected")).arg(selected.size())};
    if (!selected.empty())
        sentences.back() += QStringLiteral(": ") + shortText(selected);
    const util::RankSet& focus = session.focus();
    sentences
        << sayTip("In focus: %1").arg(focus == processes.all() ? rankSetText(focus, processes) : shortText(focus));
    if (const auto leader = session.leadingRank())
        sentences << sayTip("Rank %1 leads").arg(leader->value());
    return sentences.join(QLatin1String(". ")) + QLatin1Char('.');
}

} // namespace dbgr::ui
