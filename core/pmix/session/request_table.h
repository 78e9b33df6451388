// SPDX-License-Identifier: BSD-3-Clause
// What we asked one peer and have no answer to yet. Sits in the connection, between a reply frame and its operation.
// Thread: that of its scheduler.
#pragma once

#include "pmix/frame/tags.h"
#include "util/result.h"
#include "util/scheduler.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// The body of a reply, or why there is none: Status::ErrTimeout, Status::ErrLostConnection. Called once.
using ReplyHandler = std::function<void(util::Result<std::string_view> body)>;

/// Every request has a deadline; a reply that comes later is dropped here. A handler may destroy the table.
class RequestTable
{
public:
    RequestTable(util::Scheduler& scheduler, ConnectionRole role);

    /// A fresh tag for a request that gets no reply.
    [[nodiscard]] Tag nextTag();
    /// A fresh tag whose reply, or whose deadline, will run `handler`, never inside this call.
    /// \param what for the error: "PMIx_Query_info"
    [[nodiscard]] Tag add(std::string what, util::Duration limit, ReplyHandler handler);

    /// Hands a reply to whoever waits for it.
    /// \return false when no request of ours had this tag, so that the frame is a request of the peer
    bool deliver(Tag tag, std::string_view body);

    /// Ends all that waits with `error`.
    void failAll(util::Error error);

    [[nodiscard]] std::size_t size() const { return m_pending.size(); }

private:
    struct Pending
    {
        std::string what;
        ReplyHandler handler;
        util::Subscription timer;
    };

    void expire(Tag tag);

    util::Scheduler& m_scheduler;
    const ConnectionRole m_role;
    TagCounter m_tags;
    Tag m_lastIssued;
    std::map<Tag, Pending> m_pending;
};

} // namespace dbgr::pmix
