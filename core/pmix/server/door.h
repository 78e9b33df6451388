// SPDX-License-Identifier: BSD-3-Clause
// Where peers come in: a listener on the loopback interface, the handshakes that are under way, and the proof of whose
// process a peer is. Who is welcome its owner decides. Before the connection in a message's way. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_listener.h"
#include "pmix/handshake/server_handshake.h"
#include "pmix/handshake/server_uri.h"
#include "pmix/server/requester.h"
#include "pmix/session/connection.h"
#include "pmix/session/handshake_runner.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace dbgr::pmix {

/// One that passed the handshake.
struct Entrant
{
    Requester requester;
    std::unique_ptr<Connection> connection; ///< not started yet
};

class Door
{
public:
    struct Limits
    {
        util::Duration handshake{};
        std::size_t handshakes = 16; ///< at once; more are cut off
    };
    struct Keeper
    {
        /// Whether processes of this user have any business here. Asked when there is a crowd.
        std::function<bool(std::uint32_t uid)> knowsUser;
        /// The user whose processes may come in as what this peer says that it is.
        std::function<std::uint32_t(const ConnectMessage& hello)> userFor;
        /// The name under which the peer, whose user is right, comes in (its own if it brought one), or why not.
        std::function<void(const Requester& visitor, const ConnectMessage& hello, Answer<Proc> answer)> admit;
        std::function<void(Entrant entrant)> enter;
    };

    /// Listens at 127.0.0.1, at a port that the system chooses. \errors those of net::TcpListener
    [[nodiscard]] static util::Result<std::unique_ptr<Door>> open(net::EventLoop& loop, Proc self, Limits limits,
                                                                  Keeper keeper);

    /// "nspace.rank;tcp4://127.0.0.1:port"
    [[nodiscard]] std::string uri() const;
    /// For a connection that came another way.
    [[nodiscard]] PeerId newId() { return m_lastId = m_lastId.next(); }

private:
    using Runner = HandshakeRunner<ServerHandshake>;

    Door(net::EventLoop& loop, Proc self, Limits limits, Keeper keeper);
    void greet(std::unique_ptr<net::ByteStream> stream);
    /// Whether there is room for a connection from there: strangers, who would be refused later, must not take it all.
    [[nodiscard]] bool hasRoomFor(const std::string& peerAddress) const;
    void judge(PeerId id, const ConnectMessage& hello);
    /// Whose process it is. \errors Status::ErrInvalidCred, ErrNotSupported
    [[nodiscard]] util::Result<UserIds> identify(const std::string& peerAddress, const ConnectMessage& hello) const;
    void finish(PeerId id, util::Result<Runner::Outcome> outcome);

    struct Visitor
    {
        std::unique_ptr<Runner> runner;
        UserIds ids;
    };

    net::EventLoop& m_loop;
    const Proc m_self;
    const Limits m_limits;
    const Keeper m_keeper;
    std::unique_ptr<net::TcpListener> m_listener;
    PeerId m_lastId;
    std::map<PeerId, Visitor> m_visitors;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
