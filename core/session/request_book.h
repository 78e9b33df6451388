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
#include <vector>

namespace dbgr::session {

class RequestBook
{
public:
    using Handler = std::function<void(util::Result<debug::EngineReply>)>;
    using PartHandler = std::function<void(debug::EngineReply, const util::RankSet& awaited)>;

    struct Request
    {
        std::string what; ///< for errors: "evaluating token"
        util::RankSet ranks;
        /// The answer is true only while the ranks stay where they are.
        bool ofThisStop = false;
        util::Duration limit{};
        /// Called exactly once, unless the book is destroyed before.
        Handler handler;
        /// What some nodes have answered, while those of `awaited` take long; may be null.
        PartHandler partly = nullptr;
        /// Somebody wants to know something, and may want to no longer.
        bool isQuestion = false;
    };

    RequestBook(util::Scheduler& scheduler, const ProcessTable& processes)
        : m_scheduler(scheduler), m_processes(processes)
    {}

    util::RequestId open(Request request);
    /// The reply to a request; to one that is no longer open it is dropped.
    void close(util::RequestId id, util::Result<debug::EngineReply> reply);
    /// A part of the reply; of one that is no longer true, nothing is told.
    void part(util::RequestId id, debug::EngineReply reply, const util::RankSet& awaited);
    /// Questions that are open, in the order in which they were asked.
    [[nodiscard]] std::vector<util::RequestId> questions() const;
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
