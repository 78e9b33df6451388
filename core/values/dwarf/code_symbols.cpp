// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/code_symbols.h"

#include <gelf.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostSymbols = 20'000'000;

/// Where the section with the symbol's code ends; nothing for what is no code.
std::optional<std::uint64_t> endOfCode(Elf* elf, const GElf_Sym& symbol)
{
    GElf_Shdr header;
    Elf_Scn* const section =
        symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE ? nullptr : elf_getscn(elf, symbol.st_shndx);
    if (!section || !gelf_getshdr(section, &header) || (header.sh_flags & SHF_EXECINSTR) == 0)
        return std::nullopt;
    return header.sh_addr + header.sh_size;
}

bool canNameCode(const GElf_Sym& symbol)
{
    const unsigned type = GELF_ST_TYPE(symbol.st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE || type == STT_OBJECT;
}

unsigned rankOfBinding(const GElf_Sym& symbol)
{
    const unsigned binding = GELF_ST_BIND(symbol.st_info);
    return binding == STB_GLOBAL ? 0 : binding == STB_WEAK ? 1 : 2;
}

} // namespace

CodeSymbols::CodeSymbols(Elf* program, Elf* separate)
{
    if (!readTables(program, SHT_SYMTAB) && !(separate && readTables(separate, SHT_SYMTAB)))
        readTables(program, SHT_DYNSYM);
    readJumps(program);
    giveSizes();
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.begin, a.end, a.rank) < std::tie(b.begin, b.end, b.rank);
    });
    std::uint64_t end = 0;
    for (const Entry& entry : m_entries)
        m_ends.push_back(end = std::max(end, entry.end));
}

bool CodeSymbols::readTables(Elf* elf, unsigned type)
{
    bool has = false;
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != type)
            continue;
        has = true;
        readTable(elf, section);
    }
    return has;
}

void CodeSymbols::readTable(Elf* elf, Elf_Scn* section)
{
    GElf_Shdr header;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (!data || !gelf_getshdr(section, &header) || header.sh_entsize == 0)
        return;
    const std::size_t count = std::min<std::size_t>(header.sh_size / header.sh_entsize, kMostSymbols);
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, static_cast<int>(i), &symbol) || !canNameCode(symbol))
            continue;
        const std::optional<std::uint64_t> codeEnd = endOfCode(elf, symbol);
        const char* const name = codeEnd ? elf_strptr(elf, header.sh_link, symbol.st_name) : nullptr;
        if (!name || *name == '\0' || std::string_view(name).starts_with(".L"))
            continue;
        const std::uint64_t size = std::min<std::uint64_t>(symbol.st_size, *codeEnd - symbol.st_value);
        if (symbol.st_value >= *codeEnd)
            continue;
        // of no size: up to the next one, and not beyond its section
        m_entries.push_back(
            {symbol.st_value, symbol.st_value + size, rankOfBinding(symbol) + (size == 0 ? kNoSize : 0), name});
        if (size == 0)
            m_entries.back().end = *codeEnd;
    }
}

void CodeSymbols::readJumps(Elf* elf)
{
#if defined(__x86_64__)
    std::size_t names = 0;
    GElf_Shdr plt = {};
    GElf_Shdr relocations = {};
    Elf_Scn* relocationSection = nullptr;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        const char* const name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : nullptr;
        if (name && std::string_view(name) == ".plt")
            plt = header;
        if (name && std::string_view(name) == ".rela.plt") {
            relocations = header;
            relocationSection = section;
        }
    }
    constexpr std::uint64_t kJumpBytes = 16;
    Elf_Scn* const symbolSection = relocationSection ? elf_getscn(elf, relocations.sh_link) : nullptr;
    GElf_Shdr symbols;
    Elf_Data* const data = relocationSection ? elf_getdata(relocationSection, nullptr) : nullptr;
    Elf_Data* const symbolData = symbolSection ? elf_getdata(symbolSection, nullptr) : nullptr;
    if (!data || !symbolData || !gelf_getshdr(symbolSection, &symbols) || relocations.sh_entsize == 0)
        return;
    const std::uint64_t count = relocations.sh_size / relocations.sh_entsize;
    if (count > kMostSymbols || plt.sh_size / kJumpBytes < count)
        return;
    const std::uint64_t first = plt.sh_addr + plt.sh_size - count * kJumpBytes; // behind what they share
    for (std::uint64_t i = 0; i < count; ++i) {
        GElf_Rela relocation;
        GElf_Sym symbol;
        if (!gelf_getrela(data, static_cast<int>(i), &relocation) ||
            GELF_R_TYPE(relocation.r_info) != R_X86_64_JUMP_SLOT ||
            !gelf_getsym(symbolData, static_cast<int>(GELF_R_SYM(relocation.r_info)), &symbol))
            continue;
        const char* const name = elf_strptr(elf, symbols.sh_link, symbol.st_name);
        if (name && *name != '\0')
            m_entries.push_back({first + i * kJumpBytes, first + (i + 1) * kJumpBytes, 2, name, true});
    }
#else
    static_cast<void>(elf);
#endif
}

void CodeSymbols::giveSizes()
{
    const auto isBefore = [](const Entry& a, const Entry& b) { return a.begin < b.begin; };
    std::stable_sort(m_entries.begin(), m_entries.end(), isBefore);
    std::uint64_t next = UINT64_MAX; // where the next one of another beginning begins
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        Entry& entry = m_entries[i];
        if (i + 1 < m_entries.size() && m_entries[i + 1].begin > entry.begin)
            next = m_entries[i + 1].begin;
        if (entry.rank < kNoSize)
            continue;
        entry.rank -= kNoSize;
        entry.end = std::min(entry.end, next);
    }
}

std::string_view CodeSymbols::at(FileAddress pc) const
{
    const auto after = std::upper_bound(m_entries.begin(), m_entries.end(), pc.value,
                                        [](std::uint64_t value, const Entry& entry) { return value < entry.begin; });
    constexpr int kMostNested = 1000;
    std::string_view name;
    auto i = static_cast<std::size_t>(after - m_entries.begin());
    for (int steps = 0; i > 0 && steps < kMostNested && m_ends[i - 1] > pc.value; ++steps) {
        --i;
        if (m_entries[i].end > pc.value)
            name = m_entries[i].name;
    }
    return name;
}

std::optional<FileAddress> CodeSymbols::named(std::string_view name) const
{
    for (const Entry& entry : m_entries) {
        // of names with versions what is before these
        const bool isIt =
            entry.name.starts_with(name) && (entry.name.size() == name.size() || entry.name[name.size()] == '@');
        if (isIt && !entry.isJump)
            return FileAddress{entry.begin};
    }
    return std::nullopt;
}

} // namespace dbgr::values
