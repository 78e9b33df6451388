// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/loader_turn.h"

namespace dbgr::keeper {

void LoaderTurn::take(const void* who, std::function<void()> go)
{
    m_waiting.emplace_back(who, std::move(go));
    if (!m_current)
        next();
}

void LoaderTurn::leave(const void* who)
{
    std::erase_if(m_waiting, [&](const auto& waiting) { return waiting.first == who; });
    if (m_current == who)
        next();
}

void LoaderTurn::next()
{
    m_current = nullptr;
    m_limit.cancel();
    if (m_waiting.empty())
        return;
    const auto [who, go] = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_current = who;
    m_limit = m_scheduler.after(kLimit, [this] { next(); });
    go();
}

} // namespace dbgr::keeper
