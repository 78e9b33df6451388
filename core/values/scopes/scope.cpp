// SPDX-License-Identifier: BSD-3-Clause
#include "values/scopes/scope.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace dbgr::values {

namespace {

std::string keyOf(std::string_view name, Language language)
{
    return language == Language::Fortran ? folded(name) : std::string(name);
}

/// Compilers describe one variable twice: with its place, and without.
int vagueness(const Symbol& symbol)
{
    if (symbol.die.find(DW_AT_location))
        return 0;
    return symbol.die.find(DW_AT_const_value) ? 1 : 2;
}

} // namespace

bool Scope::holds(FileAddress pc) const
{
    return std::any_of(code.begin(), code.end(), [&](const Range& r) { return pc >= r.first && pc < r.second; });
}

const Symbol* Scope::find(std::string_view wanted) const
{
    const auto found = m_byName.find(keyOf(wanted, language));
    if (found == m_byName.end())
        return nullptr;
    const auto best =
        std::min_element(found->second.begin(), found->second.end(), [this](std::size_t a, std::size_t b) {
            return vagueness(symbols[a]) < vagueness(symbols[b]);
        });
    return &symbols[*best];
}

std::vector<const Symbol*> Scope::findAll(std::string_view wanted) const
{
    const auto found = m_byName.find(keyOf(wanted, language));
    std::map<std::int64_t, const Symbol*> byLine;
    for (std::size_t i : found == m_byName.end() ? std::vector<std::size_t>() : found->second) {
        const Symbol*& best = byLine[symbols[i].die.number(DW_AT_decl_line).value_or(0)];
        if (!best || vagueness(symbols[i]) < vagueness(*best))
            best = &symbols[i];
    }
    std::vector<const Symbol*> all;
    for (const auto& [line, symbol] : byLine)
        all.push_back(symbol);
    return all;
}

void Scope::add(Symbol symbol)
{
    m_byName[keyOf(symbol.name, language)].push_back(symbols.size());
    symbols.push_back(std::move(symbol));
}

Scope* procedureOf(Scope* scope)
{
    while (scope && scope->tag != DW_TAG_subprogram)
        scope = scope->up;
    return scope;
}

} // namespace dbgr::values
