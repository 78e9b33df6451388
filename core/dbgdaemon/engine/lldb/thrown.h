// SPDX-License-Identifier: BSD-3-Clause
// Exceptions of C++ where the run-time library is told of them (Itanium C++ ABI: exception handling). Thread: engine.
#pragma once

#include "debug/breakpoint.h"

#include <lldb/API/SBThread.h>

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// Of the library: to break at its first instruction is to break at the moment.
[[nodiscard]] const char* functionOf(debug::ExceptionMoment::What what);
/// The class of what is thrown or caught, "std::runtime_error"; "" it is not known.
/// \pre the thread stands at the first instruction of functionOf(what)
[[nodiscard]] std::string thrownType(lldb::SBThread thread, debug::ExceptionMoment::What what);
/// Whether the moment is about that class. One that is not known is.
[[nodiscard]] bool isAbout(const debug::ExceptionMoment& moment, std::string_view type);
/// "threw std::runtime_error", "caught an exception"
[[nodiscard]] std::string describeMoment(debug::ExceptionMoment::What what, const std::string& type);

} // namespace dbgr::daemon
