// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/group_joiners.h"

#include "pmix/types/status.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

void GroupJoiners::join(const std::string& group, Joiner joiner)
{
    const auto call = std::ranges::find_if(m_calls, [&](const auto& each) {
        return each.second.call.group == group && each.second.call.missing.contains(joiner.who.proc());
    });
    if (call != m_calls.end())
        return come(call, std::move(joiner));
    if (std::ranges::count(m_waiting, joiner.who.id, [](const Waiting& each) { return each.joiner.who.id; }) >=
        static_cast<std::ptrdiff_t>(kMaxPerPeer))
        return joiner.answer(
            util::fail(Status::ErrOutOfResource, toString(joiner.who.proc()) + " waits for too many groups"));
    const auto place = m_waiting.emplace(m_waiting.end(), Waiting{group, std::move(joiner), {}});
    if (place->joiner.limit)
        place->timer = m_scheduler.after(*place->joiner.limit, [this, place] {
            const auto answer = std::move(place->joiner.answer);
            m_waiting.erase(place);
            answer(util::fail(Status::ErrTimeout, "no group asked for this process in time"));
        });
}

void GroupJoiners::call(Call call)
{
    const auto ended = [this](const Proc& each) { return m_jobs.hasEnded(each); };
    const auto lost = std::ranges::find_if(call.missing, ended);
    if (call.absence == Absence::Fails && lost != call.missing.end())
        return call.done(util::fail(Rounds::lost(*lost, CollectiveKind::ConstructGroup)));
    std::erase_if(call.missing, ended);
    const std::uint64_t number = m_nextNumber++;
    const auto open = m_calls.emplace(number, Open{std::move(call), {}, {}}).first;
    Open& state = open->second;
    for (auto each = m_waiting.begin(); each != m_waiting.end();) {
        const bool isFor = each->group == state.call.group && state.call.missing.erase(each->joiner.who.proc()) == 1;
        if (isFor)
            state.came.push_back(std::move(each->joiner));
        each = isFor ? m_waiting.erase(each) : std::next(each);
    }
    if (state.call.missing.empty())
        return end(number);
    if (state.call.deadline)
        state.timer = m_scheduler.after(
            std::max(*state.call.deadline - m_scheduler.now(), util::Duration::zero()), [this, number] {
                fail(number, {Status::ErrTimeout, "not all who are to be added to the group came in time", {}});
            });
}

void GroupJoiners::come(Calls::iterator call, Joiner joiner)
{
    Open& state = call->second;
    state.call.missing.erase(joiner.who.proc());
    state.came.push_back(std::move(joiner));
    if (state.call.missing.empty())
        end(call->first);
}

void GroupJoiners::end(std::uint64_t number)
{
    auto open = m_calls.extract(number);
    std::ranges::sort(open.mapped().came, {}, [](const Joiner& each) { return each.who.proc(); });
    open.mapped().call.done(std::move(open.mapped().came));
}

void GroupJoiners::fail(std::uint64_t number, const util::Error& why)
{
    const auto open = m_calls.extract(number);
    if (open.empty())
        return;
    open.mapped().call.done(util::fail(why));
    for (const Joiner& each : open.mapped().came)
        each.answer(util::fail(why));
}

void GroupJoiners::dropPeer(PeerId peer)
{
    std::erase_if(m_waiting, [&](const Waiting& each) { return each.joiner.who.id == peer; });
    for (auto& [number, open] : m_calls)
        for (Joiner& each : open.came)
            if (each.who.id == peer)
                each.answer = [](const util::Result<GroupReply>&) {};
}

void GroupJoiners::processEnded(const Proc& proc)
{
    std::erase_if(m_waiting, [&](const Waiting& each) { return each.joiner.who.proc() == proc; });
    std::vector<std::uint64_t> failed;
    std::vector<std::uint64_t> complete;
    for (auto& [number, open] : m_calls) {
        const auto isIt = [&](const Joiner& each) { return each.who.proc() == proc; };
        const bool wasMissing = open.call.missing.contains(proc);
        if (open.call.absence == Absence::Fails) {
            if (wasMissing || open.call.makers.contains(proc) || std::ranges::any_of(open.came, isIt))
                failed.push_back(number);
            continue;
        }
        std::erase_if(open.came, isIt);
        if (wasMissing && open.call.missing.erase(proc) == 1 && open.call.missing.empty())
            complete.push_back(number);
    }
    for (const std::uint64_t each : failed)
        fail(each, Rounds::lost(proc, CollectiveKind::ConstructGroup));
    for (const std::uint64_t each : complete)
        end(each);
}

} // namespace dbgr::pmix
