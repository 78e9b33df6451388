// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/inlined_copies.h"

#include <dwarf.h>

#include <optional>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestBody = 200;

/// Where it begins, which is not always its lowest address.
std::optional<FileAddress> entryOf(const Die& die)
{
    Dwarf_Die raw = die.raw();
    Dwarf_Addr entry = 0;
    Dwarf_Addr base = 0;
    Dwarf_Addr end = 0;
    if (dwarf_entrypc(&raw, &entry) == 0 || dwarf_ranges(&raw, 0, &base, &entry, &end) > 0)
        return FileAddress{entry};
    return std::nullopt;
}

bool mayHoldCopies(unsigned tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine ||
           tag == DW_TAG_module;
}

} // namespace

InlinedCopies::InlinedCopies(const std::vector<Die>& units)
{
    for (const Die& unit : units) {
        if (languageOf(unit) == Language::Fortran)
            read(unit, 0);
    }
}

void InlinedCopies::read(const Die& parent, unsigned depth)
{
    if (depth == kDeepestBody)
        return;
    parent.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (tag == DW_TAG_inlined_subroutine) {
            const std::optional<Die> origin = child.reference(DW_AT_abstract_origin);
            const std::optional<FileAddress> entry = entryOf(child);
            if (origin && entry)
                m_copies[folded(origin->name())].push_back({*origin, *entry});
        }
        if (mayHoldCopies(tag))
            read(child, depth + 1);
    });
}

const std::vector<InlinedCopies::Copy>& InlinedCopies::named(std::string_view name) const
{
    static const std::vector<Copy> kNone;
    const auto found = m_copies.find(folded(name));
    return found == m_copies.end() ? kNone : found->second;
}

} // namespace dbgr::values
