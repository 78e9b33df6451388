// SPDX-License-Identifier: BSD-3-Clause
// What LLDB's compiler has computed, as a value of our own reader: there is one printer for both. Thread: engine.
#pragma once

#include "util/result.h"
#include "values/reader.h"

#include <lldb/API/SBType.h>
#include <lldb/API/SBValue.h>

namespace dbgr::daemon {

/// A function or a pointer to one.
[[nodiscard]] bool isCode(lldb::SBType type);

/// Its type is looked for in the program's debug information, by its name; what has no place in the process gets one
/// that is made up; code is the address of some function. \param frame where names of types have their meaning
/// \errors NotRecorded: the program does not describe the type; Unreadable
[[nodiscard]] util::Result<values::Value> toValue(values::Reader& reader, const values::FrameRef& frame,
                                                  lldb::SBValue value);

} // namespace dbgr::daemon
