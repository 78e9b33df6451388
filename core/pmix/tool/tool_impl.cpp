// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/tool_impl.h"

#include "pmix/handshake/own_nspace.h"
#include "pmix/ops/reply.h"
#include "pmix/tool/hello.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <cstdlib>
#include <utility>

namespace dbgr::pmix {

namespace {

/// How long a PRRTE 3 may take to close after its last job.
constexpr auto kServerLeavesWithin = std::chrono::seconds(5);
/// The first OpenPMIx whose launchers do not exit before their tools have closed.
constexpr int kFirstMajorThatWaitsForUs = 6;

const char* getEnv(const char* name)
{
    return std::getenv(name);
}

RendezvousPlaces placesFor(const ServerSelection& selection)
{
    if (!selection.environment)
        return RendezvousPlaces::fromEnvironment(getEnv);
    return RendezvousPlaces::fromEnvironment([&environment = *selection.environment](const char* name) -> const char* {
        const std::string start = std::string(name) + "=";
        for (const std::string& variable : environment)
            if (variable.starts_with(start))
                return variable.c_str() + start.size();
        return nullptr;
    });
}

} // namespace

ToolImpl::ToolImpl(net::EventLoop& loop, ToolConfig config)
    : m_loop(loop),
      m_config(std::move(config)), m_self{m_config.nspace.empty() ? ownNspace("dbgr") : m_config.nspace, ProcRank(0)},
      m_link(loop, m_config.requestLimit)
{}

ToolImpl::~ToolImpl() = default;

// ---- Reaching a server.

void ToolImpl::connect(const ServerSelection& selection, const ConnectRetry& retry, Done<void> done)
{
    DBGR_ON_THREAD(m_loop);
    m_connector = std::make_unique<Connector>(m_loop, m_config);
    m_connector->connect(selection, placesFor(selection), retry,
                         [this, done = std::move(done)](util::Result<Connector::Established> outcome) mutable {
                             established(std::move(outcome), std::move(done));
                         });
}

void ToolImpl::connectAsSpawned(Done<void> done)
{
    DBGR_ON_THREAD(m_loop);
    auto identity = readSpawnedIdentity(getEnv);
    if (!identity)
        return m_link.failLater(std::move(done), std::move(identity).error());
    m_connector = std::make_unique<Connector>(m_loop, m_config);
    m_connector->connectAsSpawned(*std::move(identity),
                                  [this, done = std::move(done)](util::Result<Connector::Established> outcome) mutable {
                                      established(std::move(outcome), std::move(done));
                                  });
}

void ToolImpl::established(util::Result<Connector::Established> outcome, Done<void> done)
{
    m_loop.post([connector = std::shared_ptr<Connector>(std::move(m_connector))] {}); // it is on the stack below us
    if (!outcome)
        return done(util::fail(std::move(outcome).error()));
    m_self = outcome->self;
    adopt(std::move(outcome->connection));
    fetchJobInfo(std::move(done));
}

util::Result<LauncherStarted> ToolImpl::spawnLauncher(const LauncherCommand& command, std::vector<Info> directives,
                                                      Done<LauncherHeld> held)
{
    DBGR_ON_THREAD(m_loop);
    if (m_launcher)
        return util::fail(Status::ErrInvalidOperation, "there is a launcher already");
    if (!m_gate) {
        DBGR_TRY(m_gate, LauncherGate::open(m_loop, m_self, m_config.connectLimit));
    }
    DBGR_TRY(m_launcher,
             LauncherRun::start(m_loop, *m_gate, command,
                                [this, directives = std::move(directives),
                                 held = std::move(held)](util::Result<std::unique_ptr<Connection>> outcome) mutable {
                                    launcherConnected(std::move(outcome), std::move(directives), std::move(held));
                                }));
    m_launcher->setExited(m_onLauncherExit);
    return m_launcher->takeStarted();
}

void ToolImpl::launcherConnected(util::Result<std::unique_ptr<Connection>> outcome, std::vector<Info> directives,
                                 Done<LauncherHeld> held)
{
    if (!outcome)
        return held(util::fail(std::move(outcome).error()));
    m_service.emplace((*outcome)->format(), m_self, (*outcome)->peer().proc, std::move(directives));
    m_onHeld = std::move(held);
    adopt(*std::move(outcome));
}

void ToolImpl::releaseLauncher(Done<void> done)
{
    if (!m_launcher || !m_link.connection())
        return m_link.failLater(std::move(done),
                                {make_error_code(Status::ErrUnreach), "there is no held launcher", {}});
    releaseProcesses({m_link.connection()->peer().proc}, std::move(done));
}

void ToolImpl::onLauncherExit(ExitHandler handler)
{
    m_onLauncherExit = std::move(handler);
    if (m_launcher)
        m_launcher->setExited(m_onLauncherExit);
}

util::Result<void> ToolImpl::signalLauncher(int number)
{
    if (!m_launcher)
        return util::fail(Status::ErrNotFound, "there is no launcher of ours");
    return m_launcher->signal(number);
}

void ToolImpl::letLauncherLive()
{
    if (m_launcher)
        m_launcher->release();
}

const Peer* ToolImpl::server() const
{
    return m_link.peer();
}

// ---- The connection.

void ToolImpl::adopt(std::unique_ptr<Connection> connection)
{
    m_jobInfo = {};
    Connection::Handlers handlers;
    handlers.onEvent = [this](std::string_view body) { takeEvent(body); };
    handlers.onIo = [this](std::string_view body) { m_io.take(m_link.connection()->format(), body); };
    handlers.onRequest = [this](Tag tag, std::string_view body) { takeRequest(tag, body); };
    handlers.onClosed = [this](const util::Error& why) { lost(why); };
    m_link.adopt(std::move(connection), std::move(handlers));
    announceEvents();
}

void ToolImpl::takeRequest(Tag tag, std::string_view body)
{
    LauncherService::Reaction reaction;
    if (m_service)
        reaction = m_service->handle(body);
    else if (auto refusal = encodeStatusReply(m_link.connection()->format(), Status::ErrNotSupported))
        reaction.reply = *std::move(refusal);
    if (reaction.reply)
        m_link.connection()->answer(tag, *reaction.reply);
    if (reaction.event)
        return dispatch(*reaction.event);
    if (!reaction.fetchedDirectives)
        return;
    if (const auto held = std::exchange(m_onHeld, nullptr)) {
        const Peer& peer = m_link.connection()->peer();
        held(LauncherHeld{peer.proc, peer.pid.value_or(util::Pid(0)), peer.version});
    }
}

void ToolImpl::lost(const util::Error& why)
{
    m_link.forget();
    m_leaveLimit.cancel();
    const auto watch = m_lifetime.watch();
    if (const auto held = std::exchange(m_onHeld, nullptr))
        held(util::fail(why));
    if (watch.expired())
        return;
    if (const auto left = std::exchange(m_afterServerLeft, nullptr))
        left();
    else if (const auto onLost = std::exchange(m_onLost, nullptr))
        onLost(why);
}

void ToolImpl::pauseReading(bool pause)
{
    if (m_link.connection() != nullptr)
        m_link.connection()->pauseReading(pause);
}

// ---- The end.

void ToolImpl::leaveAfterJobEnd(std::function<void()> done)
{
    const Peer* peer = server();
    if (peer == nullptr || peer->majorVersion().value_or(kFirstMajorThatWaitsForUs) >= kFirstMajorThatWaitsForUs)
        return finalize(std::move(done));
    m_afterServerLeft = std::move(done);
    m_leaveLimit = m_loop.after(kServerLeavesWithin, [this] {
        close();
        if (const auto left = std::exchange(m_afterServerLeft, nullptr))
            left();
    });
}

void ToolImpl::close()
{
    DBGR_ON_THREAD(m_loop);
    m_connector.reset();
    m_onHeld = nullptr;
    m_leaveLimit.cancel();
    m_link.retire();
}

} // namespace dbgr::pmix
