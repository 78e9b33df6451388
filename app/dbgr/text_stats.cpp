// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_stats.h"

#include "app/dbgr/escapes.h"
#include "session/statistics_rows.h"

namespace dbgr::app {

std::string statsText(const StatsReply& reply, const Style& style)
{
    Table table;
    table.add({"ranks", "count", "NaN", "Inf", "min", "max", "mean", "deviation"});
    std::string problems;
    bool isAny = false;
    for (const session::StatisticsRow& row : session::statisticsRows(reply.statistics, reply.allDigits)) {
        const std::string ranks = bracketed(row.ranks);
        if (!row.problem.empty()) {
            problems += style.ranks(ranks) + " " + visible(reply.expression) + ": <" + visible(row.problem) + ">\n";
            continue;
        }
        isAny = true;
        table.add({(row.isWhole ? "all " : "") + ranks, row.count, row.nans, row.infinities, visible(row.lowest),
                   visible(row.highest), row.mean, row.deviation});
    }
    return (isAny ? table.text() : "") + problems;
}

} // namespace dbgr::app
