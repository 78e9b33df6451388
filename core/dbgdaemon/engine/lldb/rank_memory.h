// SPDX-License-Identifier: BSD-3-Clause
// The memory of one rank: read from outside where the system allows it, which is a hundred times as fast as through the
// stub, and through LLDB else. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/content_digest.h"
#include "values/target/memory.h"

#include <lldb/API/SBProcess.h>

#include <utility>

namespace dbgr::daemon {

[[nodiscard]] ReadMemory memoryOf(lldb::SBProcess process);

class RankMemory final : public values::Memory
{
public:
    explicit RankMemory(lldb::SBProcess process) : m_read(memoryOf(std::move(process))) {}
    bool read(values::Address address, std::span<std::byte> out) override { return m_read(address.value, out); }

private:
    ReadMemory m_read;
};

} // namespace dbgr::daemon
