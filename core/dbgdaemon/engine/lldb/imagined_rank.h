// SPDX-License-Identifier: BSD-3-Clause
// A rank that stands at a place in the code before any does: its memory and registers hold something everywhere. What
// an expression lacks there, whatever the values are, it lacks in every rank. Thread: engine; values.
#pragma once

#include "values/target/frame.h"
#include "values/target/memory.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::daemon {

class ImaginedMemory final : public values::Memory
{
public:
    bool read(values::Address, std::span<std::byte> out) override
    {
        std::fill(out.begin(), out.end(), kSomething);
        return m_reads++ < kMostReads;
    }

    static constexpr std::byte kSomething{1}; // no divisor is 0, and no pointer null

private:
    static constexpr unsigned kMostReads = 1000; // arrays may seem to be endless

    unsigned m_reads = 0;
};

class ImaginedFrame final : public values::Frame
{
public:
    explicit ImaginedFrame(values::Address pc) : m_pc(pc) {}

    values::Address pc() const override { return m_pc; }
    bool isCaller() const override { return false; }
    std::optional<values::Address> cfa() override { return values::Address{0x0101'0101'0101}; }
    bool readRegister(unsigned, std::span<std::byte> out) override
    {
        std::fill(out.begin(), out.end(), ImaginedMemory::kSomething);
        return true;
    }
    values::Frame* caller() override { return nullptr; }

private:
    values::Address m_pc;
};

} // namespace dbgr::daemon
