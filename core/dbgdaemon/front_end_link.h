// SPDX-License-Identifier: BSD-3-Clause
// The way from a daemon to its front end: finds the address that answers, proves the secret, says hello.
// Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/daemon_environment.h"
#include "dbgwire/channel.h"
#include "net/event_loop.h"
#include "net/tcp_connect.h"

#include <chrono>
#include <functional>
#include <memory>

namespace dbgr::daemon {

/// Flow: start() -> one address after the other, over and over, until one of them says hello -> onHello -> onAttach
/// -> commands, events -> onEnd. Between hello and order any time may pass; heartbeats show that the front end lives.
class FrontEndLink
{
public:
    struct Handlers
    {
        std::function<void()> onHello;
        std::function<void(debug::AttachOrder)> onAttach;
        std::function<void(util::RequestId, debug::EngineCommand, dbgwire::Channel::Respond)> onCommand;
        std::function<void(util::RequestId)> onCancel; ///< of a command, or one that was answered
        /// The front end is gone, or could not be reached. Once; not after close().
        std::function<void(util::Error)> onEnd;
    };

    /// Until an address answers.
    static constexpr std::chrono::seconds kReachLimit{15};
    /// For one address.
    static constexpr std::chrono::seconds kConnectLimit{3};
    /// For the handshake; many daemons may call a front end at once.
    static constexpr std::chrono::seconds kHandshakeLimit{30};
    /// A connection that lasted this long was one to our front end: it is worth as many attempts as the first.
    static constexpr std::chrono::seconds kLasting{5};
    static constexpr std::chrono::milliseconds kBetweenAttempts{100};
    /// A front end that says nothing may be suspended, or its network cut: it finds us as it left us when it comes
    /// back. After so long it is gone, as its host may be, and nobody else lets ranks go that stand. No limit that
    /// users give to our silence is longer (launchers::kMostLostAfter).
    static constexpr std::chrono::hours kPatience{1};

    FrontEndLink(net::EventLoop& loop, DaemonEnvironment environment, Handlers handlers)
        : m_loop(loop), m_environment(std::move(environment)), m_handlers(std::move(handlers))
    {}

    void start(dbgwire::Hello hello);
    /// Of no effect while there is no front end.
    void tell(const debug::DaemonEvent& event);
    /// After what was told before.
    void close();

private:
    void tryNext();
    void onConnected(util::Result<std::unique_ptr<net::ByteStream>> stream);
    void openChannel(std::unique_ptr<net::ByteStream> stream);
    void onChannelClosed(const util::Result<void>& why);
    void retry(util::Error why);
    void end(util::Error why);

    net::EventLoop& m_loop;
    const DaemonEnvironment m_environment;
    const Handlers m_handlers;
    dbgwire::Hello m_hello;
    std::size_t m_next = 0; // of the addresses
    bool m_greeted = false;
    bool m_over = false;
    util::TimePoint m_giveUp;
    util::TimePoint m_opened;
    util::Subscription m_attempt;
    std::unique_ptr<dbgwire::Channel> m_channel;
};

} // namespace dbgr::daemon
