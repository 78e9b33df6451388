// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgrun/dbgrun.h"

#include "app/dbgrun/report_file.h"
#include "net/child_spec.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::app {

using launcher::Job;
using launcher::Verdict;
using pmix::IofChannel;
using pmix::Status;

namespace {

constexpr int kFailedExit = 1;
/// How long a debugger's daemons may take to notice that there is nothing to debug any more.
constexpr auto kDaemonGrace = std::chrono::seconds(5);
/// How long tools may take to read our last words, and to take their leave.
constexpr auto kToolGrace = std::chrono::milliseconds(200);
/// How long one that does not read may keep us.
constexpr auto kToolLimit = std::chrono::seconds(2);
constexpr auto kDrainPause = std::chrono::milliseconds(5);

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

/// A folder that all programs of the user have in common on this node.
std::string folderOfTheUser()
{
    const std::string folder = variable("XDG_RUNTIME_DIR");
    struct stat status;
    const bool isOurs = folder.starts_with('/') && ::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                        status.st_uid == ::geteuid() && (status.st_mode & 022) == 0;
    return isOurs ? folder : std::string();
}

std::vector<std::string> hostNames()
{
    auto names = pmix::RendezvousPlaces::fromEnvironment([](const char* name) {
                     return static_cast<const char*>(std::getenv(name));
                 }).hostNames;
    names.emplace_back("localhost");
    return names;
}

} // namespace

DbgRun::DbgRun(net::EventLoop& loop, launcher::Command command)
    : m_loop(loop), m_command(std::move(command)),
      m_stdout(loop, STDOUT_FILENO, [this](bool high) { m_launcher->setSlow(launcher::SlowReader::Stdout, high); }),
      m_stderr(loop, STDERR_FILENO, [this](bool high) { m_launcher->setSlow(launcher::SlowReader::Stderr, high); })
{}

DbgRun::~DbgRun() = default;

// ---- The beginning

launcher::LauncherConfig DbgRun::configFor() const
{
    launcher::LauncherConfig config;
    config.hostNames = hostNames();
    config.environment = net::currentEnvironment();
    std::error_code ignored;
    config.workingDirectory = std::filesystem::current_path(ignored);
    config.slotCount = m_command.hostSlots;
    if (const std::string tmp = variable("TMPDIR"); !tmp.empty())
        config.temporaryDirectory = tmp;
    const std::string common = folderOfTheUser();
    config.recordDirectory = common.empty() ? config.temporaryDirectory : common;
    if (!variable("PMIX_LAUNCHER_RNDZ_URI").empty()) // the tool that starts us may have a name for us
        config.nspace = variable("PMIX_NAMESPACE");
    if (const std::string file = variable("PMIX_LAUNCHER_RNDZ_FILE"); !file.empty())
        config.rendezvous.launcherFile = file;
    if (m_command.systemServer)
        config.rendezvous.systemTmpdir =
            variable("PMIX_SYSTEM_TMPDIR").empty() ? config.temporaryDirectory : variable("PMIX_SYSTEM_TMPDIR");
    config.rendezvous.sessionFile = m_command.sessionServer;
    return config;
}

util::Result<void> DbgRun::begin()
{
    DBGR_TRY(m_launcher, launcher::Launcher::create(m_loop, configFor(), *this));
    DBGR_TRY(writeReport(m_command.reportUri, m_launcher->server().uri()));
    DBGR_TRY(writeReport(m_command.reportPid, std::to_string(::getpid())));
    watchSignals();
    watchKeepalive();
    if (const std::string uri = variable("PMIX_LAUNCHER_RNDZ_URI"); !uri.empty())
        linkToTool(uri);
    else if (!variable("PMIX_LAUNCHER_PAUSE_FOR_TOOL").empty())
        waitForTool();
    else
        launch();
    return util::ok();
}

void DbgRun::watchSignals()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        m_watches.push_back(m_loop.onSignal(number, [this, number] { signalled(number); }));
    for (const int number : {SIGUSR1, SIGUSR2})
        m_watches.push_back(m_loop.onSignal(number, [this, number] {
            for (Job* job : m_launcher->jobs())
                if (!job->spec().debugger.daemons)
                    (void)job->signal(job->allRanks(), number); // it may have ended
        }));
    m_watches.push_back(m_loop.onSignal(SIGTSTP, [this] { suspend(); }));
}

/// The other end is closed when the tool that started us has gone. \std PMIX_KEEPALIVE_PIPE
void DbgRun::watchKeepalive()
{
    const auto fd = util::parseNumber<int>(variable("PMIX_KEEPALIVE_PIPE"));
    if (!fd || *fd <= STDERR_FILENO)
        return;
    m_watches.push_back(m_loop.watch(*fd, net::Interest::Read, [this, fd = *fd] {
        char byte;
        if (::read(fd, &byte, 1) > 0)
            return;
        m_watches.clear();
        terminate("the tool that started it, which has gone");
    }));
}

void DbgRun::linkToTool(const std::string& uri)
{
    m_awaitsRelease = true;
    m_link = std::make_unique<launcher::ToolLink>(
        m_loop, m_launcher->server(), uri, [this](util::Result<launcher::ToolWishes> wishes) {
            if (!wishes)
                return fail(wishes.error());
            m_tool = wishes->tool;
            if (auto applied = applyDirectives(m_command.job, wishes->directives, m_launcher->hostNames()); !applied)
                return fail(applied.error());
            m_command.job.requester = m_tool;
            m_command.job.notifyJobEvents = true;
            waitForTool();
        });
}

void DbgRun::waitForTool()
{
    m_awaitsRelease = true;
    pmix::Event ready;
    ready.code = Status::LauncherReady;
    ready.source = m_launcher->self();
    ready.infos.emplace_back(pmix::keys::kEventNonDefault, pmix::Value::boolean(true));
    m_launcher->server().notify(std::move(ready), pmix::DataRange::Session);
}

void DbgRun::released()
{
    if (std::exchange(m_awaitsRelease, false))
        launch();
}

void DbgRun::toolLeft(const pmix::Requester& tool)
{
    if (m_awaitsRelease && m_tool && m_tool->id == tool.id) // nobody else can release us
        terminate("the tool that started it, which has gone");
}

void DbgRun::launch()
{
    if (m_command.job.apps.empty() || std::exchange(m_launched, true))
        return;
    m_launcher->spawn(m_command.job, [this](util::Result<std::string> nspace) {
        if (!nspace && m_primary.empty()) // else its end tells
            return fail(nspace.error());
        if (Job* job = m_launcher->find(m_primary)) // before, there is nobody to take it
            forwardInput(*job);
    });
}

void DbgRun::fail(const util::Error& why)
{
    message(why.message() + (why.advice.empty() ? "" : ": " + why.advice));
    m_exitStatus = kFailedExit;
    m_awaitsRelease = false;
    leave();
}

// ---- Jobs

void DbgRun::jobBegins(Job& job)
{
    m_outputs.emplace(job.nspace(), Output{sinkFor(job)});
    if (m_command.verbose && !job.spec().debugger.daemons)
        message(job.nspace() + ": " + describe(job.map()));
    if (m_tool && job.spec().requester && job.spec().requester->id == m_tool->id)
        job.keepOutputFromTerminal(); // it shows it, if it likes
    if (!m_launched || !m_primary.empty() || job.spec().debugger.daemons)
        return;
    m_primary = job.nspace();
}

void DbgRun::forwardInput(Job& job)
{
    if (job.inputRanks().empty())
        return;
    m_input = std::make_unique<launcher::InputForwarder>(
        m_loop, STDIN_FILENO, [this](std::string_view bytes, std::function<void()> next) {
            if (Job* primary = m_launcher->find(m_primary))
                primary->pushInput(primary->inputRanks(), bytes,
                                   [next = std::move(next)](const util::Result<void>&) { next(); });
        });
}

launcher::OutputSink DbgRun::sinkFor(const Job& job)
{
    launcher::OutputJob output;
    output.nspace = job.nspace();
    output.size = job.size();
    output.host = m_launcher->hostNames().front();
    output.pidOf = [this, nspace = job.nspace()](util::Rank rank) -> std::optional<util::Pid> {
        const Job* running = m_launcher->find(nspace);
        return running == nullptr ? std::nullopt : std::optional(running->pidOf(rank));
    };
    return launcher::OutputSink(job.spec().output, std::move(output),
                                {[this](IofChannel channel, std::string_view bytes) { writerOf(channel).write(bytes); },
                                 [this](const util::Error& why) { message(why.message()); }});
}

void DbgRun::jobOutput(const Job& job, util::Rank rank, IofChannel channel, std::string_view bytes, bool show)
{
    const auto output = m_outputs.find(job.nspace());
    output->second.shown = show;
    output->second.sink.write(rank, channel, bytes, show);
}

void DbgRun::jobOutputEnded(const Job& job, util::Rank rank, IofChannel channel)
{
    const auto output = m_outputs.find(job.nspace());
    output->second.sink.end(rank, channel, output->second.shown);
}

void DbgRun::jobEnded(const Job& job, const Verdict& verdict)
{
    m_outputs.erase(job.nspace());
    if (job.nspace() == m_primary)
        m_input.reset();
    if (m_exitStatus == 0 && !m_command.daemon && !job.spec().debugger.daemons)
        m_exitStatus = verdict.exitStatus;
    m_loop.post(m_lifetime.guard([this] { checkEnd(); }));
}

launcher::TerminalWriter& DbgRun::writerOf(IofChannel channel)
{
    return channel == IofChannel::Stdout ? m_stdout : m_stderr;
}

void DbgRun::message(const std::string& line)
{
    m_stderr.write("dbgrun: " + line + "\n");
}

void DbgRun::logText(IofChannel channel, std::string_view text)
{
    writerOf(channel).write(text);
}

// ---- The end

/// The first time asks, the second time kills.
void DbgRun::signalled(int number)
{
    const Verdict verdict = launcher::judgeRequest(std::string("by signal ") + ::strsignal(number), number);
    if (m_exitStatus == 0)
        m_exitStatus = m_command.daemon && number == SIGTERM ? 0 : verdict.exitStatus;
    m_ending = true;
    m_launcher->endAll(verdict, m_signalsSeen++ == 0 ? Job::Ending::Gentle : Job::Ending::AtOnce);
    checkEnd();
}

void DbgRun::terminate(const std::string& who)
{
    m_ending = true;
    const Verdict verdict = launcher::judgeRequest("by request of " + who, SIGTERM);
    if (m_exitStatus == 0 && !m_command.daemon)
        m_exitStatus = verdict.exitStatus;
    m_launcher->endAll(verdict, Job::Ending::Gentle);
    checkEnd();
}

/// The processes have groups of their own, which a terminal's ^Z does not reach.
void DbgRun::suspend()
{
    std::vector<std::pair<Job*, util::RankSet>> running;
    for (Job* job : m_launcher->jobs())
        running.emplace_back(job, job->allRanks() - job->progress().waitingRanks());
    for (const auto& [job, ranks] : running)
        (void)job->signal(ranks, SIGSTOP); // it may have ended
    ::raise(SIGSTOP);
    for (const auto& [job, ranks] : running)
        (void)job->signal(ranks, SIGCONT);
}

void DbgRun::checkEnd()
{
    const auto jobs = m_launcher->jobs();
    const bool onlyDaemons =
        std::all_of(jobs.begin(), jobs.end(), [](const Job* job) { return job->spec().debugger.daemons; });
    const bool stays = !m_ending && (m_command.daemon || !m_launched);
    if (stays || !onlyDaemons)
        return;
    if (jobs.empty())
        return leave();
    if (!m_daemonLimit.active())
        m_daemonLimit = m_loop.after(kDaemonGrace, [this] {
            m_launcher->endAll(launcher::judgeRequest("since what it debugged has ended", SIGTERM),
                               Job::Ending::Gentle);
        });
}

/// Goes when tools and readers have got what there is for them.
void DbgRun::leave()
{
    if (m_leaving.active())
        return;
    m_toolsMayHear = m_loop.now() + kToolGrace;
    m_toolsUntil = m_loop.now() + kToolLimit;
    m_leaving = m_loop.after(util::Duration::zero(), [this] { drain(); });
}

void DbgRun::drain()
{
    const util::TimePoint now = m_loop.now();
    const std::size_t forTools = now < m_toolsUntil ? m_launcher->server().waitingBytes() : 0;
    const bool somebodyReads = now < m_toolsMayHear && hasTools();
    if (m_stdout.waiting() + m_stderr.waiting() + forTools == 0 && !somebodyReads)
        return m_loop.stop();
    m_leaving = m_loop.after(kDrainPause, [this] { drain(); });
}

bool DbgRun::hasTools() const
{
    const auto peers = m_launcher->server().peers();
    return std::ranges::any_of(peers, [](const pmix::Requester& peer) { return !peer.isClient(); });
}

} // namespace dbgr::app
