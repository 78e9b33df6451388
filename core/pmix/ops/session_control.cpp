// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/session_control.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeSessionControl(WireFormat format, const SessionControlRequest& request)
{
    Packer packer = beginCommand(format, Command::SessionControl);
    packer.pack<DataType::Uint32>(request.session);
    packer.packCounted<DataType::Info>(request.directives);
    return packer.finish();
}

util::Result<SessionControlRequest> decodeSessionControlRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    SessionControlRequest request;
    DBGR_TRY(request.session, unpacker.unpack<DataType::Uint32>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    return request;
}

} // namespace dbgr::pmix
