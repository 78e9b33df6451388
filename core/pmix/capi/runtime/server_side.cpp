// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/server_side.h"

#include "net/unix_stream.h"
#include "pmix/capi/runtime/registration.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace dbgr::pmix::capi {

ServerSide::ServerSide(Runtime& runtime, const pmix_server_module_t& module)
    : m_client(runtime.client()),
      m_host(runtime.loop(), module, [this](Event event) { m_client.raise(std::move(event)); })
{}

util::Result<std::shared_ptr<ServerSide>> ServerSide::start(Runtime& runtime, ServerConfig config,
                                                            const pmix_server_module_t& module)
{
    std::shared_ptr<ServerSide> side(new ServerSide(runtime, module));
    DBGR_TRY(side->m_server, Server::create(runtime.loop(), std::move(config), side->m_host));
    DBGR_TRY(side->connectOurselves(runtime.loop()));
    const std::string uri = side->m_server->uri();
    side->m_client.store().add(
        ProcValues{side->m_server->self(), {{std::string(keys::kMyserverUri), Value::string(uri)}}});
    return side;
}

/// What this process asks as a client of nobody, its host is asked, as for any other client.
util::Result<void> ServerSide::connectOurselves(net::EventLoop& loop)
{
    DBGR_TRY(auto streams, net::streamPair(loop));
    Requester self;
    self.peer.proc = m_server->self();
    self.role = PeerRole::ToolNamed;
    self.ids = UserIds::ofThisProcess();
    m_server->adopt(std::make_unique<Connection>(loop, std::move(streams.first), std::string(), WireFormat{},
                                                 ConnectionRole::Acceptor, self.peer),
                    self);
    m_client.useOwnServer(std::make_unique<Connection>(loop, std::move(streams.second), std::string(), WireFormat{},
                                                       ConnectionRole::Connector, self.peer));
    return util::ok();
}

util::Result<void> ServerSide::addJob(const std::string& nspace, int localProcesses, const std::vector<Info>& infos)
{
    if (nspace.empty() || nspace.size() > Proc::kMaxNspaceBytes)
        return util::fail(Status::ErrBadParam, "a job needs a namespace");
    DBGR_TRY(JobRecord job, readRegistration(nspace, withSession(infos)));
    m_registrations[nspace] = infos;
    job.uid = ::geteuid();
    m_client.store().addJob(job.info);
    m_waiting[nspace] = Waiting{std::move(job), static_cast<std::size_t>(std::max(localProcesses, 0))};
    return localProcesses > 0 ? util::ok() : registerNow(nspace);
}

util::Result<void> ServerSide::addClient(const Proc& proc, std::uint32_t uid, void* object)
{
    m_host.setObject(proc, object);
    const auto found = m_waiting.find(proc.nspace);
    if (found == m_waiting.end())
        return util::fail(Status::ErrNotFound, "no job " + proc.nspace + " waits for its processes");
    Waiting& waiting = found->second;
    waiting.job.uid = uid;
    waiting.job.localRanks.push_back(proc.rank);
    return waiting.job.localRanks.size() >= waiting.expected ? registerNow(proc.nspace) : util::ok();
}

util::Result<void> ServerSide::registerNow(const std::string& nspace)
{
    auto node = m_waiting.extract(nspace);
    return node.empty() ? util::ok() : m_server->registerJob(std::move(node.mapped().job));
}

std::vector<Info> ServerSide::withSession(std::vector<Info> infos) const
{
    const Value* id = find(infos, keys::kSessionId);
    const auto number = id == nullptr ? std::nullopt : id->asUnsigned();
    if (!number || *number > UINT32_MAX || find(infos, keys::kSessionInfoArray) != nullptr)
        return infos;
    const auto session = m_sessions.find(static_cast<std::uint32_t>(*number));
    if (session == m_sessions.end())
        return infos;
    std::vector<Info> array{Info(keys::kSessionId, *id)};
    for (const Info& each : session->second)
        if (each.key != keys::kSessionId)
            array.push_back(each);
    infos.emplace_back(keys::kSessionInfoArray, Value::infos(std::move(array)));
    return infos;
}

const std::vector<Info>* ServerSide::registrationOf(const std::string& nspace) const
{
    const auto found = m_registrations.find(nspace);
    return found == m_registrations.end() ? nullptr : &found->second;
}

void ServerSide::removeJob(const std::string& nspace)
{
    m_registrations.erase(nspace);
    m_waiting.erase(nspace);
    m_client.store().forgetJob(nspace);
    m_server->deregisterJob(nspace);
}

void ServerSide::removeClient(const Proc& proc)
{
    m_host.forgetObject(proc);
    m_server->processEnded(proc);
}

util::Result<std::vector<std::string>> ServerSide::environmentFor(const Proc& proc)
{
    DBGR_TRY(registerNow(proc.nspace));
    return m_server->environmentFor(proc);
}

} // namespace dbgr::pmix::capi
