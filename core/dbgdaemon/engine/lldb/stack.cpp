// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/stack.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/rank_python.h"
#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "debug/debug_error.h"
#include "debug/frame_that_counts.h"
#include "debug/scope_words.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

struct Unwound
{
    std::vector<debug::Frame> frames;
    bool isWhole = true; ///< there are no more
};

/// One by one: asking for their number would unwind a runaway recursion to its end.
Unwound unwind(lldb::SBThread thread, std::uint32_t maxFrames)
{
    Unwound stack;
    for (std::uint32_t i = 0;; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        if (!frame.IsValid())
            return stack;
        stack.isWhole = stack.frames.size() < maxFrames;
        if (!stack.isWhole)
            return stack;
        for (debug::Frame& shown : toFrames(frame, static_cast<std::uint32_t>(stack.frames.size()))) {
            stack.isWhole = stack.frames.size() < maxFrames;
            if (stack.isWhole)
                stack.frames.push_back(std::move(shown));
        }
        if (!stack.isWhole)
            return stack;
    }
}

Unwound framesOf(const OwnStack& stack)
{
    Unwound all;
    for (std::size_t i = 0; i < stack.shown().size(); ++i)
        all.frames.push_back(stack.frame(i));
    return all;
}

/// Our own unwinder's, where that is certain of the whole stack.
Unwound stackOf(LldbSession& session, const std::shared_ptr<const StandingThread>& standing, std::uint32_t maxFrames)
{
    const std::shared_ptr<const OwnStack> own = session.values().ownStack(standing, maxFrames);
    const bool isOwn = own && own->isWhole() && own->shown().size() <= maxFrames;
    return isOwn ? framesOf(*own) : unwind(standing->thread, maxFrames);
}

/// Threads of a pool and of a library below MPI do not call deeply; of others it does not matter.
constexpr std::uint32_t kMostOfRole = 40;

/// Places are counted from the outermost frame: of a stack that goes on, none is known.
debug::RankFrames wholeStack(LldbSession& session, const std::shared_ptr<const StandingThread>& standing)
{
    constexpr auto kMax = static_cast<std::uint32_t>(debug::StackTree::kMaxDepth);
    debug::RankFrames stack{session.rank(), session.stopId(), util::ThreadId(standing->id), {}, false};
    Unwound unwound = stackOf(session, standing, kMax);
    stack.frames = std::move(unwound.frames);
    stack.truncated = !unwound.isWhole;
    if (!stack.truncated)
        stack.places = debug::placesOf(stack.frames);
    return stack;
}

/// Read once a stop: many questions are asked about one frame.
const debug::RankFrames& knownStack(LldbSession& session, const std::shared_ptr<const StandingThread>& standing)
{
    std::optional<debug::RankFrames>& known = session.stack;
    if (!known || known->stopId != session.stopId() || known->thread.value() != standing->id)
        known = wholeStack(session, standing);
    return *known;
}

std::vector<debug::Frame> withPython(LldbSession& session, lldb::SBThread thread, const util::PythonStacks& python,
                                     std::uint32_t maxFrames)
{
    const auto own = session.values().ownStack(StandingThread::of(thread), maxFrames);
    return wovenFrames(thread, own && own->isWhole() ? own.get() : nullptr, python, maxFrames);
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
        debug::ThreadInfo& info = result.threads.back();
        info.leading = thread.GetThreadID() == leading;
        info.frozen = session.holds().isFrozen(info.id);
        info.role = debug::roleOf(stackOf(session, StandingThread::of(thread), kMostOfRole).frames);
    }
    return result;
}

util::Result<debug::RankFrames> framesOf(LldbSession& session, const debug::GetFrames& request)
{
    DBGR_TRY(const std::shared_ptr<const StandingThread> thread, session.standing(request.thread));
    debug::RankFrames result = knownStack(session, thread);
    if (result.frames.size() <= request.maxFrames)
        return result;
    result.truncated = true;
    result.frames.resize(request.maxFrames);
    if (!result.places.empty())
        result.places.resize(request.maxFrames);
    return result;
}

util::Result<ShownFrame> chosenFrame(LldbSession& session, std::optional<util::ThreadId> threadId,
                                     std::optional<std::uint32_t> index, const std::optional<debug::FrameMatch>& match)
{
    if (!match)
        return session.frame(threadId, index);
    DBGR_TRY(const std::shared_ptr<const StandingThread> thread, session.standing(threadId));
    const debug::RankFrames& stack = knownStack(session, thread);
    const auto number = index ? *index : static_cast<std::uint32_t>(debug::frameThatCounts(stack.frames));
    if (const auto here = stack.find(*match, number))
        return session.frame(threadId, *here);
    const std::string function = match->function.empty() ? "a function without a name" : match->function;
    if (stack.truncated && match->place.known())
        return util::fail(debug::Errc::NoSuchFrame,
                          "its stack is deeper than " + std::to_string(debug::StackTree::kMaxDepth) +
                              " frames, so that nobody knows which of them is the same call of " + function);
    return util::fail(debug::Errc::NoSuchFrame, debug::notInFunction(function));
}

util::Result<debug::StackTree> stacksOf(LldbSession& session, const debug::GetStacks& request)
{
    DBGR_TRY(session.requireStopped());
    debug::StackTree tree;
    const lldb::tid_t leading = session.process().GetSelectedThread().GetThreadID();
    const std::uint32_t count = session.process().GetNumThreads();
    const std::optional<util::PythonStacks> python = session.pythonStacks();
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBThread thread = session.process().GetThreadAtIndex(i);
        const std::vector<debug::Frame> frames =
            python ? withPython(session, thread, *python, request.maxFrames)
                   : stackOf(session, StandingThread::of(thread), request.maxFrames).frames;
        if (request.by == debug::StacksBy::Rank) {
            tree.add(session.rank(), frames, thread.GetThreadID() == leading);
            continue;
        }
        debug::ThreadInfo info = toThreadInfo(thread);
        info.leading = thread.GetThreadID() == leading;
        info.role = debug::roleOf(frames);
        tree.add(session.rank(), info, frames);
    }
    return tree;
}

} // namespace dbgr::daemon
