// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/text/slots.h"

#include <iterator>
#include <span>
#include <utility>

namespace dbgr::keeper {

void Slots::want(RemoteAddress address)
{
    if (!m_slots.contains(address) && !m_refused.contains(address))
        m_wanted.insert(address);
}

std::vector<std::byte> Slots::textAt(RemoteAddress address)
{
    std::vector<std::byte> text(Arch::kMostInstruction);
    text.resize(m_memory.readSome(address, text));
    return text;
}

std::optional<RemoteAddress> Slots::write()
{
    std::set<RemoteAddress> left;
    for (const RemoteAddress address : std::exchange(m_wanted, {})) {
        if (!write(address))
            left.insert(address);
    }
    m_wanted = std::move(left);
    return m_wanted.empty() ? std::nullopt : std::optional(*m_wanted.begin());
}

bool Slots::write(RemoteAddress address)
{
    const std::vector<std::byte> text = textAt(address);
    if (!m_arch.moved(text, address, address)) { // wherever it were
        m_refused.insert(address);
        return true;
    }
    for (Page& page : m_pages) {
        if (page.used + Arch::kMostOutOfLine > kPage)
            continue;
        const RemoteAddress at = page.address + page.used;
        const auto made = m_arch.moved(text, address, at);
        if (!made)
            continue;
        page.used += Arch::kMostOutOfLine;
        if (!m_memory.write(at, made->code)) {
            m_refused.insert(address);
            return true;
        }
        m_slots[address] = {at, {text.begin(), text.begin() + static_cast<std::ptrdiff_t>(made->length)}};
        m_homes[at] = {address, made->length};
        return true;
    }
    return false;
}

void Slots::refuse()
{
    m_refused.merge(std::exchange(m_wanted, {}));
}

void Slots::check()
{
    std::erase_if(m_slots, [this](const auto& one) {
        std::vector<std::byte> there(one.second.original.size());
        const bool isAsItWas = m_memory.read(one.first, there) && there == one.second.original;
        return !isAsItWas;
    });
}

std::optional<RemoteAddress> Slots::of(RemoteAddress address) const
{
    const auto found = m_slots.find(address);
    return found == m_slots.end() ? std::nullopt : std::optional(found->second.address);
}

std::optional<RemoteAddress> Slots::home(RemoteAddress pc) const
{
    const auto after = m_homes.upper_bound(pc);
    if (after == m_homes.begin())
        return std::nullopt;
    const auto& [slot, home] = *std::prev(after);
    if (pc - slot >= Arch::kMostOutOfLine)
        return std::nullopt;
    return pc == slot ? home.address : home.address + home.length;
}

std::vector<RemoteAddress> Slots::takePages()
{
    std::vector<RemoteAddress> pages;
    for (const Page& page : m_pages)
        pages.push_back(page.address);
    forget();
    return pages;
}

void Slots::forget()
{
    m_wanted.clear();
    m_refused.clear();
    m_slots.clear();
    m_homes.clear();
    m_pages.clear();
}

} // namespace dbgr::keeper
