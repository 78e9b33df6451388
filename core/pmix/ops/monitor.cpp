// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/monitor.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeMonitor(WireFormat format, const MonitorRequest& request)
{
    Packer packer = beginCommand(format, Command::Monitor);
    packer.pack<DataType::Info>(request.monitor);
    packer.pack<DataType::Status>(request.error);
    packer.packCounted<DataType::Info>(request.directives);
    return packer.finish();
}

util::Result<MonitorRequest> decodeMonitorRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    MonitorRequest request;
    DBGR_TRY(request.monitor, unpacker.unpack<DataType::Info>());
    DBGR_TRY(request.error, unpacker.unpack<DataType::Status>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    return request;
}

} // namespace dbgr::pmix
