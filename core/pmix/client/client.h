// SPDX-License-Identifier: BSD-3-Clause
// A process that uses PMIx: a client, or a tool with the whole of the client interfaces. Reaches its servers, keeps
// what it learns, and asks them the rest. Under the C functions; Tool is the face for a debugger.
//
// Thread: the loop's, callbacks as well. A callback never runs inside the call that was given it, and none runs once
// the Client is destroyed. Requests wait as long as the server takes, unless they have a PMIX_TIMEOUT: the Standard has
// no other limit.
// \std PMIx 5.0, "Client Initialization and Finalization" and the chapters behind it
#pragma once

#include "net/event_loop.h"
#include "pmix/client/event_chain.h"
#include "pmix/client/launchers.h"
#include "pmix/client/local_store.h"
#include "pmix/handshake/environment.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/ops/abort.h"
#include "pmix/ops/allocation.h"
#include "pmix/ops/connect.h"
#include "pmix/ops/credential.h"
#include "pmix/ops/event.h"
#include "pmix/ops/fabric.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/group.h"
#include "pmix/ops/info_reply.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/log.h"
#include "pmix/ops/monitor.h"
#include "pmix/ops/query.h"
#include "pmix/ops/resolve.h"
#include "pmix/ops/session_control.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/launcher_service.h"
#include "pmix/session/event_interest.h"
#include "pmix/session/io_router.h"
#include "pmix/session/server_link.h"
#include "pmix/tool/connector.h"
#include "pmix/tool/tool_config.h"
#include "util/lifetime.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::pmix {

class Client
{
public:
    template <class T>
    using Done = std::function<void(util::Result<T>)>;

    Client(net::EventLoop& loop, ToolConfig config);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // ---- Reaching servers. Done means: handshake passed, job information fetched. The first server is the primary
    // one, to which all requests go.

    /// As a client of the server that started this process; waits where it was asked to stop in init.
    /// \errors those of Connector \std PMIx_Init, PMIX_DEBUG_STOP_IN_INIT
    void connectAsClient(SpawnedIdentity identity, Done<void> done);
    /// The same as a tool that a server has started.
    void connectAsSpawnedTool(SpawnedIdentity identity, Done<void> done);
    /// As a tool; `done` has the server's name. \std PMIx_tool_init, PMIx_tool_attach_to_server
    void attach(const ServerSelection& selection, const ConnectRetry& retry, bool makePrimary, Done<Proc> done);
    /// Goes on without a server, under this name. \std PMIX_TOOL_DO_NOT_CONNECT; a process that nobody has launched
    void stayAlone(Proc self);
    /// \errors Status::ErrNotFound, ::ErrUnreach \std PMIx_tool_disconnect
    util::Result<void> detach(const Proc& server);
    /// Has launchers that this process starts come to it: from now on spawn() without a server starts one, and there is
    /// PMIX_MYSERVER_URI. Launchers that come are servers, and held until they are released.
    /// \errors those of Launchers::open() \std PMIX_LAUNCHER, "Indirect launch"
    util::Result<void> openForLaunchers();
    /// Requests that have no other server go over this connection, to the server that this process is itself. It brings
    /// no events: a server's own are raised.
    void useOwnServer(std::unique_ptr<Connection> connection);
    /// Waits for the connection with that server within `retry.limit`. \errors Status::ErrUnreach
    /// \std PMIx_tool_set_server
    void setPrimary(const Proc& server, const ConnectRetry& retry, Done<void> done);
    /// The primary one first. \std PMIx_tool_get_servers
    [[nodiscard]] std::vector<Proc> servers() const;
    /// Of the primary server; null while there is none.
    [[nodiscard]] const Peer* server() const;

    [[nodiscard]] const Proc& self() const { return m_self; }
    [[nodiscard]] LocalStore& store() { return m_store; }
    /// Says goodbye to all servers, and closes. \std PMIx_Finalize, PMIx_tool_finalize
    void finalize(std::function<void()> done);

    // ---- Data

    /// \std PMIx_Commit
    void commit(Done<void> done);
    /// Without a process: all of our own namespace. \std PMIx_Fence
    void fence(CollectiveRequest request, Done<void> done);
    /// What is known here, else what the server knows or gets to know. Without a key: an array of all.
    /// \errors Status::ErrNotFound, ::ErrTimeout; those of a request \std PMIx_Get
    void get(GetRequest request, Done<Value> done);
    /// \std PMIx_Publish, PMIx_Lookup, PMIx_Unpublish
    void publish(std::vector<Info> infos, Done<void> done);
    void lookup(std::vector<std::string> keys, std::vector<Info> infos, Done<std::vector<PublishedData>> done);
    void unpublish(std::vector<std::string> keys, std::vector<Info> infos, Done<void> done);

    // ---- Processes

    /// \std PMIx_Connect, PMIx_Disconnect
    void connect(CollectiveRequest request, Done<void> done);
    void disconnect(CollectiveRequest request, Done<void> done);
    /// \std PMIx_Spawn
    void spawn(SpawnRequest request, Done<SpawnReply> done);
    /// \std PMIx_Abort
    void abort(AbortRequest request, Done<void> done);
    /// \std PMIx_Resolve_peers; `nspace` empty: any
    void resolvePeers(NullableString node, std::string nspace, Done<std::vector<Proc>> done);
    /// Names of nodes, separated by commas. \std PMIx_Resolve_nodes
    void resolveNodes(std::string nspace, Done<std::string> done);
    /// The reply has the members and, where one was asked for, the context id. \std PMIx_Group_construct
    void constructGroup(GroupRequest request, Done<GroupReply> done);
    /// \std PMIx_Group_destruct, PMIx_Group_leave
    void destructGroup(GroupRequest request, Done<void> done);
    void leaveGroup(GroupRequest request, Done<void> done);

    // ---- Requests to the host. Errors: Status::ErrUnreach, ::ErrTimeout, ::ErrLostConnection, the server's own.

    /// What the job information answers is not asked for. \std PMIx_Query_info
    void query(std::vector<Query> queries, Done<QueryReply> done);
    void log(LogRequest request, Done<void> done);
    void jobControl(JobControlRequest request, Done<InfoReply> done);
    void monitor(MonitorRequest request, Done<InfoReply> done);
    void heartbeat();
    void allocate(AllocationRequest request, Done<InfoReply> done);
    void registerFabric(std::vector<Info> directives, Done<InfoReply> done);
    void updateFabric(std::uint64_t index, Done<InfoReply> done);
    void controlSession(SessionControlRequest request, Done<InfoReply> done);
    void getCredential(std::vector<Info> infos, Done<Credential> done);
    void validateCredential(Credential credential, Done<InfoReply> done);

    // ---- Events

    /// Which processes an event is to be about is looked at here, and no server is told: its filter for a code would
    /// stand between a second handler of that code and the events that it waits for.
    /// \errors those of EventChain::add(); a server's refusal \std PMIx_Register_event_handler
    void registerEvents(EventHandler handler, Done<EventHandler::Id> done);
    /// \errors Status::ErrNotFound \std PMIx_Deregister_event_handler
    util::Result<void> deregisterEvents(EventHandler::Id id);
    /// Tells the server, unless the range is PMIX_RANGE_PROC_LOCAL, and our own handlers. \std PMIx_Notify_event
    void notify(EventNotice notice, Done<void> done);
    /// An event for our own handlers alone.
    void raise(Event event);

    // ---- Input and output

    /// \return the number that deliveries will have; `done` has that for deregisterIo() \std PMIx_IOF_pull
    std::uint64_t pullIo(std::vector<Proc> sources, std::vector<Info> directives, IofChannels channels,
                         IoRouter::Handler handler, Done<IoPull> done);
    void deregisterIo(IoPull pull, Done<void> done);
    void onUnaskedIo(IoRouter::Handler handler) { m_io.setUnasked(std::move(handler)); }
    /// Empty bytes end the input. More than kMaxPushBytes go piece by piece. \std PMIx_IOF_push
    void pushIo(IoPushRequest request, Done<void> done);

private:
    /// A connection with a server, for as long as it lasts.
    struct Server
    {
        Server(net::EventLoop& loop, util::Duration limit) : link(loop, limit) {}
        ServerLink link;
        Proc name;
        std::optional<LauncherService> service; ///< of a launcher that came to us
    };
    using Servers = std::vector<std::unique_ptr<Server>>;

    void connectAs(bool client, SpawnedIdentity identity, Done<void> done);
    [[nodiscard]] std::unique_ptr<Server> hold(std::unique_ptr<Connection> connection);
    Server& adopt(std::unique_ptr<Connection> connection, bool makePrimary);
    [[nodiscard]] Servers::iterator findServer(const Proc& name);
    void awaitServer(const Proc& name, const ConnectRetry& retry, Done<Proc> done);
    void takeRequest(Server& server, Tag tag, std::string_view body);
    void launcherCame(std::unique_ptr<Connection> connection, std::vector<Info> directives);
    void launcherIsHeld(const Server& launcher);
    void launcherEnded(const Proc& launcher, net::ExitStatus how);
    void lost(const Proc& server, const util::Error& why);
    void fetchJobInfo(Server& server, Done<void> done);
    void stopInInit(Done<void> done);
    [[nodiscard]] bool hasToStopInInit() const;

    /// Asks the primary server.
    template <class T, class Encode, class Decode>
    void ask(const char* what, ServerLink::Limit limit, Encode encode, Decode decode, Done<T> done);
    template <class T>
    void later(Done<T> done, util::Result<T> result);

    void takeEvent(WireFormat format, std::string_view body);
    void tellServer(ServerLink& link, const EventInterest::Change& change, Done<void> done);
    void forgetEvents(const std::vector<Status>& codes);
    [[nodiscard]] EventChain::Done keepUnlessHandled(const Event& event);
    void askForValue(GetRequest request, Done<Value> done);
    void pushNext(std::shared_ptr<IoPushRequest> rest, Done<void> done);
    [[nodiscard]] bool concernsUs(const EventNotice& notice) const;

    net::EventLoop& m_loop;
    const ToolConfig m_config;
    Proc m_self;
    LocalStore m_store;
    std::unique_ptr<Connector> m_connector;
    ServerLink m_own;   // what is asked while there is no other server: this process, if it is one
    Servers m_servers;  // the primary one first
    Servers m_arriving; // launchers that have not asked for their directives yet
    std::unique_ptr<Launchers> m_launchers;
    EventChain m_events;
    EventInterest m_interest;
    std::vector<Event> m_unheard; // nobody who has registered had to do with them
    IoRouter m_io;
    std::map<std::uint64_t, util::Subscription> m_waits; // for servers that are to become the primary one
    std::uint64_t m_nextWait = 0;
    std::map<std::string, std::vector<Proc>> m_groups; // that we are in, with their members
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
