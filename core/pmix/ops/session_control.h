// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Session_control. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct SessionControlRequest
{
    std::uint32_t session = 0;
    std::vector<Info> directives;
};

/// \wire sessionid:UINT32, ndirs:SIZE, dirs:INFO; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeSessionControl(WireFormat format, const SessionControlRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<SessionControlRequest> decodeSessionControlRequest(WireFormat format,
                                                                              std::string_view fields);

} // namespace dbgr::pmix
