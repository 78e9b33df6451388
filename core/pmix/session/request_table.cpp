// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/request_table.h"

#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

RequestTable::RequestTable(util::Scheduler& scheduler, TagRange range)
    : m_scheduler(scheduler), m_range(range), m_next(range.first)
{}

std::uint32_t RequestTable::nextTag()
{
    while (m_pending.contains(m_next))
        m_next = m_next == m_range.last ? m_range.first : m_next + 1;
    const std::uint32_t tag = m_next;
    m_next = m_next == m_range.last ? m_range.first : m_next + 1;
    return tag;
}

std::uint32_t RequestTable::add(std::string what, util::Duration deadline, ReplyHandler handler)
{
    const std::uint32_t tag = nextTag();
    auto timer = m_scheduler.after(deadline, [this, tag] { expire(tag); });
    m_pending.emplace(tag, Pending{std::move(what), std::move(handler), std::move(timer)});
    return tag;
}

bool RequestTable::deliver(std::uint32_t tag, std::string_view body)
{
    if (!m_range.contains(tag))
        return false;
    auto node = m_pending.extract(tag);
    if (node.empty()) {
        util::log::info("pmix", "late reply dropped", {{"tag", tag}});
        return true;
    }
    node.mapped().timer.cancel();
    node.mapped().handler(body);
    return true;
}

void RequestTable::failAll(const util::Error& error)
{
    auto pending = std::exchange(m_pending, {});
    for (auto& [tag, request] : pending) {
        request.timer.cancel();
        util::Error own = error;
        request.handler(util::fail(std::move(own).withContext(request.what)));
    }
}

void RequestTable::expire(std::uint32_t tag)
{
    auto node = m_pending.extract(tag);
    if (node.empty())
        return;
    node.mapped().handler(util::fail(Status::ErrTimeout, node.mapped().what + ": no answer within its time limit"));
}

} // namespace dbgr::pmix
