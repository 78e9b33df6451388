// SPDX-License-Identifier: BSD-3-Clause
// What the threads of a process had in their registers and on their stacks at one moment: enough to unwind them while
// they run on. Way: keeper -> memory file -> dbgd -> dbgd-engine. Thread: any; values.
#pragma once

#include "util/ids.h"
#include "util/python_stacks.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// Bytes of the process' memory.
struct MemoryPiece
{
    std::uint64_t address = 0;
    std::vector<std::byte> bytes;
    friend bool operator==(const MemoryPiece&, const MemoryPiece&) = default;
};

struct ThreadSnapshot
{
    ThreadId id{0};
    std::string name; ///< as the system has it; "" unknown
    /// The general set, as the kernel of this processor gives it (NT_PRSTATUS). None: the thread did not stand.
    std::vector<std::byte> registers;
    /// From its stack pointer (with what lies below it) outwards, as far as was read; ascending, apart from each other.
    std::vector<MemoryPiece> stack;
    /// As /proc has it: 'D' waits for a device. Of a thread that did not stand; also 'T', with registers, of one that
    /// was stopped by a signal, with its process. 0 it stood only for its debugger, or to be sampled.
    char state = 0;
    std::uint64_t threadPointer = 0; ///< where its own memory is, and what pthread_self() says there; 0 unknown
    friend bool operator==(const ThreadSnapshot&, const ThreadSnapshot&) = default;
};

struct RankSnapshot
{
    Pid pid{0};
    bool stood = false; ///< already when that was asked; else it ran, or was about to stand
    std::vector<ThreadSnapshot> threads;
    std::optional<PythonStacks> python = {}; ///< none: there is no interpreter
    friend bool operator==(const RankSnapshot&, const RankSnapshot&) = default;
};

[[nodiscard]] std::string encode(const RankSnapshot& snapshot);
/// \errors std::errc::bad_message
[[nodiscard]] Result<RankSnapshot> decodeRankSnapshot(std::string_view bytes);

} // namespace dbgr::util
