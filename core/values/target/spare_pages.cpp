// SPDX-License-Identifier: BSD-3-Clause
#include "values/target/spare_pages.h"

#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostSpare = 1024; // 4 MiB

std::vector<std::unique_ptr<MemoryPage>>& sparePages()
{
    static thread_local std::vector<std::unique_ptr<MemoryPage>> pages;
    return pages;
}

} // namespace

void SparePages::operator()(MemoryPage* page) const
{
    std::unique_ptr<MemoryPage> owned(page);
    if (sparePages().size() < kMostSpare)
        sparePages().push_back(std::move(owned));
}

OwnedPage takePage()
{
    std::vector<std::unique_ptr<MemoryPage>>& spare = sparePages();
    if (spare.empty())
        return OwnedPage(new MemoryPage);
    OwnedPage page(spare.back().release());
    spare.pop_back();
    return page;
}

} // namespace dbgr::values
