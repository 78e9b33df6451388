// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/pending_gets.h"

#include "pmix/server/directives.h"
#include "pmix/server/value_size.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <utility>

namespace dbgr::pmix {

std::optional<PendingGets::Id> PendingGets::add(PendingGet get)
{
    const PeerId peer = get.who.id;
    if (m_perPeer[peer] >= kMaxPerPeer) {
        get.answer(util::fail(Status::ErrOutOfResource, toString(get.who.proc()) + " has too many PMIx_Get waiting"));
        return std::nullopt;
    }
    if (textOf(get.request.key).size() > kMaxKeyBytes || sizeOf(get.request.infos) > kMaxKeptInfoBytes ||
        get.request.proc.nspace.size() > Proc::kMaxNspaceBytes) {
        get.answer(util::fail(Status::ErrBadParam, "a PMIx_Get with too long a key, or too many directives"));
        return std::nullopt;
    }
    ++m_perPeer[peer];

    const Id id = m_nextId++;
    const Proc target = get.request.proc;
    const auto limit = timeoutOf(get.request.infos);
    Waiting& waiting = m_byTarget[target].emplace(id, Waiting{std::move(get), {}}).first->second;
    if (limit)
        startTimer(target, id, waiting, *limit);
    return id;
}

void PendingGets::startTimer(const Proc& target, Id id, Waiting& waiting, util::Duration limit)
{
    waiting.timer = m_scheduler.after(limit, [this, target, id] {
        answer(target, id, util::fail(Status::ErrTimeout, "no value of " + toString(target) + " came in time"));
    });
}

void PendingGets::limit(const Proc& target, util::Duration patience)
{
    const auto ofTarget = m_byTarget.find(target);
    if (ofTarget == m_byTarget.end())
        return;
    for (auto& [id, waiting] : ofTarget->second)
        if (!waiting.timer.active() && find(waiting.get.request.infos, keys::kTimeout) == nullptr)
            startTimer(target, id, waiting, patience);
}

void PendingGets::answer(const Proc& target, Id id, GetResult result)
{
    const auto ofTarget = m_byTarget.find(target);
    if (ofTarget == m_byTarget.end())
        return;
    auto taken = ofTarget->second.extract(id);
    if (taken.empty())
        return;
    if (ofTarget->second.empty())
        m_byTarget.erase(ofTarget);
    forget(taken.mapped().get.who.id);
    taken.mapped().get.answer(std::move(result));
}

void PendingGets::settle(const Proc& target, const Decide& decide)
{
    const auto ofTarget = m_byTarget.find(target);
    if (ofTarget == m_byTarget.end())
        return;
    // Whoever is answered may ask again at once, so the answers come after the look at the table.
    std::vector<std::pair<Id, GetResult>> decided;
    for (const auto& [id, waiting] : ofTarget->second)
        if (auto result = decide(waiting.get))
            decided.emplace_back(id, *std::move(result));
    for (auto& [id, result] : decided)
        answer(target, id, std::move(result));
}

void PendingGets::settleAll(const std::string& nspace, const Decide& decide)
{
    std::vector<Proc> targets;
    for (auto each = m_byTarget.lower_bound(Proc{nspace, ProcRank(0)});
         each != m_byTarget.end() && each->first.nspace == nspace; ++each)
        targets.push_back(each->first);
    for (const Proc& target : targets)
        settle(target, decide);
}

void PendingGets::dropPeer(PeerId peer)
{
    if (m_perPeer.erase(peer) == 0)
        return;
    for (auto& [target, ofTarget] : m_byTarget)
        std::erase_if(ofTarget, [&](const auto& each) { return each.second.get.who.id == peer; });
    std::erase_if(m_byTarget, [](const auto& each) { return each.second.empty(); });
}

void PendingGets::forget(PeerId peer)
{
    const auto count = m_perPeer.find(peer);
    if (count != m_perPeer.end() && --count->second == 0)
        m_perPeer.erase(count);
}

} // namespace dbgr::pmix
