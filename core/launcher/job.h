// SPDX-License-Identifier: BSD-3-Clause
// One job, from its registration with the PMIx server to the end of its last process: starts the processes, holds and
// releases them, tells of events, moves output and input, ends all when one ends badly. Thread: the loop's.
//
// Flow: open() -> start() -> [LAUNCH_COMPLETE] -> [READY_FOR_DEBUG -> release()] -> onEnded
#pragma once

#include "launcher/exit_rules.h"
#include "launcher/job_events.h"
#include "launcher/job_facts.h"
#include "launcher/job_map.h"
#include "launcher/job_progress.h"
#include "launcher/job_spec.h"
#include "launcher/process_host.h"
#include "pmix/server/server.h"
#include "pmix/types/proc_info.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::launcher {

struct JobPlan
{
    JobSpec spec;
    JobMap map;
    JobFacts facts;
    /// The launcher's own.
    std::vector<std::string> environment;
};

class Job
{
public:
    struct Handlers
    {
        /// \param show whether the launcher is to show it itself, too
        std::function<void(util::Rank rank, pmix::IofChannel channel, std::string_view bytes, bool show)> onOutput;
        std::function<void(util::Rank rank, pmix::IofChannel channel)> onOutputEnd;
        /// What the user of the launcher is to read.
        std::function<void(const std::string& line)> onMessage;
        /// All processes are gone and everybody was told. Runs once, from the loop; may destroy the job.
        std::function<void()> onEnded;
    };
    using Done = std::function<void(util::Result<void>)>;

    enum class Ending
    {
        Gentle, ///< SIGTERM, and SIGKILL to those that are still there after kEndGrace
        AtOnce, ///< SIGKILL
    };
    /// How long processes may take to obey a SIGTERM.
    static constexpr util::Duration kEndGrace = std::chrono::seconds(kEndGraceSeconds);
    /// How long what the processes left behind in their groups may still write when they have ended.
    static constexpr util::Duration kRestGrace = std::chrono::seconds(2);
    /// For how long processes are followed from program to program: somebody may want to trace them.
    static constexpr util::Duration kFollowLimit = std::chrono::seconds(5);

    Job(net::EventLoop& loop, pmix::Server& server, JobPlan plan, Handlers handlers);
    ~Job();

    /// Makes the job known to the server. \errors those of pmix::Server::registerJob()
    [[nodiscard]] util::Result<void> open();
    /// Starts the processes, some each round of the loop. \param launched when all run, or the first could not
    void start(Done launched);

    [[nodiscard]] const std::string& nspace() const { return m_plan.facts.nspace; }
    [[nodiscard]] const JobSpec& spec() const { return m_plan.spec; }
    [[nodiscard]] const JobMap& map() const { return m_plan.map; }
    [[nodiscard]] std::uint32_t size() const { return m_progress.size(); }
    [[nodiscard]] const JobProgress& progress() const { return m_progress; }
    /// Nothing while all is well; the first cause counts.
    [[nodiscard]] const std::optional<Verdict>& verdict() const { return m_verdict; }
    [[nodiscard]] std::vector<pmix::ProcInfo> procTable() const;
    /// The working directory that a rank was started in.
    [[nodiscard]] std::string folderOf(util::Rank rank) const;
    /// 0 before it is started.
    [[nodiscard]] util::Pid pidOf(util::Rank rank) const { return nameOf(rank).pid; }
    [[nodiscard]] util::RankSet allRanks() const { return util::RankSet::firstN(size()); }

    /// Whether processes are held, or are going to be, and were not released.
    [[nodiscard]] bool awaitsRelease() const { return m_progress.holdsAny(); }

    // ---- What the server tells
    void clientConnected(util::Rank rank);
    void clientFinalized(util::Rank rank) { m_progress.finalized(rank); }
    void clientWaits(util::Rank rank);
    void abort(util::Rank by, int status, const std::string& message);

    /// Whether no process of it has logged this before: MPI libraries have each rank say the same.
    [[nodiscard]] bool isNewText(const std::string& text);

    // ---- What a tool, a process or the user asks for

    /// Lets those go on that were stopped on exec, unless a debugger has them; the server releases all others.
    void release(const util::RankSet& ranks);
    void end(Verdict verdict, Ending how);
    /// To the groups of these processes that still run. \errors Status::ErrNotFound when there is none
    [[nodiscard]] util::Result<void> signal(const util::RankSet& ranks, int number);
    /// Ends single processes, and with them, by the rules, the job. \errors Status::ErrNotFound
    [[nodiscard]] util::Result<void> kill(const util::RankSet& ranks);
    /// Those that are given input by the spec.
    [[nodiscard]] const util::RankSet& inputRanks() const { return m_inputRanks; }
    /// Input for processes; no bytes end it. \errors (of done) those of ProcessHost::writeInput()
    void pushInput(const util::RankSet& ranks, std::string_view bytes, Done done);
    void pauseOutput(bool pause);
    /// From now on others may trace these processes.
    void stopFollowing(const util::RankSet& ranks);
    /// Whether output is the tool's alone, and never shown here.
    void keepOutputFromTerminal() { m_showOutput = false; }

private:
    [[nodiscard]] pmix::Proc procOf(util::Rank rank) const;
    [[nodiscard]] ProcessName nameOf(util::Rank rank) const;
    /// \errors those of findJobProgram()
    [[nodiscard]] util::Result<ProcessStart> startOf(const MappedProcess& process) const;
    [[nodiscard]] util::Result<std::string> programOf(const AppSpec& app) const;
    void chooseWhereToHold();
    /// Whether what the rank has become is to stand here.
    [[nodiscard]] net::ExecFollower::Then becameProgram(util::Rank rank, util::Pid pid);
    [[nodiscard]] ProcessHost::Handlers handlersOf(util::Rank rank);
    [[nodiscard]] EventContext eventContext() const;
    /// Ends the job when the limit has passed, if there is one.
    [[nodiscard]] util::Subscription endAfter(std::optional<util::Duration> limit, const char* why);
    void startSome();
    void startOne(const MappedProcess& process);
    void launchDone(util::Result<void> result);
    void tell(pmix::Status milestoneCode);
    void checkReady();
    void outputCame(util::Rank rank, pmix::IofChannel channel, std::string_view bytes);
    void outputEnded(util::Rank rank, pmix::IofChannel channel);
    void processExited(util::Rank rank, net::ExitStatus how);
    void processGone(util::Rank rank);
    void tellProcessEnd(util::Rank rank, net::ExitStatus how, bool abnormal);
    void judge(Verdict verdict);
    void endRest();
    void signalRunning(int number);
    void finish();

    net::EventLoop& m_loop;
    pmix::Server& m_server;
    const JobPlan m_plan;
    Handlers m_handlers;
    JobProgress m_progress;
    util::RankSet m_inputRanks;
    util::RankSet m_execRanks;                             ///< held before their first instruction
    util::RankSet m_followedRanks;                         ///< they may become a program that is to be held there
    std::vector<std::string> m_executables;                ///< by app
    std::vector<std::unique_ptr<ProcessHost>> m_processes; ///< by rank; null before its start
    Done m_launched;
    std::optional<Verdict> m_verdict;
    std::set<std::string> m_texts; ///< that were logged
    bool m_showOutput = true;
    bool m_outputPaused = false;
    bool m_ending = false;
    util::Subscription m_endTimer, m_restTimer, m_limitTimer, m_startTimer, m_followTimer;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::launcher
