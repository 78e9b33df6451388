// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/log.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeLog(WireFormat format, const LogRequest& request)
{
    Packer packer = beginCommand(format, Command::Log);
    packer.pack<DataType::Time>(request.time);
    packer.packCounted<DataType::Info>(request.data);
    packer.packCounted<DataType::Info>(request.directives);
    return packer.finish();
}

util::Result<LogRequest> decodeLogRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    LogRequest request;
    DBGR_TRY(request.time, unpacker.unpack<DataType::Time>());
    DBGR_TRY(request.data, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    return request;
}

} // namespace dbgr::pmix
