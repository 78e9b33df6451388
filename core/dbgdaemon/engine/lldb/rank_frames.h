// SPDX-License-Identifier: BSD-3-Clause
// The stacks of one rank at one stop, as the value reader sees them: physical frames of our own unwinder, and of LLDB's
// where ours is not certain. LLDB counts inlined functions as frames, too. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "values/names/lookup.h"
#include "values/target/frame.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class RankFrames;

class RankFrame final : public values::Frame
{
public:
    /// \param concrete not an inlined one, whose pc is where something begins that was put into it
    RankFrame(RankFrames& all, lldb::SBFrame concrete, values::Address pc) : m_all(all), m_frame(concrete), m_pc(pc) {}
    /// \param call of own->calls()
    RankFrame(RankFrames& all, std::shared_ptr<const OwnStack> own, std::size_t call);

    values::Address pc() const override { return m_pc; }
    bool isCaller() const override;
    std::optional<values::Address> cfa() override;
    bool readRegister(unsigned number, std::span<std::byte> out) override;
    values::Frame* caller() override;

private:
    RankFrames& m_all;
    /// Of a register: all of its bytes; none: nobody knows them.
    [[nodiscard]] const std::vector<std::byte>& bytesOf(unsigned number);
    /// What our unwinder knows of it.
    [[nodiscard]] std::optional<std::uint64_t> ownWord(unsigned number) const;
    [[nodiscard]] lldb::SBFrame& lldb() const;

    // What LLDB says is kept: each question to it takes some microseconds, and a list of variables asks hundreds.
    std::shared_ptr<const OwnStack> m_own; // null: LLDB's frame
    std::size_t m_call = 0;
    mutable std::optional<lldb::SBFrame> m_frame; // of our own ones nothing until somebody asks
    values::Address m_pc;
    mutable std::optional<bool> m_isCaller;
    std::optional<std::optional<values::Address>> m_cfa;
    std::map<unsigned, std::vector<std::byte>> m_registers;
    std::optional<values::Frame*> m_caller;
};

class RankFrames
{
public:
    [[nodiscard]] values::FrameRef refOf(const ShownFrame& frame);

private:
    friend class RankFrame;

    /// Null where the stack ends.
    [[nodiscard]] RankFrame* concrete(lldb::SBThread thread, std::uint32_t firstIndex, unsigned& inlined);
    [[nodiscard]] RankFrame* ownCall(const std::shared_ptr<const OwnStack>& own, std::size_t call);

    using Key = std::pair<std::uint64_t, std::uint32_t>; // thread and index

    std::map<std::pair<const OwnStack*, std::size_t>, std::unique_ptr<RankFrame>> m_own; // and which call
    std::map<Key, std::unique_ptr<RankFrame>> m_frames;
    std::map<std::pair<Key, std::uint32_t>, values::FrameRef> m_refs; // and how many procedures it is outside of
};

/// By DWARF's number for this processor; null for one that is not known.
[[nodiscard]] const char* registerName(unsigned dwarfNumber);

} // namespace dbgr::daemon
