// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/values/cfi_expression.h"

#include <dwarf.h>

#include <vector>

namespace dbgr::test {
namespace {

class CfiMachine
{
public:
    explicit CfiMachine(const CfiContext& context) : m_context(context) {}

    bool step(const Dwarf_Op& op)
    {
        if (op.atom >= DW_OP_lit0 && op.atom <= DW_OP_lit31)
            return push(op.atom - DW_OP_lit0);
        if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31)
            return pushRegister(op.atom - DW_OP_breg0, op.number);
        if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31)
            return m_isValue = pushRegister(op.atom - DW_OP_reg0, 0);
        switch (op.atom) {
        case DW_OP_bregx:
            return pushRegister(op.number, op.number2);
        case DW_OP_regx:
            return m_isValue = pushRegister(op.number, 0);
        case DW_OP_call_frame_cfa:
            return m_context.cfa && push(*m_context.cfa);
        case DW_OP_const1u:
        case DW_OP_const1s:
        case DW_OP_const2u:
        case DW_OP_const2s:
        case DW_OP_const4u:
        case DW_OP_const4s:
        case DW_OP_const8u:
        case DW_OP_const8s:
        case DW_OP_constu:
        case DW_OP_consts:
            return push(op.number);
        case DW_OP_plus_uconst:
            return push(pop() + op.number) && !m_ranDry;
        case DW_OP_deref:
            return dereference();
        case DW_OP_stack_value:
            return m_isValue = true;
        default:
            return binary(op.atom);
        }
    }

    [[nodiscard]] std::optional<CfiResult> result() const
    {
        if (m_stack.empty() || m_ranDry)
            return std::nullopt;
        return CfiResult{m_stack.back(), m_isValue};
    }

private:
    bool push(std::uint64_t number)
    {
        m_stack.push_back(number);
        return true;
    }
    std::uint64_t pop()
    {
        if (m_stack.empty()) {
            m_ranDry = true;
            return 0;
        }
        const std::uint64_t top = m_stack.back();
        m_stack.pop_back();
        return top;
    }
    bool pushRegister(std::uint64_t number, std::uint64_t offset)
    {
        const auto& general = m_context.registers.general;
        return number < general.size() && general[number] && push(*general[number] + offset);
    }
    bool dereference()
    {
        std::uint64_t number = 0;
        return m_context.memory.read({pop()}, std::as_writable_bytes(std::span(&number, 1))) && push(number);
    }
    bool binary(std::uint8_t atom) // those of procedure linkage tables
    {
        const std::uint64_t right = pop(), left = pop();
        switch (atom) {
        case DW_OP_plus:
            return push(left + right);
        case DW_OP_minus:
            return push(left - right);
        case DW_OP_and:
            return push(left & right);
        case DW_OP_shl:
            return push(right < 64 ? left << right : 0);
        case DW_OP_ge:
            return push(static_cast<std::int64_t>(left) >= static_cast<std::int64_t>(right));
        default:
            return false;
        }
    }

    const CfiContext& m_context;
    std::vector<std::uint64_t> m_stack;
    bool m_isValue = false;
    bool m_ranDry = false;
};

} // namespace

std::optional<CfiResult> evaluateCfi(std::span<const Dwarf_Op> operations, const CfiContext& context)
{
    CfiMachine machine(context);
    for (const Dwarf_Op& operation : operations)
        if (!machine.step(operation))
            return std::nullopt;
    return machine.result();
}

} // namespace dbgr::test
