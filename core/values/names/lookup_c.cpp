// SPDX-License-Identifier: BSD-3-Clause
// Names of C and C++: blocks, what a lambda captured, the members of the function's class, namespaces.
#include "values/dwarf/enclosing.h"
#include "values/names/birth.h"
#include "values/names/lookup.h"
#include "values/value/base_classes.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

namespace {

bool isFunction(const Scope& scope)
{
    return scope.tag == DW_TAG_subprogram || scope.tag == DW_TAG_inlined_subroutine;
}

bool isDataMember(const Die& die)
{
    return die.tag() == DW_TAG_member && !die.flag(DW_AT_external);
}

std::optional<Die> templateArgument(const Scope& scope, std::string_view name, unsigned tag)
{
    std::optional<Die> found;
    declarationOf(scope.die).forEachChild([&](const Die& child) {
        if (!found && child.tag() == tag && child.name() == name)
            found = child;
    });
    return found;
}

tl::unexpected<util::Error> noSuchName(const LoadedFiles& files, const std::string& name)
{
    const std::string last = partsOfName(name).back();
    for (const LoadedFile* const file : files.all()) {
        if (file->debug().index().hasFunction(last))
            return util::fail(Errc::NotOurs, "'" + name + "' is a function, which needs a compiler");
    }
    return util::fail(Errc::NoSuchName, "there is no '" + name + "' here");
}

std::string joinedName(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (&part == parts.data() ? "" : "::") + part;
    return text;
}

} // namespace

template <class Visit>
Lookup::Way Lookup::goOut(const View& here, Visit visit)
{
    Way way;
    for (View view = here; view.scope; view = outside(view)) {
        if (view.scope->tag == DW_TAG_compile_unit || view.scope->tag == DW_TAG_namespace)
            break;
        way.directives.insert(way.directives.end(), view.scope->uses.begin(), view.scope->uses.end());
        if (visit(view, way.function.has_value()))
            break;
        if (isFunction(*view.scope) && !way.function)
            way.function = view;
        if (view.scope->tag == DW_TAG_inlined_subroutine) // around is its caller
            break;
    }
    return way;
}

util::Result<Value> Lookup::findOfC(const View& here, std::string_view name)
{
    std::optional<Value> local;
    Attempt member;
    const Way way = goOut(here, [&](const View& view, bool isLeft) {
        local = findInBlock(view, name, isLeft);
        if (!local && isFunction(*view.scope) && !isLeft)
            local = captured(view, name);
        return local.has_value();
    });
    if (local)
        return *std::move(local);
    const Surroundings around = surroundings(here, way);
    if (way.function)
        member = findInClass(*way.function, around, name);
    if (member)
        return *std::move(member);
    if (around.file) {
        if (const auto found = m_outer->find(around, name, Sought::Variable))
            return valueOf(*found);
    }
    return noSuchName(m_files, std::string(name));
}

std::optional<Value> Lookup::findInBlock(const View& view, std::string_view name, bool isLeft)
{
    const Scope& scope = *view.scope;
    const Symbol* const symbol = scope.find(name);
    if (symbol && (!isLeft || view.place.frame || isOfNoCall(symbol->die)))
        return valueOf(*symbol, view.place);
    for (const Import& import : scope.imports) {
        const unsigned tag = import.target.tag();
        if (import.name == name && (tag == DW_TAG_variable || tag == DW_TAG_enumerator))
            return valueOf(Entity{import.target, view.place.file});
    }
    const auto value =
        isFunction(scope) ? templateArgument(scope, name, DW_TAG_template_value_parameter) : std::optional<Die>();
    return value ? std::optional(valueOf(Entity{*value, view.place.file})) : std::nullopt;
}

Surroundings Lookup::surroundings(const View& here, const Way& way)
{
    Surroundings result;
    result.file = here.place.file;
    if (!result.file) { // nothing is known of the code there, but maybe of the program
        result.file = m_files.all().front();
        return result;
    }
    const std::optional<Die> unit = here.place.frame ? here.place.file->debug().unitAt(here.place.pc()) : std::nullopt;
    if (unit && way.function)
        result = m_outer->around(*here.place.file, *unit, way.function->scope->die);
    result.unit = unit;
    result.directives = way.directives;
    return result;
}

std::optional<Value> Lookup::captured(const View& function, std::string_view name)
{
    // gcc's names; clang calls the closure `this`, and what is captured by its own name
    for (const auto& [closure, prefix] : {std::pair{"__closure", "__"}, std::pair{"this", ""}}) {
        const Symbol* const symbol = function.scope->find(closure);
        if (!symbol || !symbol->isArtificial)
            continue;
        const Value pointer = valueOf(*symbol, function.place);
        const Type* const lambda = pointer.type->target ? pointer.type->target->canonical : nullptr;
        const bool isClosure = *prefix != '\0' || (lambda && lambda->die && lambda->die->name().empty());
        if (!isClosure)
            continue;
        auto found = m_reader.ownMember(pointer, prefix + std::string(name));
        if (!found)
            continue;
        found->name = std::string(name);
        return *std::move(found);
    }
    return std::nullopt;
}

void Lookup::addCaptured(const View& function, std::vector<Value>& to)
{
    const Symbol* const closure = function.scope->find("__closure");
    if (!closure || !closure->isArtificial)
        return;
    auto members = m_reader.members(valueOf(*closure, function.place));
    if (!members)
        return;
    for (Value& member : *members) {
        if (!member.name.starts_with("__"))
            continue;
        member.name.erase(0, 2);
        const bool isKnown =
            std::any_of(to.begin(), to.end(), [&](const Value& known) { return known.name == member.name; });
        if (!isKnown)
            to.push_back(std::move(member));
    }
}

std::optional<Value> Lookup::objectOf(const View& function)
{
    if (auto object = captured(function, "this"))
        return object;
    const Symbol* const symbol = function.scope->find("this");
    return symbol ? std::optional(valueOf(*symbol, function.place)) : std::nullopt;
}

Lookup::Attempt Lookup::findInClass(const View& function, const Surroundings& around, std::string_view name)
{
    for (const Die& type : around.classes) {
        const auto found = m_outer->memberOf({type, around.file}, name, Sought::Variable);
        if (!found)
            continue;
        if (!isDataMember(found->die))
            return valueOf(*found);
        if (auto member = memberOfObject(function, *found))
            return member;
    }
    return std::nullopt;
}

Lookup::Attempt Lookup::memberOfObject(const View& function, const Entity& member)
{
    const std::optional<Value> object = objectOf(function);
    const std::vector<Die> path = enclosing(member.die);
    if (!object || path.empty())
        return std::nullopt;
    const Type* const owner = member.file->debug().types().of(path.back());
    auto part = baseOf(m_reader, *object, [&](const Value& base) { return isSameClass(*base.type, *owner); });
    if (!part)
        return util::fail(std::move(part).error());
    if (!*part) // of an unnamed struct in it
        return m_reader.ownMember(*object, member.die.name());
    return m_reader.ownMember(**part, member.die.name());
}

util::Result<Value> Lookup::findQualified(const FrameRef& frame, const std::vector<std::string>& parts)
{
    const View here = viewOf(frame);
    std::optional<Entity> local;
    const Way way = goOut(here, [&](const View& view, bool) {
        local = local ? local : typeInBlocks(view, parts.front());
        return false;
    });
    const Surroundings around = surroundings(here, way);
    if (!around.file)
        return noSuchName(m_files, joinedName(parts));
    std::optional<Entity> found;
    if (local)
        found = m_outer->memberAt(*local, std::span(parts).subspan(1), Sought::Variable);
    if (!found)
        found = m_outer->findQualified(around, parts, Sought::Variable);
    if (!found)
        return noSuchName(m_files, joinedName(parts));
    if (!isDataMember(found->die))
        return valueOf(*found);
    Attempt member = way.function ? memberOfObject(*way.function, *found) : std::nullopt;
    if (!member)
        return util::fail(Errc::NotOurs, joinedName(parts) + " is a member of each object of its class",
                          "name the object, as in object." + parts.back());
    return *std::move(member);
}

std::optional<Entity> Lookup::typeInBlocks(const View& view, std::string_view name)
{
    const Scope& scope = *view.scope;
    std::optional<Die> found = templateArgument(scope, name, DW_TAG_template_type_parameter);
    if (found)
        found = found->reference(DW_AT_type);
    scope.die.forEachChild([&](const Die& child) {
        if (!found && isTypeTag(child.tag()) && child.name() == name)
            found = child;
    });
    for (const Import& import : scope.imports) {
        if (!found && import.name == name && isTypeTag(import.target.tag()))
            found = import.target;
    }
    return found ? std::optional(Entity{*found, view.place.file}) : std::nullopt;
}

util::Result<Entity> Lookup::type(const FrameRef& frame, const std::vector<std::string>& parts)
{
    const View here = viewOf(frame);
    std::optional<Entity> found;
    const Way way = goOut(here, [&](const View& view, bool) {
        found = found ? found : typeInBlocks(view, parts.front());
        return found.has_value();
    });
    if (found && parts.size() > 1)
        found = m_outer->memberAt(*found, std::span(parts).subspan(1), Sought::Type);
    const Surroundings around = surroundings(here, way);
    for (const Die& type : around.classes) {
        if (!found && parts.size() == 1)
            found = m_outer->scopeInClass({type, around.file}, parts.front());
    }
    if (!found && around.file)
        found = parts.size() == 1 ? m_outer->find(around, parts.front(), Sought::Type)
                                  : m_outer->findQualified(around, parts, Sought::Type);
    if (!found)
        return util::fail(Errc::NoSuchName, "there is no type '" + joinedName(parts) + "' here");
    return m_outer->defined(*found);
}

Value Lookup::valueOf(const Entity& entity)
{
    const Entity defined = m_outer->defined(entity);
    Value value;
    value.file = defined.file;
    value.variable = defined.die;
    TypeTable& types = defined.file->debug().types();
    value.type = types.typeOf(defined.die);
    if (defined.die.tag() == DW_TAG_enumerator) {
        const std::vector<Die> path = enclosing(defined.die);
        value.type = path.empty() ? types.voidType() : types.of(path.back());
    }
    if (isThreadLocal(defined.die)) // which one, the frame's thread says
        value.place = keep({defined.file, m_frame, nullptr});
    value.name = entity.die.name();
    return value;
}

} // namespace dbgr::values
