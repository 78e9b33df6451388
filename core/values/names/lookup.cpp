// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/lookup.h"

#include "values/names/birth.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestUse = 50; // modules that use modules

bool isProcedure(const Scope& scope)
{
    return scope.tag == DW_TAG_subprogram || scope.tag == DW_TAG_inlined_subroutine;
}

/// What a body was made from, if it does not stand where it was written: inlined, or a clone.
std::optional<Die> originOf(const Scope& scope)
{
    const bool isClone = scope.tag == DW_TAG_subprogram && scope.up && scope.up->tag == DW_TAG_compile_unit;
    if (scope.tag != DW_TAG_inlined_subroutine && !isClone)
        return std::nullopt;
    const std::optional<Dwarf_Attribute> origin = scope.die.own(DW_AT_abstract_origin);
    return origin ? referenceOf(*origin) : std::nullopt;
}

/// "scopes.f90:84"; "" not known.
std::string declaredAt(const Value& value)
{
    const auto line = value.variable ? declarationLine(*value.variable) : std::nullopt;
    return line ? fileOfBirth(value) + ":" + std::to_string(line->line) : "";
}

tl::unexpected<util::Error> notRecordedWhich(std::string_view name, const std::vector<Value>& candidates)
{
    std::string places;
    for (const Value& candidate : candidates) {
        const std::string place = declaredAt(candidate);
        if (!place.empty())
            places += (places.empty() ? "" : &candidate == &candidates.back() ? " or " : ", ") + place;
    }
    return util::fail(Errc::NotRecorded,
                      "the compiler did not record which " + std::string(name) + " is meant here: that of " + places,
                      "the variables of the procedure are all listed, with the lines that declare them");
}

/// What compilers add has a name that no program can have.
bool isOfProgram(const Symbol& symbol, Language language)
{
    if (symbol.kind == Symbol::Kind::CommonBlock || symbol.kind == Symbol::Kind::Constant ||
        symbol.kind == Symbol::Kind::Enumerator || symbol.isImported)
        return false;
    if (language == Language::Fortran)
        return !symbol.name.starts_with('_') && !symbol.name.starts_with('.');
    return !symbol.isArtificial || symbol.name == "this";
}

} // namespace

const Place* Lookup::keep(const Place& place)
{
    if (m_places.empty() || m_places.front() != place) // variables of one scope have one
        m_places.push_front(place);
    return &m_places.front();
}

Lookup::View Lookup::viewOf(const FrameRef& frame)
{
    View view;
    if (!frame.physical)
        return view;
    view.place.frame = frame.physical;
    m_frame = frame.physical;
    view.place.file = m_files.at(frame.physical->pc());
    if (!view.place.file)
        return view;
    view.scope = view.place.file->debug().scopeAt(view.place.pc());
    view.place.procedure = procedureOf(view.scope);
    unsigned depth = 0;
    for (const Scope* scope = view.scope; scope; scope = scope->up)
        depth += scope->tag == DW_TAG_inlined_subroutine ? 1 : 0;
    for (; view.scope && depth > frame.inlineDepth; view.scope = view.scope->up)
        depth -= view.scope->tag == DW_TAG_inlined_subroutine ? 1 : 0;
    return view;
}

namespace {

bool declaresInside(const Die& body, std::string_view name, bool isFortran, unsigned depth)
{
    constexpr unsigned kDeepestBlock = 200;
    bool found = false;
    body.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (found || depth == kDeepestBlock)
            return;
        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            found = isFortran ? folded(child.name()) == folded(name) : child.name() == name;
        else if (tag == DW_TAG_lexical_block)
            found = declaresInside(child, name, isFortran, depth + 1);
    });
    return found;
}

} // namespace

bool Lookup::isOfProcedure(const FrameRef& frame, std::string_view name)
{
    const View view = viewOf(frame);
    if (!view.place.procedure)
        return false;
    const bool isFortran = view.place.procedure->language == Language::Fortran;
    return declaresInside(view.place.procedure->die, name, isFortran, 0);
}

util::Result<Value> Lookup::resultOf(const FrameRef& frame)
{
    const View view = viewOf(frame);
    if (!view.place.procedure)
        return util::fail(Errc::NotRecorded, "nothing is known of the function there");
    Value result;
    result.file = view.place.file;
    result.type = view.place.file->debug().types().typeOf(view.place.procedure->die);
    return result;
}

Language Lookup::language(const FrameRef& frame)
{
    const View view = viewOf(frame);
    return view.scope ? view.scope->language : Language::Other;
}

/// The scope around; with the host's frame where a contained procedure is left.
Lookup::View Lookup::outside(const View& view)
{
    View next{view.scope->up, view.place};
    if (!next.scope || view.scope->tag != DW_TAG_subprogram)
        return next;
    Scope* const host = procedureOf(next.scope); // maybe around blocks that are around
    next.place.frame = host ? m_locator.hostFrame(view.place) : nullptr;
    next.place.procedure = next.place.frame ? m_locator.placeOf(*next.place.frame).procedure : nullptr;
    if (next.place.procedure && next.place.procedure != host) // around is the original, which has no places
        next.scope = next.place.procedure;
    return next;
}

/// The scopes around the original of a body, the innermost first: modules, and procedures that are being called.
std::vector<Lookup::View> Lookup::outsideOfOrigin(const View& view, const Die& origin)
{
    Scope* unit = view.scope;
    while (unit->up)
        unit = unit->up;
    std::vector<View> views;
    std::vector<Scope*> around = view.place.file->debug().scopes().around(*unit, origin);
    for (auto scope = around.rbegin(); scope != around.rend(); ++scope) {
        View outer{*scope, {view.place.file, nullptr, nullptr}};
        constexpr int kFarthest = 1000;
        Frame* frame = isProcedure(**scope) ? view.place.frame : nullptr;
        for (int i = 0; frame && i < kFarthest && !outer.place.frame; ++i, frame = frame->caller()) {
            const Place place = m_locator.placeOf(*frame);
            if (place.procedure == *scope)
                outer.place = place;
        }
        if (!isProcedure(**scope) || outer.place.frame)
            views.push_back(outer);
    }
    views.push_back({unit, {view.place.file, nullptr, nullptr}});
    return views;
}

util::Result<Value> Lookup::find(const FrameRef& frame, std::string_view name)
{
    const View here = viewOf(frame);
    if (!here.scope || here.scope->language != Language::Fortran)
        return findOfC(here, name);
    const std::vector<Value> found = candidates(here, name);
    if (found.empty())
        return findInAnyModule(*here.place.file, name);
    return found.size() == 1 ? util::Result<Value>(found.front()) : notRecordedWhich(name, found);
}

std::vector<Value> Lookup::candidates(const View& here, std::string_view name)
{
    std::vector<Value> found;
    for (View view = here; view.scope; view = outside(view)) {
        if (addCandidates(view, name, found))
            return found;
        const std::optional<Die> origin = originOf(*view.scope);
        if (!origin)
            continue;
        for (const View& outer : outsideOfOrigin(view, *origin)) {
            if (addCandidates(outer, name, found))
                break;
        }
        return found;
    }
    return found;
}

/// gfortran lets block and associate constructs begin with the procedure that they are in.
bool Lookup::isOfLaterBlock(const View& view, const Symbol& symbol) const
{
    if (view.scope->tag != DW_TAG_lexical_block || view.scope->language != Language::Fortran || !view.place.frame)
        return false;
    const FileAddress pc = view.place.pc();
    for (const Scope* at = view.place.file->debug().scopeAt(pc); at && at != view.scope; at = at->up) {
        if (at->tag == DW_TAG_inlined_subroutine) // the line is one of that
            return false;
    }
    const auto declared = declarationLine(symbol.die);
    const auto here = declared ? lineAt(view.scope->die.unit(), pc) : std::nullopt;
    return here && here->file == declared->file && here->line < declared->line;
}

NameMeaning Lookup::meaningIn(const View& view, std::string_view name) const
{
    if (!putsBlocksOutside(*view.scope)) {
        const Symbol* const symbol = view.scope->find(name);
        return symbol && !isOfLaterBlock(view, *symbol) ? NameMeaning{{symbol}} : NameMeaning{};
    }
    if (view.place.frame != m_frame) // null: nobody knows where the host is
        return meaningForContained(*view.scope, name);
    const auto unit = view.place.frame ? view.place.file->debug().unitAt(view.place.pc()) : std::nullopt;
    return meaningAt(*view.scope, name, unit ? lineAt(*unit, view.place.pc()) : std::nullopt);
}

bool Lookup::addCandidates(const View& view, std::string_view name, std::vector<Value>& to)
{
    const NameMeaning meaning = meaningIn(view, name);
    for (const Symbol* const symbol : meaning.symbols)
        to.push_back(valueOf(*symbol, view.place));
    if (!meaning.symbols.empty() && meaning.isCertain)
        return true;
    for (const Die& module : view.scope->uses) {
        if (auto found = findInUsed(view, module, name, 0)) {
            to.push_back(*std::move(found));
            return true;
        }
    }
    return false;
}

std::optional<Value> Lookup::findIn(const View& view, std::string_view name, unsigned depth)
{
    if (const Symbol* const symbol = view.scope->find(name))
        return valueOf(*symbol, view.place);
    if (depth == kDeepestUse)
        return std::nullopt;
    for (const Die& module : view.scope->uses) {
        if (const auto found = findInUsed(view, module, name, depth))
            return found;
    }
    return std::nullopt;
}

std::optional<Value> Lookup::findInUsed(const View& view, const Die& module, std::string_view name, unsigned depth)
{
    Scope& scope = view.place.file->debug().scopes().module(module);
    const View used{&scope, {view.place.file, nullptr, nullptr}};
    if (auto found = findIn(used, name, depth + 1))
        return found;
    if (!module.flag(DW_AT_declaration)) // else it is described in another file
        return std::nullopt;
    auto elsewhere = findIn(module.name(), name);
    return elsewhere ? std::optional(*std::move(elsewhere)) : std::nullopt;
}

util::Result<Value> Lookup::findIn(std::string_view moduleName, std::string_view name)
{
    bool isKnown = false;
    for (const LoadedFile* const file : m_files.all()) {
        for (const Die& module : file->debug().index().modules(moduleName)) {
            isKnown = true;
            const View view{&file->debug().scopes().module(module), {file, nullptr, nullptr}};
            if (const auto found = findIn(view, name, 0))
                return *found;
        }
    }
    const std::string of(moduleName);
    return util::fail(Errc::NoSuchName,
                      isKnown ? "module " + of + " has no variable " + std::string(name) : "there is no module " + of);
}

bool Lookup::isModule(std::string_view name)
{
    for (const LoadedFile* const file : m_files.all()) {
        if (!file->debug().index().modules(name).empty())
            return true;
    }
    return false;
}

/// gfortran leaves out imports that the code does not touch. A name that one module has can mean nothing else.
util::Result<Value> Lookup::findInAnyModule(const LoadedFile& file, std::string_view name)
{
    std::optional<Value> found;
    std::set<std::string> modules;
    for (const ModuleSymbol& one : file.debug().inModules(name)) {
        modules.insert(folded(one.module->name));
        found = valueOf(*one.symbol, {&file, nullptr, nullptr});
    }
    if (modules.size() == 1)
        return *found;
    if (modules.empty())
        return util::fail(Errc::NoSuchName, "no variable is called " + std::string(name) + " here");
    std::string list;
    for (const std::string& module : modules)
        list += (list.empty() ? "" : ", ") + module;
    return util::fail(Errc::NoSuchName, std::string(name) + " is not visible here, and these modules have one: " + list,
                      "name the module: " + *modules.begin() + "::" + std::string(name));
}

/// What is of no procedure has no frame; of one that each thread has for itself, the frame's thread says which.
Place Lookup::placeOf(const Die& variable, const Place& place) const
{
    const bool isOfFrame = place.frame || !m_frame || !isThreadLocal(variable);
    return isOfFrame ? place : Place{place.file, m_frame, nullptr};
}

Value Lookup::valueOf(const Symbol& symbol, const Place& place)
{
    if (!symbol.die.find(DW_AT_location) && !symbol.die.find(DW_AT_const_value)) {
        const bool isFortran = languageOf(symbol.die.unit()) == Language::Fortran;
        if (!isFortran && symbol.die.flag(DW_AT_external)) {
            const Entity defined = m_outer->defined({symbol.die, place.file});
            if (defined.die.id() != symbol.die.id())
                return valueOf(defined);
        } else if (auto elsewhere = definitionOf(symbol.die)) {
            elsewhere->name = symbol.name;
            return *std::move(elsewhere);
        }
    }
    Value value;
    value.file = place.file;
    value.place = keep(placeOf(symbol.die, place));
    value.variable = symbol.die;
    TypeTable& types = place.file->debug().types();
    const bool isItsType = isListOfVariables(symbol.die.tag());
    value.type = symbol.enumeration ? types.of(*symbol.enumeration)
                 : isItsType        ? types.of(symbol.die)
                                    : types.typeOf(symbol.die);
    value.name = symbol.name;
    value.isArgument = symbol.kind == Symbol::Kind::Argument;
    value.countsFromOne = value.isArgument && symbol.isArtificial;
    return value;
}

/// Of a variable that this unit only knows the name of.
std::optional<Value> Lookup::definitionOf(const Die& declaration)
{
    const std::string linkage = declaration.linkageName();
    if (linkage.empty())
        return std::nullopt;
    for (const LoadedFile* const file : m_files.all()) {
        for (const Die& variable : file->debug().index().variables(linkage)) {
            Value value;
            value.file = file;
            value.variable = variable;
            value.type = file->debug().types().typeOf(variable);
            if (isThreadLocal(variable))
                value.place = keep({file, m_frame, nullptr});
            return value;
        }
    }
    return std::nullopt;
}

util::Result<std::vector<Value>> Lookup::variables(const FrameRef& frame)
{
    View view = viewOf(frame);
    if (!view.scope)
        return util::fail(Errc::NotRecorded, "the code there has no debug information", "compile it with -g");
    std::vector<View> blocks{view};
    while (!isProcedure(*view.scope) && view.scope->up) {
        view = outside(view);
        blocks.push_back(view);
    }
    std::vector<Value> result;
    for (const View& block : blocks)
        addVariables(block, result);
    std::stable_partition(result.begin(), result.end(), [](const Value& value) { return value.isArgument; });
    if (view.scope->language == Language::Fortran)
        addHostsVariables(view, result);
    else
        addCaptured(view, result);
    return result;
}

/// Of the procedures that a contained one is in, and of the blocks that the body of an OpenMP construct is in: what is
/// not hidden by a name inside.
void Lookup::addHostsVariables(View view, std::vector<Value>& to)
{
    std::set<std::string> hidden;
    for (const Value& value : to)
        hidden.insert(folded(value.name));
    while (procedureOf(view.scope->up)) {
        view = outside(view);
        std::vector<Value> hosts;
        addVariables(view, hosts);
        for (Value& value : hosts) {
            value.isArgument = false; // of the host's call, not of this one
            if (hidden.insert(folded(value.name)).second)
                to.push_back(std::move(value));
        }
    }
}

void Lookup::addVariables(const View& view, std::vector<Value>& to)
{
    std::set<std::string> seen;
    for (const Symbol& symbol : view.scope->symbols) {
        if (!isOfProgram(symbol, view.scope->language) || !seen.insert(symbol.name).second)
            continue;
        const NameMeaning meaning = meaningIn(view, symbol.name);
        const bool isOne = meaning.isCertain && meaning.symbols.size() == 1;
        const bool isCertain = isOne || candidates(view, symbol.name).size() == 1;
        for (auto one = meaning.symbols.rbegin(); one != meaning.symbols.rend(); ++one) { // inner blocks begin later
            to.push_back(valueOf(**one, view.place));
            if (!isCertain)
                to.back().oneOfLine = static_cast<unsigned>((*one)->die.number(DW_AT_decl_line).value_or(0));
        }
    }
}

} // namespace dbgr::values
