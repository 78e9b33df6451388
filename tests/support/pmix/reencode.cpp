// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pmix/reencode.h"

#include "pmix/ops/abort.h"
#include "pmix/ops/allocation.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/connect.h"
#include "pmix/ops/credential.h"
#include "pmix/ops/event.h"
#include "pmix/ops/fabric.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/finalize.h"
#include "pmix/ops/get.h"
#include "pmix/ops/info_reply.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/log.h"
#include "pmix/ops/monitor.h"
#include "pmix/ops/publish.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/resolve.h"
#include "pmix/ops/session_control.h"
#include "pmix/ops/spawn.h"
#include "pmix/types/all_types.h"

namespace dbgr::test {

namespace {

using namespace dbgr::pmix;
using util::Result;

/// One decoder and its encoder; what a decoder returns is what the encoder takes.
template <class Decode, class Encode>
Result<std::string> through(WireFormat format, std::string_view bytes, Decode decode, Encode encode)
{
    DBGR_TRY(const auto value, decode(format, bytes));
    return encode(format, value);
}

Result<std::string> reencodeGroup(const Dialect& dialect, Command command, std::string_view fields)
{
    const auto [format, layout] = dialect;
    if (command == Command::GroupConstruct)
        return through(format, fields, decodeGroupConstructRequest, encodeGroupConstruct);
    if (command == Command::GroupLeave)
        return through(format, fields, decodeGroupLeaveRequest, encodeGroupLeave);
    DBGR_TRY(const GroupRequest request, decodeGroupDestructRequest(format, layout, fields));
    return encodeGroupDestruct(format, layout, request);
}

Result<std::string> reencodeIof(WireFormat format, Command command, std::string_view fields)
{
    if (command == Command::IofPull)
        return through(format, fields, decodeIofPullRequest, encodeIofPullRequest);
    if (command == Command::IofPush)
        return through(format, fields, decodeIofPushRequest, encodeIofPushRequest);
    DBGR_TRY(const IoDeregisterRequest request, decodeIofDeregisterRequest(format, fields));
    return encodeIofDeregister(format, request.remoteId, request.directives);
}

Result<std::string> reencodeEvents(WireFormat format, Command command, std::string_view fields)
{
    if (command == Command::Notify)
        return through(format, fields, decodeNotify, encodeNotify);
    if (command == Command::RegisterEvents) {
        DBGR_TRY(const EventRegistration registration, decodeEventRegistration(format, fields));
        return encodeEventRegistration(format, registration.codes, registration.infos);
    }
    DBGR_TRY(const std::vector<Status> codes, decodeEventDeregistration(format, fields));
    return codes.empty() ? beginCommand(format, Command::DeregisterEvents).finish()
                         : encodeEventDeregistration(format, codes);
}

Result<std::string> reencodeJobControl(WireFormat format, std::string_view fields)
{
    DBGR_TRY(const JobControlRequest request, decodeJobControlRequest(format, fields));
    return encodeJobControl(format, request.targets, request.directives);
}

Result<std::string> reencodeConnect(WireFormat format, std::string_view fields)
{
    DBGR_TRY(const ConnectRequest request, decodeConnectRequest(format, fields));
    return encodeConnect(format, request.who);
}

Result<std::string> reencodeStatus(WireFormat format, std::string_view body)
{
    DBGR_TRY(decodeStatusReply(format, body));
    return encodeStatusReply(format, Status::Success);
}

Result<std::string> reencodeSpawnReply(WireFormat format, std::string_view body)
{
    DBGR_TRY(SpawnReply reply, decodeSpawnReply(format, body));
    JobInfo job;
    job.nspace = std::move(reply.nspace);
    return encodeSpawnReply(format, job);
}

Result<std::string> reencodeLookupReply(WireFormat format, std::string_view body)
{
    DBGR_TRY(const std::vector<PublishedData> found, decodeLookupReply(format, body));
    return encodeLookupReply(format, Status::Success, found);
}

} // namespace

Result<std::string> reencodeRequest(const Dialect& dialect, Command command, std::string_view fields)
{
    const WireFormat format = dialect.format;
    switch (command) {
    case Command::Request:
        return encodeJobInfoRequest(format);
    case Command::Finalize:
        return encodeFinalize(format);
    case Command::Abort:
        return through(format, fields, decodeAbortRequest, encodeAbort);
    case Command::Commit:
        return through(format, fields, decodeCommitRequest, encodeCommit);
    case Command::Fence:
        return through(format, fields, decodeFenceRequest, encodeFence);
    case Command::Get:
        return through(format, fields, decodeGetRequest, encodeGetRequest);
    case Command::Publish:
        return through(format, fields, decodePublishRequest, encodePublish);
    case Command::Lookup:
        return through(format, fields, decodeLookupRequest, encodeLookup);
    case Command::Unpublish:
        return through(format, fields, decodeUnpublishRequest, encodeUnpublish);
    case Command::Spawn:
        return through(format, fields, decodeSpawnRequest, encodeSpawn);
    case Command::Connect:
        return reencodeConnect(format, fields);
    case Command::Disconnect:
        return through(format, fields, decodeDisconnectRequest, encodeDisconnect);
    case Command::Notify:
    case Command::RegisterEvents:
    case Command::DeregisterEvents:
        return reencodeEvents(format, command, fields);
    case Command::Query:
        return through(format, fields, decodeQueryRequest, encodeQuery);
    case Command::Log:
        return through(format, fields, decodeLogRequest, encodeLog);
    case Command::Alloc:
        return through(format, fields, decodeAllocationRequest, encodeAllocation);
    case Command::JobControl:
        return reencodeJobControl(format, fields);
    case Command::Monitor:
        return through(format, fields, decodeMonitorRequest, encodeMonitor);
    case Command::FabricRegister:
        return through(format, fields, decodeFabricRegisterRequest, encodeFabricRegister);
    case Command::FabricUpdate:
        return through(format, fields, decodeFabricUpdateRequest, encodeFabricUpdate);
    case Command::SessionControl:
        return through(format, fields, decodeSessionControlRequest, encodeSessionControl);
    case Command::GetCredential:
        return through(format, fields, decodeGetCredentialRequest, encodeGetCredential);
    case Command::ValidateCredential:
        return through(format, fields, decodeValidateCredentialRequest, encodeValidateCredential);
    case Command::IofPull:
    case Command::IofPush:
    case Command::IofDeregister:
        return reencodeIof(format, command, fields);
    case Command::GroupConstruct:
    case Command::GroupDestruct:
    case Command::GroupLeave:
        return reencodeGroup(dialect, command, fields);
    case Command::RefreshCache:
        return through(format, fields, decodeRefreshCacheRequest, encodeRefreshCache);
    case Command::ResolvePeers:
        return through(format, fields, decodeResolvePeersRequest, encodeResolvePeers);
    case Command::ResolveNode:
        return through(format, fields, decodeResolveNodesRequest, encodeResolveNodes);
    default:
        return util::fail(Status::ErrNotSupported, "no decoder for " + toString(command));
    }
}

Result<std::string> reencodeReply(const Dialect& dialect, Command command, std::string_view body)
{
    const auto [format, layout] = dialect;
    switch (command) {
    case Command::Request:
        return through(format, body, decodeJobInfo, encodeJobInfo);
    case Command::Get:
        return through(format, body, decodeGetReplyBlocks, encodeGetReply);
    case Command::Lookup:
        return reencodeLookupReply(format, body);
    case Command::Spawn:
        return reencodeSpawnReply(format, body);
    case Command::Connect:
        return through(format, body, decodeConnectReply, encodeConnectReply);
    case Command::Query:
    case Command::Alloc:
    case Command::JobControl:
    case Command::Monitor:
    case Command::ValidateCredential:
    case Command::FabricRegister:
    case Command::FabricUpdate:
    case Command::SessionControl:
        return through(format, body, decodeInfoReply, encodeInfoReply);
    case Command::GetCredential:
        return through(format, body, decodeCredentialReply, encodeCredentialReply);
    case Command::IofPull:
        return through(format, body, decodeIofPullReply, encodeIofPullReply);
    case Command::IofPush:
        DBGR_TRY(decodeIofPushReply(format, body));
        return encodeStatusReply(format, Status::Success);
    case Command::GroupConstruct: {
        DBGR_TRY(const GroupReply reply, decodeGroupReply(format, layout, body));
        return encodeGroupReply(format, layout, reply);
    }
    case Command::RefreshCache:
        return through(format, body, decodeRefreshCacheReply, encodeRefreshCacheReply);
    case Command::ResolvePeers:
        return through(format, body, decodeResolvePeersReply, encodeResolvePeersReply);
    case Command::ResolveNode:
        return through(format, body, decodeResolveNodesReply, encodeResolveNodesReply);
    default:
        return reencodeStatus(format, body);
    }
}

Result<std::string> reencodeEvent(const Dialect& dialect, std::string_view body)
{
    DBGR_TRY(const Event event, decodeEvent(dialect.format, body));
    return encodeEvent(dialect.format, event, std::nullopt);
}

Result<std::string> reencodeOutput(const Dialect& dialect, std::string_view body)
{
    return through(dialect.format, body, decodeIofDelivery, encodeIofDelivery);
}

} // namespace dbgr::test
