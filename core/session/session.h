// SPDX-License-Identifier: BSD-3-Clause
// The application without a face: one job at a time, from launch to end, its ranks, breakpoints, output and input, and
// everything that a user can ask of them. A face (batch, window, test) calls it and observes it; the backend does the
// work. Thread: one, that of the scheduler it is given.
#pragma once

#include "debug/engine_request.h"
#include "debug/stack_tree.h"
#include "debug/thread.h"
#include "debug/variable.h"
#include "session/answer.h"
#include "session/backend.h"
#include "session/breakpoint_store.h"
#include "session/breakpoint_text.h"
#include "session/condition_ranks.h"
#include "session/float_trap_table.h"
#include "session/job_status.h"
#include "session/line_follower.h"
#include "session/observer.h"
#include "session/output_store.h"
#include "session/process_table.h"
#include "session/rank_groups.h"
#include "session/session_state.h"
#include "session/signal_table.h"
#include "session/stdin_router.h"
#include "session/trace_store.h"
#include "util/result.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::session {

class SessionCore;

/// The owner of all stores. Commands are refused at once when they cannot be meant (the Result), and else done by
/// events; queries always call back exactly once, later, unless the session is destroyed before.
class Session
{
public:
    /// \param catchReports see setCatchReports()
    Session(util::Scheduler& scheduler, std::unique_ptr<Backend> backend, bool catchReports = true);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// `observer` must live until the subscription is dropped.
    [[nodiscard]] util::Subscription observe(Observer& observer);

    // Life
    /// Starts the job, or another one when that before has Finished. Breakpoints stay, and the focus where the new job
    /// has its ranks; all else is new. \errors Errc::WrongState (a job runs), std::errc::invalid_argument (no command)
    [[nodiscard]] util::Result<void> launch(launchers::LaunchSpec spec);
    /// Gets hold of a job that runs, or of core files; else as launch(). \errors Errc::WrongState
    [[nodiscard]] util::Result<void> attach(launchers::AttachSpec spec);
    /// Attaches once more to ranks that are lost: those that are there stand then, and get the breakpoints.
    /// AttachedAgain tells what came of it. \errors Errc::WrongState
    [[nodiscard]] util::Result<void> attachAgain();
    /// Why that is refused now; nothing: it is not.
    [[nodiscard]] std::optional<util::Error> whyNotAttachAgain() const;
    /// It was asked for, and AttachedAgain has not been told.
    [[nodiscard]] bool attachingAgain() const;
    /// Takes the debugger out of all ranks; they go on, also those that are held. \errors Errc::WrongState
    [[nodiscard]] util::Result<void> detach();
    /// Ends the whole job with force. \errors Errc::WrongState
    [[nodiscard]] util::Result<void> kill();
    /// Gives the job up: after detach(), or if it was attached to, it goes on, otherwise it is killed. Finished
    /// follows, if anything was begun.
    void leave();
    /// No job was launched, or the last one has Finished: nothing of it is left.
    [[nodiscard]] bool canLaunch() const;

    [[nodiscard]] SessionState state() const;
    /// Nothing until Ended was told.
    [[nodiscard]] const std::optional<JobStatus>& jobStatus() const;
    /// What was launched last; empty argv before, and for a job that was attached to.
    [[nodiscard]] const launchers::LaunchSpec& launchSpec() const;
    /// Where ranks were held at the start: one place, or several where some programs of the job have no MPI.
    [[nodiscard]] const std::set<launchers::HoldPoint>& heldAt() const;
    /// What was attached to; nothing for a job that we launched.
    [[nodiscard]] const std::optional<launchers::AttachSpec>& attachSpec() const;
    /// The job is of core files: it can be looked at; control, input, breakpoints and kill() are refused with
    /// debug::Errc::NotAlive.
    [[nodiscard]] bool nothingRuns() const;
    /// The job in words: its command as typed, or as it was found; "" before the first.
    [[nodiscard]] const std::string& jobText() const;
    /// The first BackendFailed's error: why the state is Failed.
    [[nodiscard]] const std::optional<util::Error>& failure() const;

    // Ranks and focus
    [[nodiscard]] const ProcessTable& processes() const;
    /// All ranks of the job until setFocus() names some.
    [[nodiscard]] const util::RankSet& focus() const;
    /// \errors Errc::NoRanks, Errc::NoSuchRank
    [[nodiscard]] util::Result<void> setFocus(const util::RankSet& ranks);
    /// The user's choice of who leads the focus. \errors Errc::NoSuchRank if the focus does not have it
    [[nodiscard]] util::Result<void> setLeadingRank(util::Rank rank);
    /// The chosen rank, or else the lowest stopped one of the focus; nothing without ranks.
    [[nodiscard]] std::optional<util::Rank> leadingRank() const;

    // Groups: names for ranks, which outlive the job
    [[nodiscard]] const RankGroups& groups() const;
    /// What a set of ranks means now, as it is typed: "0-3,7", "crashed | bad". Its numbers need not be of the job.
    /// \errors as RankGroups::read(); Errc::NoRanks
    [[nodiscard]] util::Result<util::RankSet> ranksOf(std::string_view text) const;
    /// A breakpoint that was typed, for the ranks that its words mean now. \errors as ranksOf(); Errc::NoSuchRank
    [[nodiscard]] util::Result<debug::BreakpointSpec> specOf(TypedBreakpoint typed) const;
    /// \errors as RankGroups::define()
    [[nodiscard]] util::Result<void> defineGroup(const std::string& name, std::string_view definition);
    /// Makes a group of the ranks that the definition means now. \errors as RankGroups::read() and freeze()
    [[nodiscard]] util::Result<void> freezeGroup(const std::string& name, std::string_view definition);
    /// Makes a frozen group of those of `ranks` in which the condition holds now. Where it has no answer, the failures
    /// say; if nowhere, there is no group.
    void groupWhere(const std::string& name, const std::string& condition, const util::RankSet& ranks,
                    const FrameChoice& frame, AnswerCallback<ConditionRanks> callback);
    /// Makes a group as it was saved: one that follows, or the ranks themselves, whether or not the job has them.
    /// \param origin what frozen ranks were chosen by \errors as RankGroups::define()
    [[nodiscard]] util::Result<void> restoreGroup(const std::string& name, std::string_view definition,
                                                  std::string origin);
    /// Puts ranks of the job into a group: one that follows, or a frozen one. \errors as RankGroups::add()
    [[nodiscard]] util::Result<void> addToGroup(const std::string& name, const util::RankSet& ranks);
    /// Takes ranks of the job out of a group. \errors as RankGroups::takeOut()
    [[nodiscard]] util::Result<void> removeFromGroup(const std::string& name, const util::RankSet& ranks);
    /// \errors as RankGroups::remove()
    [[nodiscard]] util::Result<void> deleteGroup(const std::string& name);
    /// \errors as RankGroups::rename()
    [[nodiscard]] util::Result<void> renameGroup(const std::string& from, const std::string& to);

    // Breakpoints; for all ranks, from now on
    /// May come before the job: every rank gets it when it is attached. \param spec its id is not looked at
    /// \errors std::errc::invalid_argument (no place named), debug::Errc::Duplicate (one stands there)
    /// \param frame of data: in which frame of the ranks it is looked for, by those that stand
    [[nodiscard]] util::Result<util::BreakpointId> addBreakpoint(debug::BreakpointSpec spec,
                                                                 const FrameChoice& frame = {});
    /// The same, but each rank stops once, and when all have, it is removed.
    [[nodiscard]] util::Result<util::BreakpointId> addTemporaryBreakpoint(debug::BreakpointSpec spec);
    /// The same, where ranks gather: those of the group that come wait, as if on hold, until all of them that can
    /// still come have. -> BarrierReached
    [[nodiscard]] util::Result<util::BreakpointId> addBarrier(debug::BreakpointSpec spec, util::RankSet group);
    /// The place stays. \param condition "" none \errors debug::Errc::NoSuchBreakpoint, std::errc::invalid_argument (a
    /// condition of what is caught)
    [[nodiscard]] util::Result<void> changeBreakpoint(util::BreakpointId id, std::string condition, bool enabled);
    /// From now on, each rank passes it so many times before it stops. \errors debug::Errc::NoSuchBreakpoint
    [[nodiscard]] util::Result<void> ignoreBreakpoint(util::BreakpointId id, std::uint32_t count);
    /// \param group which it is enabled, disabled and deleted with from now on; "" none \errors
    /// debug::Errc::NoSuchBreakpoint, checkBreakpointGroup()'s
    [[nodiscard]] util::Result<void> setBreakpointGroup(util::BreakpointId id, std::string group);
    /// Those of a group. \errors debug::Errc::NoSuchBreakpoint: no breakpoint is in a group of that name
    [[nodiscard]] util::Result<std::vector<util::BreakpointId>> breakpointsOf(std::string_view group) const;
    /// What a face is to do when ranks have stopped there: see BreakpointSpec::commands.
    /// \errors debug::Errc::NoSuchBreakpoint
    [[nodiscard]] util::Result<void> setBreakpointCommands(util::BreakpointId id, std::string commands);
    /// What is asked from now on, those commands ask: who keeps a record has them already. \param breakpoint none: the
    /// user asks
    void actForCommandsOf(std::optional<util::BreakpointId> breakpoint);
    /// From now on it stops nobody at one of its places, or does so again; in all ranks, and in jobs to come.
    /// \param place its number (Breakpoint::places), from 1 \errors debug::Errc::NoSuchBreakpoint, NoSuchPlace
    [[nodiscard]] util::Result<void> switchPlace(util::BreakpointId id, std::uint32_t place, bool on);
    /// Where sources are that breakpoints of lines are looked for in, when they have changed: see LineFollower.
    void findSourcesBy(LineFollower::Finder finder);
    /// \errors debug::Errc::NoSuchBreakpoint
    [[nodiscard]] util::Result<void> removeBreakpoint(util::BreakpointId id);
    [[nodiscard]] const BreakpointStore& breakpoints() const;
    /// What ranks have logged at tracepoints of this job.
    [[nodiscard]] const TraceStore& traces() const;
    void clearTraces();

    /// What becomes of a signal from now on, in all ranks, and in those of jobs to come. May come before the job.
    /// \errors std::errc::invalid_argument (no such signal, or one that is the debugger's own)
    [[nodiscard]] util::Result<void> handleSignal(debug::SignalRule rule);
    [[nodiscard]] const SignalTable& signalRules() const;

    /// Which results of floating-point arithmetic stop ranks from now on, and the same ranks of jobs to come. May come
    /// before the job.
    void trapFloats(const util::RankSet& ranks, util::FloatTraps traps);
    [[nodiscard]] const FloatTrapTable& floatTraps() const;

    /// Whether ranks, also those of jobs to come, stop where a sanitizer reports an error,
    /// and where one of MPI is about to end them. No breakpoint tells of it.
    void setCatchReports(bool on);
    [[nodiscard]] bool catchesReports() const;

    // Control. Each acts on those of `ranks` that it can act on, and is refused if there are none:
    // Errc::NoRanks, Errc::NoSuchRank, Errc::WrongState, debug::Errc::{NotStopped, Held, Ended, NotAttached,
    // DaemonLost}. Failures of single ranks come as CommandFailed.
    /// Lets stopped ranks run on; held ones are let go of. They count as running from this call on.
    [[nodiscard]] util::Result<void> continueRanks(const util::RankSet& ranks);
    [[nodiscard]] util::Result<void> interrupt(const util::RankSet& ranks);
    /// From now on they stand while others go: running ones are interrupted, and no command that lets ranks run is for
    /// them. -> HoldChanged \errors as continueRanks(), if none of them can be kept
    [[nodiscard]] util::Result<void> putOnHold(const util::RankSet& ranks);
    /// They go along again, and wait at no barrier. -> HoldChanged \errors Errc::WrongState (none of them is on hold)
    [[nodiscard]] util::Result<void> takeOffHold(const util::RankSet& ranks);
    /// By the user's will, or waiting at a barrier.
    [[nodiscard]] util::RankSet onHold() const;
    /// From now on, when a rank stops by itself (at a breakpoint, by a signal; not for a step), all others are
    /// interrupted.
    void setStopAll(bool on);
    [[nodiscard]] bool stopAll() const;
    /// Each rank does `count` steps, or fewer where it stops for another reason: StopCause::steps. Held ranks cannot
    /// step (debug::Errc::Held); they are left out if others can. \errors std::errc::invalid_argument (none, or too
    /// many)
    [[nodiscard]] util::Result<void> step(const util::RankSet& ranks, debug::StepKind kind, std::uint32_t count = 1);
    /// The same for all that debug::Step can say.
    [[nodiscard]] util::Result<void> step(const util::RankSet& ranks, const debug::Step& what);
    /// The same, but ranks stay with the leading one, or the lowest that can step: see StepTogether. Their stops are
    /// told when all have come to rest, and RanksApart of those that are not with it then. Whatever else they are told
    /// to do meanwhile ends it for them. \errors std::errc::invalid_argument (instructions: only lines can be compared)
    [[nodiscard]] util::Result<void> stepTogether(const util::RankSet& ranks, const debug::Step& what);
    /// Ranks of which such a step is not over yet, whether they run or stand.
    [[nodiscard]] util::RankSet steppingTogether() const;
    /// Lets stopped ranks run to a place, which each of them that has no such one refuses. Held ones are let go of, but
    /// not with `untilReturn` (debug::Errc::Held). \errors std::errc::invalid_argument (no place named)
    [[nodiscard]] util::Result<void> runTo(const util::RankSet& ranks, debug::RunTo what);
    /// Has stopped ranks go on at another line of the function in which they stand, without running: each that cannot
    /// refuses. Held ranks cannot (debug::Errc::Held). \errors std::errc::invalid_argument (no line named)
    [[nodiscard]] util::Result<void> jump(const util::RankSet& ranks, debug::Jump what);
    /// Has stopped ranks leave the function in which they stand, without running what is left of it. \errors as jump()
    [[nodiscard]] util::Result<void> returnNow(const util::RankSet& ranks, debug::ReturnNow what);
    /// Calls back once every one of `ranks` has stopped, ended, or is out of reach; at once (but not inside this call)
    /// if that is so already. Also when the session finishes.
    [[nodiscard]] util::Subscription waitUntilSettled(const util::RankSet& ranks, std::function<void()> settled);

    // Queries. Ranks that cannot answer are in Answer::failures; if none can, the whole is an error.
    // An answer about ranks that have moved on since is dropped: debug::Errc::Stale.
    void threads(const util::RankSet& ranks, AnswerCallback<std::vector<debug::RankThreads>> callback);
    /// One expression in each thread; equal values of a rank's threads are one.
    void evaluateInThreads(const util::RankSet& ranks, std::string expression,
                           AnswerCallback<std::vector<debug::RankThreadValues>> callback, debug::ValueStyle style = {});
    /// \param by whether its nodes say which threads are there \param partly is called before, perhaps several times,
    /// where some nodes take long: see Answer::awaited
    void stacks(const util::RankSet& ranks, AnswerCallback<debug::StackTree> callback,
                debug::StacksBy by = debug::StacksBy::Rank, AnswerCallback<debug::StackTree> partly = nullptr);
    /// The same of ranks that run, too, which go on: where each is now. An answer is about that moment, and is not
    /// dropped when they move on.
    void sample(const util::RankSet& ranks, AnswerCallback<debug::StackTree> callback);
    /// Asks all ranks how often they have passed breakpoints: Breakpoint::hits has that when `done` is called, also of
    /// ranks that run. \return false: there is nothing to ask, and `done` is not called
    [[nodiscard]] bool countHits(std::function<void()> done);
    /// The stack of each rank's leading thread, or of `thread` of one rank.
    void frames(const util::RankSet& ranks, std::optional<util::ThreadId> thread,
                AnswerCallback<std::vector<debug::RankFrames>> callback);
    /// Arguments and locals of a frame.
    void variables(const util::RankSet& ranks, FrameChoice frame,
                   AnswerCallback<std::vector<debug::RankVariables>> callback);
    /// What a variable of one rank holds.
    void children(util::Rank rank, debug::GetChildren which, AnswerCallback<debug::RankVariables> callback);
    /// Equal values are one group. \param partly see stacks()
    void evaluate(const util::RankSet& ranks, std::string expression, FrameChoice frame,
                  AnswerCallback<std::vector<debug::ValueGroup>> callback, debug::ValueStyle style = {},
                  AnswerCallback<std::vector<debug::ValueGroup>> partly = nullptr);
    /// What debug information says. \param what its frame is not looked at
    void describe(const util::RankSet& ranks, debug::Describe what, FrameChoice frame,
                  AnswerCallback<std::vector<debug::Description>> callback);
    /// What the numbers of an expression are like; equal ones are one group.
    void statistics(const util::RankSet& ranks, std::string expression, FrameChoice frame,
                    AnswerCallback<std::vector<debug::StatisticsGroup>> callback);

    /// Nobody waits any longer for what was asked, changes and calls among it: each question is answered soon, by those
    /// who have said something by now, and debug::Errc::Cancelled by the others. \return how many there were
    std::size_t cancelQuestions();

    // Threads of ranks that stand; answered like queries, with all threads of the ranks in which it was done.
    /// What is asked of a rank's leading thread is asked of this one from now on, and steps are its own: until the rank
    /// stops for another one. ChangeSet::changedThreads tells of it.
    void selectThread(const util::RankSet& ranks, debug::ThreadKey thread,
                      AnswerCallback<std::vector<debug::RankThreads>> callback);
    /// Frozen threads stand while their rank runs. ChangeSet::changedThreads tells of it.
    void freezeThreads(const util::RankSet& ranks, debug::FreezeThreads what,
                       AnswerCallback<std::vector<debug::RankThreads>> callback);

    // Changes of the program's variables; answered like queries, and ChangeSet::changedValues tells of them.
    /// Both are expressions, which each rank evaluates. \return by which takeBack() names it
    std::uint64_t assign(const util::RankSet& ranks, std::string target, std::string value, FrameChoice frame,
                         AnswerCallback<std::vector<debug::ChangeGroup>> callback);
    /// Evaluates what calls functions of the program: like evaluate(), but it is something that was done to the ranks,
    /// which scripts repeat, and their variables may have changed.
    void call(const util::RankSet& ranks, std::string expression, FrameChoice frame,
              AnswerCallback<std::vector<debug::ValueGroup>> callback, debug::ValueStyle style = {});
    /// Puts back what was there before, in ranks that have not run since.
    void takeBack(const util::RankSet& ranks, std::uint64_t number,
                  AnswerCallback<std::vector<debug::ChangeGroup>> callback);

    // Output and input
    [[nodiscard]] const OutputStore& output() const;
    /// How much of the output is kept, from now on.
    void limitOutput(const OutputStore::Limits& limits);
    /// Sends text (no line end is added), and then, with `eof`, the end of input. InputDone tells what came of it.
    /// \errors Errc::{NoRanks, NoSuchRank, WrongState, InputFull, InputClosed}, debug::Errc::Ended
    [[nodiscard]] util::Result<InputId> sendInput(const util::RankSet& ranks, std::string text, bool eof);
    /// Ranks that take no more input: its end was sent, or is on its way.
    [[nodiscard]] const util::RankSet& inputClosed() const;

private:
    std::shared_ptr<SessionCore> m_core;
};

} // namespace dbgr::session
