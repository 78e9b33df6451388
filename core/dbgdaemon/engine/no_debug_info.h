// SPDX-License-Identifier: BSD-3-Clause
// What users are told of a program without debug information, by whoever notices it first. Thread: any; a value.
#pragma once

#include "debug/debug_error.h"
#include "util/error.h"

#include <string>

namespace dbgr::daemon {

inline util::Error noDebugInfo(const std::string& executable)
{
    return {make_error_code(debug::Errc::NoDebugInfo),
            "reading the debug information of " + executable + ": it has none",
            "Source lines and variables cannot be shown. Compile and link the program with -g (and -O0 or -Og)."};
}

} // namespace dbgr::daemon
