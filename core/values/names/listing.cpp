// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/listing.h"

#include "values/dwarf/enclosing.h"
#include "values/dwarf/fixed_place.h"
#include "values/names/birth.h"

#include <dwarf.h>

#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kListedLevels = 8;

bool isListedType(unsigned tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_enumeration_type || tag == DW_TAG_typedef;
}

/// At one address as long as the program, or the thread, runs.
bool hasFixedPlace(const Die& variable)
{
    const std::optional<Dwarf_Attribute> location = variable.own(DW_AT_location);
    return location && (beginsWithFixedAddress(*location) || isThreadLocal(variable));
}

/// "shop::Stock::find" of a variable of that function. Definitions stand outside of what they are declared in.
std::string aroundOf(const Die& die)
{
    const std::string whole = qualifiedName(die);
    const std::string name = "::" + die.name();
    return whole.ends_with(name) ? whole.substr(0, whole.size() - name.size()) : std::string();
}

class NameWalk
{
public:
    NameWalk(Listed what, const std::function<bool(const ListedName&)>& visit) : m_what(what), m_visit(visit) {}

    bool unit(const Die& unit)
    {
        m_file = unit.name();
        m_file.erase(0, m_file.rfind('/') + 1);
        m_isFortran = languageOf(unit) == Language::Fortran;
        return below(unit, "", false, 0);
    }

private:
    /// \return whether to go on
    bool below(const Die& parent, const std::string& inside, bool inFunction, unsigned depth)
    {
        if (depth == kListedLevels)
            return true;
        bool goesOn = true;
        for (std::optional<Die> child = parent.firstChild(); child && goesOn; child = child->sibling()) {
            const unsigned tag = child->tag();
            if (isWanted(*child, tag, inFunction, parent.tag() == DW_TAG_common_block))
                goesOn = m_visit({child->name(), insideOf(*child, inside), m_file, *child});
            if (goesOn && isOpened(tag))
                goesOn =
                    below(*child, nameInside(*child, tag, inside), inFunction || tag == DW_TAG_subprogram, depth + 1);
        }
        return goesOn;
    }
    [[nodiscard]] bool isOpened(unsigned tag) const
    {
        if (tag == DW_TAG_module || tag == DW_TAG_namespace)
            return true;
        const bool inside = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
        return (inside && (m_isFortran || m_what == Listed::Statics)) || tag == DW_TAG_common_block;
    }
    [[nodiscard]] std::string insideOf(const Die& die, const std::string& inside) const
    {
        return inside.empty() && !m_isFortran ? aroundOf(die) : inside;
    }
    [[nodiscard]] std::string nameInside(const Die& die, unsigned tag, const std::string& inside) const
    {
        std::string name = die.name();
        if (tag == DW_TAG_common_block)
            return "/" + name + "/";
        if (tag == DW_TAG_subprogram && inside.empty() && !m_isFortran)
            return qualifiedName(die);
        if (name.empty() && tag == DW_TAG_namespace)
            name = "(anonymous namespace)";
        return name.empty() || inside.empty() ? (name.empty() ? inside : name) : inside + "::" + name;
    }
    [[nodiscard]] bool isWanted(const Die& die, unsigned tag, bool inFunction, bool isCommon) const
    {
        if (m_what == Listed::Modules)
            return tag == DW_TAG_module && !die.flag(DW_AT_declaration);
        if (m_what == Listed::Types)
            return isListedType(tag) && !die.flag(DW_AT_declaration) && isNamed(die);
        if (tag != DW_TAG_variable || !isNamed(die) || !hasFixedPlace(die))
            return false;
        const bool isGlobal = isCommon || (die.flag(DW_AT_external) && !inFunction);
        return isGlobal == (m_what == Listed::Globals);
    }
    /// Compilers' own names begin like this.
    [[nodiscard]] bool isNamed(const Die& die) const
    {
        const std::string name = die.name();
        return !name.empty() && !name.starts_with('.') && !(m_isFortran && name.starts_with("__"));
    }

    Listed m_what;
    const std::function<bool(const ListedName&)>& m_visit;
    std::string m_file;
    bool m_isFortran = false;
};

} // namespace

void forEachName(DebugFile& file, Listed what, const std::function<bool(const ListedName&)>& visit)
{
    NameWalk walk(what, visit);
    for (const Die& unit : file.units()) {
        if (!walk.unit(unit))
            return;
    }
}

} // namespace dbgr::values
