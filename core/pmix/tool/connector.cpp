// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/connector.h"

#include "pmix/handshake/launcher_identity.h"
#include "pmix/tool/hello.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

namespace {

bool worthWaitingFor(const util::Error& error)
{
    return error.code == make_error_code(Status::ErrNotFound) || error.code == make_error_code(Status::ErrWouldBlock);
}

} // namespace

Connector::Connector(net::EventLoop& loop, const ToolConfig& config) : m_loop(loop), m_config(config)
{}

void Connector::connect(const ServerSelection& selection, RendezvousPlaces places, const ConnectRetry& retry,
                        OnDone onDone)
{
    m_selection = selection;
    m_places = std::move(places);
    m_retry = retry;
    m_onDone = std::move(onDone);
    m_steps = rendezvousSteps(selection);
    m_lookUntil = m_loop.now() + retry.limit;
    m_loop.post(m_lifetime.guard([this] { nextStep(); }));
}

void Connector::connectAsSpawned(SpawnedIdentity identity, OnDone onDone)
{
    m_identity = std::move(identity);
    m_onDone = std::move(onDone);
    m_candidates = {m_identity->server};
    m_loop.post(m_lifetime.guard([this] { nextCandidate(); }));
}

void Connector::connectAsClient(SpawnedIdentity identity, OnDone onDone)
{
    m_isClient = true;
    connectAsSpawned(std::move(identity), std::move(onDone));
}

void Connector::nextStep()
{
    if (m_step == m_steps.size())
        return finish(util::fail(*m_lastError));
    look();
}

void Connector::look()
{
    auto found = findServers(m_steps[m_step], m_selection, m_places);
    if (found) {
        m_candidates = *std::move(found);
        m_candidate = 0;
        return nextCandidate();
    }
    if (mayWait(m_steps[m_step]) && worthWaitingFor(found.error()) && m_loop.now() < m_lookUntil) {
        m_waiting = m_loop.after(m_retry.interval, [this] { look(); });
        return;
    }
    m_lastError = std::move(found).error();
    ++m_step;
    nextStep();
}

void Connector::nextCandidate()
{
    if (m_candidate == m_candidates.size()) {
        ++m_step;
        if (m_step >= m_steps.size())
            return finish(util::fail(*m_lastError));
        return nextStep();
    }
    const ServerContact contact = m_candidates[m_candidate];
    ++m_candidate;
    if (auto safe = checkSafeToConnect(contact); !safe)
        return candidateFailed(std::move(safe).error());
    openSocket(contact);
}

void Connector::openSocket(const ServerContact& contact)
{
    auto address = net::Address::fromHost(contact.uri.host, contact.uri.port);
    if (!address)
        return candidateFailed(std::move(address).error());
    m_waiting = net::connectTcp(m_loop, *address, m_config.connectLimit,
                                [this, contact](util::Result<std::unique_ptr<net::ByteStream>> stream) {
                                    if (!stream)
                                        return candidateFailed(std::move(stream).error());
                                    shakeHands(contact, *std::move(stream));
                                });
}

ConnectMessage Connector::hello(WireVersion version) const
{
    PeerRole role = m_config.isLauncher ? PeerRole::LauncherNeedsName : PeerRole::ToolNeedsName;
    Proc self{m_config.nspace, ProcRank(0)};
    if (m_identity) {
        role = m_isClient ? PeerRole::Client : PeerRole::ToolSpawned;
        self = m_identity->self;
    } else if (!m_config.nspace.empty()) {
        role = m_config.isLauncher ? PeerRole::LauncherNamed : PeerRole::ToolNamed;
    }
    ConnectMessage message = makeHello(role, std::move(self), version, m_config.commandLine);
    if (m_identity)
        message.securityModule = m_identity->securityMode;
    if (m_isClient)
        message.infos.clear(); // as clients do; servers before 6.1 read none from them
    return message;
}

void Connector::shakeHands(const ServerContact& contact, std::unique_ptr<net::ByteStream> stream)
{
    // A URI alone does not say how old the server is: v41 is what all but the oldest read.
    const WireVersion version = contact.version.empty() ? WireVersion::V41 : wireVersionForServer(contact.version);
    m_runner = std::make_unique<Runner>(
        m_loop, std::move(stream), ToolHandshake(hello(version)), m_config.connectLimit,
        [this, contact, version](util::Result<Runner::Outcome> outcome) {
            m_loop.post([runner = std::shared_ptr<Runner>(std::move(m_runner))] {}); // it is on the stack below us
            if (!outcome)
                return candidateFailed(std::move(outcome).error());
            Established established;
            established.self = outcome->handshake.self();
            established.connection = std::make_unique<Connection>(
                m_loop, std::move(outcome->stream), std::move(outcome->surplus), WireFormat{version},
                ConnectionRole::Connector,
                Peer{m_isClient ? contact.uri.server : outcome->handshake.server(), contact.version, contact.pid});
            finish(std::move(established));
        });
}

void Connector::candidateFailed(util::Error error)
{
    util::log::info("pmix", "server not reached", {{"why", error.message()}});
    const ServerContact& contact = m_candidates[m_candidate - 1];
    m_lastError = std::move(error).withContext("connecting to the PMIx server " + contact.uri.server.nspace + " (" +
                                               contact.source + ")");
    m_loop.post(m_lifetime.guard([this] { nextCandidate(); }));
}

void Connector::finish(util::Result<Established> outcome)
{
    if (const auto onDone = std::exchange(m_onDone, nullptr))
        onDone(std::move(outcome)); // may destroy this
}

} // namespace dbgr::pmix
