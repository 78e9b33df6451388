// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/late_libraries.h"

#include "debug/report_catch.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBBreakpointLocation.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBModule.h>
#include <lldb/API/SBTarget.h>

#include <cstdint>
#include <string_view>
#include <variant>

namespace dbgr::daemon {

namespace {

/// In the program, and in the very file that was compiled: no other module has that line.
bool isLineOfProgram(lldb::SBAddress address, lldb::SBModule program)
{
    lldb::SBCompileUnit unit = address.GetCompileUnit();
    lldb::SBLineEntry line = address.GetLineEntry();
    return program.IsValid() && address.GetModule() == program && unit.IsValid() && line.IsValid() &&
           unit.GetFileSpec() == line.GetFileSpec();
}

/// A program is linked to its sanitizer and, mostly, to MPI: they come with the C library, before its first line.
bool hasLibraries(lldb::SBTarget target)
{
    for (std::uint32_t i = 0; i < target.GetNumModules(); ++i) {
        const char* const name = target.GetModuleAtIndex(i).GetFileSpec().GetFilename();
        if (name && std::string_view(name).starts_with("libc."))
            return true;
    }
    return false;
}

} // namespace

bool concernsLateLibraries(const debug::BreakpointSpec& spec, lldb::SBBreakpoint breakpoint, lldb::SBTarget target)
{
    if (debug::isReportCatch(spec.id))
        return breakpoint.GetNumLocations() == 0 && !hasLibraries(target);
    if (std::holds_alternative<debug::Moment>(spec.where))
        return breakpoint.GetNumLocations() == 0; // there is one run-time library
    if (std::holds_alternative<debug::CodeAddress>(spec.where))
        return false; // it is where it is
    if (std::holds_alternative<debug::FunctionPattern>(spec.where) || !spec.within.empty())
        return true;
    const auto* function = std::get_if<debug::FunctionName>(&spec.where);
    if (function && function->name != "main")
        return true;
    const lldb::SBModule program = target.FindModule(target.GetExecutable());
    const auto count = static_cast<std::uint32_t>(breakpoint.GetNumLocations());
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBAddress address = breakpoint.GetLocationAtIndex(i).GetAddress();
        if (function ? address.GetModule() != program : !isLineOfProgram(address, program))
            return true;
    }
    return count == 0;
}

} // namespace dbgr::daemon
