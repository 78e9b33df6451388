// SPDX-License-Identifier: GPL-3.0-or-later
// The thread of a frame, as it would be if that were the innermost one, for programs of core/bytecode.
#pragma once

#include "bytecode/machine.h"
#include "values/target/frame.h"
#include "values/target/memory.h"

#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::test {

class FrameTarget final : public bytecode::Target
{
public:
    /// Both outlive this.
    FrameTarget(values::Frame& frame, values::Memory& memory) : m_frame(frame), m_memory(memory) {}
    std::optional<std::uint64_t> registerValue(unsigned number) override
    {
        std::uint64_t value = 0;
        return m_frame.readRegister(number, std::as_writable_bytes(std::span(&value, 1))) ? std::optional(value)
                                                                                          : std::nullopt;
    }
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        return m_memory.read(values::Address{address}, out);
    }

private:
    values::Frame& m_frame;
    values::Memory& m_memory;
};

} // namespace dbgr::test
