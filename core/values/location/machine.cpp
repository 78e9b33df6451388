// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/machine.h"

#include "values/location/stack_number.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

tl::unexpected<util::Error> senseless(const std::string& what)
{
    return util::fail(Errc::NotRecorded, "the location that the compiler recorded " + what);
}

bool isBetween(unsigned atom, unsigned first, unsigned last)
{
    return atom >= first && atom <= last;
}

class Machine
{
public:
    Machine(std::span<Dwarf_Op> ops, MachineHost& host) : m_ops(ops), m_host(host) {}

    util::Result<Location> run(std::optional<std::uint64_t> initial);

private:
    using Done = util::Result<void>;

    Done step(Dwarf_Op& op);
    Done literal(const Dwarf_Op& op);
    Done registers(Dwarf_Op& op);
    Done shuffle(const Dwarf_Op& op);
    Done compute(const Dwarf_Op& op);
    Done memory(Dwarf_Op& op);
    Done jump(const Dwarf_Op& op);
    Done typed(Dwarf_Op& op);
    Done process(Dwarf_Op& op);
    Done piece(const Dwarf_Op& op);
    Done value(Dwarf_Op& op);

    Done push(std::uint64_t bits) { return push(StackNumber{bits}); }
    Done push(const StackNumber& number)
    {
        if (m_stack.size() == kMaxStack)
            return senseless("never ends");
        m_stack.push_back(number);
        return {};
    }
    Done push(util::Result<std::uint64_t> number)
    {
        DBGR_TRY(const std::uint64_t bits, std::move(number));
        return push(bits);
    }
    Done push(util::Result<Address> address)
    {
        DBGR_TRY(const Address at, std::move(address));
        return push(at.value);
    }
    util::Result<StackNumber> pop()
    {
        if (m_stack.empty())
            return senseless("takes more than it has");
        const StackNumber top = m_stack.back();
        m_stack.pop_back();
        return top;
    }
    Done set(Piece::Kind kind, std::uint64_t what)
    {
        m_current = Piece{kind, what, 0, 0, {}};
        return {};
    }
    util::Result<Location> result();

    std::span<Dwarf_Op> m_ops;
    MachineHost& m_host;
    std::size_t m_next = 0;
    std::vector<StackNumber> m_stack;
    std::optional<Piece> m_current;
    Location m_location;
};

util::Result<Location> Machine::run(std::optional<std::uint64_t> initial)
{
    if (initial)
        m_stack.push_back({*initial});
    for (std::size_t steps = 0; m_next < m_ops.size(); ++steps) {
        if (steps == kMaxSteps)
            return senseless("never ends");
        DBGR_TRY(step(m_ops[m_next++]));
    }
    return result();
}

util::Result<Location> Machine::result()
{
    if (!m_location.pieces.empty())
        return std::move(m_location);
    if (m_current)
        m_location.pieces.push_back(*std::move(m_current));
    else if (m_stack.empty())
        return optimizedOut();
    else
        m_location.address = Address{m_stack.back().bits};
    return std::move(m_location);
}

Machine::Done Machine::step(Dwarf_Op& op)
{
    const unsigned atom = op.atom;
    if (isBetween(atom, DW_OP_lit0, DW_OP_lit31) || isBetween(atom, DW_OP_const1u, DW_OP_consts) || atom == DW_OP_addr)
        return literal(op);
    if (isBetween(atom, DW_OP_reg0, DW_OP_bregx))
        return registers(op);
    if (isBetween(atom, DW_OP_dup, DW_OP_rot))
        return shuffle(op);
    if (isBetween(atom, DW_OP_eq, DW_OP_ne) || (isBetween(atom, DW_OP_abs, DW_OP_xor) && atom != DW_OP_plus_uconst))
        return compute(op);
    switch (atom) {
    case DW_OP_nop:
    case DW_OP_GNU_uninit:
        return {};
    case DW_OP_plus_uconst: {
        DBGR_TRY(const StackNumber top, pop());
        return push(StackNumber{top.bits + op.number, top.type}.wrapped());
    }
    case DW_OP_bra:
    case DW_OP_skip:
        return jump(op);
    case DW_OP_deref:
    case DW_OP_deref_size:
    case DW_OP_deref_type:
    case DW_OP_GNU_deref_type:
        return memory(op);
    case DW_OP_piece:
    case DW_OP_bit_piece:
        return piece(op);
    case DW_OP_stack_value:
    case DW_OP_implicit_value:
    case DW_OP_implicit_pointer:
    case DW_OP_GNU_implicit_pointer:
        return value(op);
    case DW_OP_const_type:
    case DW_OP_GNU_const_type:
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type:
    case DW_OP_convert:
    case DW_OP_GNU_convert:
    case DW_OP_reinterpret:
    case DW_OP_GNU_reinterpret:
        return typed(op);
    default:
        return process(op);
    }
}

Machine::Done Machine::literal(const Dwarf_Op& op)
{
    if (op.atom == DW_OP_addr)
        return push(m_host.inProcess(FileAddress{op.number}).value);
    return push(isBetween(op.atom, DW_OP_lit0, DW_OP_lit31) ? op.atom - DW_OP_lit0 : op.number);
}

Machine::Done Machine::registers(Dwarf_Op& op)
{
    const auto offset = [&](util::Result<std::uint64_t> base, std::uint64_t by) -> Done {
        DBGR_TRY(const std::uint64_t value, std::move(base));
        return push(value + by);
    };
    if (isBetween(op.atom, DW_OP_reg0, DW_OP_reg31))
        return set(Piece::Kind::Register, op.atom - DW_OP_reg0);
    if (isBetween(op.atom, DW_OP_breg0, DW_OP_breg31))
        return offset(m_host.registerValue(op.atom - DW_OP_breg0), op.number);
    if (op.atom == DW_OP_regx)
        return set(Piece::Kind::Register, op.number);
    if (op.atom == DW_OP_bregx)
        return offset(m_host.registerValue(static_cast<unsigned>(op.number)), op.number2);
    DBGR_TRY(const Address base, m_host.frameBase());
    return push(base.value + op.number);
}

Machine::Done Machine::shuffle(const Dwarf_Op& op)
{
    const std::size_t needed = op.atom == DW_OP_rot                             ? 3
                               : op.atom == DW_OP_over || op.atom == DW_OP_swap ? 2
                               : op.atom == DW_OP_pick                          ? op.number + 1
                                                                                : 1;
    if (needed == 0 || m_stack.size() < needed)
        return senseless("takes more than it has");
    switch (op.atom) {
    case DW_OP_drop:
        m_stack.pop_back();
        return {};
    case DW_OP_swap:
        std::swap(m_stack.back(), m_stack[m_stack.size() - 2]);
        return {};
    case DW_OP_rot: // the top one goes below the two that were under it
        std::rotate(m_stack.end() - 3, m_stack.end() - 1, m_stack.end());
        return {};
    default: // dup, over, pick
        return push(StackNumber(m_stack[m_stack.size() - needed]));
    }
}

Machine::Done Machine::compute(const Dwarf_Op& op)
{
    DBGR_TRY(const StackNumber right, pop());
    if (op.atom == DW_OP_abs || op.atom == DW_OP_neg || op.atom == DW_OP_not) {
        DBGR_TRY(const StackNumber result, unary(op.atom, right));
        return push(result);
    }
    DBGR_TRY(const StackNumber left, pop());
    DBGR_TRY(const StackNumber both, binary(op.atom, left, right));
    return push(both);
}

Machine::Done Machine::memory(Dwarf_Op& op)
{
    DBGR_TRY(const StackNumber address, pop());
    const auto bytes = static_cast<unsigned>(op.atom == DW_OP_deref ? sizeof(std::uint64_t) : op.number);
    if (bytes == 0 || bytes > sizeof(std::uint64_t))
        return senseless("reads a number of " + std::to_string(bytes) + " bytes");
    DBGR_TRY(const std::uint64_t bits, m_host.load(Address{address.bits}, bytes));
    if (op.atom == DW_OP_deref || op.atom == DW_OP_deref_size)
        return push(bits);
    DBGR_TRY(const StackType type, m_host.type(op));
    return push(StackNumber{bits, type}.wrapped());
}

Machine::Done Machine::jump(const Dwarf_Op& op)
{
    if (op.atom == DW_OP_bra) {
        DBGR_TRY(const StackNumber condition, pop());
        if (condition.bits == 0)
            return {};
    }
    constexpr std::uint64_t kOwnBytes = 3; // distances count from the next operation on
    const std::uint64_t target =
        op.offset + kOwnBytes + static_cast<std::uint64_t>(static_cast<std::int16_t>(op.number));
    const auto found = std::lower_bound(m_ops.begin(), m_ops.end(), target,
                                        [](const Dwarf_Op& other, std::uint64_t at) { return other.offset < at; });
    const bool goesBack = static_cast<std::int16_t>(op.number) < 0;
    if (found == m_ops.end() ? goesBack : found->offset != target)
        return senseless("goes on amid an operation");
    m_next = static_cast<std::size_t>(found - m_ops.begin()); // behind the last one, it ends
    return {};
}

Machine::Done Machine::typed(Dwarf_Op& op)
{
    switch (op.atom) {
    case DW_OP_const_type:
    case DW_OP_GNU_const_type: {
        DBGR_TRY(const std::vector<std::byte> bytes, m_host.block(op));
        DBGR_TRY(const StackType type, m_host.type(op));
        std::uint64_t bits = 0;
        std::copy_n(bytes.begin(), std::min(bytes.size(), sizeof bits),
                    std::as_writable_bytes(std::span(&bits, 1)).begin());
        return push(StackNumber{bits, type}.wrapped());
    }
    case DW_OP_regval_type:
    case DW_OP_GNU_regval_type: {
        DBGR_TRY(const std::uint64_t bits, m_host.registerValue(static_cast<unsigned>(op.number)));
        DBGR_TRY(const StackType type, m_host.type(op));
        return push(StackNumber{bits, type}.wrapped());
    }
    default: {
        DBGR_TRY(const StackNumber number, pop());
        StackType type;
        if (op.number != 0) { // 0: the generic type
            DBGR_TRY(type, m_host.type(op));
        }
        return push(converted(number, type, op.atom == DW_OP_reinterpret || op.atom == DW_OP_GNU_reinterpret));
    }
    }
}

Machine::Done Machine::process(Dwarf_Op& op)
{
    switch (op.atom) {
    case DW_OP_call_frame_cfa:
        return push(m_host.cfa());
    case DW_OP_push_object_address:
        return push(m_host.object());
    case DW_OP_form_tls_address:
    case DW_OP_GNU_push_tls_address: {
        DBGR_TRY(const StackNumber offset, pop());
        DBGR_TRY(const Address address, m_host.threadLocal(offset.bits));
        return push(address.value);
    }
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index: {
        DBGR_TRY(const std::uint64_t address, m_host.indexed(op));
        return push(m_host.inProcess(FileAddress{address}).value);
    }
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
        return push(m_host.indexed(op));
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
    case DW_OP_GNU_parameter_ref:
        return push(m_host.entryValue(op));
    case DW_OP_GNU_variable_value:
        return push(m_host.variableValue(op));
    default:
        return senseless("has operation " + std::to_string(op.atom) + ", which is not known");
    }
}

Machine::Done Machine::value(Dwarf_Op& op)
{
    if (op.atom == DW_OP_stack_value) {
        DBGR_TRY(const StackNumber top, pop());
        return set(Piece::Kind::Number, top.bits);
    }
    if (op.atom == DW_OP_implicit_value) {
        DBGR_TRY(std::vector<std::byte> bytes, m_host.block(op));
        m_current = Piece{Piece::Kind::Bytes, 0, 0, 0, std::move(bytes)};
        return {};
    }
    DBGR_TRY(const Address pointee, m_host.implicitPointer(op));
    return set(Piece::Kind::Number, pointee.plus(static_cast<std::int64_t>(op.number2)).value);
}

Machine::Done Machine::piece(const Dwarf_Op& op)
{
    const bool inBits = op.atom == DW_OP_bit_piece;
    if (inBits && (op.number % 8 != 0 || op.number2 % 8 != 0))
        return util::fail(Errc::NotRecorded, "the compiler keeps it in pieces of bits");
    if (!m_current && !m_stack.empty()) {
        DBGR_TRY(const StackNumber top, pop());
        m_current = Piece{Piece::Kind::Memory, top.bits, 0, 0, {}};
    }
    Piece piece = std::move(m_current).value_or(Piece{});
    m_current.reset();
    piece.size = inBits ? op.number / 8 : op.number;
    piece.skip = inBits ? op.number2 / 8 : 0;
    m_location.pieces.push_back(std::move(piece));
    return {};
}

} // namespace

util::Result<Location> runMachine(std::span<Dwarf_Op> ops, MachineHost& host, std::optional<std::uint64_t> initial)
{
    return Machine(ops, host).run(initial);
}

} // namespace dbgr::values
