// SPDX-License-Identifier: GPL-3.0-or-later
// Carries out one command at a time against the session, and says when it is done: for a control command that is when
// every focused rank has stopped or ended. Way: batch -> runner -> session; answers -> printer. Thread: the session's.
#pragma once

#include "app/dbgr/command.h"
#include "app/dbgr/printer.h"
#include "app/dbgr/session_keeper.h"
#include "app/dbgr/source_files.h"
#include "session/observer.h"
#include "session/session.h"
#include "session/source_search.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::app {

class CommandRunner
{
public:
    enum class Outcome
    {
        Done,
        Failed, ///< the printer was told why
        Quit
    };
    using Callback = std::function<void(Outcome)>;

    /// How long an answer other than a stop may take.
    static constexpr std::chrono::seconds kPatience{60};
    /// How long a control command still waits for the other ranks when one of the focus has crashed.
    static constexpr std::chrono::seconds kAfterCrash{1};
    /// When a step that has not come to its end, while other ranks stand, is told of.
    static constexpr std::chrono::seconds kSlowStep{10};
    /// How long a person's prompt stays away after the first stop: ranks seldom arrive all at once.
    static constexpr std::chrono::milliseconds kMoment{500};
    /// When it is told who has not answered, where others have.
    static constexpr std::chrono::seconds kSlowAnswer{2};

    /// \param usual what a control command waits for that does not say: Until::Any for a person, else Until::All
    CommandRunner(util::Scheduler& scheduler, session::Session& session, Printer& printer, SourceFiles& sources,
                  Until usual = Until::All);

    /// Who does `save session`, because there is more to save than the session has; else it is saved as it is.
    void onSave(SessionSaver saver) { m_saver = std::move(saver); }

    /// Calls `callback` once, never inside this call, unless this is destroyed before.
    /// \param line what was typed, for errors
    void run(const Command& command, const std::string& line, Callback callback);
    /// To be called with all that the session says, after the printer was told of it.
    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events);
    /// A command waits for ranks to stop.
    [[nodiscard]] bool waitsForRanks() const { return m_callback && m_wait; }
    [[nodiscard]] bool isBusy() const { return static_cast<bool>(m_callback); }

    /// A command that waits for ranks and was put aside. Dropped, it never calls back.
    struct ControlWait;
    using Parked = std::shared_ptr<ControlWait>;
    /// So that others can be done meanwhile. \pre waitsForRanks()
    [[nodiscard]] Parked park();
    /// It is the command under way again. \pre !isBusy()
    void takeUp(Parked parked);
    /// It has nothing more to wait for.
    [[nodiscard]] bool isOver(const Parked& parked) const;
    /// The same of the one under way. \pre waitsForRanks()
    [[nodiscard]] bool isOver() const { return isOver(m_wait); }
    /// Ranks that the command under way, or one that was put aside, waits for.
    [[nodiscard]] util::RankSet waitedFor() const;
    /// Is called when a command has begun to wait for ranks, or time has ended what one that was put aside waits for.
    void onWaits(std::function<void()> changed) { m_waitsChanged = std::move(changed); }
    /// The number of the leading rank's thread whose values, stacks and steps are meant, where one was selected in that
    /// rank; nothing: the one that counts. As of the end of the last command.
    [[nodiscard]] std::optional<std::uint32_t> leadingThread() const;
    /// A command that takes samples ends with those that it has. \return whether there is one
    bool endSampling();
    /// The questions of the command under way end, with what was answered by now. \return whether there are any
    bool cancelQuestions();

private:
    void carryOut(const NoCommand&);
    void carryOut(const BreakCommand& command);
    void carryOut(const TracesCommand& command);
    void carryOut(const SaveTracesCommand& command);
    void carryOut(const DeleteCommand& command);
    void carryOut(const EnableCommand& command);
    void carryOut(const ConditionCommand& command);
    void carryOut(const IgnoreCommand& command);
    void carryOut(const BreakpointGroupCommand& command);
    void carryOut(const CommandsCommand& command);
    void carryOut(const BreakpointsCommand&);
    void carryOut(const ContinueCommand& command);
    void carryOut(const StepCommand& command);
    void carryOut(const AdvanceCommand& command);
    void carryOut(const MoveCommand& command);
    void carryOut(const HoldCommand& command);
    void carryOut(const HandleCommand& command);
    void carryOut(const FloatTrapsCommand& command);
    void carryOut(const InterruptCommand&);
    void carryOut(const WaitCommand& command);
    void carryOut(const SetCommand& command);
    void carryOut(const FocusCommand& command);
    void carryOut(const AssignCommand& command);
    void carryOut(const UndoCommand&);
    void carryOut(const DescribeCommand& command);
    void carryOut(const StatsCommand& command);
    void carryOut(const SearchCommand& command);
    void carryOut(const GroupCommand& command);
    void carryOut(const DeleteGroupCommand& command);
    void carryOut(const RenameGroupCommand& command);
    void carryOut(const GroupsCommand&);
    void carryOut(const StacksCommand& command);
    void carryOut(const SampleCommand& command);
    void carryOut(const WhereCommand&);
    void carryOut(const ThreadsCommand&);
    void carryOut(const ThreadCommand& command);
    void carryOut(const FreezeCommand& command);
    void carryOut(const LocalsCommand& command);
    void carryOut(const PrintCommand& command);
    void carryOut(const RanksCommand&);
    void carryOut(const FrameCommand& command);
    void carryOut(const ListCommand& command);
    void carryOut(const InputCommand& command);
    void carryOut(const EofCommand& command);
    void carryOut(const ReattachCommand&);
    void carryOut(const DetachCommand&);
    void carryOut(const KillCommand&);
    void carryOut(const RestartCommand& command);
    void carryOut(const SaveCommand& command);
    void carryOut(const SaveBreakpointsCommand& command);
    void carryOut(const LoadBreakpointsCommand& command);
    void carryOut(const MapCommand& command);
    void carryOut(const QuitCommand&);
    void carryOut(const HelpCommand& command);

    void finish(Outcome outcome);
    void succeed(Reply reply);
    void fail(const util::Error& error);
    /// Calls `then` as soon as `condition` holds or the session is over: never inside this call.
    void waitUntil(std::function<bool()> condition, std::function<void()> then);
    /// The same with a limit, after which the command has failed.
    void waitUntil(std::function<bool()> condition, const char* what, std::function<void()> then);
    void check();
    void takeEvent(const session::SessionEvent& event);
    void takeInputDone(const session::InputDone& event);
    void takeCrash(const debug::StopGroup& stop);
    void tellBreakpoint(const session::BreakpointUpdated& event);

    void control(const char* name, const util::Result<void>& begun, Until until,
                 std::optional<std::chrono::milliseconds> limit = {});
    void tellSlowStep(const ControlWait& wait, const char* name);
    /// Of which news is still to come.
    [[nodiscard]] util::RankSet ranksOnTheMove() const;
    /// Under way, and put aside.
    [[nodiscard]] std::vector<Parked> waits() const;
    /// Somebody has stopped since, and stands: for one that wants the first.
    [[nodiscard]] bool firstStands(const ControlWait& wait) const;
    void lookForFirstStop(ControlWait& wait);
    /// Why the wait is over; nothing: it is not.
    [[nodiscard]] std::optional<Returned> ending(const ControlWait& wait) const;
    /// Waits no longer, whoever still runs.
    void giveUp(ControlWait& wait, Returned why);
    void launchAgain(launchers::LaunchSpec spec);
    void replyToControl(const char* name, const util::RankSet& ranks);
    /// Waits until ranks have said what becomes of it.
    void setBreakpoint(const util::Result<util::BreakpointId>& id);
    /// `which`, and all breakpoints of the groups that are not among them. \errors Session::breakpointsOf()'s
    [[nodiscard]] util::Result<std::vector<session::BreakpointKey>>
    withGroups(std::vector<session::BreakpointKey> which, const std::vector<std::string>& groups) const;
    /// Does `change` to each of the breakpoints, none: all; to none of them, if one does not exist.
    void changeEach(const char* name, std::vector<session::BreakpointKey> which,
                    const std::function<util::Result<void>(const session::BreakpointKey&)>& change);
    void printInThreads(const PrintCommand& command);
    void tellFocus();
    [[nodiscard]] std::optional<util::Rank> leaderWithThread() const;
    [[nodiscard]] bool knowsThreadOf(util::Rank leader) const;
    void askForThread(util::Rank leader, Outcome outcome);
    void tellGroup(const std::string& name, std::vector<debug::RankFailure> failures);
    void groupWhere(const session::GroupLine& line);
    void send(const char* name, const RankSelector& ranks, std::string bytes, bool eof);
    /// Names the selected frame so that it is the same in all ranks of the focus, wherever they stand.
    void chooseFrame(std::function<void(session::FrameChoice)> then);
    /// The same frame in other ranks than those in focus, too. \param among that stand
    void chooseFrame(const util::RankSet& among, std::function<void(session::FrameChoice)> then);
    /// The number of the frame that is meant, in the leading rank.
    [[nodiscard]] std::uint32_t selectedFrame(const std::vector<debug::RankFrames>& stacks) const;
    /// The first frame with source of the leading rank, from the selected one outwards.
    void findSource(std::function<void(const debug::Frame&)> then);
    /// The place as it is; a line without a file in that of findSource().
    void findPlace(debug::Place place, std::function<void(debug::Place)> then);
    void search(const session::LinePattern& pattern, const std::string& written, std::vector<std::string> files);
    void list(const std::string& file, std::uint32_t line, std::uint32_t current);

    /// `then`, or the command's failure; nothing once this is destroyed.
    template <class T, class Then>
    session::AnswerCallback<T> answer(Then then)
    {
        return [this, alive = std::weak_ptr(m_alive), then](util::Result<session::Answer<T>> result) {
            if (alive.expired())
                return;
            if (!result)
                return fail(result.error());
            then(*std::move(result));
        };
    }

    /// Who has not answered, while others have, is told.
    template <class T>
    session::AnswerCallback<T> awaiting()
    {
        return [this, alive = std::weak_ptr(m_alive)](const util::Result<session::Answer<T>>& soFar) {
            if (!alive.expired() && soFar)
                noteAwaited(soFar->awaited);
        };
    }
    void noteAwaited(const util::RankSet& awaited);

    /// A command under way that samples.
    struct Sampling
    {
        SampleCommand command;
        debug::StackTree tree;
        util::RankSet ranks;
        std::uint32_t taken = 0;
        util::TimePoint next;
        util::Subscription timer = {};
    };
    /// Progress threads, and how processes start, are only counted.
    [[nodiscard]] static StacksReply withoutHelpers(StacksReply reply);
    void listBreakpoints();
    void sample();
    void takeSample(util::Result<session::Answer<debug::StackTree>> answer);
    void finishSampling(std::vector<debug::RankFailure> failures);

    util::Scheduler& m_scheduler;
    SessionSaver m_saver;
    session::Session& m_session;
    Printer& m_printer;
    SourceFiles& m_sources;

    // The command under way
    std::string m_line;
    Callback m_callback;
    std::function<bool()> m_condition;
    std::function<void()> m_then;
    util::Subscription m_deadline;
    util::RankSet m_awaited; ///< whose answer is told to be missing soon
    util::Subscription m_tellAwaited;
    Parked m_wait;                                   ///< of the command under way
    std::vector<std::weak_ptr<ControlWait>> m_aside; ///< some may be gone
    std::function<void()> m_waitsChanged;
    std::optional<Sampling> m_sampling;
    util::RankSet m_failedRanks; ///< of which CommandFailed was told
    std::optional<util::BreakpointId> m_newBreakpoint;
    std::optional<session::InputId> m_input; ///< under way
    bool m_inputFailed = false;

    /// What a set has changed, and an undo can put back.
    struct Change
    {
        std::uint64_t number = 0;
        std::string target;
        util::RankSet ranks;
        bool final = false; ///< it cannot be put back
    };
    void tellChanges(const char* command, const std::string& target, const std::string& value,
                     session::Answer<std::vector<debug::ChangeGroup>> changes);
    std::vector<Change> m_changes; ///< the last one last

    const Until m_usual;
    std::uint64_t m_toldGeneration = 0;   ///< of the process table, when the user was last told how ranks stand
    std::optional<std::uint32_t> m_frame; ///< selected in the leading rank; none: the one that counts
    util::RankSet m_threadsChosen;        ///< in which a thread was selected
    struct LeadingThread
    {
        util::Rank rank;
        util::StopId stop;
        std::optional<std::uint32_t> index;
    };
    std::optional<LeadingThread> m_leadingThread; ///< as the engine has said last
    std::map<util::BreakpointId, debug::BreakpointStatus> m_toldBreakpoints;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace dbgr::app
