// SPDX-License-Identifier: BSD-3-Clause
// A thread of a rank that stands, as programs see it. Thread: the keeper's.
#pragma once

#include "bytecode/machine.h"
#include "keeper/trace/process.h"

#include <optional>
#include <span>

namespace dbgr::keeper {

class ThreadTarget final : public bytecode::Target
{
public:
    /// \param process outlives this, and stands
    ThreadTarget(Process& process, Tid thread) : m_process(process), m_thread(thread) {}

    [[nodiscard]] std::optional<std::uint64_t> registerValue(unsigned number) override;
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        return m_process.memory().read(address, out);
    }

private:
    Process& m_process;
    const Tid m_thread;
};

} // namespace dbgr::keeper
