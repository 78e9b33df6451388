// SPDX-License-Identifier: GPL-3.0-or-later
// A front end as far as a daemon can see, with a real dbgd that it starts: listens, speaks TLS and dbgwire, keeps all
// events. Calls block, with limits. Thread: the test's; what it does inside runs on a loop of its own.
#pragma once

#include "dbgwire/channel.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "net/secret.h"
#include "net/tcp_listener.h"

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

class FrontEnd
{
public:
    FrontEnd();
    ~FrontEnd();

    /// Starts bin/dbgd, which is told to attach to these. \return whether it could be started
    bool startDaemon(const std::vector<std::pair<util::Rank, util::Pid>>& ranks);
    /// Between these, a daemon that calls is told nothing.
    void holdOrder();
    void giveOrder();
    [[nodiscard]] util::Pid daemonPid() const { return m_daemonPid; }
    [[nodiscard]] bool daemonRuns();
    void signalDaemon(int number);
    /// The connection ends, as when the front end dies.
    void hangUp();

    [[nodiscard]] bool connected();
    [[nodiscard]] dbgwire::Hello hello();
    util::Result<debug::EngineReply> ask(const util::RankSet& ranks, debug::EngineRequest request);
    /// The daemon reads all of them before it does anything.
    std::vector<util::Result<debug::EngineReply>> askAtOnce(const util::RankSet& ranks,
                                                            const std::vector<debug::EngineRequest>& requests);

    /// All ranks that events of kind E were about so far.
    template <class E>
    [[nodiscard]] util::RankSet ranksOf()
    {
        util::RankSet ranks;
        for (const E& event : eventsOf<E>())
            ranks |= event.ranks;
        return ranks;
    }
    template <class E>
    [[nodiscard]] std::vector<E> eventsOf()
    {
        std::vector<E> found;
        onLoop([&] {
            for (const debug::DaemonEvent& event : m_events)
                if (const E* one = std::get_if<E>(&event))
                    found.push_back(*one);
        });
        return found;
    }
    /// Ranks that have stopped for this reason since clearEvents().
    [[nodiscard]] util::RankSet stopped(debug::StopReason reason);
    void clearEvents();

    /// The secret as the daemon's environment has it.
    [[nodiscard]] std::string secretText() const { return m_secret.hex(); }

private:
    void onLoop(const std::function<void()>& task);
    void accept(std::unique_ptr<net::ByteStream> stream);

    net::Secret m_secret;
    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<net::TcpListener> m_listener;
    std::unique_ptr<dbgwire::Channel> m_channel;
    std::unique_ptr<net::ChildProcess> m_daemon;
    util::Pid m_daemonPid;
    debug::AttachOrder m_order; // loop
    bool m_orderHeld = false;   // loop
    std::vector<debug::DaemonEvent> m_events;
};

} // namespace dbgr::test
