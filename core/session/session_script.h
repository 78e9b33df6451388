// SPDX-License-Identifier: BSD-3-Clause
// Keeps a record of a session as a script of `dbgr --batch`, which does the same again: only what was asked of the job,
// nothing that only looks at it. Pure: of a session it knows what its events say.
// Way: session -> script -> text, when somebody wants it. Thread: the session's.
#pragma once

#include "session/float_trap_table.h"
#include "session/focus.h"
#include "session/observer.h"
#include "session/script_lines.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// To be told of a session from its beginning. A person types on while ranks run, and a script does not, so it has to
/// wait where the person did:
/// 1. `continue` and its kin are written as commands that wait, if their ranks had settled when the next command came;
/// 2. otherwise as `continue &`, and `wait` stands before the first command that came after they had settled.
/// What commands of a breakpoint do is not written, since they are.
/// Another command line begins another script, with the breakpoints that there are; the same one is a `restart`, in
/// another environment, too.
class SessionScript final : public Observer
{
public:
    /// One line each, the first a comment with the command line by which dbgr has the job; "" before there was one.
    [[nodiscard]] std::string text() const;

    void take(const SessionEvent& event);
    void sessionChanged(const ChangeSet& changes, std::span<const SessionEvent> events) override;

private:
    /// A command that waits, of which it is not known yet whether the user did.
    struct Pending
    {
        std::size_t line = 0;
        util::RankSet ranks;
        bool canGoOn = true; ///< there is a form that does not wait
    };

    struct Known
    {
        debug::BreakpointSpec spec;
        const char* command = ""; ///< the word by which it is set
        std::optional<util::RankSet> barrier = {};
        bool isBarrierOfAll = false;
        bool beginsWithPlacesOff = false; ///< of which the session has not said yet which they are
    };

    void on(const GivenLaunch& command);
    void on(const GivenAttach& command);
    void on(const GivenAttachAgain& command);
    void on(const GivenAddBreakpoint& command);
    void on(const GivenChangeBreakpoint& command);
    void on(const GivenIgnoreBreakpoint& command);
    void on(const GivenBreakpointGroup& command);
    void on(const GivenBreakpointCommands& command);
    void on(const GivenSwitchPlace& command);
    void on(const GivenRemoveBreakpoint& command);
    void on(const GivenFocus& command);
    void on(const GivenLeader& command);
    void on(const GivenContinue& command);
    void on(const GivenInterrupt& command);
    void on(const GivenStep& command);
    void on(const GivenRunTo& command);
    void on(const GivenMove& command);
    void on(const GivenSignal& command);
    void on(const GivenFloatTraps& command);
    void on(const GivenHold& command);
    void on(const GivenStopAll& command);
    void on(const GivenCatchReports& command);
    void on(const GivenInput& command);
    void on(const GivenAssign& command);
    void on(const GivenCall& command);
    void on(const GivenTakeBack& command);
    void on(const GivenGroup& command);
    void on(const GivenDeleteGroup& command);
    void on(const GivenRenameGroup& command);
    void on(const GivenSelectThread& command);
    void on(const GivenFreeze& command);
    void on(const GivenDetach& command);
    void on(const GivenKill& command);
    void on(const GivenLeave& command);
    void takeJob(const JobLaunched& job);

    void startAnew(std::string header);
    void writeBreak(Known& known);
    /// A line about groups, which another script begins with.
    void writeGroup(std::string line);
    void writeFloatTraps(const util::RankSet& ranks, util::FloatTraps traps);
    void writeSignal(const debug::SignalRule& rule);
    /// A line that names a breakpoint: see ScriptLines::addAbout().
    void writeAbout(util::BreakpointId id, std::string before, std::string behind = {});
    /// A line that is about no ranks, or names them itself.
    void write(std::string line);
    /// A line that is about the focused ranks, which are to be `ranks`.
    void writeFor(const util::RankSet& ranks, std::string line);
    void writeControl(const util::RankSet& ranks, std::string line, bool canGoOn);
    void focusOn(const util::RankSet& ranks);
    /// Settles the form of the last command that waits, and waits for what has settled since.
    void catchUp();
    /// Nothing follows.
    void finish();
    [[nodiscard]] std::string text(const util::RankSet& ranks) const;
    /// The session has taken back what was asked for: there can be none, and none has its number.
    void refuse(util::BreakpointId id);

    ScriptLines m_lines;
    std::optional<Pending> m_pending;
    util::RankSet m_all;                    ///< the job's
    util::RankSet m_moving;                 ///< of which something is still to come
    util::RankSet m_unwaited;               ///< let go by a line that does not wait, and not waited for since
    Focus m_focus;                          ///< the session's
    Focus m_scriptFocus;                    ///< what it is where the script stands by now
    launchers::LaunchSpec m_launch;         ///< the last one
    std::vector<std::string> m_environment; ///< that of the first
    bool m_hadJob = false;                  ///< whatever became of it
    bool m_hadRanks = false;                ///< the last launch came as far as that
    bool m_left = false;                    ///< the user gave the job up: it is not waited for
    std::map<util::BreakpointId, Known> m_breakpoints;
    std::map<int, debug::SignalRule> m_signals; ///< which another script begins with
    FloatTrapTable m_floatTraps;                ///< the same
    std::vector<std::string> m_groupLines;      ///< all of them, since later ones name earlier ones
    bool m_stopAll = false;
    bool m_catchReports = true;
};

} // namespace dbgr::session
