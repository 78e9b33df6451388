// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/spawn_request.h"

#include "launcher/spawn_attributes.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::launcher {

using pmix::Info;
using pmix::Status;
namespace keys = pmix::keys;

namespace {

/// What is read here is walked through more than once.
constexpr std::size_t kMaxApps = 1024;
constexpr std::size_t kMaxInfos = 16384;

constexpr std::array kStops{keys::kDebugStopOnExec, keys::kDebugStopInInit, keys::kDebugStopInApp};

bool hasFlag(std::span<const Info> infos, std::string_view key)
{
    const pmix::Value* value = pmix::find(infos, key);
    return value != nullptr && value->asBool().value_or(false);
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.find_last_of('/') + 1);
}

/// argv may have the program in front, by its path or its name, or lack it.
std::vector<std::string> argumentsOf(const pmix::App& app)
{
    std::vector<std::string> argv = app.argv;
    if (app.command.empty())
        return argv;
    if (!argv.empty() && baseName(argv.front()) == baseName(app.command))
        argv.front() = app.command;
    else
        argv.insert(argv.begin(), app.command);
    return argv;
}

util::Result<AppSpec> specOf(const pmix::App& app)
{
    AppSpec spec;
    spec.argv = argumentsOf(app);
    if (spec.argv.empty() || spec.argv.front().empty())
        return util::fail(Status::ErrBadParam, "a program of the spawn request has no name");
    spec.processes = app.maxProcs > 0 ? static_cast<std::uint32_t>(app.maxProcs) : 0;
    spec.workingDirectory = pmix::textOf(app.workingDirectory);
    for (const std::string& variable : app.environment) {
        const auto equals = variable.find('=');
        if (equals == 0 || equals == std::string::npos)
            return util::fail(Status::ErrBadParam, "'" + variable + "' in the environment of " + spec.argv.front() +
                                                       " is not of the form NAME=VALUE");
        spec.environment.push_back(
            {EnvironmentChange::Kind::Set, variable.substr(0, equals), variable.substr(equals + 1), ':'});
    }
    return spec;
}

/// Nothing while an app before it, or itself, has no number of processes.
std::optional<util::RankSet> ranksOfApp(const std::vector<AppSpec>& apps, std::size_t index)
{
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < index; ++i) {
        if (apps[i].processes == 0)
            return std::nullopt;
        first += apps[i].processes;
    }
    const std::uint64_t last = first + apps[index].processes;
    if (last == first || last > UINT32_MAX)
        return std::nullopt;
    return util::RankSet::range(util::Rank(static_cast<std::uint32_t>(first)),
                                util::Rank(static_cast<std::uint32_t>(last - 1)));
}

util::Result<void> checkRanks(const JobSpec& job, const util::RankSet& named, const char* what)
{
    std::uint64_t size = 0;
    if (job.apps.empty())
        return util::ok(); // a daemon has nothing to start yet
    for (const AppSpec& app : job.apps) {
        if (app.processes == 0)
            return util::ok(); // known only when it is mapped
        size += app.processes;
    }
    const util::RankSet all =
        util::RankSet::firstN(static_cast<std::uint32_t>(std::min<std::uint64_t>(size, UINT32_MAX)));
    if (!all.containsAll(named))
        return util::fail(Status::ErrBadParam, std::string(what) + " for ranks " + (named - all).toString() +
                                                   " is asked for, but the job has " + std::to_string(size) +
                                                   " processes");
    return util::ok();
}

util::Result<void> checkWhole(const JobSpec& job)
{
    if (job.hold.ranks)
        DBGR_TRY(checkRanks(job, *job.hold.ranks, "a stop"));
    if (job.standardInput.kind == StdinSpec::Kind::Ranks)
        DBGR_TRY(checkRanks(job, job.standardInput.ranks, "input"));
    return util::ok();
}

util::Result<void> checkSize(const pmix::SpawnRequest& request)
{
    std::size_t infos = request.jobInfos.size();
    for (const pmix::App& app : request.apps)
        infos += app.infos.size();
    if (request.apps.size() > kMaxApps || infos > kMaxInfos)
        return util::fail(Status::ErrOutOfResource, "a spawn request with " + std::to_string(request.apps.size()) +
                                                        " programs and " + std::to_string(infos) +
                                                        " infos is too large");
    return util::ok();
}

/// A job of some of a request's apps.
class JobMaker
{
public:
    JobMaker(const pmix::SpawnRequest& request, const pmix::Requester& requester,
             std::span<const std::string> nodeNames)
        : m_request(request), m_nodeNames(nodeNames)
    {
        m_job.requester = requester;
        m_job.standardInput = {StdinSpec::Kind::None, {}}; // ours is nobody's business
    }

    util::Result<JobSpec> make(std::span<const pmix::App* const> apps, bool ownDaemons)
    {
        for (const pmix::App* app : apps) {
            DBGR_TRY(AppSpec spec, specOf(*app));
            m_job.apps.push_back(std::move(spec));
        }
        m_job.debugger.daemons = ownDaemons || hasFlag(m_request.jobInfos, keys::kDebuggerDaemons);
        SpawnScope whole{.job = m_job, .app = nullptr, .appRanks = std::nullopt, .nodeNames = m_nodeNames};
        DBGR_TRY(applyInfos(whole, m_request.jobInfos));
        if (ownDaemons)
            keepForPrograms();
        for (std::size_t i = 0; i < apps.size(); ++i) {
            const bool several = apps.size() > 1;
            SpawnScope own = whole;
            own.app = &m_job.apps[i];
            if (several)
                own.appRanks = ranksOfApp(m_job.apps, i);
            if (several && !own.appRanks && asksForStop(apps[i]->infos))
                return util::fail(Status::ErrBadParam,
                                  "'" + m_job.apps[i].argv.front() + "' is to stop, but has no number of processes");
            DBGR_TRY(applyInfos(own, apps[i]->infos));
        }
        if (m_job.debugger.daemons)
            m_job.hold = {}; // stops are for those who are debugged
        else
            DBGR_TRY(checkWhole(m_job));
        return std::move(m_job);
    }

private:
    /// What a job-level info means for those who are debugged only.
    void keepForPrograms()
    {
        m_job.debugger.daemons = true;
        m_job.standardInput = {StdinSpec::Kind::None, {}};
        m_job.execAgent.clear();
        m_job.forkExecAgent.clear();
    }
    [[nodiscard]] static bool asksForStop(const std::vector<Info>& infos)
    {
        return std::ranges::any_of(kStops, [&](std::string_view key) { return pmix::find(infos, key) != nullptr; });
    }

    const pmix::SpawnRequest& m_request;
    std::span<const std::string> m_nodeNames;
    JobSpec m_job;
};

} // namespace

util::Result<SpawnPlan> planSpawn(const pmix::SpawnRequest& request, const pmix::Requester& requester,
                                  std::span<const std::string> nodeNames)
{
    DBGR_TRY(checkSize(request));
    std::vector<const pmix::App*> programs;
    std::vector<const pmix::App*> daemons;
    for (const pmix::App& app : request.apps) {
        const bool own = hasFlag(app.infos, keys::kDebuggerDaemons) || hasFlag(app.infos, keys::kCospawnApp);
        (own ? daemons : programs).push_back(&app);
    }
    if (programs.empty() && daemons.empty())
        return util::fail(Status::ErrBadParam, "the spawn request has no program");
    SpawnPlan plan;
    if (programs.empty()) {
        DBGR_TRY(plan.job, JobMaker(request, requester, nodeNames).make(daemons, true));
        return plan;
    }
    if (daemons.empty()) {
        DBGR_TRY(plan.job, JobMaker(request, requester, nodeNames).make(programs, false));
        return plan;
    }
    pmix::SpawnRequest forPrograms = request; // what makes daemons of all is meant for the daemons here
    std::erase_if(forPrograms.jobInfos, [](const Info& info) { return info.key == keys::kDebuggerDaemons; });
    DBGR_TRY(plan.job, JobMaker(forPrograms, requester, nodeNames).make(programs, false));
    DBGR_TRY(plan.daemons, JobMaker(request, requester, nodeNames).make(daemons, true));
    return plan;
}

util::Result<void> applyDirectives(JobSpec& job, std::span<const Info> directives,
                                   std::span<const std::string> nodeNames)
{
    if (directives.size() > kMaxInfos)
        return util::fail(Status::ErrOutOfResource, "there are too many launch directives");
    for (const Info& info : directives)
        if (std::ranges::find(kStops, info.key) != kStops.end())
            job.hold = {};
    SpawnScope scope{.job = job, .app = nullptr, .appRanks = std::nullopt, .nodeNames = nodeNames};
    DBGR_TRY(applyInfos(scope, directives));
    return checkWhole(job);
}

std::vector<std::string_view> spawnAttributes()
{
    std::vector<std::string_view> names;
    for (const SpawnAttribute& attribute : spawnAttributeTable())
        names.push_back(attribute.key);
    return names;
}

} // namespace dbgr::launcher
