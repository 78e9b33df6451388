// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Get: one value of a process, or of a job with the wildcard rank. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::pmix {

/// Asks for what is known now (PMIX_IMMEDIATE); a server would else wait for the process to publish it.
/// \wire nspace:STRING, rank:PROC_RANK, ninfo:SIZE, info:INFO, key:STRING
[[nodiscard]] util::Result<std::string> encodeGet(WireFormat format, const Proc& proc, const std::string& key);

/// Servers answer with all that they have of the process, or of its job; this picks `key`. A compressed text is
/// inflated. \errors the peer's status; ErrNotFound; those of Unpacker and inflateBlock()
[[nodiscard]] util::Result<Value> decodeGetReply(WireFormat format, std::string_view body, const Proc& proc,
                                                 std::string_view key);

} // namespace dbgr::pmix
