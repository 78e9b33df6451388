// SPDX-License-Identifier: BSD-3-Clause
// The calls of a thread by its registers and a copy of its stack. Whatever they hold, it ends, and after no more frames
// than asked for. Way: StackSampler -> unwind() -> CodeFile. Thread: that of the files.
#pragma once

#include "values/target/address.h"
#include "values/target/memory.h"
#include "values/unwind/code_map.h"
#include "values/unwind/unwind_registers.h"

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::values {

/// Of a call that was not inlined.
struct PhysicalFrame
{
    Address pc;
    bool isCaller = false;           ///< the pc is the instruction behind a call
    const CodeRange* code = nullptr; ///< null: there is no code
    Address cfa;                     ///< null: unknown
    UnwindRegisters registers;       ///< as they will be when this call goes on
    bool isByTables = false;    ///< tables say who called it, or that nobody did; else that is a guess, or not known
    bool isSignalFrame = false; ///< what is below it was interrupted, and did not call

    /// Where to look in tables.
    [[nodiscard]] Address lookupPc() const { return isCaller ? pc.plus(-1) : pc; }
};

struct UnwoundStack
{
    std::vector<PhysicalFrame> frames; ///< the innermost first
    bool isCut = false;                ///< it goes on, and no more were asked for
    std::string lost;                  ///< why it goes on as nobody knows, for people; "": it does not

    [[nodiscard]] bool isWhole() const { return !isCut && lost.empty(); } ///< the outermost call is there
};

/// \param map outlives the result
[[nodiscard]] UnwoundStack unwind(const UnwindRegisters& registers, Memory& stack, const CodeMap& map,
                                  std::size_t mostFrames);

} // namespace dbgr::values
