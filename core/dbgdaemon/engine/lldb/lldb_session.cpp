// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_session.h"

#include "dbgdaemon/engine/lldb/rank_python.h"

#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "debug/debug_error.h"

#include <sys/socket.h>

#include <iterator>
#include <string>
#include <utility>

namespace dbgr::daemon {

LldbSession::LldbSession(AttachTarget from, lldb::SBTarget target, lldb::SBProcess process)
    : m_rank(from.rank), m_stub(std::move(from.stub)), m_pid(from.pid), m_isCore(!from.core.empty()), m_target(target),
      m_process(process),
      m_breakpoints(
          from.rank, target,
          [this](lldb::SBFrame frame, const std::string& condition) {
              return RankValues(m_memory, modules()).isFalse(frame, condition); // of a stop that may be none
          },
          [this](lldb::SBThread thread, const debug::BreakpointSpec& spec) {
              takeNotes(TracedPlaces::When::Stands); // they were before
              logged.push_back(traced(*this, thread, spec));
          },
          {std::move(from.judgeAt), std::move(from.hitCounts), std::move(from.traceNotes)}),
      m_calls(from.rank, std::move(from.catchCalls)), m_watches(*this, std::move(from.watchSlowly)),
      m_handles(from.handlesBefore), m_memory(std::make_shared<RankMemory>(process, std::move(from.readMemory))),
      m_stopId(from.stopsBefore), m_isAgain(from.again), m_watchLoads(std::move(from.watchLoads)),
      m_mayJudge(std::move(from.mayJudge)), m_wantStand(std::move(from.wantStand)),
      m_trapFloats(std::move(from.trapFloats)), m_signalsGot(std::move(from.signalsGot))
{
    // What an engine before us has said.
    if (m_mayJudge)
        m_mayJudge(false);
    takeBackStand();
}

void LldbSession::letKeeperJudge()
{
    if (m_mayJudge)
        m_mayJudge(true);
}

void LldbSession::takeNotes(TracedPlaces::When when)
{
    std::vector<debug::TraceRecord> records = m_breakpoints.tracedPlaces().take(when);
    logged.insert(logged.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
}

void LldbSession::hangUp()
{
    ::shutdown(m_stub.get(), SHUT_RDWR);
}

void LldbSession::wantStand(bool isToBeTold)
{
    m_asking += 2;
    if (m_asking == 0)
        m_asking = 2; // 0 is no asking
    if (m_wantStand)
        m_wantStand(m_asking + (isToBeTold ? 1 : 0));
}

void LldbSession::takeBackStand()
{
    if (m_wantStand)
        m_wantStand(0);
}

util::Result<void> LldbSession::trapFloats(util::FloatTraps traps) const
{
    if (!util::kHasFloatTraps || !m_trapFloats)
        return util::fail(std::make_error_code(std::errc::not_supported),
                          "trapping results of floating-point arithmetic: the processor has no such traps");
    m_trapFloats(traps);
    return util::ok();
}

void LldbSession::noteStopped()
{
    if (m_mayJudge)
        m_mayJudge(false);
    m_state = State::Stopped;
    m_stopId = m_stopId.next();
    wasInterrupted = std::exchange(interruptAsked, false);
    m_holds.letGo(m_process);
}

void LldbSession::noteStanding()
{
    m_watches.look();
    m_holds.noteStanding(m_process);
}

bool LldbSession::areModulesCurrent()
{
    if (!m_modules || m_modules->count() != m_target.GetNumModules())
        return false;
    return !std::exchange(m_mayModulesDiffer, false) || m_modules->isCurrent(m_target);
}

void LldbSession::noteRunning()
{
    m_state = State::Running;
    forgetStop();
}

void LldbSession::forgetStop()
{
    m_handles.clear();
    m_leading.reset();
    m_counting.clear();
    m_values.reset();
    m_memory->forgetRegions();
    stack.reset();
    judged.clear();
    passed.clear();
    loggedUnseen.clear();
    m_watches.forgetStop();
}

RankValues& LldbSession::values()
{
    if (!m_values)
        m_values = std::make_unique<RankValues>(m_memory, modules());
    return *m_values;
}

std::shared_ptr<RankModules> LldbSession::modules()
{
    if (!areModulesCurrent())
        m_modules = std::make_shared<RankModules>(m_target);
    return m_modules;
}

std::optional<util::PythonStacks> LldbSession::pythonStacks()
{
    return pythonStacksOf(*modules(), *m_memory);
}

void LldbSession::forgetMemory()
{
    m_mayModulesDiffer = true;
    if (m_values)
        m_values->forgetMemory();
}

void LldbSession::unsettleLoads()
{
    // Bits that no settled number has; never the same twice, since nobody shall learn from a time of change.
    static std::uint32_t last = 0; // of the engine thread, the only one
    constexpr std::uint32_t kUnsettled = 1U << 29;
    last = (last + 1) % kUnsettled;
    if (m_watchLoads)
        m_watchLoads(kUnsettled | last);
}

bool LldbSession::settleLoads()
{
    if (!m_watchLoads)
        return false;
    const std::optional<std::uint32_t> interest = m_breakpoints.interestInLibraries();
    m_watchLoads(interest);
    const bool wereIgnored = std::exchange(m_loadsIgnored, !interest);
    return wereIgnored && interest && m_state == State::Running;
}

util::Result<void> LldbSession::requireStopped() const
{
    if (m_state == State::Stopped)
        return util::ok();
    return util::fail(debug::Errc::NotStopped, "it runs, and can only be looked at while it stands still",
                      "interrupt it first");
}

util::Result<lldb::SBThread> LldbSession::thread(std::optional<util::ThreadId> id)
{
    DBGR_TRY(requireStopped());
    if (!id && m_leading)
        return m_leading->thread;
    lldb::SBThread thread = id ? m_process.GetThreadByID(id->value()) : m_process.GetSelectedThread();
    if (!thread.IsValid())
        return util::fail(debug::Errc::NoSuchThread, id ? "it has no thread " + std::to_string(id->value())
                                                        : std::string("LLDB knows of no thread in it"));
    return thread;
}

util::Result<std::shared_ptr<const StandingThread>> LldbSession::standing(std::optional<util::ThreadId> id)
{
    DBGR_TRY(requireStopped());
    if (m_leading && (!id || id->value() == m_leading->id))
        return m_leading;
    DBGR_TRY(lldb::SBThread found, thread(id));
    return StandingThread::of(found);
}

util::Result<ShownFrame> LldbSession::frame(std::optional<util::ThreadId> threadId, std::optional<std::uint32_t> index)
{
    DBGR_TRY(const std::shared_ptr<const StandingThread> in, standing(threadId));
    if (!index) {
        const auto [known, isNew] = m_counting.try_emplace(in->id);
        if (isNew)
            known->second = frameThatCounts(values(), in);
        if (known->second.isValid())
            return known->second;
    }
    ShownFrame frame = shownFrame(values(), in, index.value_or(0));
    if (!frame.isValid())
        return util::fail(debug::Errc::NoSuchFrame, "its stack has no frame " + std::to_string(index.value_or(0)));
    return frame;
}

} // namespace dbgr::daemon
