// SPDX-License-Identifier: GPL-3.0-or-later
// What a command came to, as values that every printer can show. Way: session -> batch -> Reply -> printer.
// Thread: any; values.
#pragma once

#include "debug/engine_reply.h"
#include "debug/stack_tree.h"
#include "debug/thread.h"
#include "session/breakpoint_store.h"
#include "session/fold.h"
#include "session/process_table.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// break, condition.
struct BreakReply
{
    session::Breakpoint breakpoint;
    std::string command = "break";
};

/// delete, enable, disable.
struct BreakpointNumbersReply
{
    std::string command;
    std::vector<util::BreakpointId> ids;
};

struct BreakpointsReply
{
    std::vector<session::Breakpoint> breakpoints; ///< by number
};

/// continue, step, next, finish, interrupt, wait: where the ranks are by now.
struct ControlReply
{
    std::string command;
    util::RankSet ranks; ///< that it was for
    util::RankSet stopped;
    util::RankSet ended;
    util::RankSet running; ///< with `&` only
};

struct FocusReply
{
    util::RankSet ranks;
    std::optional<util::Rank> leading;
};

struct StacksReply
{
    util::RankSet ranks;
    debug::StackTree tree;
};

struct WhereReply
{
    std::vector<session::StackGroup> stacks;
    std::uint32_t selected = 0; ///< the frame that locals and print are about
};

struct ThreadsReply
{
    std::vector<debug::RankThreads> ranks;
};

/// frame, up, down.
struct FrameReply
{
    std::uint32_t index = 0;
    std::vector<session::FrameGroup> frames;
};

struct LocalsReply
{
    std::uint32_t frame = 0;
    util::RankSet ranks;
    std::vector<session::FoldedVariable> variables;
    bool truncated = false;
};

struct PrintReply
{
    std::string expression;
    std::vector<debug::ValueGroup> values;
};

struct RankRow
{
    util::Rank rank;
    session::RankRecord record;
};

struct RanksReply
{
    std::vector<RankRow> ranks;
};

struct ListReply
{
    std::string file;
    std::uint32_t first = 1;   ///< the number of the first of `lines`
    std::uint32_t current = 0; ///< where the selected frame stands; 0 not in this file
    std::vector<std::string> lines;
};

/// input, eof: the launcher has taken the bytes.
struct InputReply
{
    std::string command;
    util::RankSet ranks;
    std::size_t bytes = 0;
};

/// detach, kill, quit.
struct DoneReply
{
    std::string command;
};

struct HelpReply
{
    std::string text;
};

using ReplyBody = std::variant<BreakReply, BreakpointNumbersReply, BreakpointsReply, ControlReply, FocusReply,
                               StacksReply, WhereReply, ThreadsReply, FrameReply, LocalsReply, PrintReply, RanksReply,
                               ListReply, InputReply, DoneReply, HelpReply>;

/// What worked, and in which ranks it did not.
struct Reply
{
    ReplyBody body;
    std::vector<debug::RankFailure> failures;
};

} // namespace dbgr::app
