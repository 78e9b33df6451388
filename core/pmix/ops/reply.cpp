// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/reply.h"

namespace dbgr::pmix {

Packer beginCommand(WireFormat format, Command command)
{
    Packer packer(format);
    packer.pack<DataType::Command>(command);
    return packer;
}

util::Result<void> toResult(Status status)
{
    if (status == Status::Success || status == Status::OperationSucceeded)
        return util::ok();
    return util::fail(status, "the PMIx server answered: " + make_error_code(status).message());
}

util::Result<void> unpackSuccess(Unpacker& unpacker)
{
    DBGR_TRY(const Status status, unpacker.unpack<DataType::Status>());
    return toResult(status);
}

util::Result<void> decodeStatusReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    return unpackSuccess(unpacker);
}

util::Result<std::string> encodeStatusReply(WireFormat format, Status status)
{
    Packer packer(format);
    packer.pack<DataType::Status>(status);
    return packer.finish();
}

} // namespace dbgr::pmix
