// SPDX-License-Identifier: BSD-3-Clause
// Reaches a server: looks for it, waits for its contact file, opens the socket, passes the handshake; tries the next
// candidate where the Standard says so. One attempt at a time. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_connect.h"
#include "pmix/handshake/environment.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/session/connection.h"
#include "pmix/session/handshake_runner.h"
#include "pmix/tool/tool.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::pmix {

class Connector
{
public:
    struct Established
    {
        std::unique_ptr<Connection> connection;
        Proc self;
    };
    /// Runs once, from the loop; may destroy the connector.
    using OnDone = std::function<void(util::Result<Established>)>;

    /// \param config how we present ourselves; with a namespace of its own in it, we come with that name, else we ask
    /// the server for one
    Connector(net::EventLoop& loop, const ToolConfig& config);

    void connect(const ServerSelection& selection, RendezvousPlaces places, const ConnectRetry& retry, OnDone onDone);
    /// To the server that started this process, under the name that it gave.
    void connectAsSpawned(SpawnedIdentity identity, OnDone onDone);
    /// The same as a client, which is no tool.
    void connectAsClient(SpawnedIdentity identity, OnDone onDone);

private:
    using Runner = HandshakeRunner<ToolHandshake>;

    void nextStep();
    void look();
    void nextCandidate();
    void openSocket(const ServerContact& contact);
    [[nodiscard]] ConnectMessage hello(WireVersion version) const;
    void shakeHands(const ServerContact& contact, std::unique_ptr<net::ByteStream> stream);
    void candidateFailed(util::Error error);
    void finish(util::Result<Established> outcome);

    net::EventLoop& m_loop;
    const ToolConfig m_config;
    ServerSelection m_selection;
    RendezvousPlaces m_places;
    ConnectRetry m_retry;
    util::TimePoint m_lookUntil;
    OnDone m_onDone;
    std::vector<RendezvousStep> m_steps;
    std::size_t m_step = 0;
    std::vector<ServerContact> m_candidates;
    std::size_t m_candidate = 0;
    std::optional<SpawnedIdentity> m_identity;
    bool m_isClient = false;
    std::optional<util::Error> m_lastError;
    util::Subscription m_waiting;
    std::unique_ptr<Runner> m_runner;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
