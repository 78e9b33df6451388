// SPDX-License-Identifier: GPL-3.0-or-later
// What a user can say in one line, as values. Way: line -> command_language -> Command -> batch -> session.
// Thread: any; values.
#pragma once

#include "debug/breakpoint.h"
#include "debug/engine_request.h"
#include "session/breakpoint_store.h"
#include "session/breakpoint_text.h"
#include "session/group_expression.h"
#include "session/group_line.h"
#include "session/source_folders.h"
#include "util/float_traps.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// "0-3,7", "all", "crashed | bad": a set of ranks as it was written. What it means is known where the job is.
class RankSelector
{
public:
    static RankSelector all() { return RankSelector("all"); }
    static RankSelector of(const util::RankSet& ranks)
    {
        return RankSelector(session::GroupExpression::of(ranks).text());
    }
    /// \pre session::GroupExpression reads it
    static RankSelector written(std::string text) { return RankSelector(std::move(text)); }

    [[nodiscard]] const std::string& text() const { return m_text; }
    friend bool operator==(const RankSelector&, const RankSelector&) = default;

private:
    explicit RankSelector(std::string text) : m_text(std::move(text)) {}
    std::string m_text;
};

/// A blank line or a comment.
struct NoCommand
{};

/// `break` and all that does more at a place.
struct BreakCommand
{
    /// A SourceLine without a file is a line of the file in which the leading rank stands. Data is that of the selected
    /// frame.
    session::TypedBreakpoint typed;
    bool temporary = false; ///< `tbreak`
    bool barrier = false;   ///< `barrier`
};

/// What tracepoints have logged in the focused ranks.
struct TracesCommand
{
    std::vector<util::BreakpointId> ids; ///< none: of all
    bool every = false;                  ///< not the latest only
    bool allDigits = false;
    bool clear = false; ///< forget it
};

/// `save traces`
struct SaveTracesCommand
{
    std::string file;
};

/// `handle`
struct HandleCommand
{
    std::vector<int> which;         ///< none: show the rules
    std::optional<bool> stop, pass; ///< none: as it is
    bool tell = false;              ///< of what is not to stop
};

/// `float-traps`
struct FloatTrapsCommand
{
    std::optional<util::FloatTraps> traps; ///< none: show them
    std::optional<RankSelector> ranks;     ///< none: those of the focus
};

/// `hold` and `unhold`.
struct HoldCommand
{
    RankSelector ranks;
    bool on = true;
};

struct IgnoreCommand
{
    util::BreakpointId id;
    std::uint32_t count = 0; ///< 0: from now on each hit stops
};

/// What is done when ranks stop at a breakpoint.
struct CommandsCommand
{
    util::BreakpointId id;
    std::optional<std::string> commands; ///< parted by semicolons; "" nothing; none: show them
};

struct DeleteCommand
{
    std::vector<util::BreakpointId> ids;
    std::vector<std::string> groups = {}; ///< neither: all
};

struct EnableCommand
{
    std::vector<session::BreakpointKey> which;
    bool enable = true;                   ///< false: disable
    std::vector<std::string> groups = {}; ///< neither these nor those: all
};

/// `bgroup`
struct BreakpointGroupCommand
{
    std::string name;                    ///< "" they are in none any more
    std::vector<util::BreakpointId> ids; ///< none: show the groups
};

struct ConditionCommand
{
    util::BreakpointId id;
    std::string condition; ///< "": it always stops
};

struct BreakpointsCommand
{};

/// When a command that lets ranks run, or waits for them, returns.
enum class Until
{
    Usual,   ///< as All; for a person at a prompt, soon after the first stop
    All,     ///< every rank has stopped or ended
    Any,     ///< one rank has stopped
    Nothing, ///< `&`: at once
};

struct ContinueCommand
{
    Until until = Until::Usual;
};

struct StepCommand
{
    debug::StepKind kind = debug::StepKind::Over;
    Until until = Until::Usual;
    std::uint32_t count = 1;
    bool alone = false;    ///< the other threads stand meanwhile
    bool together = false; ///< ranks stay with the leading one
    bool team = false;     ///< threads that stand in one line do it together
};

/// `advance` and `until`.
struct AdvanceCommand
{
    debug::RunTo to; ///< a SourceLine without a file is as in BreakCommand
    Until until = Until::Usual;
};

/// `jump` and `return`.
struct MoveCommand
{
    debug::EngineRequest what; ///< a Jump or ReturnNow; a line without a file is as in BreakCommand
};

struct InterruptCommand
{};

struct WaitCommand
{
    Until until = Until::Usual;
    std::optional<std::chrono::milliseconds> limit; ///< then it returns, whoever still runs
};

/// What holds for the whole session.
struct SetCommand
{
    std::optional<bool> stopAll;
    std::optional<bool> catchReports = {}; ///< neither: show them
};

/// Changes a variable of the program, in each rank.
struct AssignCommand
{
    std::string target;
    std::string value;
};

/// Takes the last AssignCommand back that was not taken back yet.
struct UndoCommand
{};

/// Types and names, by the debug information.
struct DescribeCommand
{
    debug::Describe::What what = debug::Describe::What::Type;
    std::string text;
};

/// Lines of the program's source files.
struct SearchCommand
{
    std::string pattern; ///< see session::LinePattern
};

/// What the numbers of an expression are like.
struct StatsCommand
{
    std::string expression;
    bool allDigits = false;
};

struct FocusCommand
{
    std::optional<RankSelector> ranks;      ///< none: as they are
    std::optional<util::Rank> leading = {}; ///< none, as well: show it
};

/// Makes a group of ranks, or another one of that name.
struct GroupCommand
{
    session::GroupLine line;
};

struct DeleteGroupCommand
{
    std::string name;
};

struct RenameGroupCommand
{
    std::string from;
    std::string to;
};

struct GroupsCommand
{};

struct StacksCommand
{
    bool all = false; ///< also how threads start, and the progress threads of MPI and PMIx
    debug::StacksBy by = debug::StacksBy::Rank;
};

/// Where ranks are, running ones too.
struct SampleCommand
{
    static constexpr std::uint32_t kMostSamples = 10'000;

    bool all = false; ///< as of StacksCommand
    std::uint32_t samples = 1;
    std::chrono::milliseconds every{100}; ///< from one to the next
};

struct WhereCommand
{};

struct ThreadsCommand
{};

/// Selects a thread of each focused rank; none: show it.
struct ThreadCommand
{
    std::optional<debug::ThreadIndex> index;
};

/// freeze, thaw.
struct FreezeCommand
{
    debug::FreezeThreads what;
};

struct LocalsCommand
{
    bool allDigits = false; ///< of numbers, rather than those that are easily read
};

struct PrintCommand
{
    std::string expression;
    bool allDigits = false;
    debug::ValueStyle style = {};
    bool inThreads = false; ///< in each thread of each rank
    bool calls = false;     ///< `call`: it is done to the ranks, rather than asked of them

    /// Who asks for a format gets numbers in it, and not shortened.
    [[nodiscard]] bool wantsAllDigits() const { return allDigits || style.format != 0; }
};

struct RanksCommand
{};

/// Selects a frame of the focused ranks, for locals and print; neither field: show it.
struct FrameCommand
{
    std::optional<std::uint32_t> index;
    std::int32_t move = 0; ///< outwards (up) when positive
};

/// Shows source: around the selected frame, or a line that is named.
struct ListCommand
{
    std::optional<debug::SourceLine> where; ///< without a file: the selected frame's
};

struct InputCommand
{
    RankSelector ranks = RankSelector::all();
    std::string bytes; ///< with the newline, unless -n
};

struct EofCommand
{
    RankSelector ranks = RankSelector::all();
};

/// Attaches to lost ranks once more.
struct ReattachCommand
{};

struct DetachCommand
{};

struct KillCommand
{};

/// Ends the job, and launches it again.
struct RestartCommand
{
    std::vector<std::string> unset = {};       ///< names of variables
    std::vector<std::string> environment = {}; ///< "NAME=value"
    std::vector<std::string> argv = {};        ///< the launcher and all its arguments; empty: as before
};

/// `save session`: what the session has, but not what becomes of the job.
struct SaveCommand
{
    std::string file;
};

/// `save breakpoints`
struct SaveBreakpointsCommand
{
    std::string file;
};

/// `load breakpoints`: beside those that there are.
struct LoadBreakpointsCommand
{
    std::string file;
};

/// `map`: where sources are that were moved.
struct MapCommand
{
    session::SourceFolder folder = {}; ///< both sides empty: show them; `to` empty: that one is taken away
};

struct QuitCommand
{};

struct HelpCommand
{
    std::string topic; ///< a command's full name; "" all
};

using Command =
    std::variant<NoCommand, BreakCommand, DeleteCommand, EnableCommand, ConditionCommand, IgnoreCommand, HoldCommand,
                 FloatTrapsCommand, HandleCommand, BreakpointsCommand, ContinueCommand, StepCommand, InterruptCommand,
                 WaitCommand, SetCommand, FocusCommand, StacksCommand, WhereCommand, ThreadsCommand, LocalsCommand,
                 PrintCommand, RanksCommand, FrameCommand, ListCommand, InputCommand, EofCommand, ReattachCommand,
                 DetachCommand, KillCommand, RestartCommand, QuitCommand, HelpCommand, AssignCommand, UndoCommand,
                 DescribeCommand, StatsCommand, AdvanceCommand, MoveCommand, GroupCommand, DeleteGroupCommand,
                 RenameGroupCommand, GroupsCommand, ThreadCommand, FreezeCommand, SaveCommand, TracesCommand,
                 SaveTracesCommand, SaveBreakpointsCommand, LoadBreakpointsCommand, SearchCommand, CommandsCommand,
                 SampleCommand, MapCommand, BreakpointGroupCommand>;

} // namespace dbgr::app
