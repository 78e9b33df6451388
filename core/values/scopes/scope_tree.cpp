// SPDX-License-Identifier: BSD-3-Clause
#include "values/scopes/scope_tree.h"

#include "values/scopes/pack_names.h"

#include <dwarf.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

bool isProcedureOrModule(unsigned tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_module || tag == DW_TAG_namespace;
}

bool hasNoCode(unsigned tag)
{
    return tag == DW_TAG_module || tag == DW_TAG_namespace;
}

void readCode(Scope& scope)
{
    Dwarf_Die raw = scope.die.raw();
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    std::ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(&raw, offset, &base, &begin, &end)) > 0)
        scope.code.push_back({FileAddress{begin}, FileAddress{end}});
}

std::optional<Symbol::Kind> kindOf(unsigned tag)
{
    switch (tag) {
    case DW_TAG_formal_parameter:
        return Symbol::Kind::Argument;
    case DW_TAG_variable:
        return Symbol::Kind::Variable;
    case DW_TAG_constant:
        return Symbol::Kind::Constant;
    case DW_TAG_namelist:
        return Symbol::Kind::Namelist;
    default:
        return std::nullopt;
    }
}

/// A function's result has the function's name, which gfortran changes.
std::string nameInProgram(std::string name, Language language)
{
    constexpr std::string_view kResult = "__result_";
    return language == Language::Fortran && name.starts_with(kResult) ? name.substr(kResult.size()) : name;
}

void addSymbol(Scope& scope, const Die& die, Symbol::Kind kind)
{
    std::string name = nameInProgram(die.name(), scope.language);
    if (!name.empty())
        scope.add({std::move(name), kind, die, false, die.flag(DW_AT_artificial), {}});
}

/// Of one that clang or gcc describe. False: it is none.
bool addPackElement(Scope& scope, const Die& parameter, const PackNames& names)
{
    std::string name = parameter.tag() == DW_TAG_formal_parameter ? nameInPack(names, parameter) : std::string();
    if (name.empty())
        return false;
    scope.add({std::move(name), Symbol::Kind::Argument, parameter, false, false, {}});
    return true;
}

void addCommon(Scope& scope, const Die& block)
{
    block.forEachChild([&](const Die& child) { addSymbol(scope, child, Symbol::Kind::Common); });
    scope.add({"/" + block.name() + "/", Symbol::Kind::CommonBlock, block, false, false, {}});
}

/// C: names of what is around the enumeration.
void addEnumerators(Scope& scope, const Die& enumeration)
{
    if (scope.language == Language::Fortran || enumeration.flag(DW_AT_enum_class))
        return;
    enumeration.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_enumerator && !child.name().empty())
            scope.add({child.name(), Symbol::Kind::Enumerator, child, false, false, enumeration});
    });
}

/// \param isRename part of a list of names, which all is imported with
void addImport(Scope& scope, const Die& import, bool isRename)
{
    const std::optional<Die> target = import.reference(DW_AT_import);
    const std::optional<Symbol::Kind> kind = target ? kindOf(target->tag()) : std::nullopt;
    std::string name = import.name();
    if (target && scope.language != Language::Fortran)
        scope.imports.push_back({name.empty() ? target->name() : name, *target});
    if (!kind || (name.empty() && isRename))
        return;
    if (name.empty())
        name = target->name();
    scope.add({std::move(name), *kind, *target, true, false, {}});
}

void addUse(Scope& scope, const Die& import)
{
    if (const std::optional<Die> module = import.reference(DW_AT_import))
        scope.uses.push_back(*module);
    import.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_imported_declaration)
            addImport(scope, child, true);
});
} // namespace

/// A body that was inlined, or made anew, says nothing of variables that are not its own: those that stay.
void addStaticsOfOrigin(Scope& scope)
{
    const std::optional<Dwarf_Attribute> attribute = scope.die.own(DW_AT_abstract_origin);
    const std::optional<Die> origin = attribute ? referenceOf(*attribute) : std::nullopt;
    if (!origin)
        return;
    origin->forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_variable && child.own(DW_AT_location) && !scope.find(child.name()))
            addSymbol(scope, child, Symbol::Kind::Variable);
    });
}

/// Whether `inner` stands below `outer`, in the same unit.
bool encloses(const Die& outer, const Die& inner)
{
    const std::optional<Die> next = outer.sibling();
    const std::uint64_t end = next ? next->offset() : std::numeric_limits<std::uint64_t>::max();
    return inner.offset() > outer.offset() && inner.offset() < end;
}

} // namespace dbgr::values

Scope& ScopeTree::unit(const Die& unit)
{
    std::unique_ptr<Scope>& root = m_roots[unit.id()];
    if (!root) {
        root = std::make_unique<Scope>(unit);
        root->tag = DW_TAG_compile_unit;
        root->language = languageOf(unit);
        read(*root, 0);
    }
    return *root;
}

Scope& ScopeTree::module(const Die& die)
{
    std::unique_ptr<Scope>& root = m_roots[die.id()];
    if (!root) {
        root = std::make_unique<Scope>(die);
        root->tag = die.tag();
        root->name = die.name();
        root->language = languageOf(die.unit());
        read(*root, 0);
    }
    return *root;
}

Scope* ScopeTree::innermost(const Die& unitDie, FileAddress pc)
{
    Scope& scope = unit(unitDie);
    Scope* const found = innermostOf(scope, pc, Search::ByCode, 0);
    return found ? found : innermostOf(scope, pc, Search::Everywhere, 0);
}

Scope* ScopeTree::innermostOf(Scope& scope, FileAddress pc, Search search, unsigned depth)
{
    if (depth == kDeepest)
        return nullptr;
    for (const std::unique_ptr<Scope>& inner : scope.inner) {
        const bool isHere = inner->holds(pc);
        if (!isHere && !hasNoCode(inner->tag) && search == Search::ByCode)
            continue;
        read(*inner, depth);
        if (Scope* const found = innermostOf(*inner, pc, search, depth + 1))
            return found;
        if (isHere)
            return inner.get();
    }
    return nullptr;
}

std::vector<Scope*> ScopeTree::around(Scope& unit, const Die& inner)
{
    std::vector<Scope*> result;
    Scope* scope = &unit;
    while (scope && result.size() < kDeepest) {
        Scope* next = nullptr;
        for (const std::unique_ptr<Scope>& child : scope->inner) {
            if (isProcedureOrModule(child->tag) && encloses(child->die, inner))
                next = child.get();
        }
        if (next) {
            read(*next, 0);
            result.push_back(next);
        }
        scope = next;
    }
    return result;
}

void ScopeTree::read(Scope& scope, unsigned depth)
{
    if (scope.isRead || depth == kDeepest)
        return;
    scope.isRead = true;
    const bool isFunction = scope.tag == DW_TAG_subprogram || scope.tag == DW_TAG_inlined_subroutine;
    const PackNames packs = isFunction && scope.language == Language::Cxx ? packNamesOf(scope.die) : PackNames();
    scope.die.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_GNU_formal_parameter_pack)
            child.forEachChild([&](const Die& element) { addPackElement(scope, element, packs); });
        else if (packs.empty() || !addPackElement(scope, child, packs))
            readChild(scope, child, depth);
    });
    addStaticsOfOrigin(scope);
}

void ScopeTree::readChild(Scope& scope, const Die& child, unsigned depth)
{
    const unsigned tag = child.tag();
    if (const auto kind = kindOf(tag))
        return addSymbol(scope, child, *kind);
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_module:
    case DW_TAG_namespace:
        return readScope(scope, child, depth);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        if (!hasNoCode(scope.tag) && scope.tag != DW_TAG_compile_unit) // a lambda's function is in its type
            child.forEachChild([&](const Die& member) {
                if (member.tag() == DW_TAG_subprogram)
                    readScope(scope, member, depth);
            });
        return;
    case DW_TAG_enumeration_type:
        return addEnumerators(scope, child);
    case DW_TAG_common_block:
        return addCommon(scope, child);
    case DW_TAG_imported_declaration:
        return addImport(scope, child, false);
    case DW_TAG_imported_module:
        return addUse(scope, child);
    default:
        return;
    }
}

void ScopeTree::readScope(Scope& scope, const Die& child, unsigned depth)
{
    if (child.tag() == DW_TAG_subprogram && child.own(DW_AT_declaration))
        return;
    auto inner = std::make_unique<Scope>(child);
    inner->tag = child.tag();
    inner->name = child.name();
    inner->language = scope.language;
    inner->up = &scope;
    if (!hasNoCode(inner->tag))
        readCode(*inner);
    if (inner->tag != DW_TAG_subprogram) // of these there are many: each at its time
        read(*inner, depth + 1);
    scope.inner.push_back(std::move(inner));
}

} // namespace dbgr::values
