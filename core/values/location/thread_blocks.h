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

/// gcc: split debug information has where the first value of what each thread has of its own lies in the file, and not
/// how far from the beginning of a thread's block, which is what the operation behind it takes.
/// \param location which has the number \return how far it is
[[nodiscard]] std::uint64_t offsetInThreadBlock(const Dwarf_Attribute& location, std::uint64_t recorded,
                                                const ThreadLocals& block);

} // namespace dbgr::values
