// SPDX-License-Identifier: BSD-3-Clause
#include "values/file/thread_layout.h"

#include "values/dwarf/elf_handle.h"

#include <gelf.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string_view>

namespace dbgr::values {

namespace {

/// Of all variables in the file's symbol tables.
void forEachObject(Elf* elf, const std::function<void(std::string_view name, const GElf_Sym& symbol)>& visit)
{
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        const bool isTable = gelf_getshdr(section, &header) && header.sh_entsize > 0 &&
                             (header.sh_type == SHT_DYNSYM || header.sh_type == SHT_SYMTAB);
        Elf_Data* const data = isTable ? elf_getdata(section, nullptr) : nullptr;
        for (std::size_t i = 0; data && i < header.sh_size / header.sh_entsize; ++i) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, static_cast<int>(i), &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
                continue;
            if (const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name))
                visit(name, symbol);
        }
    }
}

struct FieldOfTable
{
    std::uint32_t bits = 0;
    std::uint32_t count = 0;
    std::uint32_t offset = 0;
};

/// What the file has at an address.
std::optional<FieldOfTable> fieldAt(Elf* elf, std::uint64_t address)
{
    std::size_t segments = 0;
    std::size_t bytes = 0;
    const char* const file = elf_rawfile(elf, &bytes);
    if (!file || elf_getphdrnum(elf, &segments) != 0)
        return std::nullopt;
    for (std::size_t i = 0; i < segments; ++i) {
        GElf_Phdr segment;
        if (!gelf_getphdr(elf, static_cast<int>(i), &segment) || segment.p_type != PT_LOAD ||
            address < segment.p_vaddr || address - segment.p_vaddr >= segment.p_filesz)
            continue;
        const std::uint64_t at = segment.p_offset + (address - segment.p_vaddr);
        if (at > bytes || bytes - at < sizeof(FieldOfTable))
            return std::nullopt;
        FieldOfTable field;
        std::memcpy(&field, file + at, sizeof field);
        return field;
    }
    return std::nullopt;
}

} // namespace

std::optional<ThreadLayout> readThreadLayout(const std::string& cLibrary)
{
    constexpr std::uint32_t kLargest = 1U << 20; // bytes; none of them is larger than some thousand
    struct Wanted
    {
        std::string_view name;
        std::uint64_t* offset;
        std::uint64_t* bytes;
    };
    ThreadLayout layout;
    const std::array wanted{
        Wanted{"rtld_global__dl_tls_dtv_slotinfo_list", &layout.listInLoader, nullptr},
        Wanted{"dtv_slotinfo_list_len", &layout.count, nullptr},
        Wanted{"dtv_slotinfo_list_next", &layout.next, nullptr},
        Wanted{"dtv_slotinfo_list_slotinfo", &layout.entries, &layout.bytesOfEntry},
        Wanted{"dtv_slotinfo_gen", &layout.since, nullptr},
        Wanted{"dtv_slotinfo_map", &layout.library, nullptr},
        Wanted{"link_map_l_tls_offset", &layout.distance, nullptr},
        Wanted{"pthread_dtvp", &layout.vector, nullptr},
        Wanted{"dtv_dtv", nullptr, &layout.bytesOfPlace},
        Wanted{"dtv_t_pointer_val", &layout.place, nullptr},
        Wanted{"dtv_t_counter", &layout.generation, nullptr},
    };
    std::array<bool, wanted.size()> found{};
    const ElfHandle file = openElf(cLibrary);
    if (!file)
        return std::nullopt;
    forEachObject(file.elf.get(), [&](std::string_view name, const GElf_Sym& symbol) {
        constexpr std::string_view kPrefix = "_thread_db_";
        if (!name.starts_with(kPrefix) || symbol.st_size != sizeof(FieldOfTable))
            return;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto field =
                name.substr(kPrefix.size()) == wanted[i].name ? fieldAt(file.elf.get(), symbol.st_value) : std::nullopt;
            if (!field || field->offset > kLargest || field->bits / 8 > kLargest)
                continue;
            found[i] = true;
            if (wanted[i].offset)
                *wanted[i].offset = field->offset;
            if (wanted[i].bytes)
                *wanted[i].bytes = field->bits / 8;
        }
    });
    for (const bool isThere : found) {
        if (!isThere)
            return std::nullopt;
    }
    return layout;
}

std::optional<FileAddress> dataOfLoader(const std::string& loader)
{
    std::optional<FileAddress> found;
    if (const ElfHandle file = openElf(loader)) {
        forEachObject(file.elf.get(), [&](std::string_view name, const GElf_Sym& symbol) {
            if (name == "_rtld_global" && symbol.st_shndx != SHN_UNDEF)
                found = FileAddress{symbol.st_value};
        });
    }
    return found;
}

} // namespace dbgr::values
