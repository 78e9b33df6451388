// SPDX-License-Identifier: GPL-3.0-or-later
// What a command came to, as values that every printer can show. Way: session -> batch -> Reply -> printer.
// Thread: any; values.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/signal_rule.h"
#include "debug/stack_folding.h"
#include "debug/stack_tree.h"
#include "debug/thread.h"
#include "session/breakpoint_store.h"
#include "session/fold.h"
#include "session/process_table.h"
#include "session/signal_table.h"
#include "session/source_folders.h"
#include "session/source_search.h"
#include "session/trace_store.h"
#include "util/float_traps.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
    std::vector<session::BreakpointKey> which;
};

/// bgroup.
struct BreakpointGroupsReply
{
    struct Group
    {
        std::string name;
        std::vector<util::BreakpointId> ids;
    };
    std::vector<Group> groups; ///< by name
};

struct BreakpointsReply
{
    std::vector<session::Breakpoint> breakpoints; ///< by number
};

/// Why a command that waits for ranks has returned.
enum class Returned
{
    Settled, ///< nothing more is to come of its ranks; or it was not to wait
    Any,     ///< one of them has stopped, and that was enough
    Time,    ///< it was to wait no longer
    Crash,   ///< one of them has crashed, for which the others may wait for ever
};

/// continue, step, next, finish, interrupt, wait: where the ranks are by now.
struct ControlReply
{
    std::string command;
    util::RankSet ranks; ///< that it was for
    util::RankSet stopped;
    util::RankSet ended;
    util::RankSet running; ///< of which something is still to come
    Returned returned = Returned::Settled;
    util::RankSet onHold; ///< that it was not for, since they are to stand
};

/// handle
struct SignalsReply
{
    std::vector<debug::SignalRule> rules;                ///< by signal
    std::map<int, session::SignalTable::Seen> seen = {}; ///< of those of them that were told of
};

/// float-traps
struct FloatTrapsReply
{
    std::vector<std::pair<util::RankSet, util::FloatTraps>> ranks; ///< that have the same ones, or none
};

/// hold, unhold
struct HoldReply
{
    std::string command;
    util::RankSet ranks;
    util::RankSet onHold; ///< of all ranks of the job, by now
};

struct SettingsReply
{
    bool stopAll = false;
    bool catchReports = true;
};

struct FocusReply
{
    util::RankSet ranks;
    std::optional<util::Rank> leading;
    std::optional<debug::ThreadInfo> thread = {}; ///< that leads in it, where one of its threads was selected
};

struct GroupRow
{
    std::string name; ///< as an expression takes it
    util::RankSet ranks;
    std::string definition; ///< what it follows, or was chosen by; "" every job has it, or its numbers are all
    bool own = false;       ///< the user's
    bool follows = true;    ///< else it is frozen
};

/// group: what was made.
struct GroupReply
{
    GroupRow group;
};

/// group delete, group rename.
struct GroupChangeReply
{
    std::string command; ///< "group delete"
    std::string name;
    std::string newName; ///< "" of delete
};

struct GroupsReply
{
    std::vector<GroupRow> groups;
};

struct StacksReply
{
    util::RankSet ranks;
    debug::StackTree tree;
    debug::FoldedThreads helpers; ///< that the tree does not have
    std::uint32_t samples = 1;    ///< that are in it, one after the other
    /// Of `sample`: those of the ranks that run, or may; and they have gone on since.
    std::optional<util::RankSet> running = {};
    debug::StacksBy by = debug::StacksBy::Rank;
};

struct WhereReply
{
    std::vector<session::StackGroup> stacks;
    std::uint32_t selected = 0; ///< the frame that locals and print are about, in the leading rank
};

struct ThreadsReply
{
    std::vector<debug::RankThreads> ranks;
};

/// thread.
struct ThreadReply
{
    std::vector<debug::RankThreads> ranks; ///< of which the leading threads are meant
};

/// freeze, thaw.
struct FreezeReply
{
    std::string command;
    std::vector<debug::RankThreads> ranks;
};

/// print --threads.
struct ThreadValuesReply
{
    std::string expression;
    std::vector<debug::RankThreadValues> ranks;
    bool allDigits = false;
};

/// frame, up, down.
struct FrameReply
{
    std::uint32_t index = 0; ///< in the leading rank
    std::vector<session::FrameGroup> frames;
};

struct LocalsReply
{
    std::optional<std::uint32_t> frame; ///< that was selected in the leading rank; none: the one that counts
    util::RankSet ranks;
    std::vector<session::FoldedVariable> variables;
    bool truncated = false;
    bool allDigits = false;
};

struct PrintReply
{
    std::string expression;
    std::vector<debug::ValueGroup> values;
    bool allDigits = false;
};

/// set, of a variable; undo.
struct ChangesReply
{
    std::string command;
    std::string target;
    std::string value; ///< as it was typed; "" of undo
    std::vector<debug::ChangeGroup> changes;
};

/// ptype, whatis, info globals, ...
struct DescriptionsReply
{
    std::string command;
    std::string asked;
    std::vector<debug::Description> descriptions;
};

struct StatsReply
{
    std::string expression;
    std::vector<debug::StatisticsGroup> statistics;
    bool allDigits = false;
};

struct RankRow
{
    util::Rank rank;
    session::RankRecord record;
};

struct RanksReply
{
    std::vector<RankRow> ranks;
    util::RankSet onHold;
    util::RankSet silent; ///< the records of these are how they were before
};

struct ListReply
{
    std::string file;
    std::uint32_t first = 1;   ///< the number of the first of `lines`
    std::uint32_t current = 0; ///< where the selected frame stands; 0 not in this file
    std::vector<std::string> lines;
};

/// search.
struct SearchReply
{
    struct File
    {
        std::string name;
        std::vector<session::FoundLine> lines;
    };
    std::string pattern; ///< as it was typed
    std::vector<File> files;
    bool more = false;        ///< it was looked for no further
    std::size_t searched = 0; ///< files
    std::size_t missing = 0;  ///< files that this machine does not have, or that are no text
};

/// input, eof: the launcher has taken the bytes.
struct InputReply
{
    std::string command;
    util::RankSet ranks;
    std::size_t bytes = 0;
};

struct ReattachReply
{
    util::RankSet attached;
    util::RankSet failed; ///< of those that were lost
};

/// detach, kill, quit.
struct DoneReply
{
    std::string command;
};

/// save session.
struct SaveReply
{
    std::string file;
    bool withLaunch = true; ///< it says how the job is started
};

/// What one tracepoint has logged.
struct TraceTable
{
    util::BreakpointId id;
    session::TraceStore::Point point;
    std::vector<session::TraceStore::Row> rows;
    std::uint64_t left = 0; ///< older ones that are not shown
};

/// traces.
struct TracesReply
{
    std::vector<TraceTable> tables; ///< by number
    std::uint64_t dropped = 0;      ///< of all tracepoints: the oldest that are there no more
    bool allDigits = false;
};

/// save traces.
struct SavedTracesReply
{
    std::string file;
    std::uint64_t records = 0;
};

/// save breakpoints.
struct SavedBreakpointsReply
{
    std::string file;
    std::size_t count = 0;
};

/// load breakpoints.
struct MapReply
{
    std::vector<session::SourceFolder> folders;
};

struct LoadedBreakpointsReply
{
    std::string file;
    std::vector<util::BreakpointId> set; ///< anew
    std::size_t known = 0;               ///< where one stood already
};

struct HelpReply
{
    std::string text;
};

using ReplyBody =
    std::variant<BreakReply, BreakpointNumbersReply, BreakpointsReply, ControlReply, SettingsReply, FocusReply,
                 StacksReply, WhereReply, ThreadsReply, FrameReply, LocalsReply, PrintReply, RanksReply, ListReply,
                 InputReply, ReattachReply, DoneReply, HelpReply, ChangesReply, DescriptionsReply, StatsReply,
                 GroupReply, GroupChangeReply, GroupsReply, HoldReply, SignalsReply, FloatTrapsReply, ThreadReply,
                 FreezeReply, ThreadValuesReply, SaveReply, TracesReply, SavedTracesReply, SavedBreakpointsReply,
                 LoadedBreakpointsReply, SearchReply, MapReply, BreakpointGroupsReply>;

/// What worked, and in which ranks it did not.
struct Reply
{
    ReplyBody body;
    std::vector<debug::RankFailure> failures;
};

} // namespace dbgr::app
