// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/place_code.h"

#include "values/value/compiler_quirks.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace dbgr::values {

using bytecode::Code;
using bytecode::Op;

namespace {

bool isWithin(unsigned atom, unsigned first, unsigned last)
{
    return atom >= first && atom <= last;
}

Code plus(Code base, std::uint64_t by)
{
    return by == 0 ? base : base.then(Code::constant(by)).op(Op::Add, kAddressKind);
}

/// What is done to the two numbers on top, if it is something that programs can do, too.
std::optional<std::pair<Op, bytecode::IntegerKind>> computedBy(unsigned atom)
{
    switch (atom) {
    case DW_OP_plus:
        return std::pair(Op::Add, kAddressKind);
    case DW_OP_minus:
        return std::pair(Op::Subtract, kAddressKind);
    case DW_OP_mul:
        return std::pair(Op::Multiply, kAddressKind);
    case DW_OP_and:
        return std::pair(Op::And, kAddressKind);
    case DW_OP_or:
        return std::pair(Op::Or, kAddressKind);
    case DW_OP_xor:
        return std::pair(Op::Xor, kAddressKind);
    case DW_OP_shl:
        return std::pair(Op::ShiftLeft, kAddressKind);
    case DW_OP_shr:
        return std::pair(Op::ShiftRight, kAddressKind);
    default:
        return std::nullopt;
    }
}

/// How the two numbers on top are compared, as numbers with signs; 1 or 0.
std::optional<bytecode::Relation> comparedBy(unsigned atom)
{
    using bytecode::Relation;
    switch (atom) {
    case DW_OP_eq:
        return Relation::Equal;
    case DW_OP_ne:
        return Relation::NotEqual;
    case DW_OP_lt:
        return Relation::Less;
    case DW_OP_le:
        return Relation::LessEqual;
    case DW_OP_gt:
        return Relation::Greater;
    case DW_OP_ge:
        return Relation::GreaterEqual;
    default:
        return std::nullopt;
    }
}

} // namespace

tl::unexpected<util::Error> noCode(const std::string& what)
{
    return util::fail(Errc::NotOurs, what + " cannot be judged by the tracer");
}

/// The stack of the description, each number as the code that pushes it.
class PlaceTranslator
{
public:
    PlaceTranslator(const PlaceCode& places, Dwarf_Attribute* attribute, const Place& place,
                    const PlaceCode::Object& object)
        : m_places(places), m_attribute(attribute), m_place(place), m_object(object)
    {}

    util::Result<Located> run(std::span<Dwarf_Op> ops)
    {
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (m_isValue) // in pieces
                return noCode("a variable in pieces");
            DBGR_TRY(step(ops[i]));
        }
        if (m_stack.empty())
            return noCode("a variable that is optimised out");
        return Located{std::move(m_stack.back()), m_isValue};
    }

private:
    using Done = util::Result<void>;

    Done step(Dwarf_Op& op);
    Done stepOnTop(const Dwarf_Op& op);
    Done push(Code code)
    {
        constexpr std::size_t kMost = 16;
        if (m_stack.size() == kMost || code.size() > kMostBytes)
            return noCode("a variable at such a place");
        m_stack.push_back(std::move(code));
        return util::ok();
    }
    Done push(util::Result<Code> code)
    {
        DBGR_TRY(Code made, std::move(code));
        return push(std::move(made));
    }
    Done ofRegister(std::uint64_t number, std::uint64_t by)
    {
        if (!m_places.isHere(m_place) || number > kLastRegister)
            return noCode("a variable of another call");
        return push(plus(Code::ofRegister(static_cast<unsigned>(number)), by));
    }
    util::Result<Code> indexed(Dwarf_Op& op);

    static constexpr std::size_t kMostBytes = 512;
    static constexpr std::uint64_t kLastRegister = 0xFFFF;

    const PlaceCode& m_places;
    Dwarf_Attribute* m_attribute;
    const Place& m_place;
    const PlaceCode::Object& m_object;
    std::vector<Code> m_stack;
    bool m_isValue = false;
};

PlaceTranslator::Done PlaceTranslator::step(Dwarf_Op& op)
{
    const unsigned atom = op.atom;
    if (isWithin(atom, DW_OP_lit0, DW_OP_lit31))
        return push(Code::constant(atom - DW_OP_lit0));
    if (isWithin(atom, DW_OP_const1u, DW_OP_consts))
        return push(Code::constant(op.number));
    if (isWithin(atom, DW_OP_breg0, DW_OP_breg31))
        return ofRegister(atom - DW_OP_breg0, op.number);
    m_isValue = isWithin(atom, DW_OP_reg0, DW_OP_reg31) || atom == DW_OP_regx || atom == DW_OP_stack_value;
    if (isWithin(atom, DW_OP_reg0, DW_OP_reg31))
        return ofRegister(atom - DW_OP_reg0, 0);
    switch (atom) {
    case DW_OP_nop:
        return util::ok();
    case DW_OP_addr:
        return push(Code::constant(m_place.file->module().inProcess(FileAddress{op.number}).value));
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        return push(indexed(op));
    case DW_OP_regx:
        return ofRegister(op.number, 0);
    case DW_OP_bregx:
        return ofRegister(op.number, op.number2);
    case DW_OP_fbreg: {
        DBGR_TRY(const Code base, m_places.frameBase(m_place));
        return push(plus(base, op.number));
    }
    case DW_OP_call_frame_cfa:
        return push(m_places.frameAddress(m_place));
    case DW_OP_push_object_address:
        return m_object ? push(*m_object) : noCode("a bound without an object");
    default:
        return stepOnTop(op);
    }
}

PlaceTranslator::Done PlaceTranslator::stepOnTop(const Dwarf_Op& op)
{
    if (m_stack.empty())
        return noCode("a variable at such a place");
    Code& top = m_stack.back();
    const auto computed = computedBy(op.atom);
    const auto compared = comparedBy(op.atom);
    if ((computed || compared) && m_stack.size() > 1) {
        const Code right = std::move(top);
        m_stack.pop_back();
        Code both = std::move(m_stack.back().then(right));
        m_stack.pop_back();
        return push(computed ? both.op(computed->first, computed->second)
                             : both.compare(*compared, bytecode::Domain::Signed));
    }
    switch (op.atom) {
    case DW_OP_stack_value:
        return util::ok();
    case DW_OP_plus_uconst:
        top = plus(top, op.number);
        return util::ok();
    case DW_OP_deref:
        top.op(Op::Load, kAddressKind);
        return util::ok();
    case DW_OP_deref_size:
        if (op.number == 0 || op.number > kAddressKind.bytes)
            return noCode("a variable at such a place");
        top.op(Op::Load, {static_cast<unsigned>(op.number), false});
        return util::ok();
    case DW_OP_neg:
        top.op(Op::Negate, kAddressKind);
        return util::ok();
    case DW_OP_not:
        top.op(Op::Complement, kAddressKind);
        return util::ok();
    case DW_OP_dup:
        return push(Code(top));
    default:
        return noCode("a variable at such a place");
    }
}

util::Result<Code> PlaceTranslator::indexed(Dwarf_Op& op)
{
    Dwarf_Attribute entry;
    Dwarf_Addr address = 0;
    if (!m_attribute || dwarf_getlocation_attr(m_attribute, &op, &entry) != 0 || dwarf_formaddr(&entry, &address) != 0)
        return noCode("a variable at such a place");
    return Code::constant(m_place.file->module().inProcess(FileAddress{address}).value);
}

util::Result<Located> PlaceCode::translated(std::span<Dwarf_Op> ops, Dwarf_Attribute* attribute, const Place& place,
                                            const Object& object) const
{
    return PlaceTranslator(*this, attribute, place, object).run(ops);
}

util::Result<Located> PlaceCode::attribute(Dwarf_Attribute attribute, const Place& place, const Object& object) const
{
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (place.frame && !isHere(place))
        return noCode("a variable of another call");
    const std::uint64_t pc = place.frame ? place.pc().value : 0;
    if (dwarf_getlocation_addr(&attribute, pc, &ops, &count, 1) != 1 &&
        (place.frame || dwarf_getlocation(&attribute, &ops, &count) != 0))
        return noCode("a variable that is optimised out");
    return translated({ops, count}, &attribute, place, object);
}

util::Result<Located> PlaceCode::variable(const Die& die, const Place& place) const
{
    if (const std::optional<Dwarf_Attribute> location = die.find(DW_AT_location))
        return attribute(*location, place, std::nullopt);
    const std::optional<Dwarf_Attribute> value = die.find(DW_AT_const_value);
    if (!value)
        return noCode("a variable that is optimised out");
    if (const std::optional<std::int64_t> number = constantOf(*value))
        return Located{Code::constant(static_cast<std::uint64_t>(*number)), true};
    Dwarf_Attribute raw = *value;
    Dwarf_Block block{};
    if (dwarf_formblock(&raw, &block) != 0 || block.length > kAddressKind.bytes)
        return noCode("a constant of that size");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < block.length; ++i)
        bits |= static_cast<std::uint64_t>(block.data[i]) << (8 * i);
    return Located{Code::constant(bits), true};
}

util::Result<Located> PlaceCode::of(const Value& value) const
{
    if (isListOfVariables(value.variable->tag()))
        return noCode("a list of variables");
    DBGR_TRY(const std::optional<Address> saved, placeOfSavedVariable(value));
    if (saved)
        return Located{Code::constant(saved->value), false};
    if (tableOfCopiesByFlang(value))
        return noCode("what each thread has for itself");
    return variable(*value.variable, placeOf(value));
}

util::Result<Code> PlaceCode::of(const Bound& bound, const Place& place, const Code& object) const
{
    if (bound.constant)
        return Code::constant(static_cast<std::uint64_t>(*bound.constant));
    const std::optional<Die> variable = referenceOf(*bound.computed);
    DBGR_TRY(Located found, variable ? this->variable(*variable, place) : attribute(*bound.computed, place, object));
    if (!variable)
        return std::move(found.code);
    const std::optional<Die> type = variable->reference(DW_AT_type);
    Dwarf_Die raw = type ? type->raw() : Dwarf_Die{};
    Dwarf_Word bytes = 0;
    const bool isKnown = type && dwarf_aggregate_size(&raw, &bytes) == 0 && bytes > 0;
    const bytecode::IntegerKind kind{
        static_cast<unsigned>(isKnown ? std::min<Dwarf_Word>(bytes, kAddressKind.bytes) : kAddressKind.bytes), true};
    return found.code.op(found.isValue ? Op::Wrap : Op::Load, kind);
}

util::Result<Code> PlaceCode::frameBase(const Place& place) const
{
    std::optional<Dwarf_Attribute> base;
    if (isHere(place) && place.procedure)
        base = place.procedure->die.find(DW_AT_frame_base);
    if (!base)
        return noCode("a variable of another call");
    Place inside = place;
    inside.procedure = nullptr; // a frame base that asks for itself
    DBGR_TRY(Located found, attribute(*base, inside, std::nullopt));
    return std::move(found.code);
}

util::Result<Code> PlaceCode::frameAddress(const Place& place) const
{
    if (!isHere(place))
        return noCode("a variable of another call");
    std::vector<Dwarf_Op> ops = place.file->debug().frameRules().frameAddress(place.pc());
    DBGR_TRY(Located found, translated(ops, nullptr, place, std::nullopt));
    return std::move(found.code);
}

} // namespace dbgr::values
