// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Query_info: the questions a debugger asks, and how to read the answers. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/info_reply.h"
#include "pmix/types/info.h"
#include "pmix/types/proc_info.h"
#include "pmix/types/query.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// What was found. Each answer has the key that was asked for; all queries' answers come as one list. The status is
/// Success; QueryPartialSuccess, or another refusal that came with some answers all the same (PRRTE 4.1).
using QueryReply = InfoReply;

/// \wire every version: nqueries:SIZE, queries:QUERY; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeQuery(WireFormat format, std::span<const Query> queries);
/// \errors those of Unpacker; ErrBadParam without a query
[[nodiscard]] util::Result<std::vector<Query>> decodeQueryRequest(WireFormat format, std::string_view fields);

/// The process table of a job. The namespace must be named: a launcher that is asked without it tells of itself.
[[nodiscard]] Query procTableQuery(const std::string& nspace);
/// Those of the job's processes that live on the node of the server that is asked.
[[nodiscard]] Query localProcTableQuery(const std::string& nspace);
/// The namespaces of a server's jobs; with PRRTE 4.1 also those of tools.
[[nodiscard]] Query namespacesQuery();

/// The answer to either proc table query, by rank. \errors Status::ErrNotFound, Status::ErrUnpackFailure
[[nodiscard]] util::Result<std::vector<ProcInfo>> procTableOf(const QueryReply& reply);
/// The answer to namespacesQuery(). \errors Status::ErrNotFound
[[nodiscard]] util::Result<std::vector<std::string>> namespacesOf(const QueryReply& reply);

} // namespace dbgr::pmix
