// SPDX-License-Identifier: GPL-3.0-or-later
// A client or tool of a server under test, as raw as a test needs it: knocks with any connect message, sends any
// request, keeps what comes. Real sockets, on the test's loop. Thread: the test's.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_connect.h"
#include "pmix/handshake/server_uri.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/ops/event.h"
#include "pmix/ops/iof.h"
#include "pmix/session/connection.h"
#include "pmix/session/handshake_runner.h"
#include "tests/support/net/run_until.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

/// What a peer of our user says of itself.
inline pmix::ConnectMessage helloAs(pmix::PeerRole role, pmix::Proc proc = {}, std::string version = "5.0.7",
                                    pmix::WireFormat format = {})
{
    pmix::ConnectMessage hello;
    hello.role = role;
    hello.ids = pmix::UserIds::ofThisProcess();
    hello.proc = std::move(proc);
    hello.version = std::move(version);
    hello.format = format;
    return hello;
}

class ServerPeer
{
public:
    using Runner = pmix::HandshakeRunner<pmix::ToolHandshake>;

    ServerPeer(net::EventLoop& loop, const std::string& uri, pmix::ConnectMessage hello) : m_loop(loop)
    {
        using namespace std::chrono_literals;
        const pmix::ServerUri where = pmix::parseServerUri(uri).value();
        const auto address = net::Address::fromHost(where.host, where.port).value();
        m_connecting = net::connectTcp(
            loop, address, 5s, [this, hello = std::move(hello)](util::Result<std::unique_ptr<net::ByteStream>> stream) {
                const pmix::WireFormat format = hello.format;
                m_runner = std::make_unique<Runner>(
                    m_loop, *std::move(stream), pmix::ToolHandshake(hello), 5s,
                    [this, format](util::Result<Runner::Outcome> outcome) { finish(format, std::move(outcome)); });
            });
    }

    /// Runs the loop until the handshake is over. \return whether we are in
    bool enter()
    {
        (void)runUntil(m_loop, [&] { return done; });
        return connection != nullptr;
    }
    /// Asks, and runs the loop until the answer is there.
    util::Result<std::string> ask(const util::Result<std::string>& request)
    {
        using namespace std::chrono_literals;
        std::optional<util::Result<std::string>> reply;
        connection->request("asking", request.value(), 5s, [&](util::Result<std::string_view> body) {
            reply = body ? util::Result<std::string>(std::string(*body)) : util::fail(body.error());
        });
        (void)runUntil(m_loop, [&] { return reply.has_value(); });
        return reply.value_or(util::fail(pmix::Status::ErrTimeout, "no answer"));
    }

    bool done = false;
    std::error_code refusal;
    pmix::Proc self;   ///< as the server named us
    pmix::Proc server; ///< as it names itself
    std::unique_ptr<pmix::Connection> connection;
    std::vector<pmix::Event> events;
    std::vector<pmix::IoDelivery> output;
    bool lost = false;

private:
    void finish(pmix::WireFormat format, util::Result<Runner::Outcome> outcome)
    {
        m_loop.post([runner = std::shared_ptr<Runner>(std::move(m_runner))] {}); // it is on the stack below us
        done = true;
        if (!outcome) {
            refusal = outcome.error().code;
            return;
        }
        self = outcome->handshake.self();
        server = outcome->handshake.server();
        connection =
            std::make_unique<pmix::Connection>(m_loop, std::move(outcome->stream), std::move(outcome->surplus), format,
                                               pmix::ConnectionRole::Connector, pmix::Peer{server, {}, {}});
        pmix::Connection::Handlers handlers;
        handlers.onEvent = [this, format](std::string_view body) {
            events.push_back(pmix::decodeEvent(format, body).value());
        };
        handlers.onIo = [this, format](std::string_view body) {
            output.push_back(pmix::decodeIofDelivery(format, body).value());
        };
        handlers.onRequest = [](pmix::Tag, std::string_view) {};
        handlers.onClosed = [this](const util::Error&) { lost = true; };
        connection->start(std::move(handlers));
    }

    net::EventLoop& m_loop;
    util::Subscription m_connecting;
    std::unique_ptr<Runner> m_runner;
};

} // namespace dbgr::test
