// SPDX-License-Identifier: GPL-3.0-or-later
// The values of debugging as JSON; the schema is docs/manual/json.md. Thread: any.
#pragma once

#include "app/dbgr/reply.h"
#include "debug/frame.h"
#include "debug/stop.h"
#include "session/breakpoint_store.h"
#include "util/error.h"

#include <nlohmann/json.hpp>

namespace dbgr::app {

/// Keys stay in the order in which they are set: a line reads from what it is to its details.
using Json = nlohmann::ordered_json;

[[nodiscard]] Json numbers(const std::vector<util::BreakpointId>& ids);
[[nodiscard]] Json toJson(const debug::Frame& frame);
/// reason, breakpoint, signal, ..., frame: to be merged into an event.
[[nodiscard]] Json toJson(const debug::StopCause& cause);
[[nodiscard]] Json toJson(const std::vector<debug::ValueGroup>& values);
[[nodiscard]] Json toJson(const debug::WatchedChange& watched);
[[nodiscard]] Json toJson(const session::Breakpoint& breakpoint);
/// detail, category, code, meaning, advice.
[[nodiscard]] Json toJson(const util::Error& error);
// json_threads.cpp
/// index, id, name, leading, ..., frame.
[[nodiscard]] Json toJson(const debug::ThreadInfo& thread);
[[nodiscard]] Json toJson(const ThreadReply& reply);
[[nodiscard]] Json toJson(const FreezeReply& reply);
[[nodiscard]] Json toJson(const ThreadValuesReply& reply);
/// A list: equal threads of ranks by number, name and role.
[[nodiscard]] Json toJson(const debug::ThreadSet& threads);
// json_groups.cpp
[[nodiscard]] Json toJson(const GroupReply& reply);
[[nodiscard]] Json toJson(const GroupChangeReply& reply);
[[nodiscard]] Json toJson(const GroupsReply& reply);
[[nodiscard]] Json toJson(const TracesReply& reply);
/// {"reply": name, ...}: json_reply.cpp
[[nodiscard]] Json toJson(const Reply& reply);
/// One line; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string lineOf(const Json& object);

} // namespace dbgr::app
