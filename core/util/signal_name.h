// SPDX-License-Identifier: BSD-3-Clause
// What signals are called, those for real time included: as `kill -l` of a shell does. Pure. Thread: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::util {

/// "SIGUSR1", "SIGRTMIN+2", "SIGRTMAX-3" (which of the two is nearer); nothing: it has no name, as those that the C
/// library keeps for itself.
[[nodiscard]] std::optional<std::string> signalName(int signal);

/// "SIGUSR1", "usr1", "rtmin+2", "SIGRTMAX-28"; nothing: none is called so.
[[nodiscard]] std::optional<int> signalNumber(std::string_view name);

} // namespace dbgr::util
