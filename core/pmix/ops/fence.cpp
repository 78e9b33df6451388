// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/fence.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeFence(WireFormat format, const CollectiveRequest& request)
{
    Packer packer = beginCommand(format, Command::Fence);
    packCollective(packer, request);
    return packer.finish();
}

util::Result<CollectiveRequest> decodeFenceRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    return unpackCollective(unpacker);
}

void packCollective(Packer& packer, const CollectiveRequest& request)
{
    packer.packCounted<DataType::Proc>(request.procs);
    packer.packCounted<DataType::Info>(request.infos);
}

util::Result<CollectiveRequest> unpackCollective(Unpacker& unpacker)
{
    CollectiveRequest request;
    DBGR_TRY(request.procs, unpacker.unpackCounted<DataType::Proc>());
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    if (request.procs.empty())
        return util::fail(Status::ErrBadParam, "a collective request names no process");
    return request;
}

} // namespace dbgr::pmix
