// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/control/memory_orders.h"

#include <cerrno>
#include <utility>

namespace dbgr::keeper {

void MemoryOrders::add(std::uint32_t number, std::vector<MemoryWish> wishes)
{
    if (wishes.empty())
        return m_tell(number, {});
    if (m_waiting.size() == kMostWaiting)
        return m_tell(number, {0, std::vector<MemoryPiece>(wishes.size(), MemoryPiece{EAGAIN, {}})});
    m_waiting.push_back({number, std::move(wishes), 0});
    if (m_waiting.size() == 1)
        goOnLater();
}

void MemoryOrders::goOnLater()
{
    m_scheduler.post(m_lifetime.guard([this] { goOn(); }));
}

void MemoryOrders::goOn()
{
    if (m_isBusy())
        m_later = m_scheduler.after(kPause, [this] { goOn(); });
    else
        readSome();
}

void MemoryOrders::readSome()
{
    Waiting& order = m_waiting.front();
    MemoryPart part{static_cast<std::uint32_t>(order.done), {}};
    std::size_t bytes = 0;
    do {
        const MemoryWish& wish = order.wishes[order.done++];
        bytes += wish.size;
        part.pieces.push_back(m_read(wish));
    } while (order.done < order.wishes.size() && bytes + order.wishes[order.done].size <= kBytesAtOnce);
    const std::uint32_t number = order.number;
    if (order.done == order.wishes.size())
        m_waiting.pop_front();
    if (!m_waiting.empty())
        goOnLater();
    m_tell(number, part);
}

} // namespace dbgr::keeper
