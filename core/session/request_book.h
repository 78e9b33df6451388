// SPDX-License-Identifier: BSD-3-Clause
// Who waits for which reply of the backend. The one place where a reply is dropped that comes too late: after its
// deadline, after the end, or of ranks that have moved on. Owned by the session. Thread: the session's.
#pragma once

#include "debug/engine_reply.h"
#include "session/process_table.h"
#include "util/ids.h"
#include "util/result.h"
#include "util/scheduler.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace dbgr::session {

class RequestBook
{
public:
    using Handler = std::function<void(util::Result<debug::EngineReply>)>;

    struct Request
    {
        std::string what; ///< for errors: "evaluating token"
        util::RankSet ranks;
        /// The answer is true only while the ranks stay where they are.
        bool ofThisStop = false;
        util::Duration limit{};
        /// Called exactly once, unless the book is destroyed before.
        Handler handler;
    };

    RequestBook(util::Scheduler& scheduler, const ProcessTable& processes)
        : m_scheduler(scheduler), m_processes(processes)
    {}

    util::RequestId open(Request request);
    /// The reply to a request; to one that is no longer open it is dropped.
    void close(util::RequestId id, util::Result<debug::EngineReply> reply);
    /// Nothing more will come: every open request fails with `why`.
    void closeAll(const util::Error& why);

private:
    struct Open
    {
        Request request;
        std::uint64_t generation = 0; ///< of the process table when it was asked
        util::Subscription deadline;
    };

    util::Scheduler& m_scheduler;
    const ProcessTable& m_processes;
    std::map<util::RequestId, Open> m_open;
    util::RequestId m_last{};
};

} // namespace dbgr::session
