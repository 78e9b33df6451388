// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Get requests that wait: for a process to commit, or for the host to fetch from another node. Each is answered
// once, or dropped with its asker. Thread: its scheduler's.
#pragma once

#include "pmix/ops/get.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::pmix {

using GetAnswer = Answer<std::vector<ProcValues>>;
using GetResult = util::Result<std::vector<ProcValues>>;

/// A request with the one who made it.
struct PendingGet
{
    Requester who;
    GetRequest request;
    GetAnswer answer;
};

class PendingGets
{
public:
    /// Requests of one asker that may wait at once.
    static constexpr std::size_t kMaxPerPeer = 4096;

    using Id = std::uint64_t;
    /// The answer that a request can have by now, if any.
    using Decide = std::function<std::optional<GetResult>(const PendingGet&)>;

    explicit PendingGets(util::Scheduler& scheduler) : m_scheduler(scheduler) {}

    /// Keeps a request for its PMIX_TIMEOUT. Nothing when its asker has too many; it was answered then.
    std::optional<Id> add(PendingGet get);
    /// Answers one of them, if it still waits.
    void answer(const Proc& target, Id id, GetResult result);
    /// Answers those for data of `target` that can be. kRankUndef is a target of its own: any rank.
    void settle(const Proc& target, const Decide& decide);
    /// From now on, those for data of `target` that have no PMIX_TIMEOUT wait no longer than this.
    void limit(const Proc& target, util::Duration patience);
    /// As settle(), for every target of a namespace.
    void settleAll(const std::string& nspace, const Decide& decide);
    void dropPeer(PeerId peer);
    [[nodiscard]] bool waitsFor(const Proc& target) const { return m_byTarget.contains(target); }

private:
    struct Waiting
    {
        PendingGet get;
        util::Subscription timer;
    };
    using OfTarget = std::map<Id, Waiting>;

    void startTimer(const Proc& target, Id id, Waiting& waiting, util::Duration limit);
    void forget(PeerId peer);

    util::Scheduler& m_scheduler;
    Id m_nextId = 0;
    std::map<Proc, OfTarget> m_byTarget;
    std::map<PeerId, std::size_t> m_perPeer;
};

} // namespace dbgr::pmix
