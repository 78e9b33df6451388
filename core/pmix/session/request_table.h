// SPDX-License-Identifier: BSD-3-Clause
// What we asked one peer and have no answer to yet. Sits in the connection, between a reply frame and its operation.
// Thread: that of its scheduler.
#pragma once

#include "util/result.h"
#include "util/scheduler.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// The body of a reply, or why there is none: Status::ErrTimeout, Status::ErrLostConnection. Called once.
using ReplyHandler = std::function<void(util::Result<std::string_view> body)>;

/// The tags that one end of a connection gives to its requests. Both ends number theirs, and a peer takes a message
/// with a tag that it waits for as its answer: so the end that connected counts from 101, the end that accepted counts
/// in the upper half.
struct TagRange
{
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    [[nodiscard]] static TagRange connector() { return {101, 0x7fffffff}; }
    [[nodiscard]] static TagRange acceptor() { return {0x80000032, 0xfffffffe}; }
    [[nodiscard]] bool contains(std::uint32_t tag) const { return tag >= first && tag <= last; }
};

/// Every request has a deadline; a reply that comes later is dropped here.
class RequestTable
{
public:
    RequestTable(util::Scheduler& scheduler, TagRange range);

    /// A fresh tag for a request that gets no reply.
    [[nodiscard]] std::uint32_t nextTag();
    /// A fresh tag whose reply, or whose deadline, will run `handler`, never inside this call.
    /// \param what for the error: "PMIX_Query of pmix.qry.ns"
    [[nodiscard]] std::uint32_t add(std::string what, util::Duration deadline, ReplyHandler handler);

    /// Hands a reply to whoever waits for it.
    /// \return false when `tag` is not one of ours, so that the frame is a request of the peer
    bool deliver(std::uint32_t tag, std::string_view body);

    /// Ends all that waits with `error`.
    void failAll(const util::Error& error);

    [[nodiscard]] std::size_t size() const { return m_pending.size(); }

private:
    struct Pending
    {
        std::string what;
        ReplyHandler handler;
        util::Subscription timer;
    };

    void expire(std::uint32_t tag);

    util::Scheduler& m_scheduler;
    const TagRange m_range;
    std::uint32_t m_next;
    std::map<std::uint32_t, Pending> m_pending;
};

} // namespace dbgr::pmix
