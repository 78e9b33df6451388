// SPDX-License-Identifier: BSD-3-Clause
// Why memory could not be used where a rank crashed: what was there, and what most likely led to it. Facts in, words
// out; knows no debugger. Words have no addresses: those differ between ranks that crash alike. Thread: any.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// Neighbouring memory with the same rights, as the system shows it: [begin, end).
struct MemoryArea
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool isMapped = false;
    bool isReadable = false;
    bool isWritable = false;
    std::string name = {}; ///< of the file, "[heap]", "[stack]"; "" none
};

/// Where an instruction uses memory: base + index * scale + displacement.
struct MemoryOperand
{
    std::string base;  ///< a register, as "rax"; "" none
    std::string index; ///< the same
    std::uint32_t scale = 1;
    std::int64_t displacement = 0;
    friend bool operator==(const MemoryOperand&, const MemoryOperand&) = default;
};

/// Of operands as LLVM writes them for x86-64, "0x18(%rax,%rcx,4), %eax". Nothing where there is none, where there are
/// two, and where it is counted from what is no general register (a segment, the program counter).
[[nodiscard]] std::optional<MemoryOperand> memoryOperandOf(std::string_view operands);

struct Instruction
{
    std::string mnemonic; ///< "movl"; "" it cannot be read
    std::string operands; ///< "0x18(%rax), %eax"
};

/// What is known where a signal has come from the processor. What costs something is asked for only when it counts.
struct Fault
{
    int signal = 0;
    /// Of the kernel's reason, as LLDB words it: "address not mapped to object (fault address=0x10)"
    std::string words = {};
    std::uint64_t pc = 0;
    std::uint64_t stackPointer = 0;
    Instruction instruction = {};
    std::function<std::optional<std::uint64_t>()> callersStack; ///< its stack pointer, in the frame around
    std::function<std::optional<std::uint64_t>(std::string_view)> registerOf; ///< a general one by its name
    std::function<std::optional<MemoryArea>(std::uint64_t)> areaAt;           ///< also of what is not mapped
};

struct FaultWords
{
    std::string why;                      ///< "null pointer"
    std::optional<std::uint64_t> address; ///< whose use was refused; nothing if that is not known
};

[[nodiscard]] FaultWords explain(const Fault& fault);

} // namespace dbgr::daemon
