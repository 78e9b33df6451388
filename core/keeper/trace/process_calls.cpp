// SPDX-License-Identifier: BSD-3-Clause
// The part of a process that has it make system calls.
#include "keeper/target/process_files.h"
#include "keeper/trace/process.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kMostCallSteps = 64; // other signals may come in between
constexpr std::size_t kVdsoBytes = 8192;

} // namespace

/// In the kernel's own library, which every process has.
std::optional<std::uint64_t> Process::callInstruction()
{
    if (m_callInstruction)
        return m_callInstruction;
    const std::uint64_t vdso = vdsoOf(m_pid);
    std::vector<std::byte> text(kVdsoBytes);
    if (vdso == 0 || !m_memory->read(vdso, text))
        return std::nullopt;
    const auto at = std::ranges::search(text, m_arch.systemCall());
    if (at.empty())
        return std::nullopt;
    m_callInstruction = vdso + static_cast<std::uint64_t>(at.begin() - text.begin());
    return m_callInstruction;
}

void Process::call(long number, const std::vector<std::uint64_t>& arguments,
                   std::function<void(std::optional<std::int64_t>)> done)
{
    const auto instruction = callInstruction();
    Thread& thread = m_threads.at(m_main);
    const RegisterBytes* const saved = general(m_main, thread);
    if (!instruction || !saved)
        return done(std::nullopt);
    m_call = Call{m_main, *saved, 0, std::move(done)};
    RegisterBytes prepared = *saved;
    m_arch.prepareCall(prepared, *instruction, number, arguments);
    if (!m_tracer.setGeneral(m_main, prepared))
        return finishCall(std::nullopt);
    m_phase = Phase::Calling;
    thread.stands = false;
    m_tracer.resume(m_main, Go::OneInstruction, 0);
}

void Process::onCallNews(Thread& thread, const TraceNews& news)
{
    if (news.kind == TraceNews::Kind::Signal && news.number == SIGTRAP) {
        const RegisterBytes* const after = general(news.thread, thread);
        return finishCall(after ? std::optional(m_arch.callResult(*after)) : std::nullopt);
    }
    if (news.kind == TraceNews::Kind::Signal)
        thread.signal = news.number; // for later
    if (++m_call->steps == kMostCallSteps)
        return finishCall(std::nullopt);
    thread.stands = false;
    thread.registers = {};
    m_tracer.resume(news.thread, Go::OneInstruction, 0);
}

void Process::finishCall(std::optional<std::int64_t> result)
{
    auto call = std::exchange(m_call, std::nullopt);
    const auto caller = m_threads.find(call->thread);
    if (caller != m_threads.end()) {
        caller->second.registers.general = call->saved;
        if (!m_tracer.setGeneral(call->thread, call->saved))
            result.reset();
    }
    m_phase = Phase::Standing;
    call->done(result);
    if (m_isLeaving && m_phase == Phase::Standing)
        letGo();
    else if (m_isChangingHands && m_phase == Phase::Standing)
        changeHands();
}

} // namespace dbgr::keeper
