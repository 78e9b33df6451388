// SPDX-License-Identifier: BSD-3-Clause
// Frames as users count them. LLDB knows nothing of Fortran, and has one frame for a procedure and those that were put
// into it: each of them is a frame here, with its own line and variables, as those of C and C++ are. Thread: engine.
#pragma once

#include "debug/frame.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::daemon {

class ShownFrame : public lldb::SBFrame
{
public:
    ShownFrame() = default;
    /// \param outside of how many procedures that were put into the frame's it is outside; 0: it is the innermost one
    ShownFrame(const lldb::SBFrame& frame, std::uint32_t outside = 0) : lldb::SBFrame(frame), m_outside(outside) {}

    [[nodiscard]] std::uint32_t outside() const { return m_outside; }

private:
    std::uint32_t m_outside = 0;
};

/// All that are shown for a frame of LLDB's, the innermost first. \param index of that one
[[nodiscard]] std::vector<debug::Frame> toFrames(lldb::SBFrame frame, std::uint32_t index);
[[nodiscard]] debug::Frame toFrame(const ShownFrame& frame);
/// The function whose code it is, whatever was put into it: what a return leaves.
[[nodiscard]] std::string functionLeft(lldb::SBFrame frame);
/// By its number; not valid: there is none.
[[nodiscard]] ShownFrame shownFrame(lldb::SBThread thread, std::uint32_t index);

} // namespace dbgr::daemon
