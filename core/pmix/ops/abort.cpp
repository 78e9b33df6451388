// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/abort.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeAbort(WireFormat format, const AbortRequest& request)
{
    Packer packer = beginCommand(format, Command::Abort);
    packer.pack<DataType::Status>(request.status);
    packer.pack<DataType::String>(request.message);
    packer.packCounted<DataType::Proc>(request.targets);
    return packer.finish();
}

util::Result<AbortRequest> decodeAbortRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    AbortRequest request;
    DBGR_TRY(request.status, unpacker.unpack<DataType::Status>());
    DBGR_TRY(request.message, unpacker.unpack<DataType::String>());
    DBGR_TRY(request.targets, unpacker.unpackCounted<DataType::Proc>());
    return request;
}

} // namespace dbgr::pmix
