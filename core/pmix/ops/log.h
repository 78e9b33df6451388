// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Log: texts and data for the host's logs, a terminal, a mail. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct LogRequest
{
    std::uint64_t time = 0; ///< seconds since 1970; 0 when the sender gave none
    std::vector<Info> data; ///< PMIX_LOG_STDERR, PMIX_LOG_STDOUT, PMIX_LOG_SYSLOG ...
    std::vector<Info> directives;
};

/// \wire timestamp:TIME, ndata:SIZE, data:INFO, ndirs:SIZE, dirs:INFO; the reply is a status
[[nodiscard]] util::Result<std::string> encodeLog(WireFormat format, const LogRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<LogRequest> decodeLogRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
