// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/shown_frame.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "values/target/frame.h"

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

std::uint32_t shownFor(lldb::SBFrame frame)
{
    return static_cast<std::uint32_t>(std::max<std::size_t>(proceduresOf(frame).size(), 1));
}

std::uint32_t indexOf(lldb::SBFrame frame)
{
    lldb::SBThread thread = frame.GetThread();
    std::uint32_t index = 0;
    for (std::uint32_t inner = 0; inner < frame.GetFrameID(); ++inner)
        index += shownFor(thread.GetFrameAtIndex(inner));
    return index;
}

} // namespace

lldb::SBFrame lldbFrameOf(lldb::SBThread thread, const values::PhysicalFrame& call)
{
    const std::uint64_t sp = call.registers[values::kStackPointer].value_or(0);
    for (std::uint32_t i = 0;; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        if (!frame.IsValid() || frame.GetSP() > sp)
            return {};
        if (!frame.IsInlined() && frame.GetSP() == sp) // of one that others were put into, LLDB has no pc
            return frame;
    }
}

lldb::SBFrame& ShownFrame::lldb() const
{
    if (!m_frame)
        m_frame.emplace();
    if (!m_own || m_frame->IsValid())
        return *m_frame;
    lldb::SBFrame called = lldbFrameOf(m_own->thread(), m_own->calls()[shown().call]);
    if (!called.IsValid())
        return *m_frame;
    if (!proceduresOf(called).empty()) {
        m_outside = shown().inside;
        m_frame = called;
    } else if (const std::uint32_t outer = m_own->shownOf(shown().call) - 1 - shown().inside;
               outer <= called.GetFrameID()) {
        m_frame = called.GetThread().GetFrameAtIndex(called.GetFrameID() - outer);
    }
    return *m_frame;
}

std::vector<debug::Frame> toFrames(lldb::SBFrame frame, std::uint32_t index)
{
    debug::Frame whole;
    whole.index = index;
    whole.where = toLocation(frame.GetLineEntry());
    whole.module = text(frame.GetModule().GetPlatformFileSpec().GetFilename());
    whole.pc = frame.GetPC();
    whole.inlined = frame.IsInlined();
    std::vector<values::ProcedureHere> procedures = proceduresOf(frame);
    if (procedures.empty()) {
        whole.function = functionName(frame.GetFunctionName());
        return {std::move(whole)};
    }
    std::vector<debug::Frame> frames;
    for (values::ProcedureHere& procedure : procedures) {
        whole.function = std::move(procedure.name);
        whole.inlined = frames.size() + 1 < procedures.size();
        frames.push_back(whole);
        ++whole.index;
        whole.where = {std::move(procedure.callFile), procedure.callLine, procedure.callColumn};
    }
    return frames;
}

debug::Frame toFrame(const ShownFrame& frame)
{
    std::vector<debug::Frame> frames = toFrames(frame, frame.lldb().IsValid() ? indexOf(frame) : 0);
    return std::move(frames[std::min<std::size_t>(frame.outside(), frames.size() - 1)]);
}

std::string functionLeft(lldb::SBFrame frame)
{
    return std::move(toFrames(frame, 0).back().function);
}

ShownFrame shownFrame(lldb::SBThread thread, std::uint32_t index)
{
    for (std::uint32_t i = 0;; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        const std::uint32_t count = frame.IsValid() ? shownFor(frame) : 0;
        if (index < count || count == 0)
            return {frame, index};
        index -= count;
    }
}

} // namespace dbgr::daemon
