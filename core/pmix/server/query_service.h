// SPDX-License-Identifier: BSD-3-Clause
// Answers PMIx_Query_info out of the server's own tables, and asks the host for the rest, key by key. No socket.
// Thread: its owner's.
#pragma once

#include "pmix/ops/info_reply.h"
#include "pmix/server/collectives.h"
#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "pmix/server/server_host.h"
#include "pmix/types/query.h"

#include <vector>

namespace dbgr::pmix {

class QueryService
{
public:
    QueryService(const JobStore& jobs, const Collectives& collectives, ServerHost& host);

    /// Success; QueryPartialSuccess with what was found; ErrNotFound or ErrNotSupported when nothing was.
    /// Never fails otherwise. \std PMIx_Query_info
    void query(const Requester& who, std::vector<Query> queries, std::function<void(InfoReply)> answer);

private:
    const JobStore& m_jobs;
    const Collectives& m_collectives;
    ServerHost& m_host;
};

} // namespace dbgr::pmix
