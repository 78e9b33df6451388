// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/event_router.h"

#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

bool isNonDefault(const Event& event)
{
    const Value* flag = event.find(keys::kEventNonDefault);
    return flag != nullptr && flag->asBool().value_or(false);
}

bool has(const std::vector<Status>& codes, Status code)
{
    return std::ranges::find(codes, code) != codes.end();
}

} // namespace

EventRouter::Id EventRouter::add(std::vector<Status> codes, Handler handler)
{
    const Id id = m_next++;
    m_entries.emplace(id, Entry{std::move(codes), std::move(handler)});
    return id;
}

void EventRouter::dispatch(const Event& event, const std::function<bool()>& goOn) const
{
    std::vector<Id> chosen;
    for (const auto& [id, entry] : m_entries)
        if (has(entry.codes, event.code))
            chosen.push_back(id);
    if (chosen.empty() && !isNonDefault(event))
        for (const auto& [id, entry] : m_entries)
            if (entry.codes.empty())
                chosen.push_back(id);
    for (const Id id : chosen) {
        const auto found = m_entries.find(id);
        if (found == m_entries.end())
            continue; // an earlier handler removed it
        const Handler handler = found->second.handler;
        handler(event);
        if (!goOn())
            return;
    }
}

} // namespace dbgr::pmix
