// SPDX-License-Identifier: BSD-3-Clause
// A thread that was noted where it stood, for a reader of what stood there: Reader::compiledToShow() says what has to
// be noted. Way: engine -> NotedThread -> Reader. Thread: one at a time.
#pragma once

#include "bytecode/program.h"
#include "bytecode/trace_note.h"
#include "values/target/frame.h"
#include "values/target/memory.h"

#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::values {

class NotedThread
{
public:
    /// Both outlive this. \param frameAddress Reader::compiledFrameAddress() of the place; nothing: nobody asks for it
    NotedThread(const bytecode::TraceNote& note, Address pc, const std::optional<bytecode::Program>& frameAddress)
        : m_target(note), m_memory(m_target), m_frame(m_target, pc, frameAddress)
    {}
    NotedThread(const NotedThread&) = delete;
    NotedThread& operator=(const NotedThread&) = delete;

    [[nodiscard]] Memory& memory() { return m_memory; }
    [[nodiscard]] Frame& frame() { return m_frame; }
    /// Whether something was asked for that was not noted: what was read since means nothing.
    [[nodiscard]] bool hasMissed() const { return m_target.hasMissed(); }

private:
    class NotedMemory final : public Memory
    {
    public:
        explicit NotedMemory(bytecode::NotedTarget& target) : m_target(target) {}
        bool read(Address address, std::span<std::byte> out) override { return m_target.read(address.value, out); }
        bool hasPages() const override { return false; }

    private:
        bytecode::NotedTarget& m_target;
    };

    class NotedFrame final : public Frame
    {
    public:
        NotedFrame(bytecode::NotedTarget& target, Address pc, const std::optional<bytecode::Program>& address)
            : m_target(target), m_pc(pc), m_address(address)
        {}
        Address pc() const override { return m_pc; }
        bool isCaller() const override { return false; }
        std::optional<Address> cfa() override;
        bool readRegister(unsigned number, std::span<std::byte> out) override;
        Frame* caller() override { return nullptr; }

    private:
        bytecode::NotedTarget& m_target;
        Address m_pc;
        const std::optional<bytecode::Program>& m_address;
    };

    bytecode::NotedTarget m_target;
    NotedMemory m_memory;
    NotedFrame m_frame;
};

} // namespace dbgr::values
