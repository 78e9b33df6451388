// SPDX-License-Identifier: BSD-3-Clause
// The memory of one rank, for as long as it lives: read from outside where the system allows it, which is a hundred
// times as fast as through LLDB; by the keeper where it does not; and through LLDB else. Thread: engine.
#pragma once

#include "util/process_memory.h"
#include "values/target/memory.h"

#include <lldb/API/SBProcess.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace dbgr::daemon {

class RankMemory final : public values::Memory
{
public:
    using ByHolder = std::function<bool(util::RemoteAddress, std::span<std::byte>)>;
    /// \param byHolder AttachTarget::readMemory
    explicit RankMemory(lldb::SBProcess process, ByHolder byHolder = {});
    bool read(values::Address address, std::span<std::byte> out) override;
    /// By LLDB, which knows the new bytes then.
    util::Result<void> write(values::Address address, std::span<const std::byte> bytes) override;
    /// What may be written is asked anew: code has run in the rank.
    void forgetRegions() { m_region = {}; }
    /// The process has become another program.
    void reopen();

private:
    struct Region
    {
        std::uint64_t begin = 0, end = 0;
        bool isWritable = false;
    };
    [[nodiscard]] util::Result<void> requireWritable(std::uint64_t begin, std::uint64_t end);

    lldb::SBProcess m_process;
    const ByHolder m_byHolder;
    std::optional<util::ProcMemory> m_direct; ///< none: through LLDB only
    Region m_region;                          ///< that was asked for last
};

} // namespace dbgr::daemon
