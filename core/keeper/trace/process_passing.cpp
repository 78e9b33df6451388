// SPDX-License-Identifier: BSD-3-Clause
// The part of a process that is about threads which pass over breakpoints, while all others run or stand.
#include "keeper/trace/process.h"

#include "keeper/target/process_files.h"

#include <algorithm>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace dbgr::keeper {

/// The thread stands behind the trap. False: nothing is changed.
bool Process::passes(Tid id, Thread& thread, RemoteAddress address)
{
    const bool isFree = m_phase == Phase::Running && !isSampling() && m_watched.empty() && m_borrowed == 0 &&
                        thread.order.does == ThreadOrder::Does::Run && !m_sites.isOwn(address);
    const auto slot = isFree ? m_slots.of(address) : std::nullopt;
    RegisterBytes* const bytes = slot ? general(id, thread) : nullptr;
    if (!bytes)
        return false;
    const RegisterBytes behind = *bytes;
    m_arch.setPc(*bytes, address); // so it is judged
    RegisterBytes moved = *bytes;
    m_arch.setPc(moved, *slot);
    if (!m_passing.isToPass({id, address}) || !m_tracer.setGeneral(id, m_arch.asPutBack(moved))) {
        *bytes = behind;
        return false;
    }
    *bytes = std::move(moved);
    goOn(id, thread, 0);
    return true;
}

/// Of the only thread that is to run, for a step, if it was told to have met one. A debugger that has it step so means
/// to get over that trap. LLDB's trap may be back by then, for a breakpoint that was set at the same place while other
/// threads were led over it: then LLDB would try for ever.
std::optional<RemoteAddress> Process::trapToStepOver()
{
    const auto isRunning = [](const auto& one) { return !one.second.isHeld; };
    const auto lone = std::ranges::find_if(m_threads, isRunning);
    if (lone == m_threads.end() || std::ranges::count_if(m_threads, isRunning) != 1)
        return std::nullopt;
    auto& [id, thread] = *lone;
    const bool isStep = thread.order.does == ThreadOrder::Does::Step && thread.stop.trap;
    const RegisterBytes* const bytes = isStep ? general(id, thread) : nullptr;
    return bytes && m_arch.pc(*bytes) == thread.stop.trap ? thread.stop.trap : std::nullopt;
}

/// It is where the program has it.
void Process::leaveSlot(Tid id, Thread& thread)
{
    RegisterBytes* const bytes = m_slots.isEmpty() ? nullptr : general(id, thread);
    const auto home = bytes ? m_slots.home(m_arch.pc(*bytes)) : std::nullopt;
    if (!home)
        return;
    const bool isUndone = m_slots.isBegin(m_arch.pc(*bytes));
    m_arch.setPc(*bytes, *home);
    static_cast<void>(m_tracer.setGeneral(id, *bytes));
    if (isUndone)
        m_passing.onUndone(id);
}

/// A step ends in front of it.
void Process::noteHandler(Thread& thread, int signal) const
{
    if (thread.hasStepped && signal != 0)
        thread.isStepUndone |= hasHandler(m_pid, signal);
}

/// Those that are wanted, as far as there can be any.
void Process::giveSlots(std::function<void()> done)
{
    const bool isTime = m_phase == Phase::Standing && m_slots.isAnyWanted() && !isInCall();
    const auto caller = isTime ? idleThread() : std::nullopt; // none: another time
    const auto near = caller ? m_slots.write() : std::nullopt;
    if (!near)
        return done();
    const auto room = m_passing.room(*near);
    if (!room) {
        m_slots.refuse();
        return done();
    }
    call(*caller, SYS_mmap,
         {room->value(), Slots::kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE,
          ~std::uint64_t{0}, 0},
         [this, room = *room, done = std::move(done)](std::optional<std::int64_t> result) {
             if (result == static_cast<std::int64_t>(room.value()) && m_phase == Phase::Standing)
                 m_slots.addPage(room);
             else
                 m_slots.refuse();
             if (m_slots.write())
                 m_slots.refuse();
             done();
         });
}

/// \return whether a thread is made to do it; then letGo() comes again
bool Process::takeSlots()
{
    const auto caller = idleThread();
    const auto pages = caller ? m_slots.takePages() : std::vector<RemoteAddress>();
    if (pages.empty())
        return false;
    takePage(*caller, pages);
    return m_phase != Phase::Standing;
}

void Process::takePage(Tid caller, std::vector<RemoteAddress> pages)
{
    const RemoteAddress page = pages.back();
    pages.pop_back();
    call(caller, SYS_munmap, {page.value(), Slots::kPage}, [this, caller, pages](std::optional<std::int64_t> result) {
        if (result && !pages.empty() && m_phase == Phase::Standing)
            takePage(caller, pages);
    });
}

} // namespace dbgr::keeper
