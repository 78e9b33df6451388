// SPDX-License-Identifier: BSD-3-Clause
// Process: system calls that it is made to make. A thread makes one at a place of ours, behind which it waits: when we
// are killed meanwhile, until the undertaker puts it back to where it was.
#include "keeper/trace/process.h"

#include "keeper/target/process_files.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <link.h>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kMostCallStops = 64; // signals may come in between
constexpr std::size_t kVdsoBytes = 8192;
constexpr std::size_t kLeastVdsoBytes = 4096; // a page, behind which may be nothing
constexpr std::size_t kWaitBytes = 16;        // for Arch::callAndWait()

/// Behind the file's last byte, which its table of sections ends with; 0: it has none.
std::uint64_t endOfFile(std::span<const std::byte> file)
{
    ElfW(Ehdr) header;
    if (file.size() < sizeof header)
        return 0;
    std::memcpy(&header, file.data(), sizeof header);
    const bool isSane = header.e_shoff < kVdsoBytes * 16;
    return isSane && header.e_shoff != 0 ? header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize : 0;
}

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

/// In the last page of the kernel's own library, which every process has, behind the last byte that means anything.
std::optional<RemoteAddress> Process::placeToWait(std::span<const std::byte> kernelsLibrary, RemoteAddress begin)
{
    const std::uint64_t end = endOfFile(kernelsLibrary);
    const std::uint64_t room = (end + kWaitBytes - 1) & ~std::uint64_t{kWaitBytes - 1};
    const std::span<const std::byte> code = m_arch.callAndWait();
    if (end == 0 || room % kLeastVdsoBytes == 0)
        return std::nullopt;
    std::array<std::byte, kWaitBytes> now{};
    std::array<std::byte, kWaitBytes> wanted{};
    std::ranges::copy(code, wanted.begin());
    if (!m_memory->read(begin + room, now))
        return std::nullopt;
    const bool isFree = std::ranges::all_of(now, [](std::byte byte) { return byte == std::byte{0}; });
    if (now != wanted && (!isFree || !m_memory->write(begin + room, code))) // of a keeper that was killed
        return std::nullopt;
    m_isCallOurs = true;
    return begin + room;
}

/// In the kernel's own library, too, where there is no room for ours: then a rank may be lost with us.
std::optional<RemoteAddress> Process::callInstruction()
{
    if (m_callInstruction)
        return m_callInstruction;
    const RemoteAddress vdso = vdsoOf(m_pid);
    std::vector<std::byte> text(kVdsoBytes);
    if (vdso.isNull())
        return std::nullopt;
    if (!m_memory->read(vdso, text)) {
        text.resize(kLeastVdsoBytes);
        if (!m_memory->read(vdso, text))
            return std::nullopt;
    }
    m_callInstruction = placeToWait(text, vdso);
    if (!m_callInstruction) {
        if (const auto at = findInstruction(text, m_arch.systemCall(), m_arch.instructionGrain()))
            m_callInstruction = vdso + *at;
    }
    return m_callInstruction;
}

void Process::takeCallInstruction()
{
    constexpr std::array<std::byte, kWaitBytes> kNothing{};
    if (std::exchange(m_isCallOurs, false))
        static_cast<void>(m_memory->write(*m_callInstruction, std::span(kNothing).first(m_arch.callAndWait().size())));
    m_callInstruction.reset();
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
    const RegisterBytes* const shown = general(caller, thread);
    if (!instruction || !shown)
        return done(std::nullopt);
    Call call;
    call.thread = caller;
    call.saved = thread.isAside ? waiting(*shown) : *shown;
    call.shown = thread.registers;
    call.isAside = thread.isAside;
    call.done = std::move(done);
    call.line = m_ledger.sent().add({m_pid, caller, *instruction, {call.saved, {}}, false});
    m_call = std::move(call);
    RegisterBytes prepared = m_call->saved;
    m_arch.prepareCall(prepared, *instruction, number, arguments);
    if (!m_tracer.setGeneral(caller, m_arch.asPutBack(std::move(prepared))))
        return finishCall(std::nullopt);
    m_phase = Phase::Calling;
    thread.stands = false;
    thread.isInside = false;
    thread.hasStepped = false;
    m_tracer.resume(caller, Go::ToCall, 0);
}

/// At the call's end the kernel does not heed that another one was interrupted, to which the thread goes back: it
/// stands once more, as those do that are interrupted. From there the kernel gives it no signal, which a debugger may
/// still want it to have: for a debugger it makes a step where it waits.
void Process::onCallNews(Thread& thread, const TraceNews& news)
{
    using Part = Call::Part;
    const bool isOurStep = m_call->part == Part::Behind && m_call->isForDebugger && news.number == SIGTRAP;
    if (news.kind == TraceNews::Kind::Signal && !isOurStep) {
        thread.signal = news.number; // for later
        m_awaitsWake &= news.number != SIGCONT;
    }
    if (m_call->part == Part::Behind)
        return finishCall(m_call->result);
    if (++m_call->stops == kMostCallStops)
        return finishCall(std::nullopt);
    Go how = Go::ToCall;
    if (news.kind == TraceNews::Kind::AtCall && m_call->part == Part::InFront) {
        m_call->part = Part::Within;
    } else if (news.kind == TraceNews::Kind::AtCall) {
        const RegisterBytes* const after = general(news.thread, thread);
        m_call->result = after ? std::optional(m_arch.callResult(*after)) : std::nullopt;
        m_call->part = Part::Behind;
        how = m_call->isForDebugger ? Go::OneInstruction : Go::On;
        thread.hasStepped = m_call->isForDebugger;
        if (!m_call->isForDebugger)
            m_tracer.interrupt(news.thread);
    }
    thread.stands = false;
    thread.registers = {};
    m_tracer.resume(news.thread, how, 0);
}

void Process::finishCall(std::optional<std::int64_t> result)
{
    auto call = std::exchange(m_call, std::nullopt);
    const auto caller = m_threads.find(call->thread);
    if (caller != m_threads.end()) {
        caller->second.registers = std::move(call->shown);
        caller->second.isAside = call->isAside;
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
