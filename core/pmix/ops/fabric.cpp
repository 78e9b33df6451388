// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/fabric.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeFabricRegister(WireFormat format, const std::vector<Info>& directives)
{
    Packer packer = beginCommand(format, Command::FabricRegister);
    packer.packCounted<DataType::Info>(directives);
    return packer.finish();
}

util::Result<std::vector<Info>> decodeFabricRegisterRequest(WireFormat format, std::string_view fields)
{
    return Unpacker(format, fields).unpackCounted<DataType::Info>();
}

util::Result<std::string> encodeFabricUpdate(WireFormat format, std::uint64_t index)
{
    Packer packer = beginCommand(format, Command::FabricUpdate);
    packer.pack<DataType::Size>(index);
    return packer.finish();
}

util::Result<std::uint64_t> decodeFabricUpdateRequest(WireFormat format, std::string_view fields)
{
    return Unpacker(format, fields).unpack<DataType::Size>();
}

} // namespace dbgr::pmix
