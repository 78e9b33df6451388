// SPDX-License-Identifier: BSD-3-Clause
// A small program over the registers and the memory of a thread that stands: what the condition of a breakpoint
// becomes, so that the tracer can judge it by itself. Jumps lead forward only, so that every program ends.
// Way: values/compile -> Code -> bytes -> Program -> run(). Thread: any; plain values.
#pragma once

#include "bytecode/operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::bytecode {

/// The first byte of a program; another version has other operations.
inline constexpr std::uint8_t kVersion = 3;
inline constexpr std::size_t kMaxProgramBytes = 2048;
inline constexpr std::size_t kMaxStack = 64;
inline constexpr unsigned kMaxReads = 128; ///< of memory, in one run

/// One operation, read and found to be good.
struct Instruction
{
    Op op = Op::Drop;
    std::array<std::uint64_t, 3> operands{}; ///< of jumps: the number of the instruction to go on with
};

/// A program whose bytes make sense: it never leaves its stack, and ends with one number on it.
class Program
{
public:
    /// Nothing: they make none.
    [[nodiscard]] static std::optional<Program> read(std::span<const std::byte> bytes);

    [[nodiscard]] std::span<const Instruction> instructions() const { return m_instructions; }

private:
    std::vector<Instruction> m_instructions;
};

} // namespace dbgr::bytecode
