// SPDX-License-Identifier: BSD-3-Clause
// Names of Linux's system calls: all that there are on the processors that we know, with their numbers on the one that
// this was compiled for. Thread: any; pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// Numbers of system calls are below it.
inline constexpr std::uint32_t kMostSystemCalls = 1024;
/// That the kernel takes of any call.
inline constexpr unsigned kMostCallArguments = 6;

/// All names, sorted.
[[nodiscard]] std::vector<std::string_view> systemCallNames();
/// Whether some processor has a call of that name.
[[nodiscard]] bool isSystemCall(std::string_view name);
/// Of this processor. Nothing: it has none of that name.
[[nodiscard]] std::optional<std::uint32_t> systemCallNumber(std::string_view name);
/// Of this processor; "": nobody knows it.
[[nodiscard]] std::string_view systemCallName(std::uint32_t number);
/// How many arguments the call with that number has here; kMostCallArguments where nobody knows.
[[nodiscard]] unsigned systemCallArguments(std::uint32_t number);

} // namespace dbgr::util
