// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/flang_blocks.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

/// Those of a scope that have one name.
struct Namesakes
{
    std::vector<const Symbol*> ofProcedure;
    std::vector<const Symbol*> ofBlocks; ///< maybe
};

/// A procedure declares its variables before its first statement; only an array of variable size has code as well.
Namesakes namesakes(Scope& scope, std::string_view name)
{
    Namesakes result;
    const std::vector<const Symbol*> all = scope.findAll(name);
    const auto procedure = all.empty() ? std::nullopt : declarationLine(scope.die);
    if (procedure && !scope.firstLine)
        scope.firstLine = firstLineOfCode(scope.die.unit(), scope.code, *procedure).value_or(0);
    for (const Symbol* const symbol : all) {
        const auto line =
            symbol->kind == Symbol::Kind::Variable && !symbol->isImported ? declarationLine(symbol->die) : std::nullopt;
        const bool isBehindCode =
            line && procedure && line->file == procedure->file && *scope.firstLine > 0 && line->line > *scope.firstLine;
        (isBehindCode ? result.ofBlocks : result.ofProcedure).push_back(symbol);
    }
    return result;
}

} // namespace

bool putsBlocksOutside(const Scope& scope)
{
    const bool isProcedure = scope.tag == DW_TAG_subprogram || scope.tag == DW_TAG_inlined_subroutine;
    return isProcedure && scope.language == Language::Fortran && isByFlang(scope.die.unit());
}

NameMeaning meaningAt(Scope& scope, std::string_view name, const std::optional<SourceLine>& line)
{
    auto [visible, ofBlocks] = namesakes(scope, name);
    const bool isCertain = !visible.empty() || ofBlocks.empty();
    const auto isLater = [&](const Symbol* symbol) {
        const auto declared = declarationLine(symbol->die);
        return line && declared && line->file == declared->file && line->line < declared->line;
    };
    std::vector<const Symbol*> begun = ofBlocks;
    std::erase_if(begun, isLater);
    visible.insert(visible.end(), begun.begin(), begun.end());
    return {visible.empty() ? std::move(ofBlocks) : std::move(visible), isCertain};
}

NameMeaning meaningForContained(Scope& scope, std::string_view name)
{
    auto [ofProcedure, ofBlocks] = namesakes(scope, name);
    if (!ofProcedure.empty() || ofBlocks.empty())
        return {std::move(ofProcedure), true};
    return {std::move(ofBlocks), false};
}

} // namespace dbgr::values
