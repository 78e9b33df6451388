// SPDX-License-Identifier: BSD-3-Clause
// What a rank that stands is at in Python, and its stacks with that in the place of the interpreter's own calls. Way:
// stack.cpp -> here -> python::StackReader, python::weave(). Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/own_stack.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "debug/frame.h"
#include "util/python_stacks.h"
#include "values/target/memory.h"

#include <lldb/API/SBThread.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::daemon {

/// Nothing: it has no interpreter. \param modules current
[[nodiscard]] std::optional<util::PythonStacks> pythonStacksOf(RankModules& modules, values::Memory& memory);

/// The innermost frame first, at most so many; those of Python have the index of the frame of LLDB's that they are in.
/// Words in brackets stand for what is not known: as in sampleReader(). \param own its whole stack; null: LLDB's counts
[[nodiscard]] std::vector<debug::Frame> wovenFrames(lldb::SBThread thread, const OwnStack* own,
                                                    const util::PythonStacks& python, std::uint32_t maxFrames);

} // namespace dbgr::daemon
