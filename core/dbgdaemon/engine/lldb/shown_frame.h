// SPDX-License-Identifier: BSD-3-Clause
// Frames as users count them. LLDB knows nothing of Fortran, and has one frame for a procedure and those that were put
// into it: each of them is a frame here, with its own line and variables, as those of C and C++ are. Those that our own
// unwinder has found know LLDB's only where somebody asks for it. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/own_stack.h"
#include "debug/frame.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

class ShownFrame
{
public:
    ShownFrame() = default;
    /// \param outside of how many procedures that were put into the frame's it is outside; 0: it is the innermost one
    ShownFrame(const lldb::SBFrame& frame, std::uint32_t outside = 0) : m_frame(frame), m_outside(outside) {}
    /// \param index of own->shown()
    ShownFrame(std::shared_ptr<const OwnStack> own, std::size_t index) : m_own(std::move(own)), m_index(index) {}

    [[nodiscard]] bool isValid() const { return m_own || (m_frame && m_frame->IsValid()); }
    [[nodiscard]] lldb::SBThread thread() const { return m_own ? m_own->thread() : lldb().GetThread(); }
    /// Not valid where LLDB has no such frame.
    [[nodiscard]] lldb::SBFrame& lldb() const;
    [[nodiscard]] operator lldb::SBFrame() const { return lldb(); } // it is one, with more
    [[nodiscard]] std::uint32_t outside() const
    {
        static_cast<void>(lldb()); // finds it
        return m_outside;
    }
    /// Null: LLDB has found it.
    [[nodiscard]] const std::shared_ptr<const OwnStack>& own() const { return m_own; }
    /// \pre own()
    [[nodiscard]] const OwnStack::Shown& shown() const { return m_own->shown()[m_index]; }

private:
    std::shared_ptr<const OwnStack> m_own;
    std::size_t m_index = 0;
    mutable std::optional<lldb::SBFrame> m_frame; // not until somebody asks: even an empty one costs
    mutable std::uint32_t m_outside = 0;
};

/// LLDB's frame of that call, which is not an inlined one. Not valid: it has none.
[[nodiscard]] lldb::SBFrame lldbFrameOf(lldb::SBThread thread, const values::PhysicalFrame& call);

/// All that are shown for a frame of LLDB's, the innermost first. \param index of that one
[[nodiscard]] std::vector<debug::Frame> toFrames(lldb::SBFrame frame, std::uint32_t index);
[[nodiscard]] debug::Frame toFrame(const ShownFrame& frame);
/// The function whose code it is, whatever was put into it: what a return leaves.
[[nodiscard]] std::string functionLeft(lldb::SBFrame frame);
/// By its number; not valid: there is none.
[[nodiscard]] ShownFrame shownFrame(lldb::SBThread thread, std::uint32_t index);

} // namespace dbgr::daemon
