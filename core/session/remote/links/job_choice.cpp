// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/job_choice.h"

#include "jobs/proc_files.h"
#include "pmix/types/keys.h"
#include "util/error_category.h"

#include <algorithm>
#include <string_view>

namespace dbgr::session {

namespace {

const char* meaningOfChoice(int code)
{
    switch (static_cast<AttachErrc>(code)) {
    case AttachErrc::NoJob:
        return "the launcher runs no job";
    case AttachErrc::SeveralJobs:
        return "the launcher runs several jobs";
    case AttachErrc::NoSuchJob:
        return "the launcher has no such job";
    case AttachErrc::JobEnded:
        return "the job ended meanwhile";
    case AttachErrc::LauncherGone:
        return "the launcher ended meanwhile";
    }
    return nullptr;
}

/// What is of a debugger, be it ours or another dbgr: its daemons, and where tools are jobs, itself.
constexpr std::string_view kDaemon = "dbgd";
constexpr std::string_view kDebugger = "dbgr";
/// How the namespaces of PRRTE's launchers begin: "prterun-HOST-PID@0", "prte-HOST-PID@0".
constexpr std::string_view kPrrte = "prte";
/// Nested answers are bounded by what the decoder lets through; this bounds us, too.
constexpr int kMaxDepth = 4;

std::string stemOf(const std::string& nspace)
{
    return nspace.substr(0, nspace.rfind('@'));
}

std::string_view programIn(std::string_view command)
{
    return jobs::baseName(command.substr(0, command.find(' ')));
}

/// A tool that is connected is a job of one process in PRRTE 4 and 5. Its executable is then the command that it told,
/// if that is a whole path, and else "/"; a name that it brought itself is not of the launcher's stem (prun's).
bool isTool(const FoundJob& job, const JobWish& wish)
{
    if (job.procs.size() != 1)
        return false;
    const std::string& executable = job.procs.front().executable;
    if (executable.ends_with('/') ||
        (wish.launcher.starts_with(kPrrte) && !belongsToLauncher(job.nspace, wish.launcher)))
        return true;
    return jobs::baseName(executable.empty() ? programIn(job.command) : executable) == kDebugger;
}

bool isDaemons(const FoundJob& job)
{
    const bool toldByCommand = programIn(job.command) == kDaemon;
    return std::ranges::all_of(job.procs, [toldByCommand](const pmix::ProcInfo& proc) {
        const std::string_view program = jobs::baseName(proc.executable);
        return program.empty() ? toldByCommand : program == kDaemon;
    });
}

std::vector<FoundJob> applications(const std::vector<FoundJob>& found, const JobWish& wish)
{
    std::vector<FoundJob> jobs;
    for (const FoundJob& job : found)
        if (job.nspace != wish.self && job.nspace != wish.launcher && !job.procs.empty() && !isDaemons(job) &&
            !isTool(job, wish))
            jobs.push_back(job);
    return jobs;
}

std::string ranksOf(const FoundJob& job)
{
    return std::to_string(job.procs.size()) + (job.procs.size() == 1 ? " rank of " : " ranks of ") + job.text();
}

std::string listed(const std::vector<FoundJob>& jobs)
{
    std::string text;
    for (const FoundJob& job : jobs)
        text += (text.empty() ? "" : ", ") + job.nspace + " (" + ranksOf(job) + ")";
    return text;
}

util::Result<FoundJob> namedJob(const std::vector<FoundJob>& found, const std::vector<FoundJob>& jobs,
                                const JobWish& wish)
{
    const auto job = std::ranges::find(found, wish.named, &FoundJob::nspace);
    if (job == found.end() || job->procs.empty())
        return util::fail(AttachErrc::NoSuchJob,
                          wish.launcher + " has no job " + wish.named +
                              (jobs.empty() ? std::string(", nor any other") : "; it has " + listed(jobs)),
                          "Perhaps it has ended. \"dbgr --jobs\" lists what runs here.");
    if (job->hasEnded())
        return util::fail(AttachErrc::JobEnded, "the job " + wish.named + " ended meanwhile");
    return *job;
}

void collectCommands(const std::vector<pmix::Info>& infos, const std::string& nspace, int depth,
                     std::vector<std::string>& commands)
{
    const pmix::Value* name = pmix::find(infos, pmix::keys::kNspace);
    if (name != nullptr && name->asString().value_or(nspace) != nspace)
        return; // another job's
    for (const pmix::Info& info : infos) {
        if (info.key == pmix::keys::kCmdLine)
            commands.push_back(info.value.asString().value_or(""));
        else if (const auto* inner = info.value.asInfos(); inner != nullptr && depth < kMaxDepth)
            collectCommands(*inner, nspace, depth + 1, commands);
    }
}

} // namespace

std::error_code make_error_code(AttachErrc code)
{
    static const util::ErrorCategory category("attach", meaningOfChoice);
    return {static_cast<int>(code), category};
}

std::string FoundJob::text() const
{
    if (!command.empty())
        return command;
    std::vector<std::string_view> programs;
    std::string text;
    for (const pmix::ProcInfo& proc : procs) {
        const std::string_view program = jobs::baseName(proc.executable);
        if (std::ranges::find(programs, program) != programs.end())
            continue;
        programs.push_back(program);
        text += (text.empty() ? "" : " : ") + std::string(program);
    }
    return text;
}

bool FoundJob::hasEnded() const
{
    return !procs.empty() &&
           std::ranges::all_of(procs, [](const auto& proc) { return proc.state >= pmix::ProcState::Terminated; });
}

bool FoundJob::isStarted() const
{
    return !procs.empty() && std::ranges::all_of(procs, [](const auto& proc) { return proc.pid.value() > 0; });
}

bool belongsToLauncher(const std::string& job, const std::string& launcher)
{
    return stemOf(job) == stemOf(launcher) && job != launcher;
}

util::Result<FoundJob> chooseJob(const std::vector<FoundJob>& found, const JobWish& wish)
{
    const std::vector<FoundJob> jobs = applications(found, wish);
    const bool anyOfIts = wish.named.empty() || wish.named == wish.launcher || wish.named == stemOf(wish.launcher);
    if (!anyOfIts)
        return namedJob(found, jobs, wish);
    std::vector<FoundJob> running;
    std::ranges::copy_if(jobs, std::back_inserter(running), [](const FoundJob& job) { return !job.hasEnded(); });
    if (running.size() == 1)
        return running.front();
    if (running.empty() && !jobs.empty())
        return util::fail(AttachErrc::JobEnded, "the job " + jobs.back().nspace + " ended meanwhile");
    if (running.empty())
        return util::fail(AttachErrc::NoJob, wish.launcher + " runs no job now");
    return util::fail(AttachErrc::SeveralJobs, wish.launcher + " runs several jobs: " + listed(running),
                      "Name the one that you mean: --attach " + running.front().nspace);
}

std::string commandIn(const pmix::QueryReply& reply, const std::string& nspace)
{
    std::vector<std::string> commands;
    collectCommands(reply.infos, nspace, 0, commands);
    std::string text;
    for (const std::string& command : commands)
        text += (text.empty() ? "" : " : ") + command;
    return text;
}

pmix::Query namespaceInfoQuery(const std::string& nspace)
{
    return pmix::Query{{std::string(pmix::keys::kQueryNamespaceInfo)},
                       {{pmix::keys::kNspace, pmix::Value::string(nspace)}}};
}

JobLaunched toLaunched(const std::string& nspace, const std::vector<pmix::ProcInfo>& procs)
{
    JobLaunched launched;
    launched.nspace = nspace;
    for (const pmix::ProcInfo& proc : procs)
        launched.ranks.push_back({util::Rank(proc.proc.rank.value()), proc.hostname, proc.pid, proc.executable});
    std::ranges::sort(launched.ranks, {}, &RankPlace::rank);
    return launched;
}

} // namespace dbgr::session
