// SPDX-License-Identifier: BSD-3-Clause
// The daemons of a job: has one started on each node, takes their calls, tells them what to attach to, splits commands
// among them and folds their answers into one, and notices when one is gone.
// Flow: open() [daemons may call from here on] -> setJob() -> start() -> mayAttach() -> RanksAttached... -> JobAttached
// -> submit()... -> dismiss() -> gone. A daemon that has called and whose host is the job's is told as NodeJoined.
// Thread: net.
#pragma once

#include "dbgwire/channel.h"
#include "dbgwire/rank_source.h"
#include "debug/engine_request.h"
#include "net/event_loop.h"
#include "net/secret.h"
#include "net/tcp_listener.h"
#include "session/backend_event.h"
#include "session/remote/daemon_roster.h"
#include "session/remote/daemon_starter.h"
#include "session/remote/local_daemon.h"
#include "session/remote/push/daemon_push.h"
#include "session/remote/rank_routes.h"
#include "session/remote/remote_config.h"
#include "util/ids.h"
#include "util/lifetime.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
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
    /// The first, where programs have to be packed, brought there and unpacked before.
    static constexpr std::chrono::seconds kPushedDaemonsMayTake{300};
    /// Callers that may wait at the door at once; each has a few seconds to prove that it knows the secret.
    static constexpr std::size_t kMaxCallers = 4096;

    struct Callbacks
    {
        std::function<void(BackendEvent)> tell;
        /// A daemon found ranks by itself; perhaps before there is a job.
        std::function<void(const std::string& host, const debug::RanksFound&)> ranksFound = {};
        /// What became of every rank is known; JobAttached has been emitted.
        std::function<void()> attached;
        /// The daemons cannot be had; nothing follows but gone().
        std::function<void(util::Error)> failed;
        /// Every rank that was attached has ended, or is not ours any more.
        std::function<void()> ranksGone;
        /// After dismiss(): no daemon is left.
        std::function<void()> gone;
        /// One that was to serve a job that is not there yet has gone.
        std::function<void(const std::string& host, const std::string& why)> callerLost = {};
    };
    using Done = std::function<void(util::Result<debug::EngineReply>)>;
    /// What has been answered by some nodes, and the ranks of the others.
    using Partly = std::function<void(debug::EngineReply, util::RankSet awaited)>;
    /// So long all nodes may take before what some have answered is told; then twice as long, and so on.
    static constexpr std::chrono::milliseconds kPartsAfter{500};
    /// For a node to say what it has done of a request that is cancelled.
    static constexpr std::chrono::seconds kCancelMayTake{3};

    DaemonFleet(net::EventLoop& loop, RemoteConfig config, dbgwire::RanksFrom ranksFrom, Callbacks callbacks);
    ~DaemonFleet();

    /// Listens, and says what daemons are to be started with. Once: later calls yield what the first did.
    /// \param onlyThisNode no daemon will be on another one
    /// \errors LaunchErrc::DaemonMissing; those of listening
    [[nodiscard]] util::Result<DaemonCommand> open(bool onlyThisNode);
    /// The job is known. Daemons that have called serve it, or are sent home.
    /// \param only of its ranks, those that are to be debugged; the others are none of ours
    void setJob(const JobLaunched& job, const std::optional<util::RankSet>& only);
    /// Ranks run on as soon as they are attached to. Before mayAttach().
    void keepRunning() { m_keepRunning = true; }
    /// Ranks of this node that have ended, and left these; the others are processes. Before mayAttach().
    void setCores(std::vector<debug::LocalCore> cores);
    /// Has the daemons started, after open() if that was not called. \pre setJob() \param starter lives as long as we
    void start(DaemonStarter& starter);
    /// The ranks are ready for it: orders the daemons that have called, or will, to attach. \pre setJob()
    void mayAttach();
    /// Has daemons started where ranks are lost, and these attached to: AttachFailed, RanksAttached; then
    /// AttachedAgain. \pre attachTold(); start() was called
    void attachAgain();
    /// Asks the daemons of the ranks; `done` gets all answers as one. Ranks without a daemon are failures in it.
    /// \param partly where some nodes take long, what the others say, perhaps several times before `done`
    /// \return by which cancel() names it
    util::RequestId submit(const debug::EngineCommand& command, util::Duration deadline, Done done,
                           Partly partly = nullptr);
    /// Has daemons end a request: `done` gets what was answered by then, and debug::Errc::Cancelled for the ranks of
    /// which nothing was. Of no effect once it is done.
    void cancel(util::RequestId request);
    /// Hangs up on every daemon: each detaches from what it still has, and ends.
    void dismiss();

    /// Those that are attached, and neither ended nor let go.
    [[nodiscard]] const util::RankSet& ranks() const { return m_roster.ours(); }
    /// Those that were ours until their daemon, or what held them, broke down.
    [[nodiscard]] const util::RankSet& lostRanks() const { return m_roster.lost(); }
    [[nodiscard]] std::string placesOf(const util::RankSet& ranks) const { return m_roster.placesOf(ranks); }
    /// What became of each rank is known: JobAttached was emitted.
    [[nodiscard]] bool attachTold() const { return m_attachTold; }

private:
    struct Node;
    struct Asked;
    [[nodiscard]] util::Result<void> listen(bool onlyThisNode);
    [[nodiscard]] DaemonCommand commandFor(dbgwire::RanksFrom ranksFrom) const;
    [[nodiscard]] std::chrono::seconds daemonsMayTake() const
    {
        return m_push ? kPushedDaemonsMayTake : kDaemonsMayTake;
    }
    void onAnswer(util::RequestId request, util::NodeId node, util::Result<debug::EngineReply> reply);
    void onAnswers(util::RequestId request);
    void tellParts(util::RequestId request, util::Duration next);
    void onCaller(std::unique_ptr<net::ByteStream> stream);
    void onHello(Node& node, const dbgwire::Hello& hello);
    void join(Node& node);
    void order(Node& node);
    void awaitTheRest();
    void startFirst();
    void startAgain(DaemonStarter& starter, const std::vector<std::string>& hosts);
    void giveUpMissing(const std::vector<std::string>& hosts, const util::Error& why);
    void onDaemonEvent(Node& node, debug::DaemonEvent event);
    void onLink(const Node& node, dbgwire::LinkState state);
    void onNodeClosed(Node& node, const util::Result<void>& why);
    void tellLost(const Node& node, const util::RankSet& ranks, const util::Result<void>& why);
    void warn(const util::Error& error);
    void afterChange();
    void tellAttachedAgain();
    void onStartFailed(util::Error error);
    void fail(util::Error error);

    net::EventLoop& m_loop;
    RemoteConfig m_config;
    const dbgwire::RanksFrom m_ranksFrom;
    Callbacks m_callbacks;
    DaemonRoster m_roster;
    DaemonStarter* m_starter = nullptr;
    LocalDaemon m_here{m_loop}; ///< where ranks of this node are attached to again
    util::RankSet m_again;      ///< that are being attached to after they were lost
    std::uint64_t m_starts = 0;
    std::optional<util::RankSet> m_only;
    std::vector<debug::LocalCore> m_cores;
    std::optional<net::Secret> m_secret;
    std::unique_ptr<net::TcpListener> m_listener;
    std::optional<DaemonPush> m_push; ///< for nodes that have no daemon
    std::string m_addresses;          ///< where daemons are to call: "10.0.0.1:4711,10.1.0.1:4711"
    std::map<std::uint64_t, std::unique_ptr<Node>> m_nodes; ///< by the number of their call
    std::uint64_t m_calls = 0;
    std::map<util::NodeId, Node*> m_joined; ///< of these, the ones that serve the job
    RankRoutes m_routes;                    ///< to these
    util::NodeId m_nextNode{0};
    std::map<util::RequestId, std::unique_ptr<Asked>> m_asked;
    util::RequestId m_lastRequest;
    std::set<std::string> m_warnings; ///< that were told; many nodes have the same
    std::optional<util::Error>
        m_startFailed; ///< while a caller was there, who may yet turn out to be no daemon of ours
    bool m_keepRunning = false;
    bool m_jobKnown = false;
    bool m_attachAllowed = false;
    bool m_attachTold = false;
    bool m_over = false;
    util::Subscription m_patience;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
