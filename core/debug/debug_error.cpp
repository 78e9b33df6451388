// SPDX-License-Identifier: BSD-3-Clause
#include "debug/debug_error.h"

#include "util/error_category.h"

namespace dbgr::debug {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::NotStopped:
        return "the rank is running";
    case Errc::NotAttached:
        return "not attached to the rank";
    case Errc::Ended:
        return "the rank has ended";
    case Errc::Stale:
        return "this belongs to an older stop";
    case Errc::NoSuchFrame:
        return "no such frame";
    case Errc::NoSuchThread:
        return "no such thread";
    case Errc::NoSuchBreakpoint:
        return "no such breakpoint";
    case Errc::BadExpression:
        return "the expression cannot be evaluated";
    case Errc::NoDebugInfo:
        return "no debug information";
    case Errc::PtraceRefused:
        return "the system refuses to let us attach";
    case Errc::KeeperFailed:
        return "the keeper failed";
    case Errc::EngineFailed:
        return "the debug engine failed";
    case Errc::Timeout:
        return "no answer in time";
    case Errc::Cancelled:
        return "cancelled";
    case Errc::Held:
        return "the rank is still held by its launcher";
    case Errc::DaemonLost:
        return "the daemon of the rank's node is gone";
    case Errc::NotAlive:
        return "a core file cannot run";
    case Errc::NoSuchPlace:
        return "no such place in the program";
    case Errc::Duplicate:
        return "a breakpoint stands there already";
    case Errc::Frozen:
        return "threads that would run are frozen";
    }
    return nullptr;
}

} // namespace

const std::error_category& debugCategory()
{
    static const util::ErrorCategory category("debug", meaning);
    return category;
}

std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), debugCategory()};
}

} // namespace dbgr::debug
