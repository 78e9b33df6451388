// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a small program to its end and keeps what it said: launchers and parts of dbgr that are asked for their
// versions. Thread: any; blocks, never longer than the limit.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace dbgr::doctor {

struct ProgramRun
{
    /// As a shell has it: the exit status, 128 + the signal, 127 there is no such program, 126 it cannot be executed.
    int status = 127;
    bool tooLate = false; ///< it was killed
    std::string output;   ///< no more than kMostOutput of it
    std::string errors;   ///< likewise

    static constexpr std::size_t kMostOutput = 1U << 16U;
    [[nodiscard]] bool good() const { return status == 0 && !tooLate; }
};

/// Its standard input is empty. What is left of its process group at the limit is killed.
/// \param arguments all of argv; a name without slash is looked for in PATH
[[nodiscard]] ProgramRun runProgram(const std::vector<std::string>& arguments, std::chrono::milliseconds limit);

} // namespace dbgr::doctor
