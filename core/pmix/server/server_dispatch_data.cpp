// SPDX-License-Identifier: BSD-3-Clause
// Requests that the server serves out of what it knows of jobs, or that bring their processes together.
#include "pmix/ops/commit.h"
#include "pmix/ops/connect.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/get.h"
#include "pmix/ops/group.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/publish.h"
#include "pmix/ops/resolve.h"
#include "pmix/server/server_dispatch.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <utility>

namespace dbgr::pmix {

util::Result<void> ServerDispatch::jobInfo(const Call& call)
{
    const Proc& proc = call.who.proc();
    if (m_services.jobs.find(proc.nspace) != nullptr)
        call.reply->body(m_services.jobs.jobInfoFor(call.format(), proc));
    else
        call.reply->body(encodeJobInfo(call.format(), visitorInfo(proc)));
    return util::ok();
}

/// A tool that came by itself is a job of one process.
JobInfo ServerDispatch::visitorInfo(const Proc& visitor) const
{
    JobInfo info;
    info.nspace = visitor.nspace;
    info.values = {{std::string(keys::kJobSize), Value::of<DataType::Uint32>(1)},
                   {std::string(keys::kServerNspace), Value::string(m_self.nspace)},
                   {std::string(keys::kServerRank), Value::of<DataType::Rank>(m_self.rank)}};
    return info;
}

util::Result<void> ServerDispatch::commit(const Call& call)
{
    DBGR_TRY(auto blocks, decodeCommitRequest(call.format(), call.fields));
    DBGR_TRY(m_services.jobs.commit(call.who.proc(), std::move(blocks)));
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::fence(const Call& call)
{
    DBGR_TRY(const auto request, decodeFenceRequest(call.format(), call.fields));
    m_services.collectives.fence(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::get(const Call& call)
{
    DBGR_TRY(const auto request, decodeGetRequest(call.format(), call.fields));
    m_services.jobs.get(call.who, request,
                        bodyAnswer<std::vector<ProcValues>>(call.reply, [format = call.format()](const auto& blocks) {
                            return encodeGetReply(format, blocks);
                        }));
    return util::ok();
}

util::Result<void> ServerDispatch::publish(const Call& call)
{
    DBGR_TRY(const auto request, decodePublishRequest(call.format(), call.fields));
    if (m_host.keepsPublications()) {
        m_host.publish(call.who, request, statusAnswer(call.reply));
        return util::ok();
    }
    DBGR_TRY(m_services.publications.publish(call.who, request));
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::lookup(const Call& call)
{
    DBGR_TRY(const auto request, decodeLookupRequest(call.format(), call.fields));
    const auto answer = bodyAnswer<LookupFound>(call.reply, [format = call.format()](const LookupFound& found) {
        return encodeLookupReply(format, found.status, found.data);
    });
    if (m_host.keepsPublications())
        m_host.lookup(call.who, request, answer);
    else
        m_services.publications.lookup(call.who, request, answer);
    return util::ok();
}

util::Result<void> ServerDispatch::unpublish(const Call& call)
{
    DBGR_TRY(const auto request, decodeUnpublishRequest(call.format(), call.fields));
    if (m_host.keepsPublications()) {
        m_host.unpublish(call.who, request, statusAnswer(call.reply));
        return util::ok();
    }
    DBGR_TRY(m_services.publications.unpublish(call.who, request));
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::connect(const Call& call)
{
    DBGR_TRY(const auto request, decodeConnectRequest(call.format(), call.fields));
    m_services.collectives.connect(
        call.who, request, bodyAnswer<std::vector<JobInfo>>(call.reply, [format = call.format()](const auto& jobs) {
            return encodeConnectReply(format, jobs);
        }));
    return util::ok();
}

util::Result<void> ServerDispatch::disconnect(const Call& call)
{
    DBGR_TRY(const auto request, decodeDisconnectRequest(call.format(), call.fields));
    m_services.collectives.disconnect(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::groupConstruct(const Call& call)
{
    DBGR_TRY(const auto request, decodeGroupConstructRequest(call.format(), call.fields));
    const GroupLayout layout = groupLayoutOf(call.who.peer.majorVersion());
    m_services.collectives.constructGroup(
        call.who, request,
        bodyAnswer<GroupReply>(call.reply, [format = call.format(), layout](const GroupReply& group) {
            return encodeGroupReply(format, layout, group);
        }));
    return util::ok();
}

util::Result<void> ServerDispatch::groupDestruct(const Call& call)
{
    const GroupLayout layout = groupLayoutOf(call.who.peer.majorVersion());
    DBGR_TRY(const auto request, decodeGroupDestructRequest(call.format(), layout, call.fields));
    m_services.collectives.destructGroup(call.who, request, statusAnswer(call.reply));
    return util::ok();
}

util::Result<void> ServerDispatch::groupLeave(const Call& call)
{
    DBGR_TRY(const auto request, decodeGroupLeaveRequest(call.format(), call.fields));
    DBGR_TRY(m_services.leaveGroup(call.who, request.id));
    call.reply->status(Status::Success);
    return util::ok();
}

util::Result<void> ServerDispatch::refreshCache(const Call& call)
{
    DBGR_TRY(const Proc proc, decodeRefreshCacheRequest(call.format(), call.fields));
    DBGR_TRY(const auto values, m_services.jobs.refresh(call.who, proc));
    call.reply->body(encodeRefreshCacheReply(call.format(), values));
    return util::ok();
}

util::Result<void> ServerDispatch::resolvePeers(const Call& call)
{
    DBGR_TRY(const auto request, decodeResolvePeersRequest(call.format(), call.fields));
    DBGR_TRY(const auto procs, m_services.jobs.peers(call.who, request));
    call.reply->body(encodeResolvePeersReply(call.format(), procs));
    return util::ok();
}

util::Result<void> ServerDispatch::resolveNode(const Call& call)
{
    DBGR_TRY(const std::string nspace, decodeResolveNodesRequest(call.format(), call.fields));
    DBGR_TRY(const std::string nodes, m_services.jobs.nodes(call.who, nspace));
    call.reply->body(encodeResolveNodesReply(call.format(), nodes));
    return util::ok();
}

} // namespace dbgr::pmix
