// SPDX-License-Identifier: BSD-3-Clause
// The memory of a process that stands still. Thread: one at a time.
#pragma once

#include "values/target/address.h"

#include <cstddef>
#include <span>

namespace dbgr::values {

class Memory
{
public:
    virtual ~Memory() = default;
    /// All of `out`, or false.
    [[nodiscard]] virtual bool read(Address address, std::span<std::byte> out) = 0;
};

} // namespace dbgr::values
