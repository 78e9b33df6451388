// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/launcher_host.h"

#include "launcher/gathering.h"
#include "launcher/job_control.h"
#include "launcher/job_events.h"
#include "launcher/job_targets.h"
#include "launcher/launcher.h"
#include "launcher/launcher_queries.h"
#include "launcher/log_text.h"
#include "launcher/spawn_request.h"
#include "pmix/handshake/security.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/shown_path.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <utility>

#include <unistd.h>

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::Answer;
using pmix::Proc;
using pmix::Requester;
using pmix::Status;

namespace {

util::Rank rankOf(const Proc& proc)
{
    return util::Rank(proc.rank.value());
}

/// The processes that a request of `who` is about when it names none.
std::vector<Proc> targetsOrOwn(const Requester& who, const std::vector<Proc>& targets)
{
    if (!targets.empty() || !who.isClient())
        return targets;
    return {{who.proc().nspace, pmix::kRankWildcard}};
}

/// A tool of our user may act on all; a process only on jobs of its own.
/// \errors Status::ErrNoPermissions
util::Result<void> checkControl(Launcher& launcher, const Requester& who, const std::vector<Proc>& named)
{
    if (!who.isClient())
        return util::ok();
    for (const Proc& proc : named)
        if (namesLauncher(launcher, {&proc, 1}) ||
            (launcher.find(proc.nspace) != nullptr && !launcher.mayControl(who.proc().nspace, proc.nspace)))
            return util::fail(Status::ErrNoPermissions,
                              pmix::toString(who.proc()) + " is to keep its hands off " + pmix::toString(proc));
    return util::ok();
}

/// Where the asker works now, or was started.
std::string folderOf(const Requester& who, const Job& job)
{
    const util::Pid pid = who.peer.pid.value_or(job.pidOf(rankOf(who.proc())));
    std::error_code failed;
    const std::string folder =
        std::filesystem::read_symlink("/proc/" + std::to_string(pid.value()) + "/cwd", failed).string();
    const bool usable = !failed && folder.starts_with('/') && !util::shownPath(folder).isDeleted;
    return usable ? folder : job.folderOf(rankOf(who.proc()));
}

} // namespace

// ---- Who comes and goes

void LauncherHost::admitTool(const pmix::ToolVisit& visit, Answer<Proc> answer)
{
    if (visit.requester.ids.uid != ::geteuid())
        return answer(util::fail(Status::ErrNoPermissions, "a tool of another user"));
    const Proc& name = visit.requester.proc();
    if (name.nspace.empty())
        return answer(m_launcher.newToolName());
    const auto peers = m_launcher.server().peers();
    const bool taken = name.nspace == m_launcher.self().nspace ||
                       std::any_of(peers.begin(), peers.end(), [&](const Requester& r) { return r.proc() == name; });
    if (taken)
        return answer(
            util::fail(Status::ErrExists, "a tool of the name " + pmix::toString(name) + " is there already"));
    answer(name);
}

void LauncherHost::toolLeft(const Requester& tool, bool)
{
    m_launcher.toolLeft(tool);
}

void LauncherHost::clientConnected(const Requester& client)
{
    if (Job* job = m_launcher.find(client.proc().nspace))
        job->clientConnected(rankOf(client.proc()));
}

void LauncherHost::clientFinalized(const Proc& client)
{
    if (Job* job = m_launcher.find(client.nspace))
        job->clientFinalized(rankOf(client));
}

// ---- Jobs

void LauncherHost::spawn(const Requester& who, const pmix::SpawnRequest& request, Answer<pmix::SpawnReply> answer)
{
    auto plan = planSpawn(request, who, m_launcher.hostNames());
    if (!plan)
        return answer(util::fail(std::move(plan).error()));
    m_launcher.spawn(std::move(plan->job), [this, daemons = std::move(plan->daemons),
                                            answer = std::move(answer)](util::Result<std::string> nspace) {
        if (!nspace)
            return answer(util::fail(std::move(nspace).error()));
        answer(pmix::SpawnReply{*nspace});
        if (daemons)
            spawnDaemons(*daemons, *nspace);
    });
}

/// Those that were asked for together with the job that they are to debug.
void LauncherHost::spawnDaemons(JobSpec daemons, const std::string& target)
{
    if (!daemons.debugger.target)
        daemons.debugger.target = Proc{target, pmix::kRankWildcard};
    m_launcher.spawn(std::move(daemons), [this](util::Result<std::string> spawned) {
        if (!spawned)
            m_launcher.owner().message("the debugger daemons: " + spawned.error().message());
    });
}

void LauncherHost::abort(const Requester& who, const pmix::AbortRequest& request, Answer<void> answer)
{
    const std::vector<Proc> named = targetsOrOwn(who, request.targets);
    auto targets = targetsOf(m_launcher, named);
    if (!targets || targets->empty())
        return answer(util::fail(Status::ErrNotFound, "PMIx_Abort names no process"));
    // Relatives end with us in any case.
    std::vector<Proc> strangers = named;
    std::erase_if(strangers, [&](const Proc& p) { return m_launcher.areRelatives(p.nspace, who.proc().nspace); });
    if (auto allowed = checkControl(m_launcher, who, strangers); !allowed)
        return answer(util::fail(std::move(allowed).error()));
    answer(util::ok()); // first of all: the asker waits for it, and may be ended by what follows
    for (const JobTarget& target : *targets) {
        const int status = static_cast<int>(request.status);
        const bool own = who.isClient() && target.job->nspace() == who.proc().nspace;
        const std::string text = pmix::textOf(request.message);
        if (own)
            target.job->abort(rankOf(who.proc()), status, text == "N/A" ? std::string() : text); // Open MPI's for none
        else
            target.job->end(judgeRequest("by PMIx_Abort of " + pmix::toString(who.proc()), SIGTERM),
                            Job::Ending::Gentle);
    }
}

/// Other processes may wait for the end of the request, which is at once.
void LauncherHost::allocate(const Requester&, const pmix::AllocationRequest& request, Answer<pmix::InfoReply> answer)
{
    answer(util::fail(Status::ErrNotSupported, "this node is all there is to allocate"));
    m_launcher.server().notify(allocationRefused(m_launcher.self(), request.infos), pmix::DataRange::Session);
}

void LauncherHost::jobControl(const Requester& who, const pmix::JobControlRequest& request,
                              Answer<pmix::InfoReply> answer)
{
    const std::vector<Proc> named = targetsOrOwn(who, request.targets);
    if (const Job* own = m_launcher.find(who.proc().nspace);
        own != nullptr && m_launcher.cleanupOf(own->nspace()).take(request.directives, folderOf(who, *own)))
        return answer(pmix::InfoReply{});
    if (auto allowed = checkControl(m_launcher, who, named); !allowed)
        return answer(util::fail(std::move(allowed).error()));
    auto done = controlJobs(m_launcher, pmix::toString(who.proc()), named, request.directives);
    if (!done)
        return answer(util::fail(std::move(done).error()));
    answer(pmix::InfoReply{});
}

void LauncherHost::query(const Requester& who, const std::string& key, const std::vector<pmix::Info>& qualifiers,
                         Answer<pmix::Value> answer)
{
    answer(answerQuery(m_launcher, who, key, qualifiers));
}

// ---- Events

void LauncherHost::notified(const Requester& who, const pmix::EventNotice& notice)
{
    if (notice.code == Status::ReadyForDebug && who.isClient()) {
        if (Job* job = m_launcher.find(who.proc().nspace))
            job->clientWaits(rankOf(who.proc()));
        return;
    }
    if (notice.code != Status::DebuggerRelease || who.isClient())
        return;
    const pmix::Value* range = pmix::find(notice.infos, keys::kEventCustomRange);
    if (range == nullptr)
        return;
    std::vector<Proc> targets;
    if (const auto one = range->asProc())
        targets.push_back(*one);
    else if (const pmix::DataArray* many = range->asArray())
        targets = many->elementsAs<pmix::DataType::Proc>().value_or(std::vector<Proc>{});
    if (namesLauncher(m_launcher, targets))
        m_launcher.owner().released();
    for (const Proc& target : targets)
        if (const auto one = targetsOf(m_launcher, {&target, 1}))
            for (const JobTarget& each : *one)
                each.job->release(each.ranks);
}

// ---- Input and logs

void LauncherHost::pushInput(const Requester& who, const pmix::IoPushRequest& request, Answer<void> answer)
{
    const std::vector<Proc> named = targetsOrOwn(who, request.targets);
    if (auto allowed = checkControl(m_launcher, who, named); !allowed)
        return answer(util::fail(std::move(allowed).error()));
    auto targets = targetsOf(m_launcher, named);
    if (!targets)
        return answer(util::fail(std::move(targets).error()));
    if (namesLauncher(m_launcher, named)) // what we would read from our own standard input
        for (Job* job : m_launcher.jobs())
            if (!job->spec().debugger.daemons && !job->spec().requester)
                targets->push_back({job, job->inputRanks()});
    if (targets->empty())
        return answer(util::fail(Status::ErrNotFound, "PMIx_IOF_push names no process"));
    // Whoever writes to a whole job means those of it that are given input.
    for (JobTarget& target : *targets)
        if (target.ranks == target.job->allRanks())
            target.ranks &= target.job->inputRanks();
    const auto all = std::make_shared<Gathering>(std::move(answer));
    for (const JobTarget& target : *targets)
        target.job->pushInput(target.ranks, request.bytes,
                              [all](util::Result<void> result) { all->note(std::move(result)); });
}

void LauncherHost::holdOutput(bool hold)
{
    m_launcher.setSlow(SlowReader::Tool, hold);
}

void LauncherHost::log(const Requester& who, const pmix::LogRequest& request, Answer<void> answer)
{
    bool any = false;
    for (const pmix::Info& info : request.data) {
        const auto text = logTextOf(info);
        if (!text)
            continue;
        any = true;
        if (Job* job = m_launcher.find(who.proc().nspace); job == nullptr || job->isNewText(*text))
            m_launcher.owner().logText(
                info.key == keys::kLogStdout ? pmix::IofChannel::Stdout : pmix::IofChannel::Stderr, *text);
    }
    if (any || request.data.empty())
        return answer(util::ok());
    answer(util::fail(Status::ErrNotSupported, "only standard output and standard error can be logged to"));
}

// ---- Credentials

void LauncherHost::getCredential(const Requester& who, const std::vector<pmix::Info>&, Answer<pmix::Credential> answer)
{
    auto bytes = pmix::makeCredential("native", who.ids);
    if (!bytes)
        return answer(util::fail(std::move(bytes).error()));
    pmix::Credential credential;
    credential.bytes = *std::move(bytes);
    credential.infos.emplace_back(keys::kCredType, pmix::Value::string("native"));
    answer(std::move(credential));
}

void LauncherHost::validateCredential(const Requester&, const pmix::Credential& credential,
                                      Answer<pmix::InfoReply> answer)
{
    if (auto valid = pmix::checkCredential("native", credential.bytes, ::geteuid()); !valid)
        return answer(util::fail(std::move(valid).error()));
    pmix::InfoReply reply;
    reply.infos.emplace_back(keys::kUserid, pmix::Value::of<pmix::DataType::Uint32>(::geteuid()));
    reply.infos.emplace_back(keys::kGrpid, pmix::Value::of<pmix::DataType::Uint32>(::getegid()));
    answer(std::move(reply));
}

} // namespace dbgr::launcher
