// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/locator_host.h"

#include "values/location/thread_blocks.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <array>

namespace dbgr::values {

namespace {

tl::unexpected<util::Error> broken(const char* what)
{
    return util::fail(Errc::NotRecorded, std::string("the location that the compiler recorded names no ") + what);
}

} // namespace

util::Result<std::uint64_t> LocatorHost::registerValue(unsigned number)
{
    std::uint64_t value = 0;
    if (!m_place.frame || !m_place.frame->readRegister(number, std::as_writable_bytes(std::span(&value, 1))))
        return optimizedOut();
    return value;
}

util::Result<Address> LocatorHost::cfa()
{
    const std::optional<Address> cfa = m_place.frame ? m_place.frame->cfa() : std::nullopt;
    if (!cfa)
        return optimizedOut("nobody knows where its frame is");
    return *cfa;
}

util::Result<Address> LocatorHost::object()
{
    if (!m_object)
        return broken("object");
    return *m_object;
}

util::Result<Die> LocatorHost::named(Dwarf_Op& op)
{
    Dwarf_Die die;
    if (dwarf_getlocation_die(&m_attribute, &op, &die) != 0)
        return broken("entry");
    return Die(die);
}

util::Result<Dwarf_Attribute> LocatorHost::operand(Dwarf_Op& op)
{
    Dwarf_Attribute result;
    if (dwarf_getlocation_attr(&m_attribute, &op, &result) != 0)
        return broken("operand");
    return result;
}

util::Result<std::uint64_t> LocatorHost::indexed(Dwarf_Op& op)
{
    DBGR_TRY(Dwarf_Attribute entry, operand(op));
    Dwarf_Addr address = 0;
    Dwarf_Word constant = 0;
    if (dwarf_formaddr(&entry, &address) == 0)
        return address;
    if (dwarf_formudata(&entry, &constant) == 0)
        return constant;
    return broken("address");
}

util::Result<std::vector<std::byte>> LocatorHost::block(Dwarf_Op& op)
{
    Dwarf_Block bytes{};
    if (op.atom == DW_OP_implicit_value) {
        if (dwarf_getlocation_implicit_value(&m_attribute, &op, &bytes) != 0)
            return broken("value");
    } else {
        DBGR_TRY(Dwarf_Attribute constant, operand(op));
        if (dwarf_formblock(&constant, &bytes) != 0)
            return broken("value");
    }
    const auto* const first = reinterpret_cast<const std::byte*>(bytes.data);
    return std::vector<std::byte>(first, first + bytes.length);
}

util::Result<StackType> LocatorHost::type(Dwarf_Op& op)
{
    DBGR_TRY(const Die die, named(op));
    StackType type;
    type.bytes = static_cast<unsigned>(die.number(DW_AT_byte_size).value_or(0));
    switch (die.number(DW_AT_encoding).value_or(0)) {
    case DW_ATE_float:
        type.kind = StackType::Kind::Real;
        break;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        type.kind = StackType::Kind::Signed;
        break;
    default:
        type.kind = StackType::Kind::Unsigned;
    }
    const bool isReal = type.kind == StackType::Kind::Real;
    if (type.bytes == 0 || type.bytes > 8 || (isReal && type.bytes != 4 && type.bytes != 8))
        return util::fail(Errc::NotRecorded,
                          "the compiler computes it with numbers of " + std::to_string(type.bytes) + " bytes");
    return type;
}

util::Result<std::uint64_t> LocatorHost::entryValue(Dwarf_Op& op)
{
    if (op.atom == DW_OP_GNU_parameter_ref) {
        DBGR_TRY(const Die parameter, named(op));
        return m_locator.entryValue(m_place, nullptr, &parameter);
    }
    DBGR_TRY(Dwarf_Attribute inner, operand(op));
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_getlocation(&inner, &ops, &count) != 0 || count != 1)
        return optimizedOut("only its value at the beginning of the call is recorded");
    return m_locator.entryValue(m_place, ops, nullptr);
}

util::Result<std::uint64_t> LocatorHost::variableValue(Dwarf_Op& op)
{
    DBGR_TRY(const Die variable, named(op));
    DBGR_TRY(const std::int64_t value, m_locator.valueOf(variable, m_place));
    return static_cast<std::uint64_t>(value);
}

util::Result<Address> LocatorHost::implicitPointer(Dwarf_Op& op)
{
    DBGR_TRY(const Die pointee, named(op));
    return m_locator.locate(pointee, m_place);
}

/// What the program itself has for each thread lies below the thread's pointer (TLS variant II); what libraries have is
/// found by the C library's tables.
util::Result<Address> LocatorHost::threadLocal(std::uint64_t recorded)
{
    const auto notOurs = [] { return util::fail(Errc::NotOurs, "it is thread-local"); };
    const std::optional<ThreadLocals> block = m_place.file->debug().threadLocals();
    if (!kThreadPointer || !m_place.frame || !block)
        return notOurs();
    const std::uint64_t offset = offsetInThreadBlock(m_attribute, recorded, *block);
    const auto pointer = registerValue(*kThreadPointer);
    if (!pointer)
        return notOurs();
    const auto self = m_locator.m_memory.getUnsigned(Address{*pointer}, sizeof(std::uint64_t));
    if (!self || *self != *pointer || offset >= block->bytes) // the thread's description begins with its own address
        return notOurs();
    if (!m_locator.m_files.isProgram(*m_place.file)) {
        const Module& library = m_place.file->module();
        DBGR_TRY(const Address begin, threadBlockOf(library, {*pointer}, m_locator.m_files, m_locator.m_memory));
        return begin.plus(static_cast<std::int64_t>(offset));
    }
    const std::uint64_t whole = (block->bytes + block->alignment - 1) / block->alignment * block->alignment;
    return Address{*pointer - whole + offset};
}

} // namespace dbgr::values
