// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/attach.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "debug/debug_error.h"

#include <lldb/API/SBBroadcaster.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBModule.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

/// The program that the process runs, as the kernel knows it; "" if it does not tell.
std::string executableOf(util::Pid pid)
{
    const std::string link = "/proc/" + std::to_string(pid.value()) + "/exe";
    char path[PATH_MAX];
    const ssize_t length = ::readlink(link.c_str(), path, sizeof path);
    return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string();
}

/// Without the program, LLDB learns from the process, or core file, what it runs.
util::Result<lldb::SBTarget> createTarget(lldb::SBDebugger& debugger, const std::string& program)
{
    lldb::SBError error;
    lldb::SBTarget target = debugger.CreateTarget(program.c_str(), nullptr, nullptr, false, error);
    if (!target.IsValid())
        target = debugger.CreateTarget("", nullptr, nullptr, false, error);
    if (!target.IsValid())
        return util::fail(toError(error, debug::Errc::EngineFailed, "making a target"));
    return target;
}

} // namespace

util::Result<std::unique_ptr<LldbSession>> connect(lldb::SBDebugger& debugger, lldb::SBListener& listener,
                                                   AttachTarget from)
{
    const std::string doing = "attaching to process " + std::to_string(from.pid.value());
    const std::string program = from.executable.empty() ? executableOf(from.pid) : from.executable;
    auto target = createTarget(debugger, from.file.empty() ? program : from.file);
    if (!target)
        return util::fail(std::move(target.error()).withContext(doing));
    // Else LLDB takes the path that the process tells, and reads what lies there.
    if (!from.file.empty() && from.file != program && target->GetExecutable().IsValid())
        target->FindModule(target->GetExecutable()).SetPlatformFileSpec(lldb::SBFileSpec(program.c_str(), false));

    lldb::SBError error;
    const std::string url = "fd://" + std::to_string(from.stub.get());
    lldb::SBProcess process = target->ConnectRemote(listener, url.c_str(), "gdb-remote", error);
    if (error.Fail() || !process.IsValid()) {
        debugger.DeleteTarget(*target);
        return util::fail(toError(error, debug::Errc::KeeperFailed, doing + ": talking to the keeper"));
    }
    listener.StartListeningForEvents(target->GetBroadcaster(), lldb::SBTarget::eBroadcastBitBreakpointChanged |
                                                                   lldb::SBTarget::eBroadcastBitModulesLoaded |
                                                                   lldb::SBTarget::eBroadcastBitModulesUnloaded);
    return std::make_unique<LldbSession>(std::move(from), *target, process);
}

util::Result<std::unique_ptr<LldbSession>> openCore(lldb::SBDebugger& debugger, AttachTarget from)
{
    const std::string doing = "opening core file " + from.core;
    auto target = createTarget(debugger, from.executable);
    if (!target)
        return util::fail(std::move(target.error()).withContext(doing));
    lldb::SBError error;
    lldb::SBProcess process = target->LoadCore(from.core.c_str(), error);
    if (error.Fail() || !process.IsValid() || process.GetNumThreads() == 0) {
        debugger.DeleteTarget(*target);
        return util::fail(error.Fail()
                              ? toError(error, debug::Errc::EngineFailed, doing)
                              : util::Error{debug::Errc::EngineFailed, doing + ": LLDB finds no thread in it", {}});
    }
    from.pid = util::Pid(static_cast<std::int32_t>(process.GetProcessID()));
    return std::make_unique<LldbSession>(std::move(from), *target, process);
}

debug::AttachedRank reportNewRank(LldbSession& session)
{
    lldb::SBTarget& target = session.target();
    const lldb::SBModule program = target.FindModule(target.GetExecutable());
    return {session.rank(), session.pid(), pathOf(program.GetPlatformFileSpec())};
}

bool hasLines(LldbSession& session)
{
    // The first compile units may be start-up code of the C library, which has none.
    constexpr std::uint32_t kUnitsToLookAt = 16;
    lldb::SBTarget& target = session.target();
    lldb::SBModule program = target.FindModule(target.GetExecutable());
    const std::uint32_t count = std::min(program.GetNumCompileUnits(), kUnitsToLookAt);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (program.GetCompileUnitAtIndex(i).GetNumLineEntries() > 0)
            return true;
    }
    return false;
}

} // namespace dbgr::daemon
