// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thread_requests.h"

#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "debug/debug_error.h"
#include "util/overloaded.h"

#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

std::vector<lldb::SBThread> allThreads(LldbSession& session)
{
    std::vector<lldb::SBThread> threads;
    for (std::uint32_t i = 0; i < session.process().GetNumThreads(); ++i)
        threads.push_back(session.process().GetThreadAtIndex(i));
    return threads;
}

util::Result<lldb::SBThread> threadBy(LldbSession& session, const debug::ThreadKey& key)
{
    const auto* const index = std::get_if<debug::ThreadIndex>(&key);
    if (!index)
        return session.thread(std::get<util::ThreadId>(key));
    DBGR_TRY(session.requireStopped());
    lldb::SBThread thread = session.process().GetThreadByIndexID(index->value);
    if (!thread.IsValid())
        return util::fail(debug::Errc::NoSuchThread, "it has no thread " + std::to_string(index->value),
                          "'threads' lists them.");
    return thread;
}

/// Those that are meant where none is named.
std::vector<lldb::SBThread> usualThreads(LldbSession& session, bool freeze)
{
    std::vector<lldb::SBThread> threads = allThreads(session);
    if (freeze) {
        const lldb::tid_t leading = session.process().GetSelectedThread().GetThreadID();
        std::erase_if(threads, [&](lldb::SBThread& thread) { return thread.GetThreadID() == leading; });
    }
    return threads;
}

} // namespace

util::Result<debug::RankThreads> selectThread(LldbSession& session, const debug::SelectThread& request)
{
    DBGR_TRY(lldb::SBThread thread, threadBy(session, request.thread));
    if (!session.process().SetSelectedThread(thread))
        return util::fail(debug::Errc::EngineFailed, "LLDB does not select the thread");
    session.noteLeading(thread);
    return threadsOf(session);
}

util::Result<debug::RankThreads> freezeThreads(LldbSession& session, const debug::FreezeThreads& request)
{
    DBGR_TRY(session.requireStopped());
    std::vector<lldb::SBThread> threads;
    for (const debug::ThreadKey& key : request.threads) {
        DBGR_TRY(lldb::SBThread thread, threadBy(session, key));
        threads.push_back(thread);
    }
    if (request.threads.empty())
        threads = usualThreads(session, request.freeze);
    for (lldb::SBThread& thread : threads) {
        const util::ThreadId id(thread.GetThreadID());
        if (request.freeze)
            session.holds().freeze(id);
        else
            session.holds().thaw(id);
    }
    return threadsOf(session);
}

util::Result<debug::RankThreadValues> evaluateInThreads(LldbSession& session, const debug::EvaluateInThreads& request)
{
    DBGR_TRY(session.requireStopped());
    debug::RankThreadValues values{session.rank(), session.stopId(), {}};
    for (lldb::SBThread& thread : allThreads(session)) {
        debug::Evaluate one;
        one.expression = request.expression;
        one.thread = util::ThreadId(thread.GetThreadID());
        one.style = request.style;
        DBGR_TRY(debug::ValueGroup value, evaluate(session, one));
        values.add({thread.GetIndexID()}, std::move(value));
    }
    return values;
}

} // namespace dbgr::daemon
