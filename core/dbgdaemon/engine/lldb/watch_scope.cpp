// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/watch_scope.h"

#include "dbgdaemon/engine/lldb/convert.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBSymbol.h>

#include <algorithm>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kMostFrames = 10'000;
constexpr std::uint64_t kRedZone = 128; // bytes below the stack's end that a leaf function may use (x86-64's ABI)

std::uint64_t entryOf(lldb::SBFrame frame, lldb::SBTarget target)
{
    lldb::SBAddress begin = frame.GetSymbol().GetStartAddress();
    return begin.IsValid() ? begin.GetLoadAddress(target) : 0;
}

/// The first frame whose part of the stack ends behind the address; of inlined ones the one that they are in.
std::uint32_t ownerOf(lldb::SBThread thread, std::uint64_t address, std::uint32_t count)
{
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        const std::uint64_t cfa = frame.GetCFA();
        if (cfa == LLDB_INVALID_ADDRESS || address >= cfa || frame.IsInlined())
            continue;
        return i;
    }
    return count;
}

} // namespace

std::optional<WatchScope> scopeOf(lldb::SBTarget target, lldb::SBThread thread, std::uint64_t address)
{
    if (address + kRedZone < thread.GetFrameAtIndex(0).GetSP())
        return std::nullopt;
    const std::uint32_t count = std::min(thread.GetNumFrames(), kMostFrames);
    const std::uint32_t owner = ownerOf(thread, address, count);
    if (owner + 1 >= count)
        return std::nullopt;
    lldb::SBFrame frame = thread.GetFrameAtIndex(owner);
    WatchScope scope{thread.GetThreadID(), frame.GetCFA(), entryOf(frame, target), toFrame(frame).function, {}};
    scope.atReturn = target.BreakpointCreateByAddress(thread.GetFrameAtIndex(owner + 1).GetPC());
    scope.atReturn.SetThreadID(scope.thread);
    return scope;
}

bool hasReturned(const WatchScope& scope, lldb::SBThread thread)
{
    return thread.GetThreadID() == scope.thread && thread.GetFrameAtIndex(0).GetSP() >= scope.cfa;
}

lldb::SBFrame frameOf(const WatchScope& scope, lldb::SBThread thread)
{
    if (thread.GetThreadID() != scope.thread)
        thread = thread.GetProcess().GetThreadByID(scope.thread);
    if (!thread.IsValid())
        return {}; // it has ended
    const std::uint32_t count = std::min(thread.GetNumFrames(), kMostFrames);
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        if (!frame.IsInlined() && frame.GetCFA() == scope.cfa)
            return entryOf(frame, thread.GetProcess().GetTarget()) == scope.entry ? frame : lldb::SBFrame();
    }
    return {};
}

} // namespace dbgr::daemon
