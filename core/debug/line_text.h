// SPDX-License-Identifier: BSD-3-Clause
// What stood in a line of the source, so that it is found again when the source has changed. Thread: any; a value.
#pragma once

#include <cstdint>
#include <string>

namespace dbgr::debug {

/// Texts are UTF-8, and without what is blank at their ends.
struct LineText
{
    std::string file;       ///< as the program's debug information has it
    std::uint32_t line = 0; ///< from 1
    std::string text;       ///< never ""
    std::string before;     ///< the line above; "" it is blank, or there is none
    std::string after;      ///< the same below
    std::string program;    ///< the program or library that was built of it: its path
    friend bool operator==(const LineText&, const LineText&) = default;
};

} // namespace dbgr::debug
