// SPDX-License-Identifier: BSD-3-Clause
// What can be asked of the engine of a node. Way: session -> backend -> dbgwire -> command_router -> engine.
// Thread: any; values.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame_place.h"
#include "debug/signal_rule.h"
#include "debug/thread.h"
#include "debug/value_style.h"
#include "util/float_traps.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::debug {

/// Sets, or changes, a breakpoint in the ranks asked; they may be running, but for data to be found. -> BreakpointReply
struct SetBreakpoint
{
    BreakpointSpec spec;
    bool ignoreAnew = false;                   ///< spec.ignore counts from here on, also where it is what it was
    std::optional<util::ThreadId> thread = {}; ///< and the frame: of data, see Evaluate
    std::optional<std::uint32_t> frame = {};
    std::optional<FrameMatch> match = {};
    bool tellsPassed = false; ///< HitsPassed come: whenever a rank stops or is no longer ours, and for CountHits
};

/// -> DoneReply
struct RemoveBreakpoint
{
    util::BreakpointId id;
};

/// Of ranks that run, too. -> HitsPassed where there is something new, and behind them DoneReply
struct CountHits
{};

/// Lets stopped ranks run; running ones are left alone. -> DoneReply when they have been told; then stops come as
/// events. A rank of which all threads are frozen does not run: Errc::Frozen
struct Continue
{};

/// Asks running ranks to stop; stopped ones are left alone. -> DoneReply when they have been told.
struct Interrupt
{};

enum class StepKind
{
    Into,
    Over,
    Out,
    IntoInstruction,
    OverInstruction
};

/// By instructions, not by lines.
[[nodiscard]] constexpr bool isOfInstructions(StepKind kind)
{
    return kind == StepKind::IntoInstruction || kind == StepKind::OverInstruction;
}

inline constexpr std::uint32_t kMostSteps = 1'000'000;

/// Steps the leading thread of each stopped rank; the other threads run meanwhile, but for frozen ones. -> DoneReply;
/// the stop is an event. A rank whose leading thread is frozen does not step: Errc::Frozen
struct Step
{
    StepKind kind = StepKind::Over;
    /// 1 to kMostSteps: one after the other, and only the stop at the end is told, or the one that comes in between.
    std::uint32_t count = 1;
    /// The other threads stand meanwhile, but for those that the step itself makes. A step that waits for one of them
    /// does not end: Interrupt ends it.
    bool alone = false;
    /// Each thread that stands in the line in which the leading one does, and each that has not come to the end of the
    /// last such step, does a step, and waits where it ends until all have done theirs; `count` times. Other threads
    /// run meanwhile. Who does not come to that end while the rest waits is named: StopCause::team. Not with `alone`,
    /// and of lines only.
    bool team = false;
};

/// Lets stopped ranks run to a place: each has a breakpoint there until it stops, whatever for, that is nobody's.
/// -> DoneReply; StopReason::Arrived. A rank that has no such place yet, or is left before, stays where it is:
/// NoSuchPlace
struct RunTo
{
    Place where;
    /// Only the leading thread, no deeper call of the function in which it is, and no further than that function's end.
    bool untilReturn = false;
};

/// Has the leading thread of each stopped rank go on at another place of the function in which it stands. Nothing runs:
/// what lies between is neither done nor undone. -> DoneReply; StopReason::Moved. A place that is not in that function,
/// and a thread that stands in something that the function has called: NoSuchPlace
struct Jump
{
    SourceLine where;
};

/// Has the leading thread of each stopped rank leave the function whose frame counts, and all that it has called, as if
/// it returned. What is left of them is not run, destructors neither. -> DoneReply; StopReason::Moved. NoSuchFrame: no
/// caller is known, or the function stands inlined in it
struct ReturnNow
{
    /// What the function gives, in its language; "": whatever happens to be where callers look for it. BadExpression:
    /// it has no value, or does not fit
    std::string value;
};

/// -> ThreadsReply
struct GetThreads
{};

/// What the nodes of merged stacks say: the ranks that are there only, or their threads as well.
enum class StacksBy
{
    Rank,
    Thread
};

/// All threads' stacks, merged. -> StacksReply
struct GetStacks
{
    std::uint32_t maxFrames = 256; ///< a thread
    StacksBy by = StacksBy::Rank;
};

/// The same of ranks that run, which stand for a moment that they hardly notice, and of such as stand; which of them
/// do is not told. Where each is comes out of registers and a copy of its stack, without LLDB. -> StacksReply
struct Sample
{
    std::uint32_t maxFrames = 256; ///< a thread
};

/// The stack of one thread a rank. -> FramesReply
struct GetFrames
{
    std::optional<util::ThreadId> thread; ///< the leading one, if none is named
    std::uint32_t maxFrames = 256;
};

/// Arguments and locals of a frame, one level. -> VariablesReply
struct GetVariables
{
    std::optional<util::ThreadId> thread;
    std::optional<std::uint32_t> frame; ///< of each rank the one that counts, if none is named: frame_that_counts.h
    std::uint32_t maxVariables = 1000;
    std::optional<FrameMatch> match = {}; ///< see Evaluate
};

/// What a variable holds. Ask the one rank that the handle came from. -> VariablesReply, or Errc::Stale
struct GetChildren
{
    util::VariableHandle handle;
    std::uint32_t first = 0;
    std::uint32_t maxVariables = 100;
};

/// One expression in each rank, equal values folded. -> ValuesReply
struct Evaluate
{
    std::string expression;
    std::optional<util::ThreadId> thread;
    std::optional<std::uint32_t> frame; ///< of each rank the one that counts, if none is named: frame_that_counts.h
    /// Of several ranks: the frame that is this one, whatever its number; ranks without it fail with Errc::NoSuchFrame.
    std::optional<FrameMatch> match = {};
    ValueStyle style = {};
};

/// Changes a variable in each rank. Target and value are expressions of the frame's language, and evaluated in each
/// rank. -> ChangesReply
struct Assign
{
    std::string target;
    std::string value;
    std::uint64_t number = 0; ///< the asker's, never twice: by it TakeBack names what was done
    std::optional<util::ThreadId> thread = {};
    std::optional<std::uint32_t> frame = {}; ///< see Evaluate
    std::optional<FrameMatch> match = {};
};

/// Puts back what an Assign has changed, in ranks that have not run since: the same bytes. -> ChangesReply, Errc::Stale
struct TakeBack
{
    std::uint64_t number = 0;
};

/// What debug information says of types and names, as a frame sees them. -> DescriptionsReply
struct Describe
{
    enum class What
    {
        Type,     ///< of an expression, or a type's name: what it is made of
        TypeName, ///< of an expression
        Globals,  ///< variables that are seen everywhere; of Fortran, those of modules
        Statics,  ///< variables of one file or function
        Modules,  ///< Fortran's
        Types,
        Functions,  ///< with code, in all that is loaded
        Sources,    ///< files that these come from
        Limits,     ///< what the system lets the process have
        Declaration ///< of what the last name of an expression means: "state.rank", "p->next", "field%cells(1)%x"
    };
    What what = What::Type;
    std::string text; ///< an expression, or what names have in them; "" all
    std::uint32_t most = 200;
    std::optional<util::ThreadId> thread = {};
    std::optional<std::uint32_t> frame = {}; ///< see Evaluate
    std::optional<FrameMatch> match = {};
    /// Of a Declaration: names mean what they mean in this line, and not in the frame.
    std::optional<SourceLine> line = {};
};

/// What the numbers of an expression are like, element by element, in each rank. -> StatisticsReply
struct GetStatistics
{
    std::string expression;
    std::optional<util::ThreadId> thread = {};
    std::optional<std::uint32_t> frame = {}; ///< see Evaluate
    std::optional<FrameMatch> match = {};
};

/// What becomes of a signal from now on, in ranks that run, too. -> DoneReply
struct SetSignal
{
    SignalRule rule;
};

/// Which results of floating-point arithmetic stop the rank, in all its threads, from when it goes on the next time; in
/// ranks that run, from now on. -> DoneReply, std::errc::not_supported
struct SetFloatTraps
{
    util::FloatTraps traps;
};

/// Bytes for the standard input of ranks that have theirs from dbgd, not from their launcher. Answered when dbgd has
/// taken all; where much waits already, that is when the ranks read. No engine sees it. -> DoneReply
struct GiveInput
{
    std::string bytes;
    bool eof = false; ///< behind them it ends
};

/// Whether the ranks can be given input by whoever started them; those fail of which dbgd sees that it would be lost
/// (std::errc::operation_not_supported). No engine sees it. -> DoneReply
struct CheckInput
{};

/// Takes everything of ours out of the ranks and lets them run on by themselves. -> DoneReply
struct Detach
{};

/// Ends the ranks with SIGKILL. -> DoneReply
struct Kill
{};

/// Makes a thread of each stopped rank its leading one, until the rank stops for another thread. -> ThreadsReply of the
/// ranks that have it, Errc::NoSuchThread
struct SelectThread
{
    ThreadKey thread;
};

/// Has threads of stopped ranks stand while their rank runs, or no longer. Holds over stops, until the thread or the
/// program ends. Nothing is done in a rank that lacks one of those named. -> ThreadsReply, Errc::NoSuchThread
struct FreezeThreads
{
    std::vector<ThreadKey> threads; ///< none: to freeze, all but the leading one; to thaw, all
    bool freeze = true;             ///< false: thaw
};

/// One expression in each thread of each rank, in the frame that counts there, equal values folded. ->
/// ThreadValuesReply
struct EvaluateInThreads
{
    std::string expression;
    ValueStyle style = {};
};

using EngineRequest =
    std::variant<SetBreakpoint, RemoveBreakpoint, Continue, Interrupt, Step, RunTo, GetThreads, GetStacks, GetFrames,
                 GetVariables, GetChildren, Evaluate, Assign, TakeBack, Describe, GetStatistics, GiveInput, CheckInput,
                 SetSignal, Detach, Kill, SelectThread, FreezeThreads, EvaluateInThreads, Jump, ReturnNow,
                 SetFloatTraps, Sample, CountHits>;

/// Jump and ReturnNow.
[[nodiscard]] bool isMove(const EngineRequest& request);

/// A request and whom it is for. A daemon answers for those of the ranks that it has.
struct EngineCommand
{
    util::RankSet ranks;
    EngineRequest request;
};

/// As a user would type it: "step", "next", "finish", "stepi", "nexti".
[[nodiscard]] const char* name(StepKind kind);
/// "continue", "print", ...: for logs and errors.
[[nodiscard]] const char* name(const EngineRequest& request);
/// As a user would type it: "print vec[0]", "break ring.cpp:41", "locals".
[[nodiscard]] std::string asTyped(const EngineRequest& request);

} // namespace dbgr::debug
