// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/spawn.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeSpawn(WireFormat format, const SpawnRequest& request)
{
    Packer packer = beginCommand(format, Command::Spawn);
    packer.packCounted<DataType::Info>(request.jobInfos);
    packer.packCounted<DataType::App>(request.apps);
    return packer.finish();
}

util::Result<SpawnReply> decodeSpawnReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker)); // a failure may carry a namespace all the same (PRRTE 4.1), of no use to us
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    if (textOf(nspace).empty() || nspace->size() > Proc::kMaxNspaceBytes)
        return util::fail(Status::ErrUnpackFailure, "the PMIx server spawned a job without a usable namespace");
    return SpawnReply{*nspace}; // what follows is the job's information, which a query tells more reliably
}

util::Result<SpawnRequest> decodeSpawnRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    SpawnRequest request;
    DBGR_TRY(request.jobInfos, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.apps, unpacker.unpackCounted<DataType::App>());
    if (request.apps.empty())
        return util::fail(Status::ErrBadParam, "a spawn request has no app");
    return request;
}

util::Result<std::string> encodeSpawnReply(WireFormat format, const JobInfo& job)
{
    DBGR_TRY(std::string reply, encodeStatusReply(format, Status::Success));
    DBGR_TRY(const std::string info, encodeJobInfo(format, job)); // begins with the namespace
    return std::move(reply) + info;
}

util::Result<std::string> encodeSpawnFailure(WireFormat format, Status status)
{
    Packer packer(format);
    packer.pack<DataType::Status>(status);
    packer.pack<DataType::String>(std::nullopt);
    return packer.finish();
}

} // namespace dbgr::pmix
