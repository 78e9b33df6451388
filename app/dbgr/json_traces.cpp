// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_values.h"

namespace dbgr::app {

namespace {

Json rowJson(const session::TraceStore::Row& row)
{
    Json json{{"number", row.number},
              {"microseconds", row.record.time.count()},
              {"rank", row.record.rank.value()},
              {"thread", row.record.thread.value()},
              {"values", Json::array()}};
    for (const debug::TracedValue& value : row.record.values)
        json["values"].push_back(value.problem.empty() ? Json{{"value", value.value}}
                                                       : Json{{"problem", value.problem}});
    return json;
}

} // namespace

Json toJson(const TracesReply& reply)
{
    Json json{{"reply", "traces"}, {"dropped", reply.dropped}, {"tracepoints", Json::array()}};
    for (const TraceTable& traces : reply.tables) {
        Json table{{"number", traces.id.value()},
                   {"place", traces.point.place},
                   {"expressions", traces.point.expressions},
                   {"count", traces.rows.size() + traces.left},
                   {"records", Json::array()}};
        for (const session::TraceStore::Row& row : traces.rows)
            table["records"].push_back(rowJson(row));
        json["tracepoints"].push_back(std::move(table));
    }
    return json;
}

} // namespace dbgr::app
