// SPDX-License-Identifier: BSD-3-Clause
// A thread of a rank that stands, as one program sees it: what it has read stays as it was. Thread: the keeper's.
#pragma once

#include "bytecode/machine.h"
#include "keeper/trace/process.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::keeper {

class ThreadTarget final : public bytecode::Target
{
public:
    /// \param process outlives this, and stands
    ThreadTarget(Process& process, Tid thread) : m_process(process), m_thread(thread) {}

    [[nodiscard]] std::optional<std::uint64_t> registerValue(unsigned number) override;
    [[nodiscard]] std::optional<std::uint64_t> threadNumber() override { return m_thread.value(); }
    bool read(std::uint64_t address, std::span<std::byte> out) override;

private:
    /// Programs look at words that lie together, and each look into another process takes a call of the kernel.
    static constexpr std::uint64_t kLine = 128; // none lies in two pages
    static constexpr std::size_t kMostLines = 8;
    struct Line
    {
        RemoteAddress address;
        std::array<std::byte, kLine> bytes;
    };
    /// Null: it cannot be read as a whole.
    [[nodiscard]] const Line* line(RemoteAddress address);

    Process& m_process;
    const Tid m_thread;
    std::array<Line, kMostLines> m_lines;
    std::size_t m_count = 0;
};

} // namespace dbgr::keeper
