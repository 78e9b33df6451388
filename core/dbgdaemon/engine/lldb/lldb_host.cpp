// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_host.h"

#include "dbgdaemon/engine/lldb/lldb_engine.h"
#include "util/log.h"
#include "util/own_programs.h"

#include <lldb/API/LLDB.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace dbgr::daemon {

namespace {

// Measured: they make attaching several times faster and leave stacks and lines as they are. Values are shown by our
// own reader: LLDB's formatters would only cost time, and that of std::unique_ptr crashes.
constexpr std::pair<const char*, const char*> kSettings[] = {
    {"target.preload-symbols", "false"},
    {"target.enable-synthetic-value", "false"},
    {"plugin.jit-loader.gdb.enable", "off"},
    {"symbols.enable-external-lookup", "false"},
    // A node that attaches to many ranks at once is slow to answer.
    {"plugin.process.gdb-remote.packet-timeout", "20"},
};

// liblldb starts its Python, whether anybody wants it or not. The modules that the user's environment leads to are made
// for another one, perhaps, which ends this process; a portable installation brings those that it needs.
void shieldPython()
{
    for (const char* const name : {"PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONUSERBASE"})
        ::unsetenv(name);
    ::setenv("PYTHONNOUSERSITE", "1", 1);
    if (const std::string own = util::ownCompanion("python"); !own.empty())
        ::setenv("PYTHONHOME", own.c_str(), 1);
}

} // namespace

void initialiseLldb()
{
    static const bool once = [] {
        std::signal(SIGPIPE, SIG_IGN);
        shieldPython();
        lldb::SBDebugger::Initialize();
        return true;
    }();
    static_cast<void>(once);
}

std::string lldbVersion()
{
    constexpr std::string_view kBefore = "version ";
    const std::string_view text = lldb::SBDebugger::GetVersionString(); // "lldb version 22.1.8", and more lines
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t at = line.find(kBefore);
    return std::string(at == std::string_view::npos ? line : line.substr(at + kBefore.size()));
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
    return debugger;
}

} // namespace dbgr::daemon
