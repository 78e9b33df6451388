// SPDX-License-Identifier: BSD-3-Clause
// ptrace() with types. False and nothing: the thread does not stand, or is gone, or the kernel has no such thing; errno
// says. Thread: see Tracer.
#pragma once

#include "keeper/trace/tracer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <sys/ptrace.h>
#include <sys/types.h>

namespace dbgr::keeper {

[[nodiscard]] inline pid_t idOf(Tid thread)
{
    return static_cast<pid_t>(thread.value());
}

/// A number in the place of a pointer.
[[nodiscard]] inline void* argument(std::uint64_t number)
{
    return reinterpret_cast<void*>(number);
}

bool call(__ptrace_request request, Tid thread, void* address, void* data);

/// \param set its NT_ number \param most bytes that are taken of it
[[nodiscard]] std::optional<RegisterBytes> readSet(Tid thread, unsigned set, std::size_t most);
[[nodiscard]] bool writeSet(Tid thread, unsigned set, std::span<const std::byte> bytes);

} // namespace dbgr::keeper
