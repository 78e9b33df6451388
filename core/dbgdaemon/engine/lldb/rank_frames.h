// SPDX-License-Identifier: BSD-3-Clause
// The stacks of one rank at one stop, as the value reader sees them: physical frames of LLDB's unwinder. LLDB counts
// inlined functions as frames, too. Thread: engine.
#pragma once

#include "values/names/lookup.h"
#include "values/target/frame.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace dbgr::daemon {

class RankFrames;

class RankFrame final : public values::Frame
{
public:
    /// \param concrete not an inlined one
    RankFrame(RankFrames& all, lldb::SBFrame concrete) : m_all(all), m_frame(concrete) {}

    values::Address pc() const override { return {m_frame.GetPC()}; }
    bool isCaller() const override;
    std::optional<values::Address> cfa() override;
    bool readRegister(unsigned number, std::span<std::byte> out) override;
    values::Frame* caller() override;

private:
    RankFrames& m_all;
    mutable lldb::SBFrame m_frame;
    mutable std::optional<bool> m_isCaller;
};

class RankFrames
{
public:
    [[nodiscard]] values::FrameRef refOf(lldb::SBFrame frame);

private:
    friend class RankFrame;

    /// Null where the stack ends.
    [[nodiscard]] RankFrame* concrete(lldb::SBThread thread, std::uint32_t firstIndex, unsigned& inlined);

    std::map<std::pair<std::uint64_t, std::uint32_t>, std::unique_ptr<RankFrame>> m_frames; // by thread and index
};

/// By DWARF's number for this processor; null for one that is not known.
[[nodiscard]] const char* registerName(unsigned dwarfNumber);

} // namespace dbgr::daemon
