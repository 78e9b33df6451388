// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/allocation.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeAllocation(WireFormat format, const AllocationRequest& request)
{
    Packer packer = beginCommand(format, Command::Alloc);
    packer.pack<DataType::AllocDirective>(request.directive);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

util::Result<AllocationRequest> decodeAllocationRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    AllocationRequest request;
    DBGR_TRY(request.directive, unpacker.unpack<DataType::AllocDirective>());
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    return request;
}

} // namespace dbgr::pmix
