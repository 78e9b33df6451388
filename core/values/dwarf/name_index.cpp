// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/name_index.h"

#include "values/dwarf/fixed_place.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kLevels = 8;
constexpr std::string_view kTypeMark = "__vtab_";

/// One for all cases, as a name may be asked for from either language.
std::uint32_t hashOf(std::string_view name)
{
    std::array<char, 256> letters; // hundreds of thousands of names are read at once
    if (name.size() > letters.size())
        return static_cast<std::uint32_t>(std::hash<std::string>{}(folded(name)));
    const auto end = std::transform(name.begin(), name.end(), letters.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; // as folded()
    });
    const std::string_view folded(letters.data(), static_cast<std::size_t>(end - letters.begin()));
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(folded));
}

/// What the index asks of an entry. Read in one pass over its attributes, since a file has millions of entries.
struct Head
{
    std::optional<Dwarf_Attribute> name;
    std::optional<Dwarf_Attribute> linkage;
    bool completes = false; ///< another entry, which may have the names
    bool isDeclared = false;
    bool hasPlace = false; ///< or a value
    bool hasCode = false;
};

int takeAttribute(Dwarf_Attribute* attribute, void* into)
{
    Head& head = *static_cast<Head*>(into);
    switch (dwarf_whatattr(attribute)) {
    case DW_AT_name:
        head.name = *attribute;
        break;
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
        head.linkage = *attribute;
        break;
    case DW_AT_specification:
    case DW_AT_abstract_origin:
        head.completes = true;
        break;
    case DW_AT_declaration:
        head.isDeclared = true;
        break;
    case DW_AT_location:
    case DW_AT_const_value:
        head.hasPlace = true;
        break;
    case DW_AT_low_pc:
    case DW_AT_ranges:
        head.hasCode = true;
        break;
    default:
        break;
    }
    return DWARF_CB_OK;
}

Head headOf(const Die& die)
{
    Head head;
    Dwarf_Die raw = die.raw();
    dwarf_getattrs(&raw, takeAttribute, &head, 0);
    return head;
}

std::string_view textOf(const std::optional<Dwarf_Attribute>& attribute)
{
    Dwarf_Attribute copy = attribute.value_or(Dwarf_Attribute());
    const char* const text = attribute ? dwarf_formstring(&copy) : nullptr;
    return text ? text : "";
}

/// As Die::name(), as long as the file is open.
std::string_view nameOf(const Die& die, const Head& head)
{
    if (head.name || !head.completes)
        return textOf(head.name);
    Dwarf_Die raw = die.raw();
    const char* const name = dwarf_diename(&raw);
    return name ? name : "";
}

bool isScope(unsigned tag, bool isFortran)
{
    // gfortran marks the types of a procedure inside of it
    return tag == DW_TAG_module || tag == DW_TAG_namespace || (tag == DW_TAG_subprogram && isFortran);
}

bool isType(unsigned tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_enumeration_type || tag == DW_TAG_typedef || tag == DW_TAG_base_type;
}

bool isNamed(const Die& die, std::string_view wanted)
{
    const std::string name = die.name();
    if (name == wanted || die.linkageName() == wanted)
        return true;
    return languageOf(die.unit()) == Language::Fortran && folded(name) == folded(wanted);
}

} // namespace

NameIndex::NameIndex(const std::vector<Die>& units) : m_units(units)
{
    for (std::size_t unit = 0; unit < units.size(); ++unit)
        readUnit(unit);
    sortByHash();
}

/// First into heaps by the upper half of the hash: one sort of millions would take most of the index's time.
void NameIndex::sortByHash()
{
    constexpr unsigned kShift = 16;
    std::vector<std::size_t> ends((std::size_t{1} << kShift) + 1);
    for (const Entry& entry : m_entries)
        ++ends[(entry.hash >> kShift) + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Entry> sorted(m_entries.size());
    for (const Entry& entry : m_entries)
        sorted[ends[entry.hash >> kShift]++] = entry;
    // each heap's end is now where its start was counted
    std::size_t start = 0;
    for (std::size_t heap = 0; heap + 1 < ends.size(); ++heap) {
        const auto at = [&](std::size_t i) { return sorted.begin() + static_cast<std::ptrdiff_t>(i); };
        std::sort(at(start), at(ends[heap]), [](const Entry& a, const Entry& b) { return a.hash < b.hash; });
        start = ends[heap];
    }
    m_entries = std::move(sorted);
}

void NameIndex::readUnit(std::size_t unit)
{
    readBelow(m_units[unit], unit, 0);
}

void NameIndex::readBelow(const Die& parent, std::size_t unit, unsigned depth)
{
    if (depth == kLevels)
        return;
    const bool isFortran = languageOf(m_units[unit]) == Language::Fortran;
    parent.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (const auto kind = kindOf(tag, isFortran))
            addEntry(*kind, child, unit);
        if (tag == DW_TAG_enumeration_type && !isFortran)
            addEnumerators(child, unit);
        if (isScope(tag, isFortran))
            readBelow(child, unit, depth + 1);
    });
}

bool NameIndex::hasFunction(std::string_view name) const
{
    if (!m_functions)
        readFunctions();
    return m_functions->contains(name);
}

void NameIndex::readFunctions() const
{
    m_functions.emplace();
    const std::function<void(const Die&, unsigned)> read = [&](const Die& parent, unsigned depth) {
        if (depth == kLevels)
            return;
        parent.forEachChild([&](const Die& child) {
            const unsigned tag = child.tag();
            if (tag == DW_TAG_subprogram)
                m_functions->insert(nameOf(child, headOf(child)));
            if (isScope(tag, false))
                read(child, depth + 1);
        });
    };
    for (const Die& unit : m_units) {
        if (languageOf(unit) != Language::Fortran)
            read(unit, 0);
    }
    m_functions->erase(std::string_view());
}

std::optional<NameIndex::Kind> NameIndex::kindOf(unsigned tag, bool isFortran)
{
    if (tag == DW_TAG_module)
        return Kind::Module;
    if (tag == DW_TAG_variable)
        return Kind::Variable;
    if (tag == DW_TAG_subprogram)
        return isFortran ? std::optional(Kind::Procedure) : std::nullopt;
    return isType(tag) ? std::optional(Kind::Type) : std::nullopt;
}

void NameIndex::addEntry(Kind kind, const Die& die, std::size_t unit)
{
    const Head head = headOf(die);
    const bool isMeant = kind == Kind::Variable    ? head.hasPlace
                         : kind == Kind::Procedure ? head.hasCode
                                                   : !head.isDeclared;
    if (!isMeant)
        return;
    const std::string_view name = nameOf(die, head);
    add(kind, name, unit, die);
    if (kind != Kind::Variable)
        return;
    if (name.starts_with(kTypeMark)) {
        const std::optional<Dwarf_Attribute> location = die.own(DW_AT_location);
        if (const auto address = location ? fixedAddressOf(*location) : std::nullopt)
            m_typeMarks.emplace(address->value, die);
    }
    const std::string linkage = head.linkage || !head.completes ? std::string(textOf(head.linkage)) : die.linkageName();
    if (linkage != name)
        add(kind, linkage, unit, die);
}

void NameIndex::addEnumerators(const Die& enumeration, std::size_t unit)
{
    if (enumeration.flag(DW_AT_enum_class))
        return;
    enumeration.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_enumerator)
            add(Kind::Enumerator, textOf(child.own(DW_AT_name)), unit, child);
    });
}

void NameIndex::add(Kind kind, std::string_view name, std::size_t unit, const Die& die)
{
    if (!name.empty())
        m_entries.push_back({hashOf(name), static_cast<std::uint32_t>(unit) & 0xFFF'FFFF,
                             static_cast<std::uint32_t>(kind) & 0xF, die.offset()});
}

std::optional<Die> NameIndex::dieOf(const Entry& entry) const
{
    Dwarf_Die unit = m_units[entry.unit].raw();
    Dwarf_Die found;
    if (!dwarf_offdie(dwarf_cu_getdwarf(unit.cu), entry.offset, &found))
        return std::nullopt;
    return Die(found);
}

std::vector<Die> NameIndex::find(Kind kind, std::string_view name) const
{
    const std::uint32_t hash = hashOf(name);
    std::vector<Die> result;
    auto entry = std::lower_bound(m_entries.begin(), m_entries.end(), hash,
                                  [](const Entry& a, std::uint32_t wanted) { return a.hash < wanted; });
    for (; entry != m_entries.end() && entry->hash == hash; ++entry) {
        if (entry->kind != static_cast<std::uint32_t>(kind))
            continue;
        if (const auto die = dieOf(*entry); die && isNamed(*die, name))
            result.push_back(*die);
    }
    return result;
}

std::vector<Die> NameIndex::variables(std::string_view name) const
{
    return find(Kind::Variable, name);
}

std::vector<Die> NameIndex::modules(std::string_view name) const
{
    return find(Kind::Module, name);
}

std::vector<Die> NameIndex::types(std::string_view name) const
{
    return find(Kind::Type, name);
}

std::vector<Die> NameIndex::enumerators(std::string_view name) const
{
    return find(Kind::Enumerator, name);
}

std::vector<Die> NameIndex::procedures(std::string_view name) const
{
    return find(Kind::Procedure, name);
}

std::vector<Die> NameIndex::allModules() const
{
    std::vector<Die> result;
    for (const Entry& entry : m_entries) {
        if (entry.kind != static_cast<std::uint32_t>(Kind::Module))
            continue;
        if (const auto die = dieOf(entry))
            result.push_back(*die);
    }
    return result;
}

void NameIndex::forEach(Sort sort, const std::function<bool(const Die&)>& visit) const
{
    const Kind kind = sort == Sort::Variable ? Kind::Variable : sort == Sort::Module ? Kind::Module : Kind::Type;
    for (const Entry& entry : m_entries) {
        if (entry.kind != static_cast<std::uint32_t>(kind))
            continue;
        const auto die = dieOf(entry);
        const bool isByName = die && hashOf(die->name()) == entry.hash; // variables have linkage names, too
        if (isByName && !visit(*die))
            return;
    }
}

std::optional<Die> NameIndex::typeMarkAt(FileAddress address) const
{
    const auto found = m_typeMarks.find(address.value);
    return found == m_typeMarks.end() ? std::nullopt : std::optional(found->second);
}

} // namespace dbgr::values
