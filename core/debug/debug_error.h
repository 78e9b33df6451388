// SPDX-License-Identifier: BSD-3-Clause
// The failures that debugging has of its own, to branch on. They cross dbgwire as their numbers. Thread: any.
#pragma once

#include <system_error>

namespace dbgr::debug {

enum class Errc
{
    NotStopped = 1, ///< asked at a wrong moment: the rank runs
    NotAttached,    ///< no such rank here, or not ours (any more)
    Ended,          ///< the rank has ended
    Stale,          ///< the handle or thread belongs to an older stop
    NoSuchFrame,
    NoSuchThread,
    NoSuchBreakpoint,
    BadExpression, ///< the expression cannot be evaluated there
    NoDebugInfo,
    PtraceRefused, ///< the system forbids attaching; the detail says who and why
    KeeperFailed,  ///< dbgd-keeper missing or dead, or it could not attach
    EngineFailed,  ///< liblldb said no; the detail has its words
    Timeout,
    Cancelled,
    Held, ///< the rank is held in MPI_Init by its launcher; it must be continued first
    DaemonLost,
    NotAlive,    ///< it is a core file, in which nothing runs
    NoSuchPlace, ///< the program has the file, but no such line
    Duplicate,   ///< a breakpoint stands there already
    Frozen = 40, ///< the threads that would run are frozen; thaw them first
};

[[nodiscard]] const std::error_category& debugCategory();
[[nodiscard]] std::error_code make_error_code(Errc code);

} // namespace dbgr::debug

template <>
struct std::is_error_code_enum<dbgr::debug::Errc> : std::true_type
{};
