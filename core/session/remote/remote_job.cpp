// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_job.h"
#include "session/remote/links/input_refusal.h"

#include "launchers/launch_plan.h"
#include "session/remote/links/make_link.h"
#include "session/remote/remote_error.h"
#include "session/session_error.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

RemoteJob::RemoteJob(net::EventLoop& loop, RemoteConfig config, Tell tell)
    : m_loop(loop), m_config(std::move(config)), m_tell(std::move(tell)),
      m_ending(loop, {m_tell, [this] { dismissDaemons(); }, [this] { leaveLink(); },
                      [this](int signal) { m_link->signalLauncher(signal); },
                      [this](net::ExitStatus status) { return launcherEndedAlone(status); }})
{}

RemoteJob::~RemoteJob() = default;

namespace {

/// Ranks that go on, and that no daemon can reach any more.
util::RankSet lostRanks(const BackendEvent& event)
{
    if (const auto* node = std::get_if<NodeLost>(&event))
        return node->ranks;
    const auto* news = std::get_if<debug::DaemonEvent>(&event);
    const auto* lost = news ? std::get_if<debug::RanksLost>(news) : nullptr;
    return lost ? lost->ranks : util::RankSet();
}

} // namespace

// ---- Getting hold of it

void RemoteJob::launch(launchers::LaunchSpec spec)
{
    auto plan = launchers::planLaunch(spec, launchers::RealLauncherFiles());
    if (!plan)
        return fail(std::move(plan).error());
    for (util::Error& warning : plan->warnings)
        m_tell(BackendWarning{std::move(warning)});
    m_config.pushDaemons = spec.pushDaemons && plan->way != launchers::LaunchWay::Agent;
    if (spec.pushDaemons && !m_config.pushDaemons)
        m_tell(BackendWarning{pushNotOffered()});
    m_config.lostAfter = spec.lostAfter.value_or(launchers::kLostAfter);
    begin(makeLaunchLink(m_loop, std::move(*plan), spec));
}

void RemoteJob::attach(launchers::AttachSpec spec)
{
    auto link = makeAttachLink(m_loop, spec);
    if (!link)
        return fail(std::move(link).error());
    m_only = std::move(spec.ranks);
    m_keepRunning = spec.keepRunning;
    m_config.pushDaemons = spec.pushDaemons;
    m_config.lostAfter = spec.lostAfter.value_or(launchers::kLostAfter);
    begin(std::move(*link));
}

void RemoteJob::begin(std::unique_ptr<LauncherLink> link)
{
    m_link = std::move(link);
    DaemonFleet::Callbacks callbacks;
    callbacks.tell = [this](BackendEvent event) { onFleetNews(std::move(event)); };
    callbacks.ranksFound = [this](const std::string& host, const debug::RanksFound& found) {
        m_link->onRanksFound(host, found);
    };
    callbacks.attached = [this] { m_link->letLive(); };
    callbacks.failed = [this](util::Error error) { fail(std::move(error)); };
    callbacks.ranksGone = [this] { m_ending.ranksGone(); };
    callbacks.gone = [this] { m_ending.daemonsGone(); };
    callbacks.callerLost = [this](const std::string& host, const std::string& why) { m_link->onDaemonLost(host, why); };
    m_fleet.emplace(m_loop, m_config, m_link->ranksFrom(), std::move(callbacks));
    LauncherLink::Events events;
    events.tell = m_tell;
    events.daemonCommand = [this](bool onlyThisNode) { return m_fleet->open(onlyThisNode); };
    events.giveInput = [this](const util::RankSet& ranks, std::string bytes, bool eof, auto done) {
        giveInput(ranks, std::move(bytes), eof, std::move(done));
    };
    events.checkInput = [this](const util::RankSet& ranks, auto done) { checkInput(ranks, std::move(done)); };
    events.launched = [this](const JobLaunched& launched) { onLaunched(launched); };
    events.nearlySettled = [this] { startDaemons(); };
    events.standAtExec = [this](const util::RankSet& ranks) { m_atExec = ranks; };
    events.settled = [this](std::optional<launchers::HoldPoint> held) { onSettled(held); };
    events.jobEnded = [this](JobEnded ended) { onJobEnded(std::move(ended)); };
    events.endedEarly = [this](JobEnded ended, util::Error why) { onEndedEarly(std::move(ended), std::move(why)); };
    events.launcherExited = [this](net::ExitStatus status) { onLauncherExit(status); };
    events.failed = [this](util::Error error) { fail(std::move(error)); };
    if (m_link->isOurs())
        m_ending.launcherStarted();
    m_link->start(std::move(events));
}

/// Of ranks that we have not let go: their daemon did, and is gone by now.
util::RankSet RemoteJob::ranksLeft(const BackendEvent& event) const
{
    const auto* const news = std::get_if<debug::DaemonEvent>(&event);
    const auto* const detached = news ? std::get_if<debug::RanksDetached>(news) : nullptr;
    return detached && m_detach == Detach::No ? detached->ranks : util::RankSet();
}

/// Nobody can continue ranks that are lost, so nobody would let them out of their hold.
void RemoteJob::onFleetNews(BackendEvent event)
{
    const util::RankSet lost = lostRanks(event);
    m_lost |= lost;
    m_left |= ranksLeft(event);
    m_tell(std::move(event));
    if (!m_killing)
        release(lost);
}

void RemoteJob::onLaunched(const JobLaunched& launched)
{
    m_launched = launched;
    for (const RankPlace& place : launched.ranks)
        m_ranks.insert(place.rank);
    m_tell(launched);
    if (!m_only)
        return;
    if (!m_ranks.containsAll(*m_only))
        return fail(noSuchRanks(*m_only - m_ranks, m_ranks));
    if (const util::RankSet others = m_ranks - *m_only; !others.empty())
        m_tell(debug::DaemonEvent(debug::RanksDetached{others}));
}

void RemoteJob::startDaemons()
{
    if (std::exchange(m_daemonsStarted, true) || m_ending.begun())
        return;
    m_fleet->setJob(m_launched, m_only);
    if (m_keepRunning)
        m_fleet->keepRunning();
    m_fleet->setCores(m_link->cores());
    m_fleet->start(m_link->daemons());
}

void RemoteJob::onSettled(std::optional<launchers::HoldPoint> held)
{
    startDaemons();
    m_settled = true;
    if (held) {
        m_held = m_ranks;
        if (const util::RankSet elsewhere = m_ranks - m_atExec; !elsewhere.empty())
            m_tell(JobHeld{*held, elsewhere});
        if (!m_atExec.empty())
            m_tell(JobHeld{launchers::HoldPoint::Exec, m_atExec});
        release(m_lost);
    }
    m_fleet->mayAttach();
}

void RemoteJob::attachAgain()
{
    if (!m_fleet || m_ending.begun() || m_killing || m_detach != Detach::No)
        return m_tell(AttachedAgain{}); // its end is told
    m_fleet->attachAgain();
}

void RemoteJob::fail(util::Error error)
{
    if (m_link) {
        m_link->drainOutput(); // told before the failure
        m_link->abandonStart();
    }
    m_ending.fail(std::move(error), m_link ? m_link->firstSignal() : SIGTERM);
}

// ---- Commands

void RemoteJob::submit(util::RequestId id, const debug::EngineCommand& command, util::Duration deadline)
{
    const auto reply = [this, id](util::Result<debug::EngineReply> answer) {
        m_asked.erase(id);
        m_tell(CommandReply{id, std::move(answer)});
    };
    if (!m_fleet)
        return reply(util::fail(make_error_code(Errc::WrongState), "asking the ranks: there is no job"));
    const auto partly = [this, id](debug::EngineReply soFar, util::RankSet awaited) {
        m_tell(CommandPart{id, std::move(soFar), std::move(awaited)});
    };
    m_asked.insert_or_assign(id, m_fleet->submit(command, deadline, reply, partly));
}

void RemoteJob::cancel(util::RequestId id)
{
    if (const auto asked = m_asked.find(id); asked != m_asked.end())
        m_fleet->cancel(asked->second);
}

void RemoteJob::release(const util::RankSet& ranks)
{
    const util::RankSet now = ranks & m_held;
    if (now.empty())
        return;
    m_held -= now;
    m_link->release(now, now == m_ranks);
    m_tell(RanksReleased{now});
}

void RemoteJob::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    if (!m_settled)
        return m_tell(InputAccepted{id, util::fail(noJobToRead())});
    m_link->sendInput(id, ranks, std::move(bytes), eof);
}

void RemoteJob::giveInput(const util::RankSet& ranks, std::string bytes, bool eof,
                          std::function<void(util::Result<void>)> done)
{
    if (m_detach != Detach::No)
        return m_loop.post([done = std::move(done)] { done(util::fail(inputEndedWithUs())); });
    m_fleet->submit({ranks, debug::GiveInput{std::move(bytes), eof}}, kReadingMayTake,
                    [done = std::move(done)](util::Result<debug::EngineReply> reply) {
                        if (reply && reply->failures.empty())
                            done(util::ok());
                        else
                            done(util::fail(reply ? reply->failures.front().error : std::move(reply).error()));
                    });
}

/// What does not show is no refusal: a daemon may be gone, or an older one.
void RemoteJob::checkInput(const util::RankSet& ranks, std::function<void(util::Result<void>)> done)
{
    m_fleet->submit({ranks, debug::CheckInput{}}, kLookMayTake,
                    [done = std::move(done)](util::Result<debug::EngineReply> reply) {
                        done(reply ? inputLost(reply->failures) : util::ok());
                    });
}

// ---- Ends

void RemoteJob::onJobEnded(JobEnded ended)
{
    m_jobEndSeen = true;
    m_ending.jobEnded(std::move(ended), !m_fleet->ranks().empty());
}

void RemoteJob::onEndedEarly(JobEnded ended, util::Error why)
{
    m_jobEndSeen = true;
    m_link->drainOutput(); // told before the failure
    m_ending.failAtEnd(std::move(why), std::move(ended));
}

void RemoteJob::onLauncherExit(net::ExitStatus status)
{
    // Once in a while a launcher ends without a word on its job. If no rank is left, its own status is the job's; one
    // that was killed has none.
    const bool byItself = status.kind == net::ExitStatus::Kind::Exited;
    if (byItself && m_settled && !m_jobEndSeen && m_fleet->ranks().empty() && m_fleet->attachTold() &&
        m_fleet->lostRanks().empty())
        m_ending.jobEnded({status.shellStatus(), std::nullopt, ""}, false);
    if (m_jobEndSeen || m_detach != Detach::No)
        return m_ending.launcherExited(status);
    // Ranks that outlive their launcher wait for it for ever: in MPI_Init, or at their next word to it. Hosts that
    // do not answer now are the reason, perhaps, why it ended.
    killAttached(kLastAnswerMayTake, [this, status](const util::RankSet& unanswered) {
        m_silent = unanswered;
        m_link->endOrphans([this, status] { m_ending.launcherExited(status); });
    });
}

util::Error RemoteJob::launcherEndedAlone(net::ExitStatus status)
{
    util::Error error = m_link->launcherEndedAlone(status);
    const util::RankSet gone = m_fleet->lostRanks() | m_silent | m_left;
    return gone.empty() ? error : withoutHosts(std::move(error), m_fleet->placesOf(gone));
}

void RemoteJob::dismissDaemons()
{
    if (m_fleet)
        m_fleet->dismiss();
    else
        m_loop.post([this] { m_ending.daemonsGone(); });
}

void RemoteJob::leaveLink()
{
    m_killLimit.cancel();
    if (m_link)
        m_link->leave(m_jobEndSeen, [this] { m_ending.toolClosed(); });
    else
        m_loop.post([this] { m_ending.toolClosed(); });
}

void RemoteJob::kill()
{
    if (m_ending.begun() || !m_link)
        return;
    m_killing = true;
    m_link->abandonStart();
    killAttached(kKillMayTake, [](const util::RankSet&) {});
    m_link->killJob();
    m_ending.killed();
    if (!isOurs())
        m_killLimit = m_loop.after(kKillMayTake, [this] { m_ending.letLauncherLive(); });
}

void RemoteJob::killAttached(util::Duration limit, std::function<void(const util::RankSet&)> done)
{
    if (m_fleet->ranks().empty())
        return done({});
    m_fleet->submit({m_fleet->ranks(), debug::Kill{}}, limit,
                    [this, done = std::move(done)](util::Result<debug::EngineReply> reply) {
                        util::RankSet unanswered = reply ? util::RankSet() : m_fleet->ranks();
                        if (reply)
                            for (const debug::RankFailure& failure : reply->failures)
                                unanswered |= failure.ranks & (m_fleet->ranks() | m_fleet->lostRanks());
                        done(unanswered);
                    });
}

void RemoteJob::detach()
{
    if (m_detach != Detach::No || m_ending.begun() || !m_link)
        return;
    m_detach = Detach::UnderWay;
    m_link->letLive();
    m_fleet->submit({m_fleet->ranks(), debug::Detach{}}, std::chrono::seconds(20),
                    [this](util::Result<debug::EngineReply>) { onDetached(); });
}

void RemoteJob::onDetached()
{
    release(m_held);
    m_fleet->dismiss();
    m_detach = Detach::Done;
    if (m_leaveAfterDetach && !m_ending.begun())
        m_ending.letLauncherLive();
}

void RemoteJob::leave()
{
    if (m_ending.begun())
        return;
    if (m_detach == Detach::Done)
        return m_ending.letLauncherLive();
    m_leaveAfterDetach = true;
    if (m_detach == Detach::UnderWay)
        return;
    if (isOurs())
        return kill();
    m_link->abandonStart();
    detach();
}

} // namespace dbgr::session
