// SPDX-License-Identifier: BSD-3-Clause
#include "session/request_book.h"

#include "debug/debug_error.h"
#include "session/reply_filter.h"
#include "util/log.h"

#include <chrono>
#include <utility>

namespace dbgr::session {

util::RequestId RequestBook::open(Request request)
{
    m_last = m_last.next();
    Open entry{std::move(request), m_processes.generation(), {}};
    entry.deadline = m_scheduler.after(entry.request.limit, [this, id = m_last] {
        const auto limit = std::chrono::duration_cast<std::chrono::seconds>(m_open.at(id).request.limit);
        close(id, util::fail(debug::Errc::Timeout, "no answer in " + std::to_string(limit.count()) + " s",
                             "The ranks' daemons may be busy reading symbols: try again, or detach."));
    });
    m_open.emplace(m_last, std::move(entry));
    return m_last;
}

void RequestBook::close(util::RequestId id, util::Result<debug::EngineReply> reply)
{
    auto entry = m_open.extract(id);
    if (!entry) {
        util::log::debug("session", "dropped a late reply", {{"request", id.value()}});
        return;
    }
    const Open& open = entry.mapped();
    if (reply && open.request.ofThisStop)
        reply = withoutRanks(*std::move(reply), m_processes.changedSince(open.generation, open.request.ranks));
    if (!reply)
        reply = util::fail(std::move(reply).error().withContext(open.request.what));
    open.request.handler(std::move(reply));
}

void RequestBook::part(util::RequestId id, debug::EngineReply reply, const util::RankSet& awaited)
{
    const auto found = m_open.find(id);
    if (found == m_open.end() || !found->second.request.partly)
        return;
    const Open& open = found->second;
    util::Result<debug::EngineReply> soFar = std::move(reply);
    if (open.request.ofThisStop)
        soFar = withoutRanks(*std::move(soFar), m_processes.changedSince(open.generation, open.request.ranks));
    if (soFar)
        open.request.partly(*std::move(soFar), awaited);
}

std::vector<util::RequestId> RequestBook::questions() const
{
    std::vector<util::RequestId> ids;
    for (const auto& [id, open] : m_open)
        if (open.request.isQuestion)
            ids.push_back(id);
    return ids;
}

void RequestBook::closeAll(const util::Error& why)
{
    for (const auto& [id, open] : std::exchange(m_open, {}))
        open.request.handler(util::fail(util::Error(why).withContext(open.request.what)));
}

} // namespace dbgr::session
