// SPDX-License-Identifier: BSD-3-Clause
// The launcher: a PMIx server with the jobs that it runs on this node. Whoever asks, the command line, a tool or a
// process of a job, gets them started here. Thread: the loop's.
#pragma once

#include "launcher/cleanup_list.h"
#include "launcher/job.h"
#include "launcher/launcher_owner.h"
#include "launcher/processor_record.h"
#include "launcher/session_folder.h"
#include "pmix/server/server.h"
#include "pmix/topology/topology.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::launcher {

struct LauncherConfig
{
    /// Our own namespace, if somebody gave us one; empty: "dbgrun-HOST-PID@0".
    std::string nspace;
    /// What this node is called, best name first. \pre not empty
    std::vector<std::string> hostNames;
    /// For all processes.
    std::vector<std::string> environment;
    std::string workingDirectory;
    /// Where the session folder is made.
    std::string temporaryDirectory = "/tmp";
    /// Where all launchers of a user note which processors they use; empty: none does.
    std::string recordDirectory;
    /// --host-slots; nothing: one each core.
    std::optional<std::uint32_t> slotCount;
    /// All but serverTmpdir, which is the session folder.
    pmix::RendezvousSpec rendezvous;
};

class LauncherHost;

/// Who reads output more slowly than the processes write it.
enum class SlowReader
{
    Stdout,
    Stderr,
    Tool
};

class Launcher
{
public:
    using Spawned = std::function<void(util::Result<std::string> nspace)>;

    /// \param owner outlives the launcher
    /// \errors those of SessionFolder, pmix::Topology, pmix::Server
    [[nodiscard]] static util::Result<std::unique_ptr<Launcher>> create(net::EventLoop& loop, LauncherConfig config,
                                                                        LauncherOwner& owner);
    ~Launcher();

    [[nodiscard]] pmix::Server& server() { return *m_server; }
    [[nodiscard]] const pmix::Proc& self() const { return m_self; }
    [[nodiscard]] const std::vector<std::string>& hostNames() const { return m_config.hostNames; }

    // ---- Jobs

    /// Maps, registers and starts a job. The answer comes when all of its processes run.
    /// \errors (of answer) those of mapJob(), Job::open() and Job::start()
    void spawn(JobSpec spec, Spawned answer);
    /// Null when there is none (any more).
    [[nodiscard]] Job* find(const std::string& nspace);
    /// By their numbers.
    [[nodiscard]] std::vector<Job*> jobs();
    [[nodiscard]] std::uint32_t slotCount() const { return m_slots; }
    [[nodiscard]] std::uint32_t slotsInUse() const;
    /// How a job ended, as far as we remember.
    [[nodiscard]] std::optional<Verdict> endOf(const std::string& nspace) const;
    /// The name for a tool that brings none.
    [[nodiscard]] pmix::Proc newToolName();
    void endAll(const Verdict& verdict, Job::Ending how);
    /// Whether processes of the job `actor` may control `target`: itself, one that it spawned (or that such a one
    /// spawned), or the one that they are a debugger's daemons for.
    [[nodiscard]] bool mayControl(const std::string& actor, const std::string& target) const;
    /// Whether they spawned each other, or have a forebear in common: such jobs end together.
    [[nodiscard]] bool areRelatives(const std::string& one, const std::string& other) const;
    /// What is to be removed when the job has ended.
    [[nodiscard]] CleanupList& cleanupOf(const std::string& nspace) { return m_entries.at(nspace).cleanup; }

    /// No process's output is read while anybody is slow.
    void setSlow(SlowReader reader, bool slow);

    // ---- What the server's host hands on

    [[nodiscard]] LauncherOwner& owner() { return m_owner; }
    /// A tool has gone: what it holds must not wait for ever.
    void toolLeft(const pmix::Requester& tool);

private:
    struct Entry
    {
        std::uint32_t number = 0;
        std::unique_ptr<Job> job;
        std::string folder;
        CleanupList cleanup;
    };

    Launcher(net::EventLoop& loop, LauncherConfig config, LauncherOwner& owner, SessionFolder folder,
             pmix::Topology topology);
    [[nodiscard]] util::Result<Job*> prepare(JobSpec spec);
    [[nodiscard]] util::Result<JobMap> mapHere(const JobSpec& spec, std::uint32_t targetRanks);
    [[nodiscard]] pmix::CpuSet cpusInUse() const;
    /// Gives back what no job of ours has any more.
    void tidyRecord();
    [[nodiscard]] util::Result<JobPlan> planFor(JobSpec spec, std::uint32_t number);
    [[nodiscard]] Job::Handlers handlersFor(const std::string& nspace);
    void forward(const Job& job);
    void ended(const std::string& nspace);
    void endRelatives(const std::string& nspace, const Verdict& verdict);
    void endAbandoned();
    [[nodiscard]] bool hasDaemons(const std::string& nspace) const;
    [[nodiscard]] std::string rootOf(const std::string& nspace) const;

    net::EventLoop& m_loop;
    const LauncherConfig m_config;
    LauncherOwner& m_owner;
    SessionFolder m_folder;
    std::optional<ProcessorRecord> m_record;
    const pmix::Topology m_topology;
    const std::uint32_t m_slots;
    const pmix::Proc m_self;
    std::string m_jobPrefix;
    std::uint32_t m_lastNumber = 0;
    std::uint32_t m_lastTool = 0;
    std::map<std::string, Entry> m_entries;
    std::map<std::string, std::string> m_parents; ///< of jobs that a process of a job spawned
    std::set<std::string> m_abandoned;            ///< jobs of a tool that has gone
    std::map<std::string, Verdict> m_ends;
    std::set<SlowReader> m_slow;
    std::unique_ptr<LauncherHost> m_host;
    std::unique_ptr<pmix::Server> m_server;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::launcher
