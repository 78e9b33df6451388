// SPDX-License-Identifier: BSD-3-Clause
#include "values/file/debug_file.h"

#include "values/dwarf/separate_debug.h"
#include "values/values_error.h"

#include <dwarf.h>
#include <gelf.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dbgr::values {

util::Result<std::unique_ptr<DebugFile>> DebugFile::open(const std::string& path, const std::string& debugPath)
{
    ElfHandle program = openElf(path);
    if (!program)
        return util::fail(Errc::NotRecorded, path + " cannot be read, or is no program");
    ElfHandle separate;
    if (!debugPath.empty() && debugPath != path)
        separate = openElf(debugPath);
    if (separate && buildIdOf(separate.elf.get()) != buildIdOf(program.elf.get()))
        separate = {}; // of another build
    if (!program.dwarf && !separate.dwarf)
        separate = findSeparateDebug(program.elf.get(), path);
    if (!program.dwarf && !separate.dwarf)
        return util::fail(Errc::NotRecorded, path + " has no debug information", "compile it with -g");
    return std::unique_ptr<DebugFile>(new DebugFile(path, std::move(program), std::move(separate)));
}

DebugFile::DebugFile(std::string path, ElfHandle program, ElfHandle separate)
    : m_path(std::move(path)), m_program(std::move(program)), m_separate(std::move(separate))
{
    Dwarf* const dwarf = m_separate.dwarf ? m_separate.dwarf.get() : m_program.dwarf.get();
    m_shared = attachShared(dwarf, m_separate.dwarf ? m_separate.path : m_path);
}

const std::vector<Die>& DebugFile::units()
{
    if (!m_hasUnits)
        readUnits();
    return m_units;
}

void DebugFile::readUnits()
{
    m_hasUnits = true;
    Dwarf* const dwarf = m_separate.dwarf ? m_separate.dwarf.get() : m_program.dwarf.get();
    Dwarf_CU* unit = nullptr;
    std::uint8_t type = 0;
    Dwarf_Die die;
    Dwarf_Die split;
    while (dwarf_get_units(dwarf, unit, &unit, nullptr, &type, &die, &split) == 0) {
        if (type != DW_UT_compile && type != DW_UT_skeleton)
            continue;
        const std::size_t number = m_units.size();
        m_units.emplace_back(type == DW_UT_skeleton && split.addr ? split : die);
        std::ptrdiff_t offset = 0;
        Dwarf_Addr base = 0;
        Dwarf_Addr begin = 0;
        Dwarf_Addr end = 0;
        while ((offset = dwarf_ranges(&die, offset, &base, &begin, &end)) > 0)
            m_unitCode.push_back({FileAddress{begin}, FileAddress{end}, number});
    }
    std::sort(m_unitCode.begin(), m_unitCode.end(),
              [](const UnitCode& a, const UnitCode& b) { return a.begin < b.begin; });
}

std::optional<Die> DebugFile::unitAt(FileAddress pc)
{
    if (!m_hasUnits)
        readUnits();
    auto after = std::upper_bound(m_unitCode.begin(), m_unitCode.end(), pc,
                                  [](FileAddress at, const UnitCode& code) { return at < code.begin; });
    constexpr int kOverlapping = 64; // units hardly ever share code
    for (int i = 0; i < kOverlapping && after != m_unitCode.begin(); ++i) {
        --after;
        if (pc < after->end)
            return m_units[after->unit];
    }
    return std::nullopt;
}

Scope* DebugFile::scopeAt(FileAddress pc)
{
    constexpr std::size_t kMostPlaces = 100'000; // where ranks have stood
    if (m_scopeAt.size() >= kMostPlaces)
        m_scopeAt.clear();
    const auto [known, isNew] = m_scopeAt.try_emplace(pc.value, nullptr);
    if (isNew) {
        if (const std::optional<Die> unit = unitAt(pc))
            known->second = m_scopes.innermost(*unit, pc);
    }
    return known->second;
}

const NameIndex& DebugFile::index()
{
    if (!m_index)
        m_index.emplace(units());
    return *m_index;
}

const std::vector<ModuleSymbol>& DebugFile::inModules(std::string_view name)
{
    constexpr std::size_t kMostNames = 10'000; // what somebody has asked for
    if (m_inModules.size() >= kMostNames)
        m_inModules.clear();
    const auto [known, isNew] = m_inModules.try_emplace(folded(name));
    if (!isNew)
        return known->second;
    for (const Die& die : index().allModules()) {
        const Scope& module = m_scopes.module(die);
        if (const Symbol* const symbol = module.find(name); symbol && !symbol->isImported)
            known->second.push_back({&module, symbol});
    }
    return known->second;
}

const InlinedCopies& DebugFile::inlinedCopies()
{
    if (!m_inlinedCopies)
        m_inlinedCopies.emplace(units());
    return *m_inlinedCopies;
}

const ObjectSymbols& DebugFile::symbols()
{
    if (!m_symbols)
        m_symbols.emplace(m_program.elf.get());
    if (m_symbols->isEmpty() && m_separate) // programs are stripped, and their debug files are not
        m_symbols.emplace(m_separate.elf.get());
    return *m_symbols;
}

SavedVariables& DebugFile::savedVariables()
{
    if (!m_savedVariables)
        m_savedVariables.emplace(m_program.elf.get(), symbols());
    return *m_savedVariables;
}

const FrameRules& DebugFile::frameRules()
{
    if (!m_frameRules)
        m_frameRules.emplace(m_program.elf.get(), (m_separate ? m_separate : m_program).dwarf.get());
    return *m_frameRules;
}

const CodeSymbols& DebugFile::codeSymbols()
{
    if (!m_codeSymbols)
        m_codeSymbols.emplace(m_program.elf.get(), m_separate.elf.get());
    return *m_codeSymbols;
}

std::optional<ThreadLocals> DebugFile::threadLocals() const
{
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;
    std::size_t count = 0;
    if (elf_getphdrnum(m_program.elf.get(), &count) != 0)
        return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Phdr header;
        if (!gelf_getphdr(m_program.elf.get(), static_cast<int>(i), &header) || header.p_type != PT_TLS)
            continue;
        const std::uint64_t alignment = std::max<std::uint64_t>(header.p_align, 1);
        if (header.p_memsz < kLargest && alignment < kLargest)
            return ThreadLocals{FileAddress{header.p_vaddr}, header.p_memsz, alignment};
    }
    return std::nullopt;
}

} // namespace dbgr::values
