// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/code.h"

#include "bytecode/program.h"

#include <utility>

namespace dbgr::bytecode {

namespace {

constexpr std::size_t kJumpBytes = 3;

void append(std::vector<std::byte>& to, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        to.push_back(static_cast<std::byte>(value >> (8 * i)));
}

} // namespace

Code& Code::op_(Op op, std::initializer_list<std::uint8_t> operands)
{
    m_bytes.push_back(static_cast<std::byte>(op));
    for (const std::uint8_t operand : operands)
        m_bytes.push_back(static_cast<std::byte>(operand));
    return *this;
}

Code Code::constant(std::uint64_t bits)
{
    constexpr std::uint64_t kLargestSmall = 0xFF;
    Code code;
    if (bits <= kLargestSmall)
        return code.op_(Op::Small, {static_cast<std::uint8_t>(bits)});
    code.op(Op::Constant);
    append(code.m_bytes, bits, sizeof bits);
    return code;
}

Code Code::ofRegister(unsigned number)
{
    Code code;
    code.op(Op::Register);
    append(code.m_bytes, number, sizeof(std::uint16_t));
    return code;
}

Code Code::recalled(unsigned number)
{
    Code code;
    return code.op_(Op::Recall, {static_cast<std::uint8_t>(number)});
}

Code Code::choice(Code truth, const Code& yes, const Code& no)
{
    truth.jump(Op::JumpIfFalse, yes.size() + kJumpBytes);
    truth.then(yes);
    truth.jump(Op::Jump, no.size());
    truth.then(no);
    return truth;
}

Code Code::ofThread(std::uint64_t thread, std::span<const std::byte> program)
{
    Code truth;
    truth.op(Op::Thread).then(constant(thread)).compare(Relation::Equal, Domain::Unsigned);
    Code code;
    code.m_bytes.assign(program.begin() + 1, program.end()); // behind the version
    return choice(std::move(truth), code, constant(0));
}

Code& Code::field(unsigned offset, unsigned bits, bool isSigned)
{
    return op_(Op::Field, {static_cast<std::uint8_t>(offset), static_cast<std::uint8_t>(bits),
                           static_cast<std::uint8_t>(isSigned)});
}

Code& Code::then(const Code& next)
{
    m_bytes.insert(m_bytes.end(), next.m_bytes.begin(), next.m_bytes.end());
    return *this;
}

Code& Code::jump(Op op, std::size_t distance)
{
    this->op(op);
    append(m_bytes, distance, sizeof(std::uint16_t));
    return *this;
}

std::vector<std::byte> Code::program() const
{
    std::vector<std::byte> bytes{std::byte{kVersion}};
    bytes.insert(bytes.end(), m_bytes.begin(), m_bytes.end());
    return bytes;
}

} // namespace dbgr::bytecode
