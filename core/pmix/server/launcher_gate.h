// SPDX-License-Identifier: BSD-3-Clause
// Where a launcher that we started connects back: a listener on the loopback interface that lets in the one launcher
// that is expected, and nobody else. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_listener.h"
#include "pmix/handshake/server_handshake.h"
#include "pmix/handshake/server_uri.h"
#include "pmix/session/connection.h"
#include "pmix/session/handshake_runner.h"

#include <functional>
#include <list>
#include <memory>
#include <string>

namespace dbgr::pmix {

class LauncherGate
{
public:
    /// Whether this peer, whose user is right, is the launcher.
    using Expectation = std::function<bool(const ConnectMessage& hello)>;
    /// Gets the launcher's connection, not started yet. The gate is closed again for others.
    using OnLauncher = std::function<void(std::unique_ptr<Connection>)>;

    /// Connections that may be in their handshake at once; more are cut off.
    static constexpr std::size_t kMaxHandshakes = 16;

    /// Listens at 127.0.0.1, at a port that the system chooses. \errors those of net::TcpListener
    [[nodiscard]] static util::Result<std::unique_ptr<LauncherGate>> open(net::EventLoop& loop, Proc self,
                                                                          util::Duration handshakeLimit);

    /// For PMIX_LAUNCHER_RNDZ_URI.
    [[nodiscard]] std::string uri() const;

    /// Lets one launcher in.
    void expect(Expectation expectation, OnLauncher onLauncher);
    /// Lets nobody in.
    void expectNobody();

private:
    using Runner = HandshakeRunner<ServerHandshake>;
    struct Visitor
    {
        std::unique_ptr<Runner> runner;
    };

    LauncherGate(net::EventLoop& loop, Proc self, util::Duration handshakeLimit);
    void greet(std::unique_ptr<net::ByteStream> stream);
    [[nodiscard]] util::Result<Proc> judge(const ConnectMessage& hello, const std::string& peerAddress) const;
    void finish(std::list<Visitor>::iterator visitor, util::Result<Runner::Outcome> outcome);

    net::EventLoop& m_loop;
    const Proc m_self;
    const util::Duration m_handshakeLimit;
    std::unique_ptr<net::TcpListener> m_listener;
    Expectation m_expectation;
    OnLauncher m_onLauncher;
    std::list<Visitor> m_visitors;
};

} // namespace dbgr::pmix
