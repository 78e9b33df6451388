// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/procedures.h"

#include "values/dwarf/code_lines.h"

#include <dwarf.h>

#include <algorithm>
#include <optional>

namespace dbgr::values {

namespace {

constexpr std::string_view kInside = "::";

/// Modules and hosts around a procedure and its own name, the outermost first. An entry that was made from another one
/// stands where that does.
std::vector<std::string> namesOf(DebugFile& file, Scope& unit, const Die& procedure)
{
    const std::optional<Dwarf_Attribute> origin = procedure.own(DW_AT_abstract_origin);
    const std::optional<Die> written = origin ? referenceOf(*origin) : std::nullopt;
    std::vector<std::string> names;
    for (const Scope* const scope : file.scopes().around(unit, written.value_or(procedure)))
        names.push_back(scope->name.substr(0, scope->name.find('.'))); // gfortran: "module.submodule"
    names.push_back(procedure.name());
    return names;
}

std::string_view lastPartOf(std::string_view name)
{
    const std::size_t at = name.rfind(kInside);
    return at == std::string_view::npos ? name : name.substr(at + kInside.size());
}

/// The last names, as many as `asked` has.
bool endsWith(const std::vector<std::string>& names, std::string_view asked)
{
    std::string whole;
    for (const std::string& name : names)
        whole += std::string(kInside) + name;
    return folded(whole).ends_with(std::string(kInside) + folded(asked));
}

} // namespace

std::vector<ProcedureHere> proceduresAt(DebugFile& file, FileAddress pc)
{
    const std::optional<Die> unit = file.unitAt(pc);
    if (!unit || languageOf(*unit) != Language::Fortran)
        return {};
    std::vector<ProcedureHere> result;
    for (const Scope* scope = file.scopeAt(pc); scope; scope = scope->up) {
        const bool isInlined = scope->tag == DW_TAG_inlined_subroutine;
        if (!isInlined && scope->tag != DW_TAG_subprogram)
            continue;
        const std::vector<std::string> names = namesOf(file, file.scopes().unit(*unit), scope->die);
        ProcedureHere& here = result.emplace_back();
        here.name = names.size() < 2 ? names.back() : names[names.size() - 2] + std::string(kInside) + names.back();
        if (!isInlined)
            break;
        const std::optional<SourceLine> call = callLine(scope->die);
        if (!call)
            continue;
        here.callFile = pathOf(*unit, *call);
        here.callLine = call->line;
        here.callColumn = call->column;
    }
    return result;
}

std::vector<FileAddress> proceduresNamed(DebugFile& file, std::string_view name)
{
    std::vector<FileAddress> result;
    const std::vector<Die>& units = file.units();
    if (std::none_of(units.begin(), units.end(), [](const Die& unit) { return languageOf(unit) == Language::Fortran; }))
        return result; // large programs of C++ are not read for this
    for (const Die& procedure : file.index().procedures(lastPartOf(name))) {
        Dwarf_Die raw = procedure.raw();
        Dwarf_Addr entry = 0;
        if (dwarf_entrypc(&raw, &entry) == 0 &&
            endsWith(namesOf(file, file.scopes().unit(procedure.unit()), procedure), name))
            result.push_back(FileAddress{entry});
    }
    return result;
}

std::vector<FileAddress> inlinedCopiesNamed(DebugFile& file, std::string_view name)
{
    std::vector<FileAddress> result;
    const std::vector<Die>& units = file.units();
    if (std::none_of(units.begin(), units.end(), [](const Die& unit) { return languageOf(unit) == Language::Fortran; }))
        return result;
    for (const InlinedCopies::Copy& copy : file.inlinedCopies().named(lastPartOf(name))) {
        if (endsWith(namesOf(file, file.scopes().unit(copy.origin.unit()), copy.origin), name))
            result.push_back(copy.entry);
    }
    return result;
}

} // namespace dbgr::values
