// SPDX-License-Identifier: BSD-3-Clause
// A value of the program as one line: 3, "text", {x = 1, y = 2}, size=3 {1, 2, 3}. Thread: engine.
#pragma once

#include "values/print/printer.h"

#include <lldb/API/SBValue.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace dbgr::daemon {

using values::TextLimits;

inline constexpr TextLimits kShortText{1, 8, 120};   ///< for one of many in a list
inline constexpr TextLimits kLongText{3, 100, 1000}; ///< for one that was asked for

[[nodiscard]] std::string oneLine(lldb::SBValue value, const TextLimits& limits);

/// The value to look into: what a reference refers to, the elements of a std::array, the pointer of a smart one.
[[nodiscard]] lldb::SBValue inside(lldb::SBValue value);

/// How many children inside() has to ask for; 0 for a plain value and for a text. Large containers are counted to a
/// limit only.
[[nodiscard]] std::uint32_t childCountOf(lldb::SBValue value);

} // namespace dbgr::daemon
