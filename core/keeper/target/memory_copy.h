// SPDX-License-Identifier: BSD-3-Clause
// Copies memory of a process by one call of the kernel, and by its file in /proc where that call is refused (a filter
// of system calls, a process that may not be looked into any more) or shows less. Thread: any.
#pragma once

#include "util/ids.h"
#include "util/process_memory.h"
#include "util/remote_address.h"

#include <cstddef>
#include <span>

namespace dbgr::keeper {

struct CopiedMemory
{
    std::size_t size = 0; ///< bytes before the first that cannot be read
    int error = 0;        ///< errno of that one; 0 there is none
};

/// \param file the process's own memory, for what the call does not give
[[nodiscard]] CopiedMemory copyMemory(util::Pid pid, util::ProcessMemory& file, util::RemoteAddress address,
                                      std::span<std::byte> out);

} // namespace dbgr::keeper
