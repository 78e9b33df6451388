// SPDX-License-Identifier: BSD-3-Clause
#include "python/paged_memory.h"

#include <algorithm>
#include <cstring>

namespace dbgr::python {

bool PagedMemory::read(std::uint64_t address, std::span<std::byte> out)
{
    while (!out.empty()) {
        const Page* const from = page(address / kPage);
        if (!from)
            return false;
        const std::size_t inside = address % kPage;
        const std::size_t count = std::min(out.size(), kPage - inside);
        std::memcpy(out.data(), from->data() + inside, count);
        out = out.subspan(count);
        address += count;
        if (address == 0) // it would go on at the other end
            return out.empty();
    }
    return true;
}

const PagedMemory::Page* PagedMemory::page(std::uint64_t number)
{
    if (const auto known = m_pages.find(number); known != m_pages.end())
        return known->second.get();
    if (isUsedUp())
        return nullptr;
    auto fresh = std::make_unique<Page>();
    if (!m_read(number * kPage, *fresh))
        fresh.reset();
    return m_pages.emplace(number, std::move(fresh)).first->second.get();
}

} // namespace dbgr::python
