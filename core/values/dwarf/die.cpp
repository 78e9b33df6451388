// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/die.h"

#include <dwarf.h>

#include <algorithm>

namespace dbgr::values {

namespace {

std::string stringOf(std::optional<Dwarf_Attribute> attribute)
{
    const char* const text = attribute ? dwarf_formstring(&*attribute) : nullptr;
    return text ? text : "";
}

// Newer than libdw's header.
constexpr int kCxx17 = 0x2a;
constexpr int kCxx20 = 0x2b;
constexpr int kC17 = 0x2c;
constexpr int kFortran18 = 0x2d;

} // namespace

unsigned Die::tag() const
{
    return static_cast<unsigned>(dwarf_tag(&m_raw));
}

std::string Die::name() const
{
    return stringOf(find(DW_AT_name));
}

std::string Die::linkageName() const
{
    std::string name = stringOf(find(DW_AT_linkage_name));
    return name.empty() ? stringOf(find(DW_AT_MIPS_linkage_name)) : name;
}

std::optional<Dwarf_Attribute> Die::find(unsigned attribute) const
{
    Dwarf_Attribute found;
    return dwarf_attr_integrate(&m_raw, attribute, &found) ? std::optional(found) : std::nullopt;
}

std::optional<Dwarf_Attribute> Die::own(unsigned attribute) const
{
    Dwarf_Attribute found;
    return dwarf_attr(&m_raw, attribute, &found) ? std::optional(found) : std::nullopt;
}

bool Die::flag(unsigned attribute) const
{
    std::optional<Dwarf_Attribute> found = find(attribute);
    bool set = false;
    return found && dwarf_formflag(&*found, &set) == 0 && set;
}

bool Die::isDeclaration() const
{
    std::optional<Dwarf_Attribute> found = own(DW_AT_declaration);
    bool set = false;
    return found && dwarf_formflag(&*found, &set) == 0 && set;
}

std::optional<std::int64_t> Die::number(unsigned attribute) const
{
    const std::optional<Dwarf_Attribute> found = find(attribute);
    return found ? constantOf(*found) : std::nullopt;
}

std::optional<Die> Die::reference(unsigned attribute) const
{
    const std::optional<Dwarf_Attribute> found = find(attribute);
    return found ? referenceOf(*found) : std::nullopt;
}

std::optional<Die> Die::firstChild() const
{
    Dwarf_Die child;
    return dwarf_child(&m_raw, &child) == 0 ? std::optional(Die(child)) : std::nullopt;
}

std::optional<Die> Die::sibling() const
{
    Dwarf_Die next;
    return dwarf_siblingof(&m_raw, &next) == 0 ? std::optional(Die(next)) : std::nullopt;
}

Die Die::unit() const
{
    Dwarf_Die unit = m_raw;
    dwarf_diecu(&m_raw, &unit, nullptr, nullptr);
    return Die(unit);
}

std::uint64_t Die::offset() const
{
    return dwarf_dieoffset(&m_raw);
}

std::optional<std::int64_t> constantOf(const Dwarf_Attribute& attribute)
{
    Dwarf_Attribute copy = attribute;
    Dwarf_Sword number = 0;
    Dwarf_Word word = 0;
    switch (dwarf_whatform(&copy)) {
    case DW_FORM_sdata:
    case DW_FORM_implicit_const:
        return dwarf_formsdata(&copy, &number) == 0 ? std::optional<std::int64_t>(number) : std::nullopt;
    case DW_FORM_data1: // without a sign, whatever it stands for
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_udata:
        return dwarf_formudata(&copy, &word) == 0 ? std::optional(static_cast<std::int64_t>(word)) : std::nullopt;
    default:
        return std::nullopt;
    }
}

std::optional<Die> referenceOf(const Dwarf_Attribute& attribute)
{
    Dwarf_Attribute copy = attribute;
    Dwarf_Die target;
    return dwarf_formref_die(&copy, &target) ? std::optional(Die(target)) : std::nullopt;
}

namespace {

std::string_view producerOf(const Die& unit)
{
    std::optional<Dwarf_Attribute> producer = unit.find(DW_AT_producer);
    const char* const words = producer ? dwarf_formstring(&*producer) : nullptr;
    return words ? words : std::string_view();
}

} // namespace

bool isByFlang(const Die& unit)
{
    return producerOf(unit).find("flang") != std::string_view::npos;
}

bool isByGcc(const Die& unit)
{
    return producerOf(unit).starts_with("GNU ");
}

Language languageOf(const Die& unit)
{
    Dwarf_Die raw = unit.raw();
    switch (dwarf_srclang(&raw)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case kC17:
        return Language::C;
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case kCxx17:
    case kCxx20:
        return Language::Cxx;
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
    case kFortran18:
        return Language::Fortran;
    default:
        return Language::Other;
    }
}

std::string folded(std::string_view name)
{
    std::string result(name);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

} // namespace dbgr::values
