// SPDX-License-Identifier: BSD-3-Clause
// The memory of a process that stands still. Thread: one at a time.
#pragma once

#include "util/result.h"
#include "values/target/address.h"
#include "values/values_error.h"

#include <cstddef>
#include <span>

namespace dbgr::values {

class Memory
{
public:
    virtual ~Memory() = default;
    /// All of `out`, or false.
    [[nodiscard]] virtual bool read(Address address, std::span<std::byte> out) = 0;
    /// Else there may be some bytes of a page and not the others: nobody asks for more than he needs.
    [[nodiscard]] virtual bool hasPages() const { return true; }
    /// All of `bytes`, or nothing. \errors ReadOnly, with the reason
    [[nodiscard]] virtual util::Result<void> write(Address, std::span<const std::byte>)
    {
        return util::fail(Errc::ReadOnly, "this memory cannot be changed");
    }
};

} // namespace dbgr::values
