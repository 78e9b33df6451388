// SPDX-License-Identifier: BSD-3-Clause
// What dbgd-keeper says of a thread that stands at a system call. liblldb passes it on as the words of a stop, and the
// engine understands them. Thread: any; values.
#pragma once

#include "util/system_calls.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::util {

struct SystemCallStop
{
    std::uint32_t number = 0;
    std::array<std::uint64_t, kMostCallArguments> arguments{};
    std::optional<std::int64_t>
        value; ///< what the call gave, -errno of one that failed; nothing: it is still to be made

    friend bool operator==(const SystemCallStop&, const SystemCallStop&) = default;
};

/// "system call 1 1 7ffd3320 c 0 0 0", and the value behind it.
[[nodiscard]] std::string wordsOf(const SystemCallStop& stop);
/// Nothing: the words are about something else.
[[nodiscard]] std::optional<SystemCallStop> systemCallStopOf(std::string_view words);

} // namespace dbgr::util
