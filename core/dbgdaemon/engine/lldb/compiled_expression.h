// SPDX-License-Identifier: BSD-3-Clause
// Expressions of C and C++ that need LLDB's compiler, and may run code in the rank. Thread: engine.
#pragma once

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBValue.h>

#include <cstdint>
#include <string>

namespace dbgr::daemon {

/// LLDB's number for a call of a void function, which it words as an error.
inline constexpr std::uint32_t kNoResult = 0x1001;

/// Runs for at most 5 s, with the rank's other threads held. \param prefix stands in front of what is compiled
[[nodiscard]] lldb::SBValue compileAndRun(lldb::SBFrame frame, const std::string& expression,
                                          const std::string& prefix);

} // namespace dbgr::daemon
