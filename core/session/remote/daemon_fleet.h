// SPDX-License-Identifier: BSD-3-Clause
// The daemons of a job: has the launcher co-spawn one a node, takes their calls, splits commands among them and folds
// their answers into one, and notices when one is gone.
// Flow: spawn() -> calls -> mayAttach() -> hellos (NodeJoined) -> RanksAttached... -> JobAttached -> submit()... ->
// dismiss() -> gone. Thread: net.
#pragma once

#include "dbgwire/channel.h"
#include "debug/engine_request.h"
#include "net/event_loop.h"
#include "net/secret.h"
#include "net/tcp_listener.h"
#include "pmix/tool/tool.h"
#include "session/backend_event.h"
#include "session/remote/daemon_roster.h"
#include "session/remote/remote_config.h"
#include "util/ids.h"
#include "util/lifetime.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::session {

class DaemonFleet
{
public:
    /// From the leave to attach until every node has called, and until it has said what became of each of its ranks.
    static constexpr std::chrono::seconds kDaemonsMayTake{30};
    static constexpr std::chrono::seconds kAttachMayTake{120};
    /// Callers that may wait at the door at once; each has a few seconds to prove that it knows the secret.
    static constexpr std::size_t kMaxCallers = 4096;

    struct Callbacks
    {
        std::function<void(BackendEvent)> tell;
        /// What became of every rank is known; JobAttached has been emitted.
        std::function<void()> attached;
        /// The daemons cannot be had; nothing follows but gone().
        std::function<void(util::Error)> failed;
        /// Every rank that was attached has ended, or is not ours any more.
        std::function<void()> ranksGone;
        /// After dismiss(): no daemon is left.
        std::function<void()> gone;
    };
    using Done = std::function<void(util::Result<debug::EngineReply>)>;

    DaemonFleet(net::EventLoop& loop, pmix::Tool& tool, RemoteConfig config, Callbacks callbacks);
    ~DaemonFleet();

    /// Starts listening and has the launcher start the daemons.
    void spawn(const JobLaunched& job);
    /// The ranks are ready for it: lets the daemons that have called, or will, attach.
    void mayAttach();
    /// Asks the daemons of the ranks; `done` gets all answers as one. Ranks without a daemon are failures in it.
    void submit(debug::EngineCommand command, util::Duration deadline, Done done);
    /// Hangs up on every daemon: each detaches from what it still has, and ends.
    void dismiss();
    /// A job of the launcher ended: that of the daemons, perhaps.
    void onJobEnd(const std::string& nspace);

    /// Those that are attached, and neither ended nor let go.
    [[nodiscard]] const util::RankSet& ranks() const { return m_roster.ours(); }
    /// What became of each rank is known: JobAttached was emitted.
    [[nodiscard]] bool attachTold() const { return m_attachTold; }

private:
    struct Node;
    struct Gathering;
    [[nodiscard]] util::Result<void> listen(bool onlyThisNode);
    [[nodiscard]] pmix::SpawnRequest spawnRequest(std::size_t nodes) const;
    void onSpawned(util::Result<pmix::SpawnReply> reply);
    void onCaller(std::unique_ptr<net::ByteStream> stream);
    void talkTo(std::unique_ptr<net::ByteStream> stream);
    void onHello(Node& node, const dbgwire::Hello& hello);
    void onDaemonEvent(Node& node, debug::DaemonEvent event);
    void onNodeClosed(Node& node, const util::Result<void>& why);
    void afterChange();
    void checkDaemonsLive();
    void fail(util::Error error);

    net::EventLoop& m_loop;
    pmix::Tool& m_tool;
    RemoteConfig m_config;
    Callbacks m_callbacks;
    DaemonRoster m_roster;
    std::optional<net::Secret> m_secret;
    std::unique_ptr<net::TcpListener> m_listener;
    std::string m_addresses; ///< where daemons are to call: "10.0.0.1:4711,10.1.0.1:4711"
    std::vector<std::unique_ptr<net::ByteStream>> m_waiting; ///< callers that must wait for mayAttach()
    std::vector<std::unique_ptr<Node>> m_nodes;
    util::NodeId m_nextNode{0};
    std::string m_jobNspace;
    std::string m_nspace; ///< of the daemons' job, once the launcher has said it
    std::set<std::string> m_endedJobs;
    bool m_attachAllowed = false;
    bool m_attachTold = false;
    bool m_over = false;
    util::Subscription m_patience;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
