// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/prologue.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "values/names/argument_storage.h"

#include <lldb/API/SBFunction.h>
#include <lldb/API/SBInstruction.h>
#include <lldb/API/SBInstructionList.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBSymbol.h>

#include <cstdint>
#include <string>

namespace dbgr::daemon {

namespace {

struct Extent
{
    lldb::SBAddress begin;
    lldb::SBAddress end;
};

/// LLDB knows functions of C and C++, and of other languages their symbols only.
Extent functionAt(lldb::SBAddress place)
{
    if (lldb::SBFunction function = place.GetFunction(); function.IsValid())
        return {function.GetStartAddress(), function.GetEndAddress()};
    lldb::SBSymbol symbol = place.GetSymbol();
    return {symbol.GetStartAddress(), symbol.GetEndAddress()};
}

/// What code that is not optimised mostly begins with.
bool setsUpFrame(lldb::SBTarget& target, lldb::SBAddress begin)
{
    constexpr std::uint32_t kInstructions = 3;
    lldb::SBInstructionList code = target.ReadInstructions(begin, kInstructions);
    bool pushed = false;
    for (std::uint32_t i = 0; i < code.GetSize(); ++i) {
        lldb::SBInstruction instruction = code.GetInstructionAtIndex(i);
        const std::string what = text(instruction.GetMnemonic(target));
        const std::string operands = text(instruction.GetOperands(target));
        if (what.starts_with("endbr"))
            continue;
        if (pushed)
            return what.starts_with("mov") && operands == "%rsp, %rbp";
        pushed = what.starts_with("push") && operands == "%rbp";
        if (!pushed)
            return false;
    }
    return false;
}

/// As code that is not optimised does. Optimised code says of each instruction where the arguments are then, and what
/// comes second in it may be the inside of a loop.
bool storesArguments(lldb::SBTarget& target, lldb::SBAddress begin)
{
    const auto module = toModule(begin.GetModule(), target);
    values::DebugFile* const file = module ? debugFiles().of(*module) : nullptr;
    const values::FileAddress entry{begin.GetFileAddress()};
    const auto storage = file ? values::argumentStorageAt(*file, entry) : values::ArgumentStorage::Unknown;
    return storage == values::ArgumentStorage::InFrame ||
           (storage == values::ArgumentStorage::Unknown && setsUpFrame(target, begin));
}

} // namespace

std::optional<lldb::SBAddress> betterPlace(lldb::SBTarget target, lldb::SBAddress place, bool byName)
{
    const Extent function = functionAt(place);
    if (!function.begin.IsValid() || !function.end.IsValid())
        return std::nullopt;
    const lldb::addr_t at = place.GetFileAddress();
    if (at != function.begin.GetFileAddress()) {
        const bool isSymbol = !place.GetFunction().IsValid() && place.GetLineEntry().IsValid();
        return byName && isSymbol && !storesArguments(target, function.begin) ? std::optional(function.begin)
                                                                              : std::nullopt;
    }
    lldb::SBAddress next = place.GetLineEntry().GetEndAddress();
    const bool inside =
        next.IsValid() && next.GetFileAddress() > at && next.GetFileAddress() < function.end.GetFileAddress();
    return inside && storesArguments(target, function.begin) ? std::optional(next) : std::nullopt;
}

} // namespace dbgr::daemon
