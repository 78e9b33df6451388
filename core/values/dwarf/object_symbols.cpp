// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/object_symbols.h"

#include <gelf.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>

namespace dbgr::values {

ObjectSymbols::ObjectSymbols(Elf* elf)
{
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            readTable(elf, section);
    }
    std::sort(m_symbols.begin(), m_symbols.end(), [](const Symbol& a, const Symbol& b) { return a.name < b.name; });
    m_byAddress = m_symbols;
    const auto isBefore = [](const Symbol& a, const Symbol& b) { return a.address < b.address; };
    std::stable_sort(m_byAddress.begin(), m_byAddress.end(), isBefore);
    std::sort(m_functions.begin(), m_functions.end(), [](const Symbol& a, const Symbol& b) {
        const auto key = [](const Symbol& symbol) {
            const bool isHidden = symbol.name.starts_with('_') && !symbol.name.starts_with("_Z");
            return std::tuple(symbol.address, symbol.isLocal, isHidden, symbol.name);
        };
        return key(a) < key(b);
    });
}

void ObjectSymbols::readTable(Elf* elf, Elf_Scn* section)
{
    GElf_Shdr header;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (!data || !gelf_getshdr(section, &header) || header.sh_entsize == 0)
        return;
    const std::size_t count = header.sh_size / header.sh_entsize;
    std::string_view source; // of the local symbols behind its name
    for (std::size_t i = 0; i < count; ++i) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, static_cast<int>(i), &symbol))
            continue;
        const unsigned type = GELF_ST_TYPE(symbol.st_info);
        if (type == STT_FILE) {
            const char* const path = elf_strptr(elf, header.sh_link, symbol.st_name);
            source = path ? path : "";
            source.remove_prefix(source.rfind('/') + 1); // npos + 1 is 0
            continue;
        }
        const bool isLocal = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        const bool isFunction = (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_value != 0;
        const char* const name =
            isFunction || type == STT_OBJECT ? elf_strptr(elf, header.sh_link, symbol.st_name) : nullptr;
        if (name)
            (isFunction ? m_functions : m_symbols)
                .push_back({name, FileAddress{symbol.st_value}, symbol.st_size, isLocal,
                            isLocal ? source : std::string_view()});
    }
}

std::vector<ObjectSymbols::Numbered> ObjectSymbols::numbered(std::string_view name) const
{
    std::vector<Numbered> result;
    auto symbol = std::lower_bound(m_symbols.begin(), m_symbols.end(), name,
                                   [](const Symbol& a, std::string_view wanted) { return a.name < wanted; });
    for (; symbol != m_symbols.end() && symbol->name.starts_with(name); ++symbol) {
        const std::string_view rest = symbol->name.substr(name.size());
        const bool isNumbered =
            rest.size() > 1 && rest[0] == '.' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos;
        if (isNumbered && symbol->isLocal)
            result.push_back({symbol->address, symbol->bytes, symbol->source});
    }
    return result;
}

std::optional<FileAddress> ObjectSymbols::named(std::string_view name) const
{
    const auto found = std::lower_bound(m_symbols.begin(), m_symbols.end(), name,
                                        [](const Symbol& a, std::string_view wanted) { return a.name < wanted; });
    return found != m_symbols.end() && found->name == name ? std::optional(found->address) : std::nullopt;
}

std::string_view ObjectSymbols::nameAt(FileAddress address) const
{
    const auto found = std::lower_bound(m_byAddress.begin(), m_byAddress.end(), address,
                                        [](const Symbol& symbol, FileAddress at) { return symbol.address < at; });
    return found == m_byAddress.end() || found->address != address ? std::string_view() : found->name;
}

std::string_view ObjectSymbols::nameAround(FileAddress address) const
{
    auto after = std::upper_bound(m_byAddress.begin(), m_byAddress.end(), address,
                                  [](FileAddress at, const Symbol& symbol) { return at < symbol.address; });
    if (after == m_byAddress.begin())
        return {};
    --after;
    return address.value - after->address.value < after->bytes ? after->name : std::string_view();
}

std::optional<ObjectSymbols::InFunction> ObjectSymbols::functionAround(FileAddress code) const
{
    const auto after = std::upper_bound(m_functions.begin(), m_functions.end(), code,
                                        [](FileAddress at, const Symbol& symbol) { return at < symbol.address; });
    if (after == m_functions.begin())
        return std::nullopt;
    const FileAddress begin = std::prev(after)->address;
    const auto first = std::lower_bound(m_functions.begin(), after, begin,
                                        [](const Symbol& symbol, FileAddress at) { return symbol.address < at; });
    const std::uint64_t offset = code.value - begin.value;
    for (auto symbol = first; symbol != after; ++symbol) {
        if (offset == 0 || offset < symbol->bytes)
            return InFunction{symbol->name, offset};
    }
    return std::nullopt;
}

} // namespace dbgr::values
