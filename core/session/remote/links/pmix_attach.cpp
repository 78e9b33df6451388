// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_attach.h"

#include "launchers/launch_plan.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "session/remote/links/pmix_job.h"
#include "util/log.h"
#include "util/string_util.h"

#include <utility>

namespace dbgr::session {

namespace {

/// The process that the user named may have been the launcher's parent: a script, `timeout`.
launchers::AttachSpec specFor(launchers::AttachSpec spec, const std::optional<RunningLauncherProcess>& launcher)
{
    if (auto* target = std::get_if<launchers::RunningLauncher>(&spec.target); target != nullptr && launcher)
        target->pid = launcher->process.pid;
    return spec;
}

/// Behind "ended".
std::string how(const JobEnded& ended)
{
    if (ended.status)
        return ", with status " + std::to_string(*ended.status);
    return ended.text.empty() ? "" : ": " + ended.text;
}

} // namespace

PmixAttach::PmixAttach(util::Scheduler& scheduler, std::unique_ptr<pmix::Tool> tool, const launchers::AttachSpec& spec,
                       std::optional<RunningLauncherProcess> launcher)
    : m_scheduler(scheduler), m_tool(std::move(tool)), m_spec(specFor(spec, launcher)), m_launcher(std::move(launcher)),
      m_search(scheduler, *m_tool, PmixSearch::wantedOf(m_spec)),
      m_io(
          *m_tool, [this](BackendEvent event) { m_events.tell(std::move(event)); },
          [this](const util::RankSet& ranks, auto done) { m_events.checkInput(ranks, std::move(done)); })
{}

// ---- Getting hold of it

void PmixAttach::start(Events events)
{
    m_events = std::move(events);
    m_deadline = m_scheduler.after(m_spec.patience, [this] {
        fail({make_error_code(pmix::Status::ErrTimeout), "the launcher did not answer in time",
              "Look whether the launcher is stopped, or overloaded."});
    });
    m_tool->onLostConnection([this](const util::Error& why) { onLost(why); });
    // Before anything is asked, so that no end is missed.
    m_eventWatch =
        m_tool->registerEvents({pmix::Status::EventJobEnd}, [this](const pmix::Event& event) { onEvent(event); });
    m_events.tell(LaunchProgress{"connecting to the launcher", 0, 0});
    m_search.start([this] { onConnected(); }, [this](util::Result<FoundJob> job) { onFound(std::move(job)); });
}

void PmixAttach::onConnected()
{
    const pmix::Peer server = *m_tool->server();
    m_server = server.proc.nspace;
    m_isDvm = isDvm(server);
    util::log::info("attach", "connected", {{"launcher", m_server}, {"version", server.version}});
    if (!m_launcher && server.pid)
        if (auto found = findRunningLauncher(*server.pid))
            m_launcher = std::move(*found);
    LauncherStarted told{server.pid.value_or(util::Pid(0)), m_server, "PMIx server", name(launchers::LaunchWay::Pmix),
                         true};
    if (m_launcher) {
        told.pid = m_launcher->process.pid;
        told.command = util::join(m_launcher->process.arguments, " ");
        told.kind = m_launcher->kind.name;
    }
    m_events.tell(std::move(told));
}

void PmixAttach::onFound(util::Result<FoundJob> job)
{
    if (m_over)
        return;
    if (!job)
        return fail(std::move(job).error());
    if (const auto ended = m_ended.find(job->nspace); ended != m_ended.end())
        return fail({AttachErrc::JobEnded, "the job " + job->nspace + " ended meanwhile" + how(ended->second), ""});
    m_deadline.cancel();
    m_job = job->nspace;
    m_ended.clear();
    const JobLaunched launched = toLaunched(m_job, job->procs);
    m_daemons.emplace(*m_tool, m_job, PmixDaemons::Words::ToNobody);
    m_io.setJob(m_job);
    m_events.launched(launched);
    if (m_over)
        return;
    pullOutput();
    m_events.settled(std::nullopt);
}

void PmixAttach::pullOutput()
{
    // A copy: dbgrun would else leave the user's terminal without it. PRRTE always copies.
    m_tool->pullIo(
        {pmix::Proc{m_job, pmix::kRankWildcard}}, pmix::IofChannel::Stdout | pmix::IofChannel::Stderr,
        [this](const pmix::Proc& source, pmix::IofChannel channel, std::string_view bytes) {
            m_io.onOutput(source, channel, bytes);
        },
        [this](util::Result<pmix::IoPull> pull) {
            if (pull)
                m_pull = *pull;
            else if (!m_over)
                m_events.tell(BackendWarning{
                    std::move(pull).error().withContext("asking the launcher for a copy of the output")});
        },
        {{pmix::keys::kIofCopy, pmix::Value::boolean(true)}});
}

void PmixAttach::abandonStart()
{
    m_search.stop();
    m_deadline.cancel();
}

// ---- The job

void PmixAttach::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    m_io.send(id, ranks, std::move(bytes), eof);
}

void PmixAttach::killJob()
{
    if (!m_job.empty())
        killByJobControl(*m_tool, m_job);
}

void PmixAttach::onEvent(const pmix::Event& event)
{
    const std::string nspace = endedJob(event);
    if (m_over || nspace.empty())
        return;
    if (m_job.empty()) {
        m_ended.insert_or_assign(nspace, jobEndOf(event));
    } else if (nspace == m_job) {
        m_over = true;
        m_events.jobEnded(jobEndOf(event));
    } else if (m_daemons) {
        m_daemons->onJobEnd(nspace, event.jobEnd().exitStatus);
    }
}

// ---- Ends

/// Before the job's end was told: the launcher was killed, mostly.
void PmixAttach::onLost(const util::Error& why)
{
    util::log::info("attach", "the launcher hung up", {{"why", why.message()}});
    if (m_job.empty())
        return fail({AttachErrc::LauncherGone, launcherName() + " ended meanwhile", ""});
    fail({AttachErrc::LauncherGone,
          launcherName() + " ended without a word on how its job " + m_job + " did: it was killed, perhaps",
          "Ranks that live on without it can be reached by \"dbgr --attach-pids\"."});
}

void PmixAttach::fail(util::Error error)
{
    if (std::exchange(m_over, true))
        return;
    abandonStart();
    m_events.failed(std::move(error).withContext("attaching to " + describe(m_spec.target)));
}

std::string PmixAttach::launcherName() const
{
    return m_server.empty() ? "the launcher" : "the launcher " + m_server;
}

void PmixAttach::leave(bool jobEnded, std::function<void()> done)
{
    m_over = true;
    abandonStart();
    m_eventWatch.cancel();
    // A standalone PRRTE 3 that is left within its last second may hang: it has to close first.
    if (jobEnded && !m_isDvm)
        return m_tool->leaveAfterJobEnd(std::move(done));
    if (!jobEnded && m_pull)
        m_tool->deregisterIo(*m_pull, {});
    const auto goodbye = [this, done = std::move(done)] { m_tool->finalize(done); };
    if (jobEnded)
        m_linger = m_scheduler.after(kOutputMayFollow, goodbye);
    else
        goodbye();
}

} // namespace dbgr::session
