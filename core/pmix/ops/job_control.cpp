// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/job_control.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeJobControl(WireFormat format, std::span<const Proc> targets,
                                           std::span<const Info> directives)
{
    Packer packer = beginCommand(format, Command::JobControl);
    packer.packCounted<DataType::Proc>(targets);
    packer.packCounted<DataType::Info>(directives);
    return packer.finish();
}

util::Result<JobControlRequest> decodeJobControlRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    JobControlRequest request;
    DBGR_TRY(request.targets, unpacker.unpackCounted<DataType::Proc>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    return request;
}

} // namespace dbgr::pmix
