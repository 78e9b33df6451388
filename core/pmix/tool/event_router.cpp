// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/event_router.h"

#include "pmix/types/keys.h"

#include <algorithm>
#include <set>
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

std::vector<Status> EventRouter::remove(Id id)
{
    auto node = m_entries.extract(id);
    return node.empty() ? std::vector<Status>() : unwanted(node.mapped().codes, id);
}

std::vector<Status> EventRouter::unwanted(const std::vector<Status>& codes, Id except) const
{
    std::vector<Status> rest = codes;
    for (const auto& [id, entry] : m_entries)
        if (id != except)
            std::erase_if(rest, [&](Status code) { return has(entry.codes, code); });
    return rest;
}

std::vector<Status> EventRouter::allCodes() const
{
    std::set<Status> all;
    for (const auto& [id, entry] : m_entries)
        all.insert(entry.codes.begin(), entry.codes.end());
    return {all.begin(), all.end()};
}

bool EventRouter::wantsDefault() const
{
    return std::ranges::any_of(m_entries, [](const auto& each) { return each.second.codes.empty(); });
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
