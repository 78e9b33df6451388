// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/stack.h"

#include "dbgdaemon/engine/lldb/convert.h"

#include <cstdint>
#include <vector>

namespace dbgr::daemon {

namespace {

/// One by one: asking for their number would unwind a runaway recursion to its end.
std::vector<debug::Frame> unwind(lldb::SBThread& thread, std::uint32_t maxFrames)
{
    std::vector<debug::Frame> frames;
    while (frames.size() < maxFrames) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(static_cast<std::uint32_t>(frames.size()));
        if (!frame.IsValid())
            break;
        frames.push_back(toFrame(frame));
    }
    return frames;
}

} // namespace

util::Result<debug::RankThreads> threadsOf(LldbSession& session)
{
    DBGR_TRY(session.requireStopped());
    debug::RankThreads result{session.rank(), session.stopId(), {}};
    const lldb::tid_t leading = session.process().GetSelectedThread().GetThreadID();
    const std::uint32_t count = session.process().GetNumThreads();
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBThread thread = session.process().GetThreadAtIndex(i);
        result.threads.push_back(toThreadInfo(thread));
        result.threads.back().leading = thread.GetThreadID() == leading;
    }
    return result;
}

util::Result<debug::RankFrames> framesOf(LldbSession& session, const debug::GetFrames& request)
{
    DBGR_TRY(lldb::SBThread thread, session.thread(request.thread));
    debug::RankFrames result{session.rank(), session.stopId(), util::ThreadId(thread.GetThreadID()), {}, false};
    result.frames = unwind(thread, request.maxFrames);
    result.truncated = result.frames.size() == request.maxFrames && thread.GetFrameAtIndex(request.maxFrames).IsValid();
    return result;
}

util::Result<debug::StackTree> stacksOf(LldbSession& session, const debug::GetStacks& request)
{
    DBGR_TRY(session.requireStopped());
    debug::StackTree tree;
    const std::uint32_t count = session.process().GetNumThreads();
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBThread thread = session.process().GetThreadAtIndex(i);
        tree.add(session.rank(), unwind(thread, request.maxFrames));
    }
    return tree;
}

} // namespace dbgr::daemon
