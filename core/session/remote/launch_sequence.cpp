// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/launch_sequence.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "session/remote/links/job_choice.h"
#include "session/remote/remote_error.h"
#include "util/log.h"

#include <chrono>
#include <utility>

namespace dbgr::session {

namespace {

/// Between the reply to one proctable query and the next one.
constexpr std::chrono::milliseconds kAskInterval{30};

std::optional<std::string> jobOf(const pmix::Event& event)
{
    const pmix::Value* nspace = event.find(pmix::keys::kNspace);
    return nspace ? nspace->asString() : std::nullopt;
}

} // namespace

LaunchSequence::LaunchSequence(util::Scheduler& scheduler, pmix::Tool& tool, launchers::HoldPoint hold,
                               util::Duration patience, Callbacks callbacks)
    : m_scheduler(scheduler), m_tool(tool), m_hold(hold), m_patience(patience), m_callbacks(std::move(callbacks)),
      m_watch(hold)
{}

void LaunchSequence::start(const pmix::LauncherCommand& command, std::vector<pmix::Info> directives)
{
    m_deadline = m_scheduler.after(m_patience, [this] { fail(launchTimedOut(m_watch, m_patience)); });
    auto started = m_tool.spawnLauncher(command, std::move(directives),
                                        [this](util::Result<pmix::LauncherHeld> held) { onHeld(std::move(held)); });
    if (!started) {
        m_scheduler.post([this, error = started.error()] { fail(error); });
        return;
    }
    m_callbacks.launcherStarted(std::move(*started));
}

void LaunchSequence::onHeld(util::Result<pmix::LauncherHeld> held)
{
    if (m_over)
        return;
    if (!held && held.error().code == pmix::Status::ErrJobTermWoSync)
        return abandon(); // its exit, which is told elsewhere, has its words too
    if (!held)
        return fail(std::move(held).error());
    m_launcher = held->proc;
    util::log::info("launch", "the launcher connected", {{"nspace", m_launcher.nspace}, {"version", held->version}});
    m_callbacks.launcherHeld(*held);
    pullThenRelease();
}

void LaunchSequence::pullThenRelease()
{
    // An empty namespace means every job that the launcher will start. Asked for before it starts any, so that nothing
    // is lost; and not by PMIX_FWD_* beside it, which would bring everything twice.
    m_tool.pullIo({pmix::Proc{"", pmix::kRankWildcard}}, pmix::IofChannel::Stdout | pmix::IofChannel::Stderr,
                  m_callbacks.output, [this](util::Result<pmix::IoPull> pull) {
                      if (!pull && !m_over)
                          fail(std::move(pull).error().withContext("asking the launcher for the job's output"));
                  });
    m_tool.releaseLauncher([this](util::Result<void> released) {
        if (m_over)
            return;
        if (!released)
            return fail(std::move(released).error().withContext("letting the launcher start the job"));
        m_callbacks.launcherReleased();
    });
}

void LaunchSequence::onEvent(const pmix::Event& event)
{
    if (m_over)
        return;
    const auto job = jobOf(event);
    if (!job || !isJob(*job))
        return;
    switch (event.code) {
    case pmix::Status::EventJobStart:
        break;
    case pmix::Status::LaunchComplete:
        m_watch.launchComplete(m_scheduler.now());
        break;
    case pmix::Status::ReadyForDebug:
        m_watch.readyForDebug(m_scheduler.now());
        noteBreakpoint(event);
        break;
    default:
        return;
    }
    m_jobNspace = *job;
    util::log::debug("launch", "event of the job", {{"event", pmix::toString(event.code)}, {"nspace", *job}});
    askProcTable();
}

/// A launcher may hold programs without MPI where it can, and then says so. \std PMIX_BREAKPOINT
void LaunchSequence::noteBreakpoint(const pmix::Event& event)
{
    const pmix::Value* where = event.find(pmix::keys::kBreakpoint);
    if (where == nullptr || where->asString() != "exec")
        return;
    const pmix::Value* some = event.find(pmix::keys::kEventAffectedProcs);
    const pmix::DataArray* array = some == nullptr ? nullptr : some->asArray();
    if (array == nullptr)
        return m_watch.standAtExec(std::nullopt);
    util::RankSet ranks;
    for (const pmix::Proc& proc : array->elementsAs<pmix::DataType::Proc>().value_or(std::vector<pmix::Proc>{}))
        if (proc.rank < pmix::kRankInvalid)
            ranks.insert(util::Rank(proc.rank.value()));
    m_watch.standAtExec(std::move(ranks));
}

bool LaunchSequence::isJob(const std::string& nspace) const
{
    return m_jobNspace.empty() ? belongsToLauncher(nspace, m_launcher.nspace) : nspace == m_jobNspace;
}

void LaunchSequence::askProcTable()
{
    m_nextAsk.cancel();
    if (m_over || m_asking)
        return;
    m_asking = true;
    m_tool.query({pmix::procTableQuery(m_jobNspace)},
                 [this](util::Result<pmix::QueryReply> reply) { onProcTable(std::move(reply)); });
}

void LaunchSequence::onProcTable(util::Result<pmix::QueryReply> reply)
{
    m_asking = false;
    if (m_over)
        return;
    auto procs = reply ? pmix::procTableOf(*reply) : util::fail(std::move(reply).error());
    if (procs) {
        m_watch.procTable(*procs, m_scheduler.now());
        if (m_watch.launched() && !m_announced)
            announceLaunch(*procs);
        proceed();
    } else {
        // Not there yet, or there no more: the end of the job is told by an event.
        util::log::debug("launch", "no proctable", {{"why", procs.error().message()}});
    }
    if (!m_over)
        m_nextAsk = m_scheduler.after(kAskInterval, [this] { askProcTable(); });
}

void LaunchSequence::announceLaunch(const std::vector<pmix::ProcInfo>& procs)
{
    m_announced = true;
    const JobLaunched launched = toLaunched(m_jobNspace, procs);
    for (const RankPlace& place : launched.ranks)
        m_ranks.insert(place.rank);
    m_callbacks.launched(launched);
}

void LaunchSequence::proceed()
{
    const util::TimePoint now = m_scheduler.now();
    if (m_watch.nearlySettled(now) && !std::exchange(m_nearlyTold, true))
        m_callbacks.nearlySettled();
    if (m_over)
        return; // the daemons cannot be had
    const HoldWatch::Verdict verdict = m_watch.verdict(now);
    if (verdict == HoldWatch::Verdict::Wait) {
        if (m_watch.connected() != m_lastConnected && m_hold != launchers::HoldPoint::Exec)
            m_callbacks.tell(LaunchProgress{"waiting for ranks in MPI_Init", m_watch.connected(), m_watch.ranks()});
        m_lastConnected = m_watch.connected();
        return;
    }
    const bool held = verdict == HoldWatch::Verdict::Held;
    abandon();
    if (!held && m_hold != launchers::HoldPoint::None)
        m_callbacks.tell(BackendWarning{holdNotReached(m_hold)});
    m_callbacks.settled(held, held ? m_watch.atExec(m_ranks) : util::RankSet());
}

void LaunchSequence::abandon()
{
    m_over = true;
    m_nextAsk.cancel();
    m_deadline.cancel();
}

void LaunchSequence::fail(util::Error error)
{
    if (m_over)
        return;
    abandon();
    m_callbacks.failed(std::move(error));
}

} // namespace dbgr::session
