// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CommandRunner that shows what tracepoints have logged.
#include "app/dbgr/command_runner.h"
#include "debug/debug_error.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dbgr::app {

namespace {

/// Of each, unless all are asked for.
constexpr std::size_t kLatest = 100;

} // namespace

void CommandRunner::carryOut(const TracesCommand& command)
{
    const session::TraceStore& store = m_session.traces();
    if (command.clear) {
        m_session.clearTraces();
        return succeed({DoneReply{"traces clear"}, {}});
    }
    std::map<util::BreakpointId, TraceTable> tables;
    for (const auto& [id, point] : store.points()) {
        const auto asked = std::find(command.ids.begin(), command.ids.end(), id);
        if (command.ids.empty() ? m_session.breakpoints().find(id) != nullptr : asked != command.ids.end())
            tables.emplace(id, TraceTable{id, point, {}, 0});
    }
    for (const util::BreakpointId id : command.ids) {
        if (!tables.contains(id))
            return fail({debug::make_error_code(debug::Errc::NoSuchBreakpoint),
                         "showing what " + std::to_string(id.value()) + " has logged: it is no tracepoint", ""});
    }
    for (const session::TraceStore::Row& row : store.rows()) {
        if (!m_session.focus().empty() && !m_session.focus().contains(row.record.rank))
            continue;
        const bool isMeant = command.ids.empty() || tables.contains(row.record.id);
        if (!isMeant)
            continue;
        // also of one that was deleted, while there are records of it
        const auto table =
            tables.try_emplace(row.record.id, TraceTable{row.record.id, store.points().at(row.record.id), {}, 0}).first;
        table->second.rows.push_back(row);
    }
    TracesReply reply{{}, store.dropped(), command.allDigits};
    for (auto& [id, table] : tables) {
        if (!command.every && table.rows.size() > kLatest) {
            table.left = table.rows.size() - kLatest;
            table.rows.erase(table.rows.begin(), table.rows.end() - static_cast<std::ptrdiff_t>(kLatest));
        }
        reply.tables.push_back(std::move(table));
    }
    succeed({std::move(reply), {}});
}

} // namespace dbgr::app
