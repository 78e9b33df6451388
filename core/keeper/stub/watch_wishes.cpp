// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/watch_wishes.h"

namespace dbgr::keeper {

void WatchWishes::say(std::span<const util::MemoryArea> areas) const
{
    if (!m_memory)
        return;
    const std::uint32_t writing = m_memory->version | 1U; // also where another engine has died in the middle of it
    m_memory->version = writing;
    for (std::size_t i = 0; i < m_memory->areas.size(); ++i) {
        const util::MemoryArea area = i < areas.size() ? areas[i] : util::MemoryArea{};
        m_memory->areas[i].address = area.address;
        m_memory->areas[i].size = area.size;
    }
    m_memory->version = writing + 1;
}

std::optional<std::vector<util::MemoryArea>> WatchWishes::areas() const
{
    std::vector<util::MemoryArea> said;
    const std::uint32_t before = m_memory ? m_memory->version.load() : 0;
    if (before == 0)
        return said;
    for (const Memory::Area& area : m_memory->areas) {
        const util::MemoryArea one{area.address, area.size};
        if (one.size != 0 && one.size <= util::kMostSlowBytes)
            said.push_back(one);
    }
    if (before % 2 != 0 || m_memory->version != before)
        return std::nullopt;
    return said;
}

} // namespace dbgr::keeper
