// SPDX-License-Identifier: GPL-3.0-or-later
// Makes small core files as the kernel writes them: the notes, the first page of the program, the top of the stack.
// Thread: any; pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::test {

struct CoreText
{
    std::uint32_t pid = 4711;
    std::uint32_t signal = 11;
    std::string command = "app";
    std::string arguments = "./app -v";
    std::string program = "/bin/app"; ///< in the table of mapped files
    std::string buildId = "0123456789abcdef";
    std::vector<std::string> environment = {"PATH=/bin"};
    // To make it wrong:
    std::uint16_t type = 4;
#if defined(__aarch64__)
    std::uint16_t machine = 183;
#else
    std::uint16_t machine = 62;
#endif
    char bits = 2;
    bool signalInfo = true;
    bool processInfo = true;
    bool manySegments = false; ///< the number of segments is in a section header
};

[[nodiscard]] std::string makeCore(const CoreText& text);
/// A program with nothing in it but its build id.
[[nodiscard]] std::string makeProgram(const std::string& buildId);

} // namespace dbgr::test
