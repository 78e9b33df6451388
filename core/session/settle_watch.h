// SPDX-License-Identifier: BSD-3-Clause
// Waits until ranks are where nothing more is to come by itself: what makes `continue` a command that returns.
// Owned by the session, which says after each batch of news who is still on the move. Thread: the session's.
#pragma once

#include "util/executor.h"
#include "util/rank_set.h"
#include "util/subscription.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace dbgr::session {

class SettleWatch
{
public:
    explicit SettleWatch(util::Executor& executor) : m_executor(executor) {}

    /// Calls back once, after a check() of which `unsettled` has none of `ranks`.
    [[nodiscard]] util::Subscription add(util::RankSet ranks, std::function<void()> settled);
    /// The callbacks that are due are posted.
    void check(const util::RankSet& unsettled);

private:
    struct Wait
    {
        util::RankSet ranks;
        std::function<void()> settled;
    };
    using Waits = std::map<std::uint64_t, Wait>;

    util::Executor& m_executor;
    std::shared_ptr<Waits> m_waits = std::make_shared<Waits>();
    std::uint64_t m_next = 0;
};

} // namespace dbgr::session
