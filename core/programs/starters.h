// SPDX-License-Identifier: BSD-3-Clause
// Programs that are there to start others, by their names. Thread: any; pure.
#pragma once

#include <string_view>

namespace dbgr::programs {

/// \param program its path or name
[[nodiscard]] bool isShell(std::string_view program);
/// Does nothing but run another program, which is named in its arguments: env, nice, time.
[[nodiscard]] bool isRunner(std::string_view program);
/// Traces what it starts, which nobody else can trace then: strace, gdb.
[[nodiscard]] bool isTracer(std::string_view program);

} // namespace dbgr::programs
