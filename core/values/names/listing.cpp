// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/listing.h"

#include <dwarf.h>

#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kListedLevels = 8;

bool isListedType(unsigned tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_enumeration_type || tag == DW_TAG_typedef;
}

/// At one address as long as the program runs.
bool hasFixedPlace(const Die& variable)
{
    std::optional<Dwarf_Attribute> location = variable.own(DW_AT_location);
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    return location && dwarf_getlocation(&*location, &ops, &count) == 0 && count > 0 && ops[0].atom == DW_OP_addr;
}

/// "shop" of "_ZN4shop5stockE": a variable of a namespace is described outside of it. "" if it says more than names.
std::string namespaceOf(std::string_view linkage)
{
    constexpr std::string_view kNested = "_ZN";
    std::string inside, last;
    if (!linkage.starts_with(kNested) || !linkage.ends_with('E'))
        return {};
    linkage = linkage.substr(kNested.size(), linkage.size() - kNested.size() - 1);
    while (!linkage.empty()) {
        std::size_t length = 0;
        std::size_t digits = 0;
        for (; digits < linkage.size() && linkage[digits] >= '0' && linkage[digits] <= '9' && digits < 5; ++digits)
            length = 10 * length + static_cast<std::size_t>(linkage[digits] - '0');
        if (digits == 0 || length == 0 || length > linkage.size() - digits)
            return {};
        if (!last.empty())
            inside += (inside.empty() ? "" : "::") + last;
        last = linkage.substr(digits, length);
        linkage.remove_prefix(digits + length);
    }
    return inside;
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
                goesOn = m_visit(
                    {child->name(), inside.empty() ? namespaceOf(child->linkageName()) : inside, m_file, *child});
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
    [[nodiscard]] static std::string nameInside(const Die& die, unsigned tag, const std::string& inside)
    {
        std::string name = die.name();
        if (tag == DW_TAG_common_block)
            return "/" + name + "/";
        if (name.empty() && tag == DW_TAG_namespace)
            name = "(anonymous)";
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
