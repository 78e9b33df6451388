// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_host.h"

#include "dbgdaemon/engine/lldb/eigen.h"
#include "util/log.h"

#include <lldb/API/LLDB.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace dbgr::daemon {

namespace {

// Measured: they make attaching several times faster and leave stacks, lines and values as they are. Python stays on,
// since LLDB shows libstdc++'s containers wrong without its Python formatters.
constexpr std::pair<const char*, const char*> kSettings[] = {
    {"target.preload-symbols", "false"},
    {"plugin.jit-loader.gdb.enable", "off"},
    {"symbols.enable-external-lookup", "false"},
    // A node that is starting many stubs at once is slow to answer.
    {"plugin.process.gdb-remote.packet-timeout", "20"},
};

/// LLDB's own formatter for std::unique_ptr crashes where it cannot make out the type of its members: in a program of
/// GCC's, from the second type of unique pointers on. Ours has none of its parts, so that nothing looks into it; what
/// is shown is made by value_text.
void replaceFormatters(lldb::SBDebugger& debugger)
{
    lldb::SBTypeCategory ours = debugger.CreateCategory("dbgr");
    const lldb::SBTypeNameSpecifier uniquePointers("^(const )?(volatile )?std::unique_ptr<.+>(( )?&)?$", true);
    lldb::SBTypeFilter nothing(lldb::eTypeOptionCascade);
    nothing.AppendExpressionPath("nothing");
    ours.AddTypeFilter(uniquePointers, nothing);
    ours.AddTypeSummary(uniquePointers, lldb::SBTypeSummary::CreateWithSummaryString(" ", lldb::eTypeOptionCascade));
    addEigenFormatters(ours);
    ours.SetEnabled(true);
}

} // namespace

void initialiseLldb(const std::string& lldbServer)
{
    static const bool once = [&] {
        std::signal(SIGPIPE, SIG_IGN);
        ::setenv("LLDB_DEBUGSERVER_PATH", lldbServer.c_str(), 1); // LLDB reads it when it starts
        lldb::SBDebugger::Initialize();
        return true;
    }();
    static_cast<void>(once);
}

lldb::SBDebugger makeDebugger()
{
    lldb::SBDebugger debugger = lldb::SBDebugger::Create(false);
    debugger.SetAsync(true);
    // LLDB writes warnings about debug information, and what is wrong with a condition, to these.
    if (std::FILE* nowhere = std::fopen("/dev/null", "w")) {
        debugger.SetErrorFileHandle(nowhere, false);
        debugger.SetOutputFileHandle(nowhere, true);
    }
    for (const auto& [name, value] : kSettings) {
        const lldb::SBError error = lldb::SBDebugger::SetInternalVariable(name, value, debugger.GetInstanceName());
        if (error.Fail())
            util::log::warning("engine", "LLDB refuses a setting", {{"name", name}, {"error", error.GetCString()}});
    }
    replaceFormatters(debugger);
    return debugger;
}

} // namespace dbgr::daemon
