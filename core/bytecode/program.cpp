// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/program.h"

#include "util/byte_reader.h"

#include <algorithm>

namespace dbgr::bytecode {

namespace {

bool isJump(Op op)
{
    return op == Op::Jump || op == Op::JumpIfFalse;
}

std::uint64_t readOperand(util::ByteReader& reader, Operand operand)
{
    switch (sizeOf(operand)) {
    case 8:
        return reader.little<std::uint64_t>();
    case 2:
        return reader.little<std::uint16_t>();
    default:
        return reader.u8();
    }
}

std::optional<Instruction> readInstruction(util::ByteReader& reader)
{
    Instruction instruction;
    const std::uint8_t number = reader.u8();
    const OpFacts* const facts = factsOf(number);
    if (!facts)
        return std::nullopt;
    instruction.op = static_cast<Op>(number);
    std::size_t next = 0;
    for (const Operand operand : facts->operands) {
        instruction.operands[next] = readOperand(reader, operand);
        if (!isGood(operand, instruction.operands[next++]))
            return std::nullopt;
    }
    if (isJump(instruction.op)) // from behind itself
        instruction.operands[0] += reader.position();
    return reader.ok() ? std::optional(instruction) : std::nullopt;
}

/// Jumps lead to bytes: to the instructions that begin there. False: into the middle of one, or beyond the end.
bool resolveJumps(std::vector<Instruction>& instructions, const std::vector<std::size_t>& begins)
{
    for (Instruction& one : instructions) {
        if (!isJump(one.op))
            continue;
        const auto target = std::ranges::lower_bound(begins, one.operands[0]);
        if (target == begins.end() || *target != one.operands[0])
            return false;
        one.operands[0] = static_cast<std::uint64_t>(target - begins.begin());
    }
    return true;
}

/// Whether each instruction finds as many numbers as it takes, whichever way leads to it, and one is left at the end.
bool keepsItsStack(const std::vector<Instruction>& instructions)
{
    std::vector<std::optional<std::size_t>> heights(instructions.size() + 1); // before each
    heights.front() = 0;
    const auto arrive = [&](std::size_t at, std::size_t height) {
        if (heights[at])
            return *heights[at] == height;
        heights[at] = height;
        return true;
    };
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const Instruction& one = instructions[i];
        const OpFacts& facts = *factsOf(static_cast<std::uint8_t>(one.op));
        if (!heights[i])
            continue; // nothing leads there
        if (*heights[i] < facts.takes)
            return false;
        const std::size_t height = *heights[i] - facts.takes + facts.leaves;
        if (height > kMaxStack)
            return false;
        if (isJump(one.op) && !arrive(one.operands[0], height))
            return false;
        if (one.op != Op::Jump && !arrive(i + 1, height))
            return false;
    }
    return heights.back() == 1;
}

} // namespace

std::optional<Program> Program::read(std::span<const std::byte> bytes)
{
    util::ByteReader reader(bytes);
    if (bytes.size() > kMaxProgramBytes || reader.u8() != kVersion)
        return std::nullopt;
    Program program;
    std::vector<std::size_t> begins;
    while (!reader.atEnd()) {
        begins.push_back(reader.position());
        const auto instruction = readInstruction(reader);
        if (!instruction)
            return std::nullopt;
        program.m_instructions.push_back(*instruction);
    }
    begins.push_back(bytes.size());
    if (!resolveJumps(program.m_instructions, begins) || !keepsItsStack(program.m_instructions))
        return std::nullopt;
    return program;
}

} // namespace dbgr::bytecode
