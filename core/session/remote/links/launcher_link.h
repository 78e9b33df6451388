// SPDX-License-Identifier: BSD-3-Clause
// One way to a job: how it is started or found, held, let go, spoken to, and ended. A link for each family of
// launchers; RemoteJob knows only this interface, and has the daemons.
//
// Flow: start() -> [LauncherStarted or JobFound] -> launched(proctable) -> nearlySettled() -> settled(hold) -> daemons
// attach -> release(), sendInput() ... -> jobEnded() and, for a launcher of ours, launcherExited() -> leave().
// failed() ends the flow anywhere. What has a body here is right for jobs that we did not start.
// Thread: net; events never come inside a call.
#pragma once

#include "dbgwire/rank_source.h"
#include "debug/attach_order.h"
#include "net/child_process.h"
#include "session/backend_event.h"
#include "session/remote/daemon_starter.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class LauncherLink
{
public:
    struct Events
    {
        /// Facts for the session: LauncherStarted, JobFound, LaunchProgress, OutputBytes, InputAccepted,
        /// BackendWarning.
        std::function<void(BackendEvent)> tell;
        /// What the daemons will be started with, for links that have them before they know the job: the launcher
        /// brings them along (dbgr-exec), or they are to find the ranks. The fleet listens from then on. \errors those
        /// of listening
        std::function<util::Result<DaemonCommand>(bool onlyThisNode)> daemonCommand;
        /// Input for ranks that have theirs from their daemons (dbgr-exec). `done` runs once, when they have taken it.
        std::function<void(const util::RankSet& ranks, std::string bytes, bool eof,
                           std::function<void(util::Result<void>)> done)>
            giveInput;
        /// Whether input that the launcher is given reaches the ranks, as far as their daemons see. `done` runs once.
        std::function<void(const util::RankSet& ranks, std::function<void(util::Result<void>)> done)> checkInput;
        /// All ranks are known. Once. RemoteJob passes it on to the session.
        std::function<void(const JobLaunched&)> launched;
        /// settled() is near: the time that it takes to start daemons is better spent now. Optional.
        std::function<void()> nearlySettled;
        /// Before settled(), where ranks are held: these stand before their first instruction instead, since their
        /// program has no MPI.
        std::function<void(const util::RankSet& ranks)> standAtExec;
        /// Daemons may attach. `held`: all ranks stand there until release(); nothing: they run.
        std::function<void(std::optional<launchers::HoldPoint> held)> settled;
        /// All ranks have ended, as the launcher or its end tells.
        std::function<void(JobEnded)> jobEnded;
        /// Only of launchers that we started.
        std::function<void(net::ExitStatus)> launcherExited;
        /// The same, before it could be had. The launcher ends by itself.
        std::function<void(JobEnded, util::Error why)> endedEarly;
        /// The job cannot be had.
        std::function<void(util::Error)> failed;
    };

    virtual ~LauncherLink() = default;

    virtual void start(Events events) = 0;
    /// We started the launcher: it ends with us, and its exit is awaited. Otherwise it is the user's: leaving detaches.
    [[nodiscard]] virtual bool isOurs() const { return false; }
    /// Whom its daemons have their ranks from.
    [[nodiscard]] virtual dbgwire::RanksFrom ranksFrom() const = 0;
    /// Who starts the daemons; valid from launched() on.
    [[nodiscard]] virtual DaemonStarter& daemons() = 0;
    /// Ranks of which nothing but a core file is there; valid from launched() on.
    [[nodiscard]] virtual std::vector<debug::LocalCore> cores() const { return {}; }
    /// A daemon found ranks by itself. \see debug::RanksFound
    virtual void onRanksFound(const std::string& host, const debug::RanksFound& found);
    /// A daemon has gone before the launch was over.
    virtual void onDaemonLost(const std::string& host, const std::string& why);

    /// Lets ranks out of their hold. \param all these are all ranks of the job
    virtual void release(const util::RankSet& ranks, bool all);
    /// Answered by one InputAccepted. Where the launcher cannot give input to just these ranks, that is its error.
    virtual void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) = 0;

    /// Nothing more of the start is awaited: the job is being ended, or left.
    virtual void abandonStart() {}
    /// Ends the whole job, as the launcher offers it; ranks that are attached were killed before.
    virtual void killJob() = 0;
    /// To a launcher of ours. The first that is to be tried is firstSignal().
    virtual void signalLauncher(int signal);
    [[nodiscard]] virtual int firstSignal() const;
    /// Our launcher ended before its job did: ends ranks that would wait for it for ever. `done` may come inside the
    /// call.
    virtual void endOrphans(std::function<void()> done) { done(); }
    /// From now on job and launcher outlive us, whatever happens.
    virtual void letLive() {}
    /// The end of our connection to the launcher. \param jobEnded its end was told
    virtual void leave(bool jobEnded, std::function<void()> done) = 0;

    /// What to tell the user when our launcher ended and no job's end was heard of.
    [[nodiscard]] virtual util::Error launcherEndedAlone(net::ExitStatus status);
    /// All that the launcher has printed by now is told as OutputBytes.
    virtual void drainOutput() {}
};

} // namespace dbgr::session
