// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/outer_names.h"

#include "values/dwarf/enclosing.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestDirective = 20; // namespaces that use namespaces
constexpr unsigned kMostAliases = 50;      // of aliases of a type

/// A class or an enumeration behind its aliases.
Die withoutAliases(Die type)
{
    for (unsigned i = 0; i < kMostAliases; ++i) {
        const unsigned tag = type.tag();
        if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type)
            break;
        const std::optional<Die> next = type.reference(DW_AT_type);
        if (!next)
            break;
        type = *next;
    }
    return type;
}

bool isOf(Sought sought, unsigned tag)
{
    if (sought == Sought::Type)
        return isTypeTag(tag) || tag == DW_TAG_template_type_parameter;
    return tag == DW_TAG_variable || tag == DW_TAG_template_value_parameter || tag == DW_TAG_member ||
           tag == DW_TAG_enumerator;
}

/// "Box" of "Box<int>", which it may be called inside of itself.
bool isCalled(const Die& type, std::string_view name)
{
    const std::string full = type.name();
    return full == name || (full.size() > name.size() && full[name.size()] == '<' && full.starts_with(name));
}

std::vector<std::string> namesOfNamespace(const Die& die)
{
    std::vector<std::string> names;
    std::vector<Die> path = enclosing(die);
    path.push_back(die);
    for (const Die& part : path) {
        if (std::string name = part.name(); !name.empty())
            names.push_back(std::move(name));
    }
    return names;
}

/// All entries of a unit for one namespace, with those that are transparent in it.
void addNamespaces(Scope& scope, std::span<const std::string> path, std::vector<Scope*>& to)
{
    if (path.empty())
        to.push_back(&scope);
    for (const std::unique_ptr<Scope>& inner : scope.inner) {
        if (inner->tag != DW_TAG_namespace)
            continue;
        if (!path.empty() && inner->name == path.front())
            addNamespaces(*inner, path.subspan(1), to);
        else if (isTransparent(inner->die))
            addNamespaces(*inner, path, to);
    }
}

std::vector<Scope*> namespacesOf(const Surroundings& from, std::span<const std::string> path)
{
    std::vector<Scope*> found;
    if (from.unit)
        addNamespaces(from.file->debug().scopes().unit(*from.unit), path, found);
    return found;
}

std::vector<Die> candidatesIn(DebugFile& file, std::string_view name, Sought sought)
{
    const NameIndex& index = file.index();
    if (sought == Sought::Type)
        return index.types(name);
    std::vector<Die> found = index.variables(name);
    const std::vector<Die> enumerators = index.enumerators(name);
    found.insert(found.end(), enumerators.begin(), enumerators.end());
    return found;
}

/// The index knows variables by their linkage names, too.
bool isThere(const Die& candidate, std::string_view name, std::span<const std::string> path)
{
    return candidate.name() == name && isPath(enclosing(declarationOf(candidate)), path);
}

/// One of the unit's own, which needs no index of all units.
std::optional<Die> variableOfUnit(const Surroundings& from, std::string_view name)
{
    const Symbol* const symbol = from.unit ? from.file->debug().scopes().unit(*from.unit).find(name) : nullptr;
    const bool isWhole = symbol && symbol->die.tag() == DW_TAG_variable &&
                         (symbol->die.own(DW_AT_location) || symbol->die.own(DW_AT_const_value));
    return isWhole ? std::optional(symbol->die) : std::nullopt;
}

bool isProcedureTag(unsigned tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
}

bool isOfUnit(const Die& die, const std::optional<Die>& unit)
{
    return unit && die.unit().id() == unit->id();
}

} // namespace

bool isTypeTag(unsigned tag)
{
    return isClassTag(tag) || tag == DW_TAG_enumeration_type || tag == DW_TAG_typedef || tag == DW_TAG_base_type;
}

const Surroundings& OuterNames::around(const LoadedFile& file, const Die& unit, const Die& procedure)
{
    const auto [known, isNew] = m_around.try_emplace(procedure.id());
    Surroundings& result = known->second;
    if (!isNew)
        return result;
    result.file = &file;
    result.unit = unit;
    constexpr unsigned kDeepestFunction = 20; // lambdas in lambdas
    Die function = procedure;
    for (unsigned i = 0; i < kDeepestFunction; ++i) {
        const std::vector<Die> path = enclosing(declarationOf(function));
        auto part = path.rbegin();
        for (; part != path.rend() && part->tag() != DW_TAG_subprogram; ++part) {
            if (isClassTag(part->tag()))
                result.classes.push_back(*part);
            else if (part->tag() == DW_TAG_namespace && !part->name().empty())
                result.namespaces.insert(result.namespaces.begin(), part->name());
        }
        if (part == path.rend())
            break;
        function = *part;
    }
    return result;
}

std::optional<Entity> OuterNames::find(const Surroundings& from, std::string_view name, Sought sought)
{
    for (const Reach reach : {Reach::Visible, Reach::Everywhere}) {
        const Question question{from, name, sought, reach};
        for (std::size_t length = from.namespaces.size() + 1; length-- > 0;) {
            if (auto found = inNamespace(question, Path(from.namespaces).first(length), 0))
                return found;
        }
        for (const Die& used : from.directives) {
            if (auto found = inNamespace(question, namesOfNamespace(used), 0))
                return found;
        }
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::inNamespace(const Question& question, Path path, unsigned depth)
{
    if (auto found = inUnit(question, path))
        return found;
    if (auto found = imported(question, path))
        return found;
    if (auto found = inFiles(question, path))
        return found;
    if (depth == kDeepestDirective)
        return std::nullopt;
    for (Scope* const scope : namespacesOf(question.from, path)) {
        for (const Die& used : scope->uses) {
            if (isTransparent(used)) // was looked into
                continue;
            if (auto found = inNamespace(question, namesOfNamespace(used), depth + 1))
                return found;
        }
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::inUnit(const Question& question, Path path) const
{
    if (question.sought == Sought::Variable) {
        if (const auto own = variableOfUnit(question.from, question.name); own && isThere(*own, question.name, path))
            return Entity{*own, question.from.file};
    }
    for (const Die& candidate : candidatesIn(question.from.file->debug(), question.name, question.sought)) {
        if (isOfUnit(candidate, question.from.unit) && isThere(candidate, question.name, path))
            return Entity{candidate, question.from.file};
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::inFile(const LoadedFile& file, const Question& question, Path path) const
{
    for (const Die& candidate : candidatesIn(file.debug(), question.name, question.sought)) {
        // What is static in another file has to be named with its namespace.
        const bool isVisible = question.sought == Sought::Type || candidate.tag() == DW_TAG_enumerator ||
                               candidate.flag(DW_AT_external) ||
                               (question.reach == Reach::Everywhere && (&file == question.from.file || !path.empty()));
        const bool isC = languageOf(candidate.unit()) != Language::Fortran;
        if (isVisible && isC && isThere(candidate, question.name, path))
            return Entity{candidate, &file};
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::inFiles(const Question& question, Path path) const
{
    for (const LoadedFile* const file : m_files.from(*question.from.file)) {
        if (auto found = inFile(*file, question, path))
            return found;
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::imported(const Question& question, Path path) const
{
    for (Scope* const scope : namespacesOf(question.from, path)) {
        for (const Import& import : scope->imports) {
            if (import.name == question.name && isOf(question.sought, import.target.tag()))
                return Entity{import.target, question.from.file};
        }
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::findQualified(const Surroundings& from, Path parts, Sought sought)
{
    if (parts.front().empty())
        return qualifiedIn(from, {}, parts.subspan(1), sought);
    for (const Die& type : from.classes) {
        const auto scope = scopeInClass({type, from.file}, parts.front());
        if (!scope)
            continue;
        if (auto found = below(*scope, parts.subspan(1), sought))
            return found;
    }
    for (std::size_t length = from.namespaces.size() + 1; length-- > 0;) {
        if (auto found = qualifiedIn(from, Path(from.namespaces).first(length), parts, sought))
            return found;
    }
    for (const Die& used : from.directives) {
        if (auto found = qualifiedIn(from, namesOfNamespace(used), parts, sought))
            return found;
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::qualifiedIn(const Surroundings& from, Path path, Path parts, Sought sought)
{
    std::vector<std::string> names(path.begin(), path.end());
    for (; parts.size() > 1; parts = parts.subspan(1)) {
        const Question asType{from, parts.front(), Sought::Type, Reach::Visible};
        bool isAlias = false;
        for (Scope* const scope : namespacesOf(from, names)) {
            for (const Import& import : scope->imports) {
                if (isAlias || import.name != parts.front() || import.target.tag() != DW_TAG_namespace)
                    continue;
                names = namesOfNamespace(import.target);
                isAlias = true;
            }
        }
        if (isAlias)
            continue;
        // what the frame's own file has in namespaces of that name needs no look at all libraries for such a type
        std::vector<std::string> namespaces = names;
        namespaces.insert(namespaces.end(), parts.begin(), parts.end() - 1);
        const Question whole{from, parts.back(), sought, Reach::Visible};
        if (auto found = inFile(*from.file, whole, namespaces))
            return found;
        if (const auto type = inNamespace(asType, names, 0))
            return below(*type, parts.subspan(1), sought);
        names.push_back(parts.front());
    }
    for (const Reach reach : {Reach::Visible, Reach::Everywhere}) {
        if (auto found = inNamespace({from, parts.front(), sought, reach}, names, 0))
            return found;
    }
    return std::nullopt;
}

std::optional<Entity> OuterNames::below(Entity type, Path parts, Sought sought)
{
    for (; parts.size() > 1; parts = parts.subspan(1)) {
        auto inner = scopeInClass(type, parts.front());
        if (!inner)
            return std::nullopt;
        type = *inner;
    }
    return memberOf(type, parts.front(), sought);
}

std::optional<Entity> OuterNames::scopeInClass(const Entity& type, const std::string& name)
{
    if (isCalled(withoutAliases(type.die), name))
        return type;
    if (auto inner = memberOf(type, name, Sought::Type))
        return inner;
    std::optional<Entity> base;
    std::vector<Die> open{defined({withoutAliases(type.die), type.file}).die};
    for (unsigned i = 0; i < kMostClasses && i < open.size() && !base; ++i) {
        const Die here = open[i];
        here.forEachChild([&](const Die& child) {
            const std::optional<Die> of =
                child.tag() == DW_TAG_inheritance ? child.reference(DW_AT_type) : std::nullopt;
            if (of && isCalled(*of, name) && !base)
                base = Entity{withoutAliases(*of), type.file};
            if (of)
                open.push_back(withoutAliases(*of));
        });
    }
    return base;
}

std::optional<Entity> OuterNames::memberOf(const Entity& type, std::string_view name, Sought sought)
{
    unsigned visits = kMostClasses;
    return memberOf(type, name, sought, visits);
}

std::optional<Entity> OuterNames::memberOf(const Entity& type, std::string_view name, Sought sought, unsigned& visits)
{
    if (visits == 0)
        return std::nullopt;
    --visits;
    const Entity whole = defined({withoutAliases(type.die), type.file});
    std::optional<Die> found;
    std::vector<Die> inside; // of which names are visible here, too
    whole.die.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (!found && isOf(sought, tag) && child.name() == name)
            found = child;
        const bool isUnnamed = tag == DW_TAG_member && child.name().empty() && sought == Sought::Variable;
        if (tag == DW_TAG_inheritance || isUnnamed) {
            if (const std::optional<Die> base = child.reference(DW_AT_type))
                inside.push_back(*base);
        } else if (tag == DW_TAG_enumeration_type && isTransparent(child)) {
            inside.insert(inside.begin(), child);
        }
    });
    if (found && found->tag() == DW_TAG_template_type_parameter)
        found = found->reference(DW_AT_type);
    if (found)
        return defined({*found, whole.file});
    for (const Die& next : inside) {
        if (auto inner = memberOf({next, whole.file}, name, sought, visits))
            return inner;
    }
    return std::nullopt;
}

Entity OuterNames::defined(const Entity& entity)
{
    const Die& die = entity.die;
    if (isClassTag(die.tag()) && die.flag(DW_AT_declaration)) {
        if (const std::optional<Die> elsewhere = die.reference(DW_AT_signature))
            return {*elsewhere, entity.file};
        const std::string name = qualifiedName(die);
        for (const LoadedFile* const file : m_files.from(*entity.file)) {
            for (const Die& type : file->debug().index().types(die.name())) {
                if (isClassTag(type.tag()) && qualifiedName(type) == name)
                    return {type, file};
            }
        }
        return entity;
    }
    const bool isVariable = die.tag() == DW_TAG_variable || (die.tag() == DW_TAG_member && die.flag(DW_AT_external));
    if (!isVariable || die.find(DW_AT_location) || die.find(DW_AT_const_value))
        return entity;
    const std::string linkage = die.linkageName();
    const std::vector<Die> path = enclosing(declarationOf(die));
    const bool isInFunction = !path.empty() && isProcedureTag(path.front().tag()); // C's extern in a block
    const std::string name = isInFunction ? die.name() : qualifiedName(die);
    for (const LoadedFile* const file : m_files.from(*entity.file)) {
        for (const Die& variable : file->debug().index().variables(linkage.empty() ? die.name() : linkage)) {
            const bool isSame = linkage.empty() ? variable.flag(DW_AT_external) && qualifiedName(variable) == name
                                                : variable.linkageName() == linkage;
            if (isSame)
                return {variable, file};
        }
    }
    return entity;
}

} // namespace dbgr::values
