// SPDX-License-Identifier: BSD-3-Clause
// What processes do together: fence, connect and disconnect, groups; and who is where.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/types/all_types.h"
#include "util/string_util.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

/// Libraries before 5.0 answer these from what they know themselves, and their servers do not know the request.
bool mayAsk(const Peer* server)
{
    return server != nullptr && server->majorVersion().value_or(5) >= 5;
}

} // namespace

void Client::fence(CollectiveRequest request, Done<void> done)
{
    if (request.procs.empty())
        request.procs = {Proc{m_self.nspace, kRankWildcard}};
    if (m_servers.empty())
        return later<void>(std::move(done), util::ok());
    ask<void>(
        "PMIx_Fence", limitOf(request.infos), [&](WireFormat format) { return encodeFence(format, request); },
        readStatus, std::move(done));
}

void Client::connect(CollectiveRequest request, Done<void> done)
{
    if (request.procs.empty())
        return later<void>(std::move(done), util::fail(Status::ErrBadParam, "PMIx_Connect with nobody"));
    ask<std::vector<JobInfo>>(
        "PMIx_Connect", limitOf(request.infos), [&](WireFormat format) { return encodeConnect(format, request); },
        decodeConnectReply,
        [this, done = std::move(done)](util::Result<std::vector<JobInfo>> jobs) {
            if (!jobs)
                return done(util::fail(std::move(jobs).error()));
            for (const JobInfo& job : *jobs)
                m_store.addJob(job);
            done(util::ok());
        });
}

void Client::disconnect(CollectiveRequest request, Done<void> done)
{
    if (request.procs.empty())
        return later<void>(std::move(done), util::fail(Status::ErrBadParam, "PMIx_Disconnect with nobody"));
    ask<void>(
        "PMIx_Disconnect", limitOf(request.infos), [&](WireFormat format) { return encodeDisconnect(format, request); },
        readStatus, std::move(done));
}

// ---- Groups. Their layout is that of the server's library.

void Client::constructGroup(GroupRequest request, Done<GroupReply> done)
{
    const GroupLayout layout = groupLayoutOf(server() == nullptr ? std::nullopt : server()->majorVersion());
    ask<GroupReply>(
        "PMIx_Group_construct", limitOf(request.infos),
        [&](WireFormat format) { return encodeGroupConstruct(format, request); },
        [layout, members = request.members](WireFormat format, std::string_view body) {
            auto reply = decodeGroupReply(format, layout, body);
            if (reply && reply->members.empty())
                reply->members = members; // 4.x does not tell
            return reply;
        },
        [this, id = request.id, done = std::move(done)](util::Result<GroupReply> reply) {
            if (reply)
                m_groups[id] = reply->members;
            if (done)
                done(std::move(reply));
        });
}

void Client::destructGroup(GroupRequest request, Done<void> done)
{
    const auto group = m_groups.extract(request.id);
    if (!group.empty() && request.members.empty())
        request.members = group.mapped();
    const GroupLayout layout = groupLayoutOf(server() == nullptr ? std::nullopt : server()->majorVersion());
    ask<void>(
        "PMIx_Group_destruct", limitOf(request.infos),
        [&](WireFormat format) { return encodeGroupDestruct(format, layout, request); }, readStatus, std::move(done));
}

void Client::leaveGroup(GroupRequest request, Done<void> done)
{
    m_groups.erase(request.id);
    ask<void>(
        "PMIx_Group_leave", limitOf(request.infos),
        [&](WireFormat format) { return encodeGroupLeave(format, request); }, readStatus, std::move(done));
}

// ---- Who is where.

void Client::resolvePeers(NullableString node, std::string nspace, Done<std::vector<Proc>> done)
{
    std::vector<Info> qualifiers{Info(keys::kNodeInfo, Value::boolean(true))};
    if (node)
        qualifiers.emplace_back(keys::kHostname, Value::string(*node));
    std::vector<Proc> procs;
    for (const std::string& each : nspace.empty() ? m_store.namespaces() : std::vector<std::string>{nspace}) {
        const auto peers = m_store.find(Proc{each, kRankWildcard}, keys::kLocalPeers, qualifiers);
        const std::string list = peers ? peers->asString().value_or("") : "";
        for (const std::string_view rank : util::split(list, ','))
            if (const auto number = util::parseNumber<std::uint32_t>(rank))
                procs.push_back(Proc{each, ProcRank(*number)});
    }
    if (!procs.empty() || !mayAsk(server()))
        return later<std::vector<Proc>>(std::move(done), procs.empty()
                                                             ? util::Result<std::vector<Proc>>(util::fail(
                                                                   Status::ErrNotFound, "no process is known there"))
                                                             : std::move(procs));
    ask<std::vector<Proc>>(
        "PMIx_Resolve_peers", {},
        [&](WireFormat format) {
            return encodeResolvePeers(format, ResolvePeersRequest{node, nspace});
        },
        decodeResolvePeersReply, std::move(done));
}

void Client::resolveNodes(std::string nspace, Done<std::string> done)
{
    std::vector<std::string> nodes;
    for (const std::string& each : nspace.empty() ? m_store.namespaces() : std::vector<std::string>{nspace}) {
        const auto list = m_store.find(Proc{each, kRankWildcard}, keys::kNodeList);
        const std::string names = list ? list->asString().value_or("") : "";
        for (const std::string_view name : util::split(names, ','))
            if (!name.empty() && std::ranges::find(nodes, name) == nodes.end())
                nodes.emplace_back(name);
    }
    if (!nodes.empty() || !mayAsk(server()))
        return later<std::string>(
            std::move(done),
            nodes.empty() ? util::Result<std::string>(util::fail(Status::ErrNotFound, "no node is known of " + nspace))
                          : util::join(nodes, ","));
    ask<std::string>(
        "PMIx_Resolve_nodes", {}, [&](WireFormat format) { return encodeResolveNodes(format, nspace); },
        decodeResolveNodesReply, std::move(done));
}

} // namespace dbgr::pmix
