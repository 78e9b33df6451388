// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_search.h"

#include "pmix/types/status.h"
#include "session/remote/links/running_launcher.h"
#include "util/log.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace dbgr::session {

namespace {

using Environment = std::vector<std::string>;

pmix::ServerSelection byPid(util::Pid pid, Environment environment)
{
    pmix::ServerSelection selection;
    selection.pid = pid;
    selection.environment = std::move(environment);
    return selection;
}

pmix::ServerSelection byName(std::string nspace, Environment environment)
{
    pmix::ServerSelection selection;
    selection.nspace = std::move(nspace);
    selection.environment = std::move(environment);
    return selection;
}

/// 4711 of "prterun-n01-4711@1".
std::optional<util::Pid> pidIn(const std::string& nspace)
{
    const std::string stem = nspace.substr(0, nspace.rfind('@'));
    const auto number = util::parseNumber<std::int32_t>(stem.substr(stem.rfind('-') + 1));
    return number && *number > 0 ? std::optional(util::Pid(*number)) : std::nullopt;
}

/// Its own environment says where a launcher leaves its files; ours is the second best guess.
void addLauncher(std::vector<pmix::ServerSelection>& places, util::Pid pid, const Environment& ours,
                 const std::string& procRoot)
{
    if (Environment its = environmentOf(pid, procRoot); !its.empty())
        places.push_back(byPid(pid, std::move(its)));
    places.push_back(byPid(pid, ours));
}

void addNamed(std::vector<pmix::ServerSelection>& places, const std::string& nspace, const Environment& ours,
              const std::string& procRoot)
{
    // A job is asked of its launcher, which has a name of the same stem; the name may also be the launcher's own.
    const std::string stem = nspace.substr(0, nspace.rfind('@'));
    std::vector<std::string> names{stem + "@0", stem};
    if (std::ranges::find(names, nspace) == names.end())
        names.push_back(nspace);
    for (const std::string& name : names)
        places.push_back(byName(name, ours));
    const auto pid = pidIn(nspace);
    if (!pid)
        return;
    if (const Environment its = environmentOf(*pid, procRoot); !its.empty())
        for (const std::string& name : names)
            places.push_back(byName(name, its));
}

pmix::ServerSelection byWord(const std::string& where, const launchers::AttachSpec& spec)
{
    pmix::ServerSelection selection;
    selection.environment = spec.environment;
    if (where == "system")
        selection.systemOnly = true;
    else if (where.find("://") != std::string::npos)
        selection.uri = where;
    else {
        constexpr std::string_view kFile = "file:";
        const std::string path = where.starts_with(kFile) ? where.substr(kFile.size()) : where;
        selection.attachFile = (std::filesystem::path(spec.workingDirectory) / path).string();
    }
    return selection;
}

bool isNotFound(const util::Error& error)
{
    return error.code == make_error_code(pmix::Status::ErrNotFound);
}

} // namespace

PmixSearch::Wanted PmixSearch::wantedOf(const launchers::AttachSpec& spec, const std::string& procRoot)
{
    Wanted wanted;
    if (const auto* launcher = std::get_if<launchers::RunningLauncher>(&spec.target)) {
        addLauncher(wanted.places, launcher->pid, spec.environment, procRoot);
        wanted.job = launcher->nspace;
    } else if (const auto* job = std::get_if<launchers::NamedJob>(&spec.target)) {
        addNamed(wanted.places, job->nspace, spec.environment, procRoot);
        wanted.job = job->nspace;
    } else if (const auto* server = std::get_if<launchers::JobOfServer>(&spec.target)) {
        wanted.places.push_back(byWord(server->where, spec));
    }
    return wanted;
}

bool isDvm(const pmix::Peer& server)
{
    return server.proc.nspace.starts_with("prte-");
}

PmixSearch::PmixSearch(util::Scheduler& scheduler, pmix::Tool& tool, Wanted wanted)
    : m_scheduler(scheduler), m_tool(tool), m_wanted(std::move(wanted))
{}

void PmixSearch::start(std::function<void()> connected, std::function<void(util::Result<FoundJob>)> done)
{
    m_connected = std::move(connected);
    m_done = std::move(done);
    connectNext();
}

void PmixSearch::stop()
{
    m_done = nullptr;
    m_nextAsk.cancel();
}

// ---- The launcher

void PmixSearch::connectNext()
{
    if (m_place == m_wanted.places.size())
        return finish(util::fail(*m_whyNot));
    const pmix::ServerSelection& place = m_wanted.places[m_place++];
    m_tool.connect(place, {}, [this](util::Result<void> connected) {
        if (!m_done)
            return;
        if (connected) {
            m_askUntil = m_scheduler.now() + kJobMayTake;
            m_connected();
            return ask();
        }
        if (!m_whyNot || isNotFound(*m_whyNot))
            m_whyNot = std::move(connected).error();
        connectNext();
    });
}

// ---- Its jobs

void PmixSearch::ask()
{
    m_found.clear();
    m_asked = 0;
    m_tool.query(
        {pmix::namespacesQuery()}, [this](util::Result<pmix::QueryReply> reply) { onNamespaces(std::move(reply)); },
        kAnswerMayTake);
}

bool PmixSearch::repeats(const util::Result<pmix::QueryReply>& reply)
{
    if (reply || reply.error().code != pmix::Status::ErrTimeout || m_repeats == kMaxRepeats)
        return false;
    ++m_repeats;
    util::log::info("attach", "the launcher did not answer; asked again", {{"times", m_repeats}});
    ask();
    return true;
}

void PmixSearch::onNamespaces(util::Result<pmix::QueryReply> reply)
{
    if (!m_done || repeats(reply))
        return;
    auto names = reply ? pmix::namespacesOf(*reply) : util::fail(std::move(reply).error());
    if (!names && !isNotFound(names.error())) // a launcher without any job may find none
        return finish(util::fail(std::move(names).error().withContext("asking the launcher for its jobs")));
    if (names)
        for (const std::string& name : *names)
            if (m_found.size() < kMaxJobs || name == m_wanted.job)
                m_found.push_back({name, {}, {}});
    askNext();
}

void PmixSearch::askNext()
{
    const std::string launcher = m_tool.server() ? m_tool.server()->proc.nspace : std::string();
    while (m_asked < m_found.size() &&
           (m_found[m_asked].nspace == launcher || m_found[m_asked].nspace == m_tool.self().nspace))
        ++m_asked;
    if (m_asked == m_found.size())
        return choose();
    askAbout(m_found[m_asked].nspace);
}

/// One question at a time, so that the one that was lost is known.
void PmixSearch::askAbout(const std::string& nspace)
{
    const auto onInfo = [this, nspace](util::Result<pmix::QueryReply> reply) {
        if (!m_done || repeats(reply))
            return;
        if (reply)
            m_found[m_asked].command = commandIn(*reply, nspace);
        ++m_asked;
        askNext();
    };
    const auto onTable = [this, nspace, onInfo](util::Result<pmix::QueryReply> reply) {
        if (!m_done || repeats(reply))
            return;
        if (auto procs = reply ? pmix::procTableOf(*reply) : util::fail(std::move(reply).error()))
            m_found[m_asked].procs = std::move(*procs);
        m_tool.query({namespaceInfoQuery(nspace)}, onInfo, kAnswerMayTake);
    };
    m_tool.query({pmix::procTableQuery(nspace)}, onTable, kAnswerMayTake);
}

void PmixSearch::choose()
{
    const pmix::Peer* server = m_tool.server();
    if (server == nullptr)
        return finish(
            util::fail(AttachErrc::LauncherGone, "asking the launcher for its jobs: it closed the connection"));
    auto job = chooseJob(m_found, {m_wanted.job, server->proc.nspace, m_tool.self().nspace});
    if (!mayYetCome(job) || m_scheduler.now() >= m_askUntil)
        return finish(std::move(job));
    m_nextAsk = m_scheduler.after(kAskInterval, [this] { ask(); });
}

bool PmixSearch::mayYetCome(const util::Result<FoundJob>& job) const
{
    if (job)
        return !job->isStarted();
    const bool missing = job.error().code == AttachErrc::NoJob || job.error().code == AttachErrc::NoSuchJob;
    return missing && !isDvm(*m_tool.server());
}

void PmixSearch::finish(util::Result<FoundJob> outcome)
{
    m_nextAsk.cancel();
    if (const auto done = std::exchange(m_done, nullptr))
        done(std::move(outcome)); // may destroy this
}

} // namespace dbgr::session
