// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/info_reply.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeInfoReply(WireFormat format, const InfoReply& reply)
{
    Packer packer(format);
    packer.pack<DataType::Status>(reply.status);
    packer.packCounted<DataType::Info>(reply.infos);
    return packer.finish();
}

util::Result<InfoReply> decodeInfoReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    InfoReply reply;
    DBGR_TRY(reply.status, unpacker.unpack<DataType::Status>());
    if (!unpacker.atEnd()) {
        DBGR_TRY(reply.infos, unpacker.unpackCounted<DataType::Info>());
    }
    if (reply.infos.empty())
        DBGR_TRY(toResult(reply.status));
    return reply;
}

} // namespace dbgr::pmix
