// SPDX-License-Identifier: BSD-3-Clause
// The reply of the many requests that are answered by a status and infos: query, allocation, job control,
// monitor, session control. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// \wire STATUS, ninfo:SIZE, info:INFO; a bare status is read as one without infos
struct InfoReply
{
    Status status = Status::Success;
    std::vector<Info> infos;
};

[[nodiscard]] util::Result<std::string> encodeInfoReply(WireFormat format, const InfoReply& reply);
/// \errors the peer's status where no info came with it; those of Unpacker
[[nodiscard]] util::Result<InfoReply> decodeInfoReply(WireFormat format, std::string_view body);

} // namespace dbgr::pmix
