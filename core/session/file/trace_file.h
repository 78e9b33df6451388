// SPDX-License-Identifier: BSD-3-Clause
// What ranks have logged at tracepoints, as a file for other programs: a table (CSV, RFC 4180) or JSON. Thread: that of
// the store; blocks for as long as writing takes.
#pragma once

#include "session/trace_store.h"
#include "util/result.h"

#include <chrono>
#include <string>

namespace dbgr::session {

/// A line a record, after one of headings: number, time, rank, thread, breakpoint, place, then a column for each
/// expression that any of the tracepoints has, empty where a record has none. Times are UTC, with microseconds. What
/// had no value is "<why>"; what a spreadsheet would take for a formula has an apostrophe before it.
[[nodiscard]] std::string tracesAsCsv(const TraceStore& traces);

/// {"dropped": N, "records": [{"number", "microseconds" (since 1970), "rank", "thread", "breakpoint", "place",
/// "values":
/// [{"expression", "value" or "problem"}]}]}
[[nodiscard]] std::string tracesAsJson(const TraceStore& traces);

/// Whole or not at all, in the form that the name ends with: .csv or .json. A link is followed to the file that it
/// names. \errors std::errc::invalid_argument: another ending; those of writeWholeFile()
[[nodiscard]] util::Result<void> saveTraces(const std::string& path, const TraceStore& traces);

/// "2026-11-26 18:04:05.123456", UTC.
[[nodiscard]] std::string timeText(std::chrono::microseconds sinceEpoch);

} // namespace dbgr::session
