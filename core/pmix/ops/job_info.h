// SPDX-License-Identifier: BSD-3-Clause
// What a server tells a process of its own job when it asks (REQ), as a flat list of keys with arrays for nodes and
// apps and a packed block per rank. Thread: any; a plain value.
#pragma once

#include "pmix/types/info.h"
#include "pmix/types/proc.h"

#include <map>
#include <optional>
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

} // namespace dbgr::pmix
