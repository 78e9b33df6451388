// SPDX-License-Identifier: BSD-3-Clause
// Builds programs. Pieces of code push one number each, and are put together to larger ones; they can be moved and
// repeated, since jumps know distances only. Way: values/compile -> Code -> bytes. Thread: any; plain values.
#pragma once

#include "bytecode/operations.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace dbgr::bytecode {

class Code
{
public:
    [[nodiscard]] static Code constant(std::uint64_t bits);
    [[nodiscard]] static Code ofRegister(unsigned number);
    /// Of code that leaves a truth: one of two, of which only that one is run.
    [[nodiscard]] static Code choice(Code truth, const Code& yes, const Code& no);

    /// What pushes nothing but 0, but for one thread, of which it pushes what the program leaves. \param thread the
    /// system's number
    [[nodiscard]] static Code ofThread(std::uint64_t thread, std::span<const std::byte> program);
    /// What keep() has put away.
    [[nodiscard]] static Code recalled(unsigned number);

    // What the top is made to.
    Code& op(Op op) { return op_(op, {}); }
    Code& op(Op op, IntegerKind kind) { return op_(op, {byteOf(kind)}); }
    Code& ofWidth(Op op, unsigned bytes) { return op_(op, {static_cast<std::uint8_t>(bytes)}); }
    Code& toReal(IntegerKind kind, unsigned bytes)
    {
        return op_(Op::ToReal, {byteOf(kind), static_cast<std::uint8_t>(bytes)});
    }
    Code& field(unsigned offset, unsigned bits, bool isSigned);
    Code& compare(Relation relation, Domain domain)
    {
        return op_(Op::Compare, {static_cast<std::uint8_t>(relation), static_cast<std::uint8_t>(domain)});
    }
    Code& subscript(bool isOpen) { return op_(Op::Subscript, {static_cast<std::uint8_t>(isOpen)}); }
    Code& keep(unsigned number) { return op_(Op::Keep, {static_cast<std::uint8_t>(number)}); }
    /// Behind this.
    Code& then(const Code& next);

    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    /// A whole program.
    [[nodiscard]] std::vector<std::byte> program() const;

private:
    Code& op_(Op op, std::initializer_list<std::uint8_t> operands);
    Code& jump(Op op, std::size_t distance);

    std::vector<std::byte> m_bytes;
};

} // namespace dbgr::bytecode
