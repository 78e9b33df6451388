// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_traces.h"

#include "app/dbgr/escapes.h"
#include "session/file/trace_file.h"
#include "session/number_text.h"

#include <cstdint>

namespace dbgr::app {

namespace {

std::string cell(const debug::TracedValue& value, bool allDigits)
{
    if (!value.problem.empty())
        return "<" + visible(value.problem) + ">";
    return visible(allDigits ? value.value : session::shortNumbers(value.value));
}

std::string tableText(const TraceTable& traces, bool allDigits)
{
    Table table;
    Table::Row heading{"time (UTC)", "rank", "thread"};
    for (const std::string& expression : traces.point.expressions)
        heading.push_back(visible(expression));
    table.add(std::move(heading));
    for (const session::TraceStore::Row& row : traces.rows) {
        const std::string time = session::timeText(row.record.time);
        Table::Row cells{time.substr(time.find(' ') + 1), std::to_string(row.record.rank.value()),
                         std::to_string(row.record.thread.value())};
        for (const debug::TracedValue& value : row.record.values)
            cells.push_back(cell(value, allDigits));
        table.add(std::move(cells));
    }
    return table.text("  ");
}

} // namespace

std::string tracesText(const TracesReply& reply, const Style& style)
{
    std::string text;
    for (const TraceTable& traces : reply.tables) {
        text += "Tracepoint " + std::to_string(traces.id.value()) + ", " + visible(traces.point.place) + ": " +
                counted(traces.rows.size() + traces.left, "record") + "\n";
        if (traces.left > 0)
            text += style.dim("  the latest " + std::to_string(traces.rows.size()) + " ('traces --every' shows all)") +
                    "\n";
        if (!traces.rows.empty())
            text += tableText(traces, reply.allDigits);
    }
    if (reply.tables.empty())
        text = "There are no tracepoints; 'trace PLACE, EXPR' sets one.\n";
    if (reply.dropped > 0)
        text += style.dim(counted(reply.dropped, "older record") +
                          " of all tracepoints were given up: there are too many") +
                "\n";
    return text;
}

} // namespace dbgr::app
