// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/jobs_listing.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/json_values.h"
#include "app/dbgr/standard_output.h"
#include "app/dbgr/text_format.h"
#include "jobs/find_jobs.h"
#include "net/child_spec.h"
#include "session/error_text.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

namespace dbgr::app {

namespace {

using Clock = std::chrono::system_clock;
using launchers::RunningJob;

std::int64_t secondsBetween(Clock::time_point from, Clock::time_point to)
{
    return std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(to - from).count());
}

/// In the unit that matters, and no finer.
std::string ageText(std::int64_t seconds)
{
    if (seconds < 100)
        return std::to_string(seconds) + " s";
    const std::int64_t minutes = seconds / 60;
    if (minutes < 100)
        return std::to_string(minutes) + " min";
    const std::int64_t hours = minutes / 60;
    return hours < 48 ? std::to_string(hours) + " h" : std::to_string(hours / 24) + " d";
}

/// "Open MPI" of "Open MPI (PRRTE)".
std::string shortName(const std::string& launcher)
{
    return launcher.substr(0, launcher.find(" ("));
}

std::string ranksText(const RunningJob& job)
{
    if (!job.ranks)
        return job.ranksHere == 0 ? "?" : std::to_string(job.ranksHere) + " here";
    const std::string all = std::to_string(*job.ranks);
    return job.ranksHere == *job.ranks ? all : all + " (" + std::to_string(job.ranksHere) + " here)";
}

std::string stateText(const RunningJob& job)
{
    if (job.refusal)
        return "no";
    return job.debuggedBy.empty() ? "ready" : "debugged";
}

/// A launcher's command; of one of several jobs of a launcher, which of them.
std::string commandText(const RunningJob& job)
{
    const auto* const launcher = std::get_if<launchers::RunningLauncher>(&job.target);
    if (launcher && !launcher->nspace.empty())
        return visible(launcher->nspace + ": " + job.program);
    return visible(job.command);
}

std::string cutTo(const std::string& line, std::size_t columns)
{
    constexpr std::string_view kMore = "...";
    std::size_t used = 0;
    std::size_t cut = 0; // the longest piece that leaves room for kMore
    for (std::size_t i = 0; i < line.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xC0U) == 0x80U) // goes on with a character of UTF-8
            continue;
        if (used + kMore.size() == columns)
            cut = i;
        ++used;
    }
    return columns == 0 || used <= columns || columns <= kMore.size() ? line : line.substr(0, cut) + std::string(kMore);
}

/// What the table has no room for.
std::string remarks(const RunningJob& job)
{
    const std::string pid = std::to_string(job.pid.value());
    std::string text;
    if (!job.debuggedBy.empty() && !job.refusal)
        text += pid + ": ranks of it are in the hands of " + visible(job.debuggedBy) + "\n";
    if (!job.note.empty())
        text += pid + ": " + visible(job.note) + "\n";
    if (job.refusal)
        text += pid + ": " + session::errorText(*job.refusal) + "\n";
    return text;
}

std::string howToAttach(const launchers::JobListing& listing)
{
    const auto ready = std::ranges::find_if(listing.jobs, [](const RunningJob& job) { return !job.refusal; });
    if (ready == listing.jobs.end())
        return {};
    return "To attach: dbgr " + util::join(attachArguments(ready->target), " ") + "\n";
}

std::string nothingRuns()
{
    return "No job of yours runs on this node, as far as its launchers show.\n"
           "  Start one under dbgr: dbgr mpiexec -n 4 ./program\n"
           "  A job that was started elsewhere is listed on the node where its mpiexec, mpirun or srun runs.\n"
           "  Processes without a launcher: dbgr --attach-pids PID,PID,...\n";
}

std::string isoTime(Clock::time_point time)
{
    const std::time_t seconds = Clock::to_time_t(time);
    std::tm parts{};
    char text[32];
    ::gmtime_r(&seconds, &parts);
    return std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0 ? text : "";
}

const char* familyText(launchers::LauncherFamily family)
{
    switch (family) {
    case launchers::LauncherFamily::Dbgrun:
        return "dbgrun";
    case launchers::LauncherFamily::Prrte:
        return "prrte";
    case launchers::LauncherFamily::OpenMpi4:
        return "openmpi4";
    case launchers::LauncherFamily::Hydra:
        return "hydra";
    case launchers::LauncherFamily::Slurm:
        return "slurm";
    case launchers::LauncherFamily::Script:
    case launchers::LauncherFamily::Unknown:
        break;
    }
    return "other";
}

Json jobJson(const RunningJob& job, Clock::time_point now)
{
    Json json{{"reply", "job"},
              {"pid", job.pid.value()},
              {"attach", attachArguments(job.target)},
              {"launcher",
               {{"family", familyText(job.launcher.family)}, {"name", job.launcher.name}, {"path", job.launcher.path}}},
              {"command", job.command},
              {"program", job.program},
              {"nspace", job.nspace},
              {"started", isoTime(job.started)},
              {"age", secondsBetween(job.started, now)},
              {"ranks_here", job.ranksHere}};
    if (job.ranks)
        json["ranks"] = *job.ranks;
    if (job.hosts)
        json["hosts"] = *job.hosts;
    if (!job.debuggedBy.empty())
        json["debugged_by"] = job.debuggedBy;
    if (!job.note.empty())
        json["note"] = job.note;
    json["ready"] = !job.refusal;
    if (job.refusal)
        json["refusal"] = app::toJson(*job.refusal);
    return json;
}

/// 0: standard output is no terminal.
std::size_t terminalColumns()
{
    winsize size = {};
    return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace

std::vector<std::string> attachArguments(const launchers::AttachTarget& target)
{
    return std::visit(util::Overloaded{[](const launchers::RunningLauncher& launcher) {
                                           return std::vector<std::string>{"--attach",
                                                                           launcher.nspace.empty()
                                                                               ? std::to_string(launcher.pid.value())
                                                                               : launcher.nspace};
                                       },
                                       [](const launchers::NamedJob& job) {
                                           return std::vector<std::string>{"--attach", job.nspace};
                                       },
                                       [](const launchers::JobOfServer& server) {
                                           return std::vector<std::string>{"--connect", server.where};
                                       },
                                       [](const auto&) { return std::vector<std::string>(); }},
                      target);
}

std::string jobsAsText(const launchers::JobListing& listing, Clock::time_point now, std::size_t columns)
{
    if (listing.jobs.empty() && listing.problems.empty())
        return nothingRuns();
    Table table;
    table.add({"PID", "LAUNCHER", "RANKS", "HOSTS", "AGE", "STATE", "COMMAND"});
    std::string more;
    for (const RunningJob& job : listing.jobs) {
        table.add({std::to_string(job.pid.value()), shortName(job.launcher.name), ranksText(job),
                   job.hosts ? std::to_string(*job.hosts) : "?", ageText(secondsBetween(job.started, now)),
                   stateText(job), commandText(job)});
        more += remarks(job);
    }
    for (const util::Error& problem : listing.problems)
        more += session::errorText(problem) + "\n";
    more += howToAttach(listing);

    std::string text;
    if (listing.jobs.empty())
        return nothingRuns() + "\n" + more;
    const std::string rows = table.text();
    for (const std::string_view row : util::split(std::string_view(rows).substr(0, rows.size() - 1), '\n'))
        text += cutTo(std::string(row), columns) + "\n";
    return more.empty() ? text : text + "\n" + more;
}

std::string jobsAsJson(const launchers::JobListing& listing, Clock::time_point now)
{
    std::string text;
    for (const RunningJob& job : listing.jobs)
        text += lineOf(jobJson(job, now));
    for (const util::Error& problem : listing.problems) {
        Json line{{"reply", "problem"}};
        line.update(toJson(problem));
        text += lineOf(line);
    }
    return text;
}

int listJobs(bool json)
{
    const auto listing = jobs::findJobs(jobs::FinderPlaces::ofThisNode(net::currentEnvironment()));
    const auto now = Clock::now();
    StandardOutput(STDOUT_FILENO).write(json ? jobsAsJson(listing, now) : jobsAsText(listing, now, terminalColumns()));
    return 0;
}

} // namespace dbgr::app
