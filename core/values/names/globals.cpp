// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/globals.h"

#include "values/dwarf/code_lines.h"
#include "values/dwarf/enclosing.h"
#include "values/names/lookup.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestNamespace = 20;
constexpr std::size_t kMostGlobals = 100'000; // of one unit

Declared declared(const Die& die, const LoadedFile* file)
{
    Declared result{{die, file}, qualifiedName(die), {}, 0};
    Dwarf_Die raw = die.raw();
    if (const char* const path = declarationFile(die))
        result.path = path;
    int line = 0;
    if (dwarf_decl_line(&raw, &line) == 0 && line > 0)
        result.line = static_cast<unsigned>(line);
    return result;
}

/// Variables outside of procedures that have a place or a value.
void addGlobals(const Die& parent, unsigned depth, std::vector<Die>& to)
{
    if (depth == kDeepestNamespace)
        return;
    parent.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        const bool hasValue = child.own(DW_AT_location) || child.own(DW_AT_const_value);
        if (tag == DW_TAG_variable && hasValue && !child.flag(DW_AT_artificial) && to.size() < kMostGlobals)
            to.push_back(child);
        else if (tag == DW_TAG_namespace || tag == DW_TAG_module)
            addGlobals(child, depth + 1, to);
    });
}

} // namespace

void forEachDeclared(const LoadedFiles& files, NameIndex::Sort sort, std::string_view text,
                     const std::function<bool(const Declared&)>& visit)
{
    const std::string wanted = folded(text);
    bool goesOn = true;
    for (const LoadedFile* const file : files.all()) {
        file->debug().index().forEach(sort, [&](const Die& die) {
            const bool isFortran = languageOf(die.unit()) == Language::Fortran;
            const Declared one = declared(die, file);
            const bool matches = isFortran ? folded(one.name).find(wanted) != std::string::npos
                                           : one.name.find(text) != std::string::npos;
            goesOn = !matches || visit(one);
            return goesOn;
        });
        if (!goesOn)
            return;
    }
}

util::Result<std::vector<Value>> Lookup::globals(const FrameRef& frame)
{
    const View here = viewOf(frame);
    const std::optional<Die> unit =
        here.place.file && here.place.frame ? here.place.file->debug().unitAt(here.place.pc()) : std::nullopt;
    if (!unit)
        return util::fail(Errc::NotRecorded, "the code there has no debug information", "compile it with -g");
    std::vector<Die> found;
    addGlobals(*unit, 0, found);
    std::vector<Value> result;
    for (const Die& die : found) {
        Value value = valueOf(Entity{die, here.place.file});
        value.name = qualifiedName(die);
        if (!value.name.empty())
            result.push_back(std::move(value));
    }
    return result;
}

} // namespace dbgr::values
