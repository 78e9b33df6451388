// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/text/sites.h"

#include <algorithm>

namespace dbgr::keeper {

bool Sites::add(RemoteAddress address)
{
    std::array<std::byte, kMostTrapBytes> there{};
    if (!m_memory.read(address, std::span(there).first(m_trap.size())))
        return false;
    if (m_sites.size() >= kMaxSites && !m_sites.contains(address))
        return false;
    ++m_sites[address].wanted;
    return true;
}

bool Sites::remove(RemoteAddress address)
{
    const auto found = m_sites.find(address);
    if (found == m_sites.end() || found->second.wanted == 0)
        return false;
    if (--found->second.wanted == 0 && !found->second.isOwn) {
        clean(found->second);
        m_sites.erase(found);
    }
    return true;
}

void Sites::setOwn(std::span<const RemoteAddress> addresses)
{
    if (std::ranges::equal(addresses, m_own))
        return;
    dropOwn();
    for (const RemoteAddress address : addresses) {
        const auto known = m_sites.find(address);
        std::array<std::byte, kMostTrapBytes> there{};
        if (known != m_sites.end() && known->second.isPlanted)
            there = known->second.trap.original;
        else if (!m_memory.read(address, std::span(there).first(m_trap.size())))
            continue;
        Site& site = m_sites[address];
        site.isOwn = true;
        site.expected = there;
    }
    m_own.assign(addresses.begin(), addresses.end());
}

void Sites::dropOwn()
{
    for (const RemoteAddress address : std::exchange(m_own, {})) {
        const auto found = m_sites.find(address);
        if (found == m_sites.end())
            continue;
        found->second.isOwn = false;
        if (found->second.wanted != 0)
            continue;
        clean(found->second);
        m_sites.erase(found);
    }
}

bool Sites::isOwn(RemoteAddress address) const
{
    const auto found = m_sites.find(address);
    return found != m_sites.end() && found->second.isOwn;
}

bool Sites::isWanted(RemoteAddress address) const
{
    const auto found = m_sites.find(address);
    return found != m_sites.end() && found->second.wanted != 0;
}

bool Sites::isAsExpected(RemoteAddress address, const Site& site)
{
    std::array<std::byte, kMostTrapBytes> there{};
    return site.isPlanted || (m_memory.read(address, std::span(there).first(m_trap.size())) && there == site.expected);
}

void Sites::plant(std::optional<RemoteAddress> steppedOver)
{
    for (auto& [address, site] : m_sites) {
        const bool isOnlyOwn = site.wanted == 0;
        const bool isLeftOut = address == m_leftOut || address == steppedOver;
        if (isLeftOut || (isOnlyOwn && (m_passed.contains(address) || !isAsExpected(address, site))))
            continue;
        plant(address, site);
    }
}

void Sites::plant(RemoteAddress address, Site& site)
{
    if (site.isPlanted)
        return;
    site.trap.address = address;
    site.trap.size = m_trap.size();
    if (!m_memory.read(address, std::span(site.trap.original).first(m_trap.size())))
        return;
    const auto line = m_ledger.add(m_pid, address, site.trap.bytes());
    if (!line)
        return;
    site.isPlanted = m_memory.write(address, m_trap);
    site.line = *line;
    if (!site.isPlanted)
        m_ledger.erase(*line);
}

void Sites::clean()
{
    for (auto& [address, site] : m_sites)
        clean(site);
}

void Sites::clean(Site& site)
{
    if (!site.isPlanted)
        return;
    std::array<std::byte, kMostTrapBytes> there{};
    const std::span<std::byte> found = std::span(there).first(m_trap.size());
    // What was unloaded or replaced meanwhile is not ours to change.
    if (m_memory.read(site.trap.address, found) && std::ranges::equal(found, m_trap))
        static_cast<void>(m_memory.write(site.trap.address, site.trap.bytes()));
    m_ledger.erase(site.line);
    site.isPlanted = false;
}

void Sites::forget()
{
    for (auto& [address, site] : m_sites) {
        if (site.isPlanted)
            m_ledger.erase(site.line);
    }
    m_sites.clear();
    m_leftOut.reset();
    m_own.clear();
    m_passed.clear();
}

bool Sites::isPlanted(RemoteAddress address) const
{
    const auto found = m_sites.find(address);
    return found != m_sites.end() && found->second.isPlanted;
}

void Sites::hide(RemoteAddress address, std::span<std::byte> bytes) const
{
    const RemoteAddress firstThatReaches(address.value() -
                                         std::min<std::uint64_t>(address.value(), kMostTrapBytes - 1));
    for (auto at = m_sites.lower_bound(firstThatReaches); at != m_sites.end(); ++at) {
        const PlantedTrap& trap = at->second.trap;
        if (at->first >= address && at->first - address >= bytes.size())
            return;
        for (std::size_t i = 0; i < trap.size && at->second.isPlanted; ++i) {
            const std::uint64_t place = at->first + i - address;   // of those in front a very large one
            if (place < bytes.size() && bytes[place] == m_trap[i]) // else something else is there by now
                bytes[place] = trap.original[i];
        }
    }
}

std::vector<PlantedTrap> Sites::planted() const
{
    std::vector<PlantedTrap> result;
    for (const auto& [address, site] : m_sites) {
        if (site.isPlanted)
            result.push_back(site.trap);
    }
    return result;
}

} // namespace dbgr::keeper
