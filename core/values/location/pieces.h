// SPDX-License-Identifier: BSD-3-Clause
// Puts a value together from the pieces that it is kept in. Part of Locator. Thread: one at a time.
#pragma once

#include "util/result.h"
#include "values/location/location.h"
#include "values/target/frame.h"
#include "values/target/stop_memory.h"

#include <cstdint>

namespace dbgr::values {

/// The bytes of the pieces, at an address that is made up for them. What cannot be had of one piece of several is
/// marked as unknown; of the only one, it is the error.
/// \param frame null: there are no registers \param bytes of the whole value
/// \errors OptimizedOut, Unreadable, TooLarge
[[nodiscard]] util::Result<Address> assemble(const Location& location, Frame* frame, StopMemory& memory,
                                             std::uint64_t bytes);

} // namespace dbgr::values
