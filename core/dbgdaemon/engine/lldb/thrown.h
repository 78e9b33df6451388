// SPDX-License-Identifier: BSD-3-Clause
// Exceptions of C++ where the run-time library is told of them (Itanium C++ ABI: exception handling). Thread: engine.
#pragma once

#include <lldb/API/SBThread.h>

#include <string>

namespace dbgr::daemon {

/// The class of what is thrown, "std::runtime_error"; "" it is not known.
/// \pre the thread stands at the first instruction of __cxa_throw
[[nodiscard]] std::string thrownType(lldb::SBThread thread);
/// The same, of what is caught. \pre of __cxa_begin_catch
[[nodiscard]] std::string caughtType(lldb::SBThread thread);

} // namespace dbgr::daemon
