// SPDX-License-Identifier: BSD-3-Clause
// Memory of many ranks that dbgd asks for at once: read a bounded batch at a time, so that ranks and other orders have
// their turns in between, and told in parts as it is read. Way: Order::memory -> here -> MemoryPart, in a file of its
// own -> Notice. Thread: the keeper's.
#pragma once

#include "keeper/control/memory_part.h"
#include "keeper/control/messages.h"
#include "util/lifetime.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace dbgr::keeper {

class MemoryOrders
{
public:
    /// That are read before others have their turns.
    static constexpr std::size_t kBytesAtOnce = std::size_t{1} << 20;
    /// Orders that wait; each one more is refused, by EAGAIN for all that it wants.
    static constexpr std::size_t kMostWaiting = 64;

    using Read = std::function<MemoryPiece(const MemoryWish& wish)>;
    using Tell = std::function<void(std::uint32_t number, const MemoryPart& part)>;

    /// \param isBusy whether dbgd has not taken what it was told: nothing is read meanwhile
    MemoryOrders(util::Scheduler& scheduler, Read read, Tell tell, std::function<bool()> isBusy)
        : m_scheduler(scheduler), m_read(std::move(read)), m_tell(std::move(tell)), m_isBusy(std::move(isBusy))
    {}

    /// \param number of the order, which each of its parts has
    void add(std::uint32_t number, std::vector<MemoryWish> wishes);

private:
    struct Waiting
    {
        std::uint32_t number = 0;
        std::vector<MemoryWish> wishes;
        std::size_t done = 0;
    };

    static constexpr std::chrono::milliseconds kPause{5};

    void goOn();
    void readSome();
    void goOnLater();

    util::Scheduler& m_scheduler;
    const Read m_read;
    const Tell m_tell;
    const std::function<bool()> m_isBusy;
    std::deque<Waiting> m_waiting;
    util::Subscription m_later;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::keeper
