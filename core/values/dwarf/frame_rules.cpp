// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/frame_rules.h"

#include <dwarf.h>

#include <cstddef>
#include <cstdlib>
#include <span>

namespace dbgr::values {

namespace {

#if defined(__aarch64__)
constexpr unsigned kFramesStackPointer = 31;

bool isKeptByCallees(unsigned number)
{
    return number >= 19 && number <= 29;
}
#else
constexpr unsigned kFramesStackPointer = 7;

/// Not asked of libdw: 0.188 names rax where rbx is meant.
bool isKeptByCallees(unsigned number)
{
    return number == 3 || number == 6 || (number >= 12 && number <= 15);
}
#endif

bool isRegisterNumber(std::uint64_t number)
{
    return number < kUnwoundRegisters;
}

/// Of the forms that compilers write nearly always.
std::optional<FrameRule> simpleRule(std::span<const Dwarf_Op> ops)
{
    const Dwarf_Op& first = ops[0];
    if (ops.size() == 1 && first.atom == DW_OP_regx && isRegisterNumber(first.number))
        return FrameRule{FrameRule::Kind::Register, static_cast<std::uint8_t>(first.number), 0};
    if (first.atom != DW_OP_call_frame_cfa)
        return std::nullopt;
    std::int64_t offset = 0;
    std::size_t next = 1;
    if (next < ops.size() && ops[next].atom == DW_OP_plus_uconst)
        offset = static_cast<std::int64_t>(ops[next++].number);
    if (next == ops.size())
        return FrameRule{FrameRule::Kind::AtCfa, 0, offset};
    if (next + 1 == ops.size() && ops[next].atom == DW_OP_stack_value)
        return FrameRule{FrameRule::Kind::CfaPlus, 0, offset};
    return std::nullopt;
}

FrameRule keptExpression(FrameRow& row, std::span<const Dwarf_Op> ops)
{
    row.expressions.emplace_back(ops.begin(), ops.end());
    return {FrameRule::Kind::Expression, 0, static_cast<std::int64_t>(row.expressions.size() - 1)};
}

FrameRule ruleOf(FrameRow& row, Dwarf_Frame* frame, unsigned number)
{
    Dwarf_Op room[3];
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_register(frame, static_cast<int>(number), room, &ops, &count) != 0)
        return {FrameRule::Kind::Senseless};
    if (count > 0) {
        const std::optional<FrameRule> simple = simpleRule({ops, count});
        return simple ? *simple : keptExpression(row, {ops, count});
    }
    // "undefined", "same value" or nothing: the tables say nothing then, and the calling convention does
    if (number == kFramesStackPointer)
        return {FrameRule::Kind::CfaPlus};
    return {isKeptByCallees(number) || !ops ? FrameRule::Kind::Same : FrameRule::Kind::Unknown};
}

} // namespace

void FrameRules::Freer::operator()(Dwarf_Frame* frame) const
{
    std::free(frame);
}

FrameRules::FrameRules(Elf* elf, Dwarf* dwarf)
    : m_loaded(dwarf_getcfi_elf(elf)), m_debug(dwarf ? dwarf_getcfi(dwarf) : nullptr)
{}

std::optional<FrameRules::Found> FrameRules::find(Dwarf_CFI* table, FileAddress pc)
{
    Dwarf_Frame* raw = nullptr;
    if (!table || dwarf_cfi_addrframe(table, pc.value, &raw) != 0)
        return std::nullopt;
    Found found{Entry(raw), {}};
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_frame_cfa(raw, &ops, &count) != 0 || !ops)
        return std::nullopt;
    found.cfa = {ops, count};
    return found;
}

std::vector<Dwarf_Op> FrameRules::frameAddress(FileAddress pc) const
{
    for (Dwarf_CFI* const table : tables()) {
        if (const auto found = find(table, pc))
            return {found->cfa.begin(), found->cfa.end()};
    }
    return {};
}

std::optional<FrameRow> FrameRules::row(FileAddress pc) const
{
    for (Dwarf_CFI* const table : tables()) {
        const auto found = find(table, pc);
        if (!found || found->cfa.empty())
            continue;
        Dwarf_Frame* const frame = found->frame.get();
        const std::span<const Dwarf_Op> ops = found->cfa;
        FrameRow row;
        const bool isRegister = ops.size() == 1 && ops[0].atom == DW_OP_bregx && isRegisterNumber(ops[0].number);
        row.cfa = isRegister ? FrameRule{FrameRule::Kind::Register, static_cast<std::uint8_t>(ops[0].number),
                                         static_cast<std::int64_t>(ops[0].number2)}
                             : keptExpression(row, ops);
        for (unsigned number = 0; number < kUnwoundRegisters; ++number)
            row.registers[number] = ruleOf(row, frame, number);
        Dwarf_Addr begin = 0;
        Dwarf_Addr end = 0;
        (void)dwarf_frame_info(frame, &begin, &end, &row.isSignalFrame);
        row.begin = pc; // libdw 0.188 tells a wrong beginning behind DW_CFA_restore_state
        row.end = {end};
        if (pc >= row.end)
            return std::nullopt;
        return row;
    }
    return std::nullopt;
}

} // namespace dbgr::values
