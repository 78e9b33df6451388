// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/server_impl.h"

#include "pmix/ops/reply.h"
#include "pmix/server/client_environment.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// Whether the role is one of processes that a server has started.
bool isStartedRole(PeerRole role)
{
    return role == PeerRole::Client || role == PeerRole::ToolSpawned || role == PeerRole::LauncherSpawned;
}

/// The range of an event came with 4.0; older peers stumble over it.
constexpr int kFirstMajorWithEventRange = 4;

} // namespace

util::Result<std::unique_ptr<Server>> Server::create(net::EventLoop& loop, ServerConfig config, ServerHost& host)
{
    auto server = std::make_unique<ServerImpl>(loop, std::move(config), host);
    DBGR_TRY(server->open());
    return server;
}

ServerImpl::ServerImpl(net::EventLoop& loop, ServerConfig config, ServerHost& host)
    : m_loop(loop), m_config(std::move(config)), m_hostName(rendezvousHostName()), m_host(host),
      m_services(
          loop, host, m_config,
          [this](PeerId to, const Event& event, std::optional<DataRange> range) { deliverEvent(to, event, range); },
          [this](PeerId to, const IoDelivery& delivery) { deliverIo(to, delivery); }),
      m_dispatch(m_services, host, m_config.self, [this](const Requester& who) { finalized(who.id); }),
      m_flow(loop, [&host](bool hold) { host.holdOutput(hold); })
{}

util::Result<void> ServerImpl::open()
{
    Door::Keeper keeper;
    keeper.knowsUser = [this](std::uint32_t uid) { return knowsUser(uid); };
    keeper.userFor = [this](const ConnectMessage& hello) { return userFor(hello); };
    keeper.admit = [this](const Requester& visitor, const ConnectMessage& hello, const Answer<Proc>& answer) {
        admit(visitor, hello, answer);
    };
    keeper.enter = [this](Entrant entrant) {
        const bool isProcess = jobOf(entrant.requester.role, entrant.requester.proc()) != nullptr;
        enter(std::move(entrant.requester), std::move(entrant.connection), isProcess);
    };
    DBGR_TRY(m_door, Door::open(m_loop, m_config.self, Door::Limits{m_config.handshakeLimit, m_config.maxHandshakes},
                                std::move(keeper)));
    m_services.queries.setUri(m_door->uri());
    DBGR_TRY(m_files, RendezvousFiles::write(m_config.rendezvous, m_config.self, m_door->uri(), m_hostName));
    return util::ok();
}

// ---- Who is let in

const JobRecord* ServerImpl::jobOf(PeerRole role, const Proc& proc) const
{
    const bool mayBeProcess = isStartedRole(role) || role == PeerRole::Singleton;
    return mayBeProcess ? m_services.jobs.find(proc.nspace) : nullptr;
}

bool ServerImpl::knowsUser(std::uint32_t uid) const
{
    const auto jobs = m_services.jobs.nspaces();
    return uid == ::geteuid() ||
           std::ranges::any_of(jobs, [&](const auto& nspace) { return m_services.jobs.find(nspace)->uid == uid; });
}

std::uint32_t ServerImpl::userFor(const ConnectMessage& hello) const
{
    const JobRecord* job = jobOf(hello.role, hello.proc);
    return job == nullptr ? ::geteuid() : job->uid;
}

void ServerImpl::admit(const Requester& visitor, const ConnectMessage& hello, const Answer<Proc>& answer)
{
    if (m_peers.size() >= m_config.maxPeers)
        return answer(util::fail(Status::ErrOutOfResource, "this PMIx server has too many connections"));
    if (const JobRecord* job = jobOf(hello.role, hello.proc))
        return answer(admitProcess(*job, hello.proc));
    if (isStartedRole(hello.role))
        return answer(util::fail(Status::ErrNotFound, "\"" + toString(hello.proc) + "\" is of no job of this server"));
    if (m_services.jobs.find(hello.proc.nspace) != nullptr)
        return answer(util::fail(Status::ErrNoPermissions,
                                 "a tool takes the name \"" + toString(hello.proc) + "\", which is that of a process"));
    m_visits.insert(visitor.id);
    m_host.admitTool(ToolVisit{visitor, hello.infos},
                     m_lifetime.guard([this, visitor, answer](util::Result<Proc> verdict) {
                         visitDecided(visitor, std::move(verdict), answer);
                     }));
}

void ServerImpl::visitDecided(Requester visitor, util::Result<Proc> verdict, const Answer<Proc>& answer)
{
    if (!m_visits.erase(visitor.id))
        return; // the host said so before
    const auto name = verdict ? std::optional(*verdict) : std::nullopt;
    answer(std::move(verdict)); // lets it in, if it is still there
    if (!name || find(visitor.id))
        return;
    if (!roleHasName(visitor.role))
        visitor.peer.proc = *name;
    m_host.toolLeft(visitor, false);
}

util::Result<Proc> ServerImpl::admitProcess(const JobRecord& job, const Proc& proc) const
{
    if (std::ranges::find(job.localRanks, proc.rank) == job.localRanks.end())
        return util::fail(Status::ErrNotFound, "\"" + toString(proc) + "\" is no process of its job on this node");
    if (const auto at = m_processes.find(proc); at != m_processes.end() && !find(at->second)->finalized)
        return util::fail(Status::ErrExists, "\"" + toString(proc) + "\" is connected already");
    return proc;
}

void ServerImpl::enter(Requester requester, std::unique_ptr<Connection> connection, bool isProcess)
{
    const PeerId id = requester.id;
    const auto peer = std::make_shared<PeerState>();
    peer->requester = std::move(requester);
    peer->connection = std::move(connection);
    peer->isProcess = isProcess;
    m_peers.emplace(id, peer);
    m_services.events.addPeer(peer->requester);

    Connection::Handlers handlers;
    handlers.onRequest = [this, id](Tag tag, std::string_view request) { serve(id, tag, request); };
    handlers.onHeartbeat = [this, peer = std::weak_ptr(peer)] {
        if (const auto alive = peer.lock()) {
            m_services.monitor.beat(alive->requester.id);
            m_host.heartbeat(alive->requester.proc());
        }
    };
    handlers.onClosed = [this, id](const util::Error&) { lost(id); };
    peer->connection->setPressure(kFlowingBytes, kCongestedBytes,
                                  [this, id](bool congested) { m_flow.setCongested(id, congested); });
    peer->connection->start(std::move(handlers));
    if (isProcess) {
        m_processes[peer->requester.proc()] = id;
        m_services.jobs.processConnected(peer->requester.proc());
        m_host.clientConnected(peer->requester);
    }
}

PeerId ServerImpl::adopt(std::unique_ptr<Connection> connection, Requester requester)
{
    const PeerId id = m_door->newId();
    requester.id = id;
    enter(std::move(requester), std::move(connection), false);
    return id;
}

void ServerImpl::ask(PeerId id, std::string what, std::string_view request, util::Duration limit, ReplyHandler handler)
{
    if (const auto peer = find(id))
        return peer->connection->request(std::move(what), request, limit, std::move(handler));
    m_loop.post([what = std::move(what), handler = std::move(handler)] {
        handler(util::fail(Status::ErrLostConnection, what + ": the peer has gone"));
    });
}

std::size_t ServerImpl::waitingBytes() const
{
    std::size_t bytes = 0;
    for (const auto& [id, peer] : m_peers)
        bytes += peer->connection->outputBytes();
    return bytes;
}

// ---- While it is connected

void ServerImpl::serve(PeerId id, Tag tag, std::string_view request)
{
    const auto peer = find(id); // lives on if the host disconnects it
    if (!peer)
        return;
    const WireFormat format = peer->connection->format();
    ++peer->pendingRequests;
    if (peer->pendingRequests > kMaxPendingRequests)
        return answer(id, tag, encodeStatusReply(format, Status::ErrOutOfResource).value_or(std::string()));
    m_dispatch.handle(
        peer->requester, format, request,
        m_lifetime.guard([this, id, tag](std::optional<std::string> body) { answer(id, tag, std::move(body)); }));
}

void ServerImpl::answer(PeerId id, Tag tag, std::optional<std::string> body)
{
    const auto peer = find(id);
    if (!peer)
        return;
    --peer->pendingRequests;
    if (body)
        peer->connection->answer(tag, *body);
}

void ServerImpl::deliverEvent(PeerId to, const Event& event, std::optional<DataRange> range)
{
    const auto peer = find(to);
    if (!peer)
        return;
    const int major = peer->requester.peer.majorVersion().value_or(kFirstMajorWithEventRange);
    auto body =
        encodeEvent(peer->connection->format(), event, major < kFirstMajorWithEventRange ? std::nullopt : range);
    if (body)
        peer->connection->tell(kNotifyTag, *body);
    else
        util::log::warning("pmix", "an event cannot be encoded", {{"why", body.error().message()}});
}

void ServerImpl::deliverIo(PeerId to, const IoDelivery& delivery)
{
    const auto peer = find(to);
    if (!peer)
        return;
    // Better than to lose the connection, and with it whatever else the peer does.
    const bool loses = peer->connection->outputBytes() > kMaxUnreadOutput;
    if (loses && !peer->losesOutput)
        util::log::warning("pmix", "a peer does not read its output, which is lost",
                           {{"peer", toString(peer->requester.proc())}});
    peer->losesOutput = loses;
    if (loses)
        return;
    if (const auto body = encodeIofDelivery(peer->connection->format(), delivery))
        peer->connection->tell(kIofTag, *body);
}

void ServerImpl::finalized(PeerId id)
{
    const auto peer = find(id);
    if (!peer || std::exchange(peer->finalized, true))
        return;
    m_dispatch.dropPeer(id);
    if (!peer->isProcess)
        return;
    m_services.processLeft(peer->requester.proc());
    m_host.clientFinalized(peer->requester.proc());
}

void ServerImpl::lost(PeerId id)
{
    const auto peer = forget(id);
    if (!peer)
        return;
    const Proc proc = peer->requester.proc();
    if (!peer->isProcess)
        return m_host.toolLeft(peer->requester, peer->finalized);
    if (peer->finalized)
        return;
    m_services.processEnded(proc);
    m_host.clientLost(proc);
}

std::shared_ptr<ServerImpl::PeerState> ServerImpl::find(PeerId id) const
{
    const auto at = m_peers.find(id);
    return at == m_peers.end() ? nullptr : at->second;
}

std::shared_ptr<ServerImpl::PeerState> ServerImpl::forget(PeerId id)
{
    auto node = m_peers.extract(id);
    if (node.empty())
        return nullptr;
    auto peer = std::move(node.mapped());
    const auto process = m_processes.find(peer->requester.proc());
    if (process != m_processes.end() && process->second == id)
        m_processes.erase(process);
    m_dispatch.dropPeer(id);
    m_flow.dropPeer(id);
    return peer;
}

void ServerImpl::disconnect(PeerId peer)
{
    if (const auto gone = forget(peer)) {
        gone->connection->close();
        m_loop.post([gone] {}); // it may be on the stack below us
    }
}

std::vector<Requester> ServerImpl::peers() const
{
    std::vector<Requester> all;
    all.reserve(m_peers.size());
    for (const auto& [id, peer] : m_peers)
        all.push_back(peer->requester);
    return all;
}

// ---- What the host has to tell

util::Result<void> ServerImpl::registerJob(JobRecord job)
{
    return m_services.jobs.add(std::move(job));
}

void ServerImpl::deregisterJob(const std::string& nspace)
{
    m_services.jobEnded(nspace);
}

void ServerImpl::processEnded(const Proc& proc)
{
    m_services.processEnded(proc);
}

ProcValues ServerImpl::committed(const Proc& proc) const
{
    return m_services.jobs.committed(proc, false);
}

std::vector<std::string> ServerImpl::environmentFor(const Proc& proc) const
{
    return clientEnvironment(proc, uri(), m_hostName, m_config.rendezvous);
}

void ServerImpl::notify(Event event, DataRange range)
{
    if (const auto told = m_services.events.notify(event, range, std::nullopt); !told)
        util::log::warning("pmix", "an event of the host is not told", {{"why", told.error().message()}});
}

bool ServerImpl::deliverOutput(const Proc& source, IofChannel channel, std::string_view bytes)
{
    return m_services.iof.deliver(source, channel, bytes);
}

void ServerImpl::endOutput(const Proc& source, IofChannel channel)
{
    m_services.iof.end(source, channel);
}

void ServerImpl::forwardOutput(PeerId to, const std::string& nspace, IofChannels channels,
                               const std::vector<Info>& directives)
{
    if (const auto peer = find(to))
        m_services.iof.forward(peer->requester, nspace, channels, directives);
}

} // namespace dbgr::pmix
