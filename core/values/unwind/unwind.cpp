// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/unwind.h"

#include "values/target/frame.h"
#include "values/unwind/frame_expression.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace dbgr::values {

namespace {

#if defined(__aarch64__)
constexpr unsigned kFramePointer = 29;
#else
constexpr unsigned kFramePointer = 6;
#endif

constexpr unsigned kMostStackChanges = 100; // signal handlers on stacks of their own
constexpr std::uint64_t kLargestFrame = std::uint64_t{1} << 30;

class Unwind
{
public:
    Unwind(const UnwindRegisters& registers, Memory& stack, const CodeMap& map)
        : m_registers(registers), m_stack(stack), m_map(map)
    {}

    UnwoundStack run(std::size_t mostFrames);

private:
    enum class Step
    {
        Caller,
        End,
        Lost ///< m_result says why
    };

    [[nodiscard]] PhysicalFrame frameHere() const;
    Step step(PhysicalFrame& frame);
    Step byTables(PhysicalFrame& frame, const FrameRow& row);
    Step byGuess(PhysicalFrame& frame);
    [[nodiscard]] bool findCaller(const PhysicalFrame& frame, const FrameRow& row, Address cfa,
                                  UnwindRegisters& caller);
    [[nodiscard]] std::optional<std::uint64_t> expression(const PhysicalFrame& frame, const FrameRow& row,
                                                          const FrameRule& rule, std::optional<Address> cfa);
    [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t address)
    {
        std::uint64_t value = 0;
        if (m_stack.read({address}, std::as_writable_bytes(std::span(&value, 1))))
            return value;
        m_unread = Address{address};
        return std::nullopt;
    }
    [[nodiscard]] bool isReturnAddress(std::uint64_t pc) const { return pc != 0 && m_map.at({pc - 1}); }
    Step lost(std::string why)
    {
        m_result.lost = std::move(why);
        return Step::Lost;
    }
    Step lostAt(const PhysicalFrame& frame);
    Step called(std::uint64_t pc, std::uint64_t sp, std::uint64_t framePointer);

    UnwindRegisters m_registers;
    Memory& m_stack;
    const CodeMap& m_map;
    UnwoundStack m_result;
    bool m_isCaller = false;
    Address m_innerCfa; // null where what is next was interrupted, perhaps on another stack
    unsigned m_stackChanges = 0;
    std::optional<Address> m_unread;
};

UnwoundStack Unwind::run(std::size_t mostFrames)
{
    while (m_registers[kReturnAddress]) {
        m_result.isCut = m_result.frames.size() == mostFrames;
        if (m_result.isCut)
            break;
        m_result.frames.push_back(frameHere());
        if (step(m_result.frames.back()) != Step::Caller)
            break;
    }
    return std::move(m_result);
}

PhysicalFrame Unwind::frameHere() const
{
    PhysicalFrame frame;
    frame.pc = {*m_registers[kReturnAddress]};
    frame.isCaller = m_isCaller;
    frame.code = m_map.at(frame.lookupPc());
    frame.registers = m_registers;
    return frame;
}

Unwind::Step Unwind::step(PhysicalFrame& frame)
{
    m_unread.reset();
    const FrameRow* const row =
        frame.code && frame.code->file ? frame.code->file->row(frame.code->inFile(frame.lookupPc())) : nullptr;
    return row ? byTables(frame, *row) : byGuess(frame);
}

Unwind::Step Unwind::lostAt(const PhysicalFrame& frame)
{
    if (m_unread)
        return lost("its stack was not copied at " + textOf(*m_unread));
    return lost("nothing says what called the code at " + textOf(frame.pc));
}

std::optional<std::uint64_t> Unwind::expression(const PhysicalFrame& frame, const FrameRow& row, const FrameRule& rule,
                                                std::optional<Address> cfa)
{
    std::vector<Dwarf_Op> ops = row.expressions[static_cast<std::size_t>(rule.number)];
    const auto found = frameExpression(ops, {m_registers, m_stack, frame.code->bias, cfa});
    if (found.unread)
        m_unread = found.unread;
    if (!found.number || found.isValue || !cfa)
        return found.number;
    return word(*found.number);
}

Unwind::Step Unwind::byTables(PhysicalFrame& frame, const FrameRow& row)
{
    frame.isSignalFrame = row.isSignalFrame;
    if (row.isSignalFrame)
        frame.isCaller = false; // nothing called the instruction where it begins
    std::optional<std::uint64_t> cfa;
    if (row.cfa.kind == FrameRule::Kind::Expression)
        cfa = expression(frame, row, row.cfa, std::nullopt);
    else if (m_registers[row.cfa.from])
        cfa = *m_registers[row.cfa.from] + static_cast<std::uint64_t>(row.cfa.number);
    if (!cfa)
        return lostAt(frame);
    const std::uint64_t sp = m_registers[kStackPointer].value_or(0);
    const bool grows = *cfa > sp && *cfa - sp <= kLargestFrame && *cfa > m_innerCfa.value;
    if (!grows && !(row.isSignalFrame && ++m_stackChanges <= kMostStackChanges))
        return lost("its stack is damaged at " + textOf(Address{sp}));
    frame.cfa = {*cfa};
    const FrameRule& returns = row.registers[kReturnAddress];
    frame.isByTables = returns.kind == FrameRule::Kind::Unknown;
    if (frame.isByTables)
        return Step::End;
    UnwindRegisters caller;
    frame.isByTables = findCaller(frame, row, frame.cfa, caller);
    if (!frame.isByTables)
        return lostAt(frame);
    m_registers = caller;
    m_isCaller = !row.isSignalFrame;
    m_innerCfa = row.isSignalFrame ? Address{} : frame.cfa;
    return *m_registers[kReturnAddress] == 0 ? Step::End : Step::Caller;
}

bool Unwind::findCaller(const PhysicalFrame& frame, const FrameRow& row, Address cfa, UnwindRegisters& caller)
{
    for (unsigned number = 0; number < kUnwoundRegisters; ++number) {
        const FrameRule& rule = row.registers[number];
        switch (rule.kind) {
        case FrameRule::Kind::Same:
            caller[number] = m_registers[number];
            break;
        case FrameRule::Kind::AtCfa:
            caller[number] = word(cfa.plus(rule.number).value);
            break;
        case FrameRule::Kind::CfaPlus:
            caller[number] = cfa.plus(rule.number).value;
            break;
        case FrameRule::Kind::Register:
            caller[number] = m_registers[rule.from];
            break;
        case FrameRule::Kind::Expression:
            caller[number] = expression(frame, row, rule, cfa);
            break;
        default:
            break;
        }
    }
    return caller[kReturnAddress] && caller[kStackPointer];
}

Unwind::Step Unwind::called(std::uint64_t pc, std::uint64_t sp, std::uint64_t framePointer)
{
    UnwindRegisters caller;
    caller[kReturnAddress] = pc;
    caller[kStackPointer] = sp;
    caller[kFramePointer] = framePointer;
    m_registers = caller;
    m_isCaller = true;
    return Step::Caller;
}

/// Of code without tables: a jump to nowhere, or functions that keep a chain of frames.
Unwind::Step Unwind::byGuess(PhysicalFrame& frame)
{
    const bool isInnermost = m_result.frames.size() == 1;
    const std::optional<std::uint64_t> sp = m_registers[kStackPointer];
    const std::optional<std::uint64_t> base = m_registers[kFramePointer];
    if (!sp)
        return lostAt(frame);
    const auto onTop = isInnermost ? word(*sp) : std::nullopt;
    if (onTop && !frame.code && isReturnAddress(*onTop)) { // whoever called it has not changed anything yet
        UnwindRegisters caller = m_registers;
        caller[kReturnAddress] = *onTop;
        caller[kStackPointer] = *sp + sizeof(std::uint64_t);
        frame.cfa = {*caller[kStackPointer]};
        m_registers = caller;
        m_isCaller = true;
        return Step::Caller;
    }
    if (!isInnermost && base == 0U)
        return Step::End; // as the first function of a program has it
    const bool isChain = base && *base >= *sp && *base - *sp <= kLargestFrame && *base % sizeof(std::uint64_t) == 0;
    const auto outer = isChain ? word(*base) : std::nullopt;
    const auto returns = outer ? word(*base + sizeof(std::uint64_t)) : std::nullopt;
    if (returns && isReturnAddress(*returns)) {
        frame.cfa = {*base + 2 * sizeof(std::uint64_t)};
        return called(*returns, frame.cfa.value, *outer);
    }
    if (onTop && isReturnAddress(*onTop)) {
        frame.cfa = {*sp + sizeof(std::uint64_t)};
        return called(*onTop, frame.cfa.value, base.value_or(0));
    }
    return lostAt(frame);
}

} // namespace

UnwoundStack unwind(const UnwindRegisters& registers, Memory& stack, const CodeMap& map, std::size_t mostFrames)
{
    return Unwind(registers, stack, map).run(mostFrames);
}

} // namespace dbgr::values
