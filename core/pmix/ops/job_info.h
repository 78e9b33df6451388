// SPDX-License-Identifier: BSD-3-Clause
// What a server tells a process of its own job when it asks (REQ), as a flat list of keys with arrays for nodes and
// apps and a packed block per rank. Thread: any; a plain value.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct JobInfo
{
    std::string nspace;
    /// Job-level values, and arrays (keys::kNodeInfoArray ...), in the order of arrival.
    std::vector<KeyValue> values;
    /// Values of single ranks.
    std::map<ProcRank, std::vector<KeyValue>> ofRank;

    /// The first job-level value of `key`, or null.
    [[nodiscard]] const Value* find(std::string_view key) const;
    /// A rank's value of `key`, or null.
    [[nodiscard]] const Value* find(ProcRank rank, std::string_view key) const;
    /// For debugger daemons: whom to debug. PMIX_DEBUG_TARGET, or PMIX_DEBUG_JOB of older runtimes.
    [[nodiscard]] std::optional<Proc> debugTarget() const;
};

/// REQ: the first request of every client and tool.
[[nodiscard]] util::Result<std::string> encodeJobInfoRequest(WireFormat format);
/// \errors the peer's status (a refusal is a bare status); those of Unpacker
[[nodiscard]] util::Result<JobInfo> decodeJobInfo(WireFormat format, std::string_view body);
/// The answer to REQ: job-level values, then one PMIX_PROC_BLOB for each rank. A launcher gets its own namespace with
/// what it is to do.
/// \wire nspace:STRING, KVALs
[[nodiscard]] util::Result<std::string> encodeJobInfo(WireFormat format, const JobInfo& info);

} // namespace dbgr::pmix
