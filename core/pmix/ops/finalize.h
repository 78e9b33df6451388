// SPDX-License-Identifier: BSD-3-Clause
// PMIx_tool_finalize: the last request of a tool. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "util/result.h"

#include <string>

namespace dbgr::pmix {

/// The reply is a status; a 3.2 server sends none and closes instead.
[[nodiscard]] util::Result<std::string> encodeFinalize(WireFormat format);

} // namespace dbgr::pmix
