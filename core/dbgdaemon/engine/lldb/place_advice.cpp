// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/place_advice.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/nearest.h"
#include "util/overloaded.h"

#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBModule.h>
#include <lldb/API/SBSymbol.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::daemon {

namespace {

// More would take too long for a word of advice.
constexpr std::uint32_t kMostUnits = 5'000;
constexpr std::size_t kMostSymbols = 300'000;

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::string inQuotes(std::string_view name)
{
    return "'" + std::string(name) + "'";
}

std::string soFar(std::string_view what, std::string_view name)
{
    return "there is no " + std::string(what) + " " + inQuotes(name) + " in the program and its libraries so far";
}

void forEachUnit(lldb::SBTarget& target, const std::function<void(lldb::SBCompileUnit)>& take)
{
    std::uint32_t left = kMostUnits;
    for (std::uint32_t m = 0; m < target.GetNumModules(); ++m) {
        lldb::SBModule module = target.GetModuleAtIndex(m);
        const std::uint32_t units = std::min(module.GetNumCompileUnits(), left);
        for (std::uint32_t i = 0; i < units; ++i)
            take(module.GetCompileUnitAtIndex(i));
        left -= units;
    }
}

/// The last line of the file that has code in this unit; 0 none.
std::uint32_t lastLineIn(lldb::SBCompileUnit unit, std::string_view asked)
{
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < unit.GetNumLineEntries(); ++i) {
        const lldb::SBLineEntry entry = unit.GetLineEntryAtIndex(i);
        if (entry.GetLine() > last && isNamedBy(pathOf(entry.GetFileSpec()), asked))
            last = entry.GetLine();
    }
    return last;
}

/// Of a file that can be read here; 0 else. More of a header than has code so far may get some, in libraries to come.
std::uint32_t linesOf(const std::string& path)
{
    std::ifstream file(path);
    std::uint32_t lines = 0;
    for (std::string line; std::getline(file, line);)
        ++lines;
    return lines;
}

PlaceVerdict verdictOfLine(lldb::SBTarget target, const debug::SourceLine& where)
{
    std::set<std::string> paths;
    std::uint32_t last = 0;
    std::string found;
    forEachUnit(target, [&](lldb::SBCompileUnit unit) {
        const std::string path = pathOf(unit.GetFileSpec());
        paths.insert(path);
        if (isNamedBy(path, where.file)) {
            found = path;
            last = std::max(last, lastLineIn(unit, where.file));
        }
        for (std::uint32_t i = 0; i < unit.GetNumSupportFiles(); ++i)
            paths.insert(pathOf(unit.GetSupportFileAtIndex(i)));
    });
    if (paths.empty())
        return {}; // without debug information, which is said elsewhere
    if (last > 0 && where.line > last)
        return {true, found + " has no code from line " + std::to_string(where.line) +
                          " on; its last line with code is " + std::to_string(last)};
    const auto named =
        std::find_if(paths.begin(), paths.end(), [&](const auto& path) { return isNamedBy(path, where.file); });
    if (named != paths.end()) {
        const std::uint32_t lines = last == 0 ? linesOf(*named) : 0;
        if (lines > 0 && where.line > lines)
            return {true, *named + " has no line " + std::to_string(where.line) + "; its last one is " +
                              std::to_string(lines)};
        return {false,
                inQuotes(where.file) + " has no code at or behind line " + std::to_string(where.line) + " so far"};
    }
    PlaceVerdict verdict{false, soFar("file", where.file)};
    const std::string_view base = baseName(where.file);
    util::Nearest nearest(base);
    for (const std::string& path : paths) {
        if (baseName(path) == base)
            return {false, verdict.text + "; there is " + inQuotes(path)};
        nearest.offer(baseName(path));
    }
    if (const auto meant = nearest.found())
        verdict.text += "; the nearest is " + inQuotes(*meant);
    return verdict;
}

/// "ns::work" of "ns::work<int>(int, char)".
std::string plainName(std::string_view name)
{
    std::string plain;
    int depth = 0;
    for (const char c : name) {
        if (c == '(' && depth == 0)
            break;
        depth += c == '<' ? 1 : 0;
        if (depth == 0)
            plain += c;
        depth -= c == '>' && depth > 0 ? 1 : 0;
    }
    return plain;
}

PlaceVerdict verdictOfFunction(lldb::SBTarget target, const std::string& asked)
{
    const bool qualified = asked.find("::") != std::string::npos;
    std::set<std::string> names;
    std::size_t left = kMostSymbols;
    for (std::uint32_t m = 0; m < target.GetNumModules(); ++m) {
        lldb::SBModule module = target.GetModuleAtIndex(m);
        if (m > 0 && module.GetNumCompileUnits() == 0)
            continue; // a library of the system
        const std::size_t symbols = std::min(module.GetNumSymbols(), left);
        left -= symbols;
        for (std::size_t i = 0; i < symbols; ++i) {
            lldb::SBSymbol symbol = module.GetSymbolAtIndex(i);
            if (symbol.GetType() != lldb::eSymbolTypeCode)
                continue;
            std::string name = plainName(text(symbol.GetName()));
            if (const std::size_t colons = name.rfind("::"); !qualified && colons != std::string::npos)
                name.erase(0, colons + 2);
            if (!name.starts_with('_'))
                names.insert(std::move(name));
        }
    }
    const std::string plain = plainName(asked);
    util::Nearest nearest(plain);
    for (const std::string& name : names)
        nearest.offer(name);
    const auto meant = nearest.found();
    if (!meant || *meant == plain)
        return {};
    return {false, soFar("function", asked) + "; the nearest is " + inQuotes(*meant)};
}

} // namespace

const PlaceVerdict& PlaceAdvice::of(lldb::SBTarget target, const debug::Place& where)
{
    const std::string key =
        pathOf(target.GetExecutable()) + '\n' + std::to_string(target.GetNumModules()) + '\n' + debug::textOf(where);
    const auto known = m_known.find(key);
    if (known != m_known.end())
        return known->second;
    PlaceVerdict verdict = std::visit(
        util::Overloaded{[&](const debug::SourceLine& line) { return verdictOfLine(target, line); },
                         [&](const debug::FunctionName& function) { return verdictOfFunction(target, function.name); },
                         [&](const debug::FunctionPattern& functions) {
                             return PlaceVerdict{false, soFar("function that has", functions.pattern)};
                         },
                         [](const debug::CodeAddress&) { return PlaceVerdict(); }},
        where);
    return m_known.emplace(key, std::move(verdict)).first->second;
}

} // namespace dbgr::daemon
