// SPDX-License-Identifier: BSD-3-Clause
// Pages of memory that stops before have left: a node of many ranks asks for one or more for each of them at each stop,
// and to get new ones takes longer than to read what is in them. Thread: any; each one has its own.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace dbgr::values {

using MemoryPage = std::array<std::byte, 4096>;

struct SparePages
{
    void operator()(MemoryPage* page) const; ///< keeps it, if there are not too many
};
/// What is in it means nothing.
using OwnedPage = std::unique_ptr<MemoryPage, SparePages>;
[[nodiscard]] OwnedPage takePage();

} // namespace dbgr::values
