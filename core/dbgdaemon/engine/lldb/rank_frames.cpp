// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_frames.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/signal_return.h"

#include <lldb/API/SBData.h>
#include <lldb/API/SBError.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBValue.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace dbgr::daemon {

namespace {

#if defined(__x86_64__)
constexpr std::array<const char*, 60> kRegisters{
    "rax",   "rdx",    "rcx",  "rbx",   "rsi",   "rdi",   "rbp",   "rsp",   "r8",    "r9",    "r10",     "r11",
    "r12",   "r13",    "r14",  "r15",   "rip",   "xmm0",  "xmm1",  "xmm2",  "xmm3",  "xmm4",  "xmm5",    "xmm6",
    "xmm7",  "xmm8",   "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st0",   "st1",     "st2",
    "st3",   "st4",    "st5",  "st6",   "st7",   nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,   nullptr,
    nullptr, "rflags", "es",   "cs",    "ss",    "ds",    "fs",    "gs",    nullptr, nullptr, "fs_base", "gs_base"};
#elif defined(__aarch64__)
constexpr std::array kRegisters{"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",  "x9",  "x10",
                                "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21",
                                "x22", "x23", "x24", "x25", "x26", "x27", "x28", "fp",  "lr",  "sp"};
#endif

constexpr std::size_t kX87Bytes = 10;

/// It is the same in all frames: no call changes it.
bool isOfThread(unsigned dwarfNumber)
{
    return values::kThreadPointer && dwarfNumber == *values::kThreadPointer;
}

} // namespace

const char* registerName(unsigned dwarfNumber)
{
    return dwarfNumber < kRegisters.size() ? kRegisters[dwarfNumber] : nullptr;
}

RankFrame::RankFrame(RankFrames& all, std::shared_ptr<const OwnStack> own, std::size_t call)
    : m_all(all), m_own(std::move(own)), m_call(call), m_pc(m_own->calls()[call].pc),
      m_isCaller(m_own->calls()[call].isCaller), m_cfa(m_own->calls()[call].cfa)
{}

lldb::SBFrame& RankFrame::lldb() const
{
    if (!m_frame)
        m_frame = lldbFrameOf(m_own->thread(), m_own->calls()[m_call]);
    return *m_frame;
}

std::optional<std::uint64_t> RankFrame::ownWord(unsigned number) const
{
    if (!m_own || number >= values::kUnwoundRegisters)
        return std::nullopt;
    return m_own->calls()[m_call].registers[number];
}

bool RankFrame::isCaller() const
{
    if (m_isCaller)
        return *m_isCaller;
    lldb::SBThread thread = m_frame->GetThread();
    std::uint32_t first = m_frame->GetFrameID();
    while (first > 0 && thread.GetFrameAtIndex(first - 1).IsInlined())
        --first;
    m_isCaller = first > 0 && !isSignalReturn(thread.GetFrameAtIndex(first - 1));
    return *m_isCaller;
}

std::optional<values::Address> RankFrame::cfa()
{
    if (!m_cfa) {
        const lldb::addr_t cfa = m_frame->GetCFA();
        m_cfa = cfa == LLDB_INVALID_ADDRESS ? std::nullopt : std::optional(values::Address{cfa});
    }
    return *m_cfa;
}

const std::vector<std::byte>& RankFrame::bytesOf(unsigned number)
{
    const auto [known, isNew] = m_registers.try_emplace(number);
    const char* const name = registerName(number);
    if (!isNew || !name)
        return known->second;
    if (const auto word = ownWord(number)) {
        const auto bytes = std::as_bytes(std::span(&*word, 1));
        known->second.assign(bytes.begin(), bytes.end());
        return known->second;
    }
    lldb::SBFrame frame = isOfThread(number) && lldb().IsValid() ? lldb().GetThread().GetFrameAtIndex(0) : lldb();
    lldb::SBValue value = frame.FindRegister(name);
    if (!value.IsValid() || value.GetError().Fail())
        return known->second;
    lldb::SBError error;
    lldb::SBData data = value.GetData();
    std::vector<std::byte> bytes(data.GetByteSize());
    if (data.ReadRawData(error, 0, bytes.data(), bytes.size()) == bytes.size() && error.Success())
        known->second = std::move(bytes);
    return known->second;
}

bool RankFrame::readRegister(unsigned number, std::span<std::byte> out)
{
    const std::vector<std::byte>& bytes = bytesOf(number);
    const bool isX87 = bytes.size() == kX87Bytes; // a long double is longer in memory, by nothing
    if (bytes.empty() || (bytes.size() < out.size() && !isX87))
        return false;
    std::fill(out.begin(), out.end(), std::byte{});
    std::copy_n(bytes.begin(), std::min(bytes.size(), out.size()), out.begin());
    return true;
}

values::Frame* RankFrame::caller()
{
    if (m_caller)
        return *m_caller;
    unsigned inlined = 0;
    if (m_own && m_call + 1 < m_own->calls().size())
        m_caller = m_all.ownCall(m_own, m_call + 1);
    else if (m_own && m_own->isWhole())
        m_caller = nullptr;
    else
        m_caller = lldb().IsValid() ? m_all.concrete(lldb().GetThread(), lldb().GetFrameID() + 1, inlined) : nullptr;
    return *m_caller;
}

values::FrameRef RankFrames::refOf(const ShownFrame& frame)
{
    if (const auto& own = frame.own()) {
        const OwnStack::Shown& shown = frame.shown();
        return {ownCall(own, shown.call), own->shownOf(shown.call) - 1 - shown.inside};
    }
    lldb::SBFrame found = frame.lldb();
    lldb::SBThread thread = found.GetThread();
    const auto [known, isNew] = m_refs.try_emplace({{thread.GetThreadID(), found.GetFrameID()}, frame.outside()});
    if (!isNew)
        return known->second;
    values::FrameRef& ref = known->second;
    ref.physical = concrete(thread, found.GetFrameID(), ref.inlineDepth);
    if (frame.outside() > 0) // the last of them is inside of none
        ref.inlineDepth = static_cast<unsigned>(proceduresOf(found).size()) - 1 - frame.outside();
    else if (!found.GetFunction().IsValid())
        ref.inlineDepth = values::kInnermostFrame;
    return ref;
}

RankFrame* RankFrames::ownCall(const std::shared_ptr<const OwnStack>& own, std::size_t call)
{
    std::unique_ptr<RankFrame>& known = m_own[{own.get(), call}];
    if (!known)
        known = std::make_unique<RankFrame>(*this, own, call);
    return known.get();
}

RankFrame* RankFrames::concrete(lldb::SBThread thread, std::uint32_t firstIndex, unsigned& inlined)
{
    std::uint32_t index = firstIndex;
    lldb::SBFrame frame = thread.GetFrameAtIndex(index);
    for (; frame.IsValid() && frame.IsInlined(); frame = thread.GetFrameAtIndex(++index))
        ++inlined;
    if (!frame.IsValid())
        return nullptr;
    std::unique_ptr<RankFrame>& known = m_frames[{thread.GetThreadID(), index}];
    if (!known) {
        while (index > 0 && thread.GetFrameAtIndex(index - 1).IsInlined())
            --index;
        known = std::make_unique<RankFrame>(*this, frame, values::Address{thread.GetFrameAtIndex(index).GetPC()});
    }
    return known.get();
}

} // namespace dbgr::daemon
