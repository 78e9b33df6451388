// SPDX-License-Identifier: BSD-3-Clause
// System calls that a rank is made to make, one instruction at a time.
#include "keeper/trace/process.h"

#include "keeper/target/process_files.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kMostCallSteps = 64; // other signals may come in between
constexpr std::size_t kVdsoBytes = 8192;
constexpr std::size_t kLeastVdsoBytes = 4096; // a page, behind which may be nothing

/// Where in the text it is first.
std::optional<std::size_t> findInstruction(std::span<const std::byte> text, std::span<const std::byte> instruction,
                                           std::size_t grain)
{
    for (std::size_t at = 0; at + instruction.size() <= text.size(); at += grain) {
        if (std::ranges::equal(text.subspan(at, instruction.size()), instruction))
            return at;
    }
    return std::nullopt;
}

} // namespace

/// In the kernel's own library, which every process has.
std::optional<std::uint64_t> Process::callInstruction()
{
    if (m_callInstruction)
        return m_callInstruction;
    const std::uint64_t vdso = vdsoOf(m_pid);
    std::vector<std::byte> text(kVdsoBytes);
    if (vdso == 0)
        return std::nullopt;
    if (!m_memory->read(vdso, text)) {
        text.resize(kLeastVdsoBytes);
        if (!m_memory->read(vdso, text))
            return std::nullopt;
    }
    if (const auto at = findInstruction(text, m_arch.systemCall(), m_arch.instructionGrain()))
        m_callInstruction = vdso + *at;
    return m_callInstruction;
}

void Process::call(long number, const std::vector<std::uint64_t>& arguments,
                   std::function<void(std::optional<std::int64_t>)> done)
{
    call(m_main, number, arguments, std::move(done));
    if (m_call)
        m_call->isForDebugger = true;
}

void Process::call(Tid caller, long number, const std::vector<std::uint64_t>& arguments,
                   std::function<void(std::optional<std::int64_t>)> done)
{
    const auto instruction = callInstruction();
    Thread& thread = m_threads.at(caller);
    const RegisterBytes* const saved = general(caller, thread);
    if (!instruction || !saved)
        return done(std::nullopt);
    m_call = Call{caller, *saved, 0, std::move(done), false};
    RegisterBytes prepared = *saved;
    m_arch.prepareCall(prepared, *instruction, number, arguments);
    if (!m_tracer.setGeneral(caller, prepared))
        return finishCall(std::nullopt);
    m_phase = Phase::Calling;
    thread.stands = false;
    thread.isInside = false;
    thread.hasStepped = true;
    m_tracer.resume(caller, Go::OneInstruction, 0);
}

void Process::onCallNews(Thread& thread, const TraceNews& news)
{
    if (news.kind == TraceNews::Kind::Signal && news.number == SIGTRAP) {
        const RegisterBytes* const after = general(news.thread, thread);
        return finishCall(after ? std::optional(m_arch.callResult(*after)) : std::nullopt);
    }
    if (news.kind == TraceNews::Kind::Signal) {
        thread.signal = news.number; // for later
        m_awaitsWake &= news.number != SIGCONT;
    }
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
    if (isSampling())
        takeSample(true);
    call->done(result);
    if (m_isLeaving && m_phase == Phase::Standing)
        letGo();
    else if (m_isChangingHands && m_phase == Phase::Standing)
        changeHands();
}

} // namespace dbgr::keeper
