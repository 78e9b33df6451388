// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/scope.h"

#include "dbgdaemon/engine/lldb/fortran_names.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBSymbol.h>
#include <lldb/API/SBSymbolContextList.h>

#include <cstdint>
#include <vector>

namespace dbgr::daemon {

namespace {

/// The code of a line begins somewhere before `here`, in the same function: a loop has come back to it.
bool beginsBefore(lldb::SBFrame& frame, lldb::SBLineEntry& here)
{
    lldb::SBCompileUnit unit = frame.GetCompileUnit();
    lldb::SBFileSpec file = here.GetFileSpec();
    const lldb::addr_t begin = frame.GetFunction().GetStartAddress().GetFileAddress();
    const lldb::addr_t now = here.GetStartAddress().GetFileAddress();
    for (std::uint32_t i = unit.FindLineEntryIndex(0, here.GetLine(), &file, true); i != UINT32_MAX;
         i = unit.FindLineEntryIndex(i + 1, here.GetLine(), &file, true)) {
        const lldb::addr_t address = unit.GetLineEntryAtIndex(i).GetStartAddress().GetFileAddress();
        if (address >= begin && address < now)
            return true;
    }
    return false;
}

} // namespace

bool isBefore(lldb::SBFrame frame, unsigned line)
{
    if (line == 0)
        return false;
    lldb::SBLineEntry here = frame.GetLineEntry();
    if (!here.IsValid() || here.GetLine() == 0)
        return false;
    return here.GetLine() == line ? !beginsBefore(frame, here) : here.GetLine() < line;
}

bool isInFile(lldb::SBFrame frame, std::string_view name)
{
    return frame.GetLineEntry().GetFileSpec().GetFilename() == name;
}

values::Address codeOf(lldb::SBTarget target, const std::string& function)
{
    if (function.empty())
        return {};
    lldb::SBSymbolContextList places = target.FindFunctions(function.c_str());
    for (const std::string& symbol :
         places.GetSize() > 0 ? std::vector<std::string>() : symbolsOfProcedure(target, function)) {
        lldb::SBSymbolContextList more = target.FindFunctions(symbol.c_str());
        places.Append(more);
    }
    if (places.GetSize() == 0) {
        for (lldb::SBAddress copy : inlinedCopiesOf(target, function)) {
            if (const lldb::addr_t at = copy.GetLoadAddress(target); at != LLDB_INVALID_ADDRESS)
                return {at};
        }
    }
    for (std::uint32_t i = 0; i < places.GetSize(); ++i) {
        lldb::SBSymbolContext place = places.GetContextAtIndex(i);
        lldb::SBAddress start =
            place.GetFunction().IsValid() ? place.GetFunction().GetStartAddress() : place.GetSymbol().GetStartAddress();
        if (const lldb::addr_t at = start.GetLoadAddress(target); at != LLDB_INVALID_ADDRESS)
            return {at};
    }
    return {};
}

} // namespace dbgr::daemon
