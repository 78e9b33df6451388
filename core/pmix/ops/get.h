// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Get: one value of a process, or of a job with the wildcard rank. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/byte_object.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct GetRequest
{
    Proc proc;
    std::vector<Info> infos; ///< PMIX_IMMEDIATE, PMIX_TIMEOUT, PMIX_NODE_INFO ...
    NullableString key;      ///< NULL: all that the process has put
};

/// What is known of one process (or of its job, with the wildcard rank).
struct ProcValues
{
    Proc proc;
    std::vector<KeyValue> values;
};

/// \wire nspace:STRING, rank:PROC_RANK, ninfo:SIZE, info:INFO, key:STRING
[[nodiscard]] util::Result<std::string> encodeGetRequest(WireFormat format, const GetRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<GetRequest> decodeGetRequest(WireFormat format, std::string_view fields);
/// Success, with one block for each process. \wire status, BYTE_OBJECT a process: PROC, KVALs
[[nodiscard]] util::Result<std::string> encodeGetReply(WireFormat format, std::span<const ProcValues> blocks);
/// A value that counts for one group only, as it stands in a block. \wire PMIX_QUALIFIED_VALUE, an array of infos: the
/// value, then PMIX_GROUP_CONTEXT_ID, marked as a qualifier
[[nodiscard]] KeyValue valueOfGroup(const KeyValue& value, std::uint64_t contextId);
/// The group that a request for a value is about. \std PMIX_GROUP_CONTEXT_ID as a qualifier of PMIx_Get
[[nodiscard]] std::optional<std::uint64_t> groupContextOf(std::span<const Info> infos);
/// The value of `key` of a process that counts for the group, or null.
[[nodiscard]] const Value* findOfGroup(std::span<const ProcValues> blocks, const Proc& proc, std::string_view key,
                                       std::uint64_t contextId);

/// All of it. \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<std::vector<ProcValues>> decodeGetReplyBlocks(WireFormat format, std::string_view body);

/// Asks for what is known now (PMIX_IMMEDIATE); a server would else wait for the process to publish it.
[[nodiscard]] util::Result<std::string> encodeGet(WireFormat format, const Proc& proc, const std::string& key);

/// Servers answer with all that they have of the process, or of its job; this picks `key`. A compressed text is
/// inflated. \errors the peer's status; ErrNotFound; those of Unpacker and inflateBlock()
[[nodiscard]] util::Result<Value> decodeGetReply(WireFormat format, std::string_view body, const Proc& proc,
                                                 std::string_view key);

} // namespace dbgr::pmix
