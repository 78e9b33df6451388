// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/code_address.h"

#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "debug/debug_error.h"

#include <lldb/API/SBFunction.h>
#include <lldb/API/SBInstruction.h>
#include <lldb/API/SBInstructionList.h>
#include <lldb/API/SBModule.h>
#include <lldb/API/SBSection.h>
#include <lldb/API/SBSymbol.h>
#include <lldb/API/SBSymbolContextList.h>

#include <string>
#include <vector>

namespace dbgr::daemon {

namespace {

tl::unexpected<util::Error> noCode(const debug::CodeAddress& where, const std::string& why,
                                   std::string advice = "'stepi' tells where instructions begin.")
{
    return util::fail(debug::Errc::NoSuchPlace, debug::textOf(debug::Place(where)) + ": " + why, std::move(advice));
}

lldb::SBAddress startOf(lldb::SBSymbolContext context)
{
    lldb::SBFunction function = context.GetFunction();
    return function.IsValid() ? function.GetStartAddress() : context.GetSymbol().GetStartAddress();
}

/// Of the first function of that name.
lldb::SBAddress startOf(lldb::SBTarget target, const std::string& function)
{
    std::vector<std::string> names = symbolsOfProcedure(target, function);
    names.insert(names.begin(), function);
    for (const std::string& name : names) {
        lldb::SBSymbolContextList found = target.FindFunctions(name.c_str(), lldb::eFunctionNameTypeAuto);
        if (found.GetSize() == 0)
            found = target.FindSymbols(name.c_str(), lldb::eSymbolTypeCode);
        if (found.GetSize() > 0)
            return startOf(found.GetContextAtIndex(0));
    }
    return {};
}

/// The function or symbol that the address is in; not valid if it is in none.
lldb::SBAddress startAround(lldb::SBAddress address)
{
    lldb::SBFunction function = address.GetFunction();
    return function.IsValid() ? function.GetStartAddress() : address.GetSymbol().GetStartAddress();
}

/// \return "" it is the beginning of an instruction; else the nearest ones, "work+3 and work+7"
std::string besideInstruction(lldb::SBTarget target, lldb::SBAddress start, lldb::addr_t wanted,
                              const std::string& function)
{
    const lldb::addr_t begin = start.GetLoadAddress(target);
    const auto most = static_cast<std::uint32_t>(wanted - begin) + 1; // none is shorter than a byte
    lldb::SBInstructionList all = target.ReadInstructions(start, most);
    std::string before = function + "+0";
    for (std::size_t i = 0; i < all.GetSize(); ++i) {
        const lldb::addr_t at =
            all.GetInstructionAtIndex(static_cast<std::uint32_t>(i)).GetAddress().GetLoadAddress(target);
        const std::string name = function + "+" + std::to_string(at - begin);
        if (at == wanted)
            return {};
        if (at > wanted)
            return before + " and " + name;
        before = name;
    }
    return before;
}

} // namespace

util::Result<lldb::SBAddress> resolve(lldb::SBTarget target, const debug::CodeAddress& where)
{
    constexpr std::uint64_t kLongest = 1U << 20; // of a function that is looked through
    lldb::SBAddress start;
    lldb::addr_t wanted = where.offset;
    if (!where.function.empty()) {
        start = startOf(target, where.function);
        if (!start.IsValid())
            return noCode(where,
                          "there is no function '" + where.function + "' in the program and its libraries so far",
                          "Once a library that has it is loaded, it can be set.");
        wanted += start.GetLoadAddress(target);
    }
    lldb::SBAddress address = target.ResolveLoadAddress(wanted);
    if (!address.GetModule().IsValid() || !(address.GetSection().GetPermissions() & lldb::ePermissionsExecutable))
        return noCode(where, "there is no code");
    lldb::SBAddress around = startAround(address);
    if (start.IsValid() && around.IsValid() && around != start)
        return noCode(where, "'" + where.function + "' ends before that");
    if (!around.IsValid() || wanted - around.GetLoadAddress(target) > kLongest)
        return address;
    const char* const name = where.function.empty() ? address.GetSymbol().GetName() : where.function.c_str();
    const std::string beside = besideInstruction(target, around, wanted, name ? name : "the function");
    if (!beside.empty())
        return noCode(where, "no instruction begins there; the nearest begin at " + beside);
    return address;
}

} // namespace dbgr::daemon
