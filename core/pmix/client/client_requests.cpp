// SPDX-License-Identifier: BSD-3-Clause
// What a process asks its server, or the host behind it, to do or to tell.
#include "pmix/client/client.h"
#include "pmix/client/client_ask_p.h"
#include "pmix/types/all_types.h"

#include <utility>

namespace dbgr::pmix {

namespace {

/// The process or job that a query's qualifiers name.
std::optional<Proc> askedAbout(const std::vector<Info>& qualifiers)
{
    if (const Value* proc = find(qualifiers, keys::kProcid))
        return proc->asProc();
    const Value* nspace = find(qualifiers, keys::kNspace);
    if (nspace == nullptr || !nspace->asString())
        return std::nullopt;
    const Value* rank = find(qualifiers, keys::kRank);
    return Proc{*nspace->asString(), rank == nullptr ? kRankWildcard : rank->asRank().value_or(kRankWildcard)};
}

} // namespace

void Client::spawn(SpawnRequest request, Done<SpawnReply> done)
{
    if (m_servers.empty() && m_launchers) {
        auto nspace = m_launchers->start(request);
        return later<SpawnReply>(std::move(done), nspace ? util::Result<SpawnReply>(SpawnReply{*std::move(nspace)})
                                                         : util::fail(std::move(nspace).error()));
    }
    ask<SpawnReply>(
        "PMIx_Spawn", limitOf(request.jobInfos), [&](WireFormat format) { return encodeSpawn(format, request); },
        decodeSpawnReply, std::move(done));
}

void Client::abort(AbortRequest request, Done<void> done)
{
    ask<void>(
        "PMIx_Abort", {}, [&](WireFormat format) { return encodeAbort(format, request); }, readStatus, std::move(done));
}

/// Keys of the job information are answered from here; each of the others goes in a query of its own, as some servers
/// answer only the first key of one.
void Client::query(std::vector<Query> queries, Done<QueryReply> done)
{
    std::vector<Info> known;
    std::vector<Query> unknown;
    for (const Query& query : queries) {
        const auto about = askedAbout(query.qualifiers);
        const Value* refresh = find(query.qualifiers, keys::kQueryRefreshCache);
        for (const std::string& key : query.keys) {
            const auto value = about && refresh == nullptr ? m_store.find(*about, key) : std::nullopt;
            if (value)
                known.emplace_back(key, *value);
            else
                unknown.push_back(Query{{key}, query.qualifiers});
        }
    }
    if (unknown.empty())
        return later<QueryReply>(std::move(done), QueryReply{Status::Success, std::move(known)});
    ask<QueryReply>(
        "PMIx_Query_info", {}, [&](WireFormat format) { return encodeQuery(format, unknown); }, decodeInfoReply,
        [known, done = std::move(done)](util::Result<QueryReply> reply) {
            if (!reply && known.empty())
                return done(std::move(reply));
            if (!reply)
                return done(QueryReply{Status::QueryPartialSuccess, known});
            reply->infos.insert(reply->infos.begin(), known.begin(), known.end());
            done(std::move(reply));
        });
}

void Client::log(LogRequest request, Done<void> done)
{
    ask<void>(
        "PMIx_Log", {}, [&](WireFormat format) { return encodeLog(format, request); }, readStatus, std::move(done));
}

void Client::jobControl(JobControlRequest request, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Job_control", limitOf(request.directives),
        [&](WireFormat format) { return encodeJobControl(format, request.targets, request.directives); },
        decodeInfoReply, std::move(done));
}

void Client::monitor(MonitorRequest request, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Process_monitor", {}, [&](WireFormat format) { return encodeMonitor(format, request); }, decodeInfoReply,
        std::move(done));
}

void Client::heartbeat()
{
    if (!m_servers.empty() && m_servers.front()->link.isOpen())
        m_servers.front()->link.connection()->answer(kHeartbeatTag, {});
}

void Client::allocate(AllocationRequest request, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Allocation_request", limitOf(request.infos),
        [&](WireFormat format) { return encodeAllocation(format, request); }, decodeInfoReply, std::move(done));
}

void Client::registerFabric(std::vector<Info> directives, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Fabric_register", limitOf(directives),
        [&](WireFormat format) { return encodeFabricRegister(format, directives); }, decodeInfoReply, std::move(done));
}

void Client::updateFabric(std::uint64_t index, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Fabric_update", {}, [&](WireFormat format) { return encodeFabricUpdate(format, index); }, decodeInfoReply,
        std::move(done));
}

void Client::controlSession(SessionControlRequest request, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Session_control", limitOf(request.directives),
        [&](WireFormat format) { return encodeSessionControl(format, request); }, decodeInfoReply, std::move(done));
}

void Client::getCredential(std::vector<Info> infos, Done<Credential> done)
{
    ask<Credential>(
        "PMIx_Get_credential", limitOf(infos), [&](WireFormat format) { return encodeGetCredential(format, infos); },
        decodeCredentialReply, std::move(done));
}

void Client::validateCredential(Credential credential, Done<InfoReply> done)
{
    ask<InfoReply>(
        "PMIx_Validate_credential", limitOf(credential.infos),
        [&](WireFormat format) { return encodeValidateCredential(format, credential); }, decodeInfoReply,
        std::move(done));
}

} // namespace dbgr::pmix
