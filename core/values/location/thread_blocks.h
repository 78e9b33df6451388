// SPDX-License-Identifier: BSD-3-Clause
// Where a thread has what is its own of a library. Way: LocatorHost -> here. Thread: one at a time.
#pragma once

#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/target/stop_memory.h"

namespace dbgr::values {

/// \param pointer the thread's
/// \errors NotOurs: nobody knows how this C library keeps them; NotAllocated: the thread has none so far; NotRecorded,
/// Unreadable: its tables are not in order
[[nodiscard]] util::Result<Address> threadBlockOf(const Module& library, Address pointer, const LoadedFiles& files,
                                                  StopMemory& memory);

} // namespace dbgr::values
