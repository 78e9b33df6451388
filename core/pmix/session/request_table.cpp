// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/request_table.h"

#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

RequestTable::RequestTable(util::Scheduler& scheduler, ConnectionRole role)
    : m_scheduler(scheduler), m_role(role), m_tags(role)
{}

Tag RequestTable::nextTag()
{
    do
        m_lastIssued = m_tags.next();
    while (m_pending.contains(m_lastIssued));
    return m_lastIssued;
}

Tag RequestTable::add(std::string what, util::Duration limit, ReplyHandler handler)
{
    const Tag tag = nextTag();
    auto timer = m_scheduler.after(limit, [this, tag] { expire(tag); });
    m_pending.emplace(tag, Pending{std::move(what), std::move(handler), std::move(timer)});
    return tag;
}

bool RequestTable::deliver(Tag tag, std::string_view body)
{
    auto node = m_pending.extract(tag);
    if (node.empty()) {
        const Tag first = m_role == ConnectionRole::Connector ? kFirstConnectorTag : kFirstAcceptorTag;
        const bool ours = tag >= first && tag <= m_lastIssued;
        if (ours)
            util::log::info("pmix", "late reply dropped", {{"tag", tag.value()}});
        return ours;
    }
    node.mapped().timer.cancel();
    node.mapped().handler(body);
    return true;
}

void RequestTable::failAll(util::Error error)
{
    auto pending = std::exchange(m_pending, {});
    for (auto& [tag, request] : pending)
        request.timer.cancel();
    for (auto& [tag, request] : pending) {
        util::Error own = error;
        request.handler(util::fail(std::move(own).withContext(request.what)));
    }
}

void RequestTable::expire(Tag tag)
{
    auto node = m_pending.extract(tag);
    if (node.empty())
        return;
    node.mapped().handler(util::fail(Status::ErrTimeout, node.mapped().what + ": no answer within its time limit"));
}

} // namespace dbgr::pmix
