// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Fabric_register and PMIx_Fabric_update. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// What is asked of a host. \std pmix_fabric_operation_t
enum class FabricOperation : std::uint8_t
{
    Request = 0,
    Update = 1,
};

/// \wire ndirs:SIZE, dirs:INFO; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeFabricRegister(WireFormat format, const std::vector<Info>& directives);
/// \errors those of Unpacker
[[nodiscard]] util::Result<std::vector<Info>> decodeFabricRegisterRequest(WireFormat format, std::string_view fields);

/// \wire index:SIZE; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeFabricUpdate(WireFormat format, std::uint64_t index);
/// \errors those of Unpacker
[[nodiscard]] util::Result<std::uint64_t> decodeFabricUpdateRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
