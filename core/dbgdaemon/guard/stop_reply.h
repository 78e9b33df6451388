// SPDX-License-Identifier: BSD-3-Clause
// What of lldb-server's stop replies and of the resumes before them says whether a rank stands at its dynamic loader,
// and how to let it go on. Thread: any; no I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// A stop of one thread by a breakpoint, while no other thread has anything to tell.
struct LoneTrap
{
    std::string thread;   ///< as vCont names it
    std::uint64_t pc = 0; ///< of that thread
};

/// The value behind "key:" of a stop reply; keys stand behind "T05" or a ';'.
[[nodiscard]] std::optional<std::string_view> stopReplyValue(std::string_view payload, std::string_view key);

/// Nothing when it is another stop, or when the reply does not say enough.
[[nodiscard]] std::optional<LoneTrap> loneTrapOf(std::string_view payload);
/// Whether the reply is that of a step of this thread which came to its end, and of nothing else.
[[nodiscard]] bool isEndOfStep(std::string_view payload, std::string_view thread);
/// The reply, with word for LLDB that the list of libraries has changed.
[[nodiscard]] std::string withLibraryNews(std::string_view payload);

/// The resume once more, for after a stop that nobody is to know of: without the signals, which are delivered. Nothing
/// when threads were to do different things.
[[nodiscard]] std::optional<std::string> repeatable(std::string_view resume);
/// Whether the resume lets one thread do one instruction, and all others stand.
[[nodiscard]] bool isLoneStep(std::string_view resume);

} // namespace dbgr::daemon
