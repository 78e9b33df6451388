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

} // namespace dbgr::pmix
