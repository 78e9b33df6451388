// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/client/client.h"

#include "pmix/client/client_ask_p.h"
#include "pmix/ops/finalize.h"
#include "pmix/types/all_types.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace dbgr::pmix {

namespace {

const char* getEnv(const char* name)
{
    return std::getenv(name);
}

} // namespace

Client::Client(net::EventLoop& loop, ToolConfig config)
    : m_loop(loop), m_config(std::move(config)), m_self{m_config.nspace, ProcRank(0)}, m_own(loop, kForever)
{
    m_store.setSelf(m_self);
    m_events.setEnded([this](const std::vector<Status>& codes) { forgetEvents(codes); });
}

Client::~Client() = default;

// ---- Reaching servers.

void Client::connectAsClient(SpawnedIdentity identity, Done<void> done)
{
    connectAs(true, std::move(identity), std::move(done));
}

void Client::connectAsSpawnedTool(SpawnedIdentity identity, Done<void> done)
{
    connectAs(false, std::move(identity), std::move(done));
}

void Client::connectAs(bool client, SpawnedIdentity identity, Done<void> done)
{
    DBGR_ON_THREAD(m_loop);
    m_connector = std::make_unique<Connector>(m_loop, m_config);
    const auto established = [this, client,
                              done = std::move(done)](util::Result<Connector::Established> outcome) mutable {
        m_loop.post([old = std::shared_ptr<Connector>(std::move(m_connector))] {}); // it is on the stack below us
        if (!outcome)
            return done(util::fail(std::move(outcome).error()));
        m_self = outcome->self;
        m_store.setSelf(m_self);
        Server& server = adopt(std::move(outcome->connection), true);
        fetchJobInfo(server, [this, client, done = std::move(done)](util::Result<void> fetched) mutable {
            if (!fetched || !client || !hasToStopInInit())
                return done(std::move(fetched));
            stopInInit(std::move(done));
        });
    };
    if (client)
        m_connector->connectAsClient(std::move(identity), established);
    else
        m_connector->connectAsSpawned(std::move(identity), established);
}

void Client::attach(const ServerSelection& selection, const ConnectRetry& retry, bool makePrimary, Done<Proc> done)
{
    DBGR_ON_THREAD(m_loop);
    if (m_connector)
        return later<Proc>(std::move(done),
                           util::fail(Status::ErrResourceBusy, "a connection with another server is being made"));
    // One that we have, or a launcher of ours, which comes by itself.
    const Proc named{selection.nspace.value_or(""), kRankWildcard};
    if (selection.nspace && (findServer(named) != m_servers.end() || (m_launchers && m_launchers->runs(named.nspace))))
        return awaitServer(named, retry, [this, makePrimary, done = std::move(done)](const util::Result<Proc>& name) {
            if (name && makePrimary)
                setPrimary(*name, {}, [](const util::Result<void>&) {});
            done(name);
        });
    ToolConfig config = m_config;
    if (!m_servers.empty())
        config.nspace = m_self.nspace; // the name that the first server gave
    m_connector = std::make_unique<Connector>(m_loop, config);
    m_connector->connect(
        selection, RendezvousPlaces::fromEnvironment(getEnv), retry,
        [this, makePrimary, done = std::move(done)](util::Result<Connector::Established> outcome) mutable {
            m_loop.post([old = std::shared_ptr<Connector>(std::move(m_connector))] {});
            if (!outcome)
                return done(util::fail(std::move(outcome).error()));
            const Proc name = outcome->connection->peer().proc;
            if (m_servers.empty()) {
                m_self = outcome->self;
                m_store.setSelf(m_self);
            }
            Server& server = adopt(std::move(outcome->connection), makePrimary);
            fetchJobInfo(server, [name, done = std::move(done)](const util::Result<void>& fetched) {
                done(fetched ? util::Result<Proc>(name) : util::fail(fetched.error()));
            });
        });
}

void Client::stayAlone(Proc self)
{
    m_self = std::move(self);
    m_store.setSelf(m_self);
    JobInfo job;
    job.nspace = m_self.nspace;
    for (const auto key : {keys::kJobSize, keys::kUnivSize, keys::kMaxProcs, keys::kNumNodes, keys::kLocalSize})
        job.values.push_back(KeyValue{std::string(key), Value::of<DataType::Uint32>(1)});
    job.values.push_back(KeyValue{std::string(keys::kLocalPeers), Value::string(std::to_string(m_self.rank.value()))});
    for (const auto key : {keys::kLocalRank, keys::kNodeRank})
        job.ofRank[m_self.rank].push_back(KeyValue{std::string(key), Value::of<DataType::Uint16>(0)});
    m_store.addJob(job);
}

void Client::useOwnServer(std::unique_ptr<Connection> connection)
{
    Connection::Handlers handlers;
    handlers.onIo = [this, format = connection->format()](std::string_view body) { m_io.take(format, body); };
    handlers.onClosed = [this](const util::Error&) { m_own.forget(); };
    m_own.adopt(std::move(connection), std::move(handlers));
}

std::unique_ptr<Client::Server> Client::hold(std::unique_ptr<Connection> connection)
{
    auto server = std::make_unique<Server>(m_loop, kForever);
    server->name = connection->peer().proc;
    const WireFormat format = connection->format();
    Connection::Handlers handlers;
    handlers.onEvent = [this, format](std::string_view body) { takeEvent(format, body); };
    handlers.onIo = [this, format](std::string_view body) { m_io.take(format, body); };
    handlers.onRequest = [this, raw = server.get()](Tag tag, std::string_view body) { takeRequest(*raw, tag, body); };
    handlers.onClosed = [this, name = server->name](const util::Error& why) { lost(name, why); };
    server->link.adopt(std::move(connection), std::move(handlers));
    return server;
}

Client::Server& Client::adopt(std::unique_ptr<Connection> connection, bool makePrimary)
{
    const auto place = makePrimary ? m_servers.begin() : m_servers.end();
    Server& added = **m_servers.insert(place, hold(std::move(connection)));
    tellServer(added.link, m_interest.all(), nullptr);
    return added;
}

void Client::fetchJobInfo(Server& server, Done<void> done)
{
    server.link.ask<JobInfo>("asking the PMIx server about our job", m_config.requestLimit, encodeJobInfoRequest,
                             decodeJobInfo, [this, done = std::move(done)](util::Result<JobInfo> info) {
                                 // A server may have nothing to tell of a tool's job, and says so with a status.
                                 if (!info && info.error().code != make_error_code(Status::ErrNotFound))
                                     return done(util::fail(std::move(info).error()));
                                 if (info)
                                     m_store.addJob(*info);
                                 done(util::ok());
                             });
}

/// Loses what hangs on the connection, which is on the stack below us.
void Client::lost(const Proc& server, const util::Error& why)
{
    util::log::info("pmix", "server lost", {{"server", toString(server)}, {"why", why.message()}});
    for (Servers* each : {&m_servers, &m_arriving}) {
        const auto found = std::ranges::find(*each, server, &Server::name);
        if (found == each->end())
            continue;
        m_loop.post([old = std::shared_ptr<Server>(std::move(*found))] {});
        each->erase(found);
        if (each == &m_servers)
            raise(Event{Status::ErrLostConnection, server, {}});
        return;
    }
}

util::Result<void> Client::detach(const Proc& server)
{
    const auto found = std::ranges::find(m_servers, server, &Server::name);
    if (found == m_servers.end())
        return util::fail(Status::ErrNotFound, "there is no connection with " + toString(server));
    (*found)->link.retire();
    m_loop.post([old = std::shared_ptr<Server>(std::move(*found))] {});
    m_servers.erase(found);
    return util::ok();
}

/// Of a launcher that came to us, any rank will do: it has but one process.
Client::Servers::iterator Client::findServer(const Proc& name)
{
    return std::ranges::find_if(m_servers, [&](const auto& each) {
        return each->name.nspace == name.nspace &&
               (each->name.rank == name.rank || name.rank == kRankWildcard || each->service);
    });
}

void Client::setPrimary(const Proc& server, const ConnectRetry& retry, Done<void> done)
{
    awaitServer(server, retry, [this, done = std::move(done)](const util::Result<Proc>& name) {
        if (!name)
            return done(util::fail(name.error()));
        if (const auto found = findServer(*name); found != m_servers.end())
            std::rotate(m_servers.begin(), found, found + 1);
        done(util::ok());
    });
}

void Client::awaitServer(const Proc& name, const ConnectRetry& retry, Done<Proc> done)
{
    if (const auto found = findServer(name); found != m_servers.end())
        return later<Proc>(std::move(done), (*found)->name);
    const bool ended = m_launchers && m_launchers->hasEnded(name.nspace);
    if (ended || retry.limit <= util::Duration::zero())
        return later<Proc>(std::move(done),
                           util::fail(Status::ErrUnreach, ended ? "the launcher " + name.nspace + " has ended"
                                                                : "there is no connection with " + toString(name)));
    const std::uint64_t id = m_nextWait++;
    m_waits[id] = m_loop.after(retry.interval, [this, id, name, retry, done = std::move(done)] {
        const auto mine = m_waits.extract(id);
        awaitServer(name, ConnectRetry{retry.interval, retry.limit - retry.interval}, done);
    });
}

std::vector<Proc> Client::servers() const
{
    std::vector<Proc> names;
    for (const auto& each : m_servers)
        names.push_back(each->name);
    return names;
}

const Peer* Client::server() const
{
    return m_servers.empty() ? nullptr : m_servers.front()->link.peer();
}

// ---- Stopping in init.

bool Client::hasToStopInInit() const
{
    const auto value = m_store.find(Proc{m_self.nspace, kRankWildcard}, keys::kDebugStopInInit);
    if (!value)
        return false;
    if (const DataArray* ranks = value->asArray())
        return std::ranges::any_of(ranks->values, [this](const Value& each) { return each.asRank() == m_self.rank; });
    if (value->type() == DataType::Rank)
        return value->asRank() == kRankWildcard || value->asRank() == m_self.rank;
    return value->asBool().value_or(false);
}

/// Registers for the release first, so that it cannot be missed, then says that we wait.
void Client::stopInInit(Done<void> done)
{
    EventHandler release;
    release.codes = {Status::DebuggerRelease};
    release.oneshot = true;
    release.run = [done](auto, const Event&, const auto&, const EventHandler::Finish& finish) {
        finish(Status::EventActionComplete, {});
        done(util::ok());
    };
    registerEvents(std::move(release), [this, done](const util::Result<EventHandler::Id>& registered) {
        if (!registered)
            return done(util::fail(registered.error()));
        EventNotice ready;
        ready.code = Status::ReadyForDebug;
        ready.range = DataRange::ResourceManager;
        ready.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
        ready.infos.emplace_back(keys::kBreakpoint, Value::string("pmix-init"));
        ask<void>(
            "telling that we wait for a debugger", {}, [&](WireFormat format) { return encodeNotify(format, ready); },
            readStatus,
            [done](const util::Result<void>& told) {
                if (!told)
                    done(util::fail(told.error()));
            });
    });
}

// ---- The end.

void Client::finalize(std::function<void()> done)
{
    DBGR_ON_THREAD(m_loop);
    m_connector.reset();
    auto open = std::make_shared<std::size_t>(m_servers.size());
    const auto oneLess = [this, open, done = std::move(done)] {
        if (--*open > 0)
            return;
        while (!m_servers.empty())
            (void)detach(m_servers.front()->name);
        for (const auto& each : m_arriving)
            each->link.retire();
        if (m_launchers)
            return m_launchers->finish(done);
        if (done)
            done();
    };
    if (m_servers.empty()) {
        ++*open;
        m_loop.post(m_lifetime.guard(oneLess));
    }
    for (const auto& each : m_servers)
        each->link.ask<void>("PMIx_Finalize", m_config.finalizeLimit, encodeFinalize, readStatus,
                             [oneLess](const util::Result<void>&) { oneLess(); }); // 3.2 closes instead of answering
}

} // namespace dbgr::pmix
