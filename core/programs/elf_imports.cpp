// SPDX-License-Identifier: BSD-3-Clause
#include "programs/elf_imports.h"

#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <bit>
#include <elf.h>
#include <optional>

namespace dbgr::programs {

namespace {

constexpr std::size_t kMaxTableEntries = 65536;
/// Many entries may have the same long name: a small file could want much memory.
constexpr std::size_t kMaxNames = 4096;
constexpr std::size_t kMaxNameBytes = 16384;

tl::unexpected<util::Error> noElf(const char* why)
{
    return util::fail(std::make_error_code(std::errc::executable_format_error), std::string("reading ELF: ") + why);
}

class ElfReader
{
public:
    explicit ElfReader(const ReadFileAt& file) : m_file(file) {}

    util::Result<ElfImports> read()
    {
        DBGR_TRY(readHeader());
        DBGR_TRY(m_segments, table<Elf64_Phdr>(m_header.e_phoff, m_header.e_phnum));
        ElfImports imports;
        for (const Elf64_Phdr& segment : m_segments) {
            imports.dynamic = imports.dynamic || segment.p_type == PT_INTERP;
        }
        const auto dynamic = std::ranges::find(m_segments, Elf64_Word{PT_DYNAMIC}, &Elf64_Phdr::p_type);
        if (dynamic != m_segments.end())
            DBGR_TRY(readDynamic(*dynamic, imports));
        if (!imports.dynamic) {
            DBGR_TRY(imports.names, staticNames());
        }
        return imports;
    }

private:
    util::Result<void> readHeader()
    {
        constexpr auto kOurOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
        std::array<std::byte, sizeof(Elf64_Ehdr)> bytes{};
        if (!m_file(0, bytes))
            return noElf("it is too short");
        m_header = std::bit_cast<Elf64_Ehdr>(bytes);
        if (!std::equal(m_header.e_ident, m_header.e_ident + SELFMAG, ELFMAG))
            return noElf("it is something else");
        if (m_header.e_ident[EI_CLASS] != ELFCLASS64 || m_header.e_ident[EI_DATA] != kOurOrder)
            return noElf("it is for another kind of machine");
        if (m_header.e_phentsize != sizeof(Elf64_Phdr))
            return noElf("the sizes of its tables cannot be");
        return util::ok();
    }

    template <class T>
    util::Result<std::vector<T>> table(std::uint64_t offset, std::uint64_t count)
    {
        if (count > kMaxTableEntries)
            return noElf("a table is too long");
        std::vector<T> entries(count);
        if (!m_file(offset, std::as_writable_bytes(std::span(entries))))
            return noElf("a table is not in the file");
        return entries;
    }

    util::Result<std::string> strings(std::uint64_t offset, std::uint64_t size)
    {
        if (size > kMaxElfTableBytes)
            return noElf("its table of names is too long");
        std::string bytes(size, '\0');
        if (!m_file(offset, std::as_writable_bytes(std::span(bytes))))
            return noElf("its table of names is not in the file");
        return bytes;
    }

    /// Where in the file an address of memory comes from.
    [[nodiscard]] std::optional<std::uint64_t> offsetOf(std::uint64_t address) const
    {
        for (const Elf64_Phdr& segment : m_segments)
            if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
                return segment.p_offset + (address - segment.p_vaddr);
        return std::nullopt;
    }

    util::Result<void> readDynamic(const Elf64_Phdr& segment, ElfImports& imports)
    {
        DBGR_TRY(const auto entries, table<Elf64_Dyn>(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn)));
        std::optional<std::uint64_t> where;
        std::uint64_t size = 0;
        for (const Elf64_Dyn& entry : entries) {
            if (entry.d_tag == DT_STRTAB)
                where = offsetOf(entry.d_un.d_ptr);
            if (entry.d_tag == DT_STRSZ)
                size = entry.d_un.d_val;
        }
        if (!where)
            return noElf("it has no names");
        DBGR_TRY(imports.names, strings(*where, size));
        const auto nameAt = [&](std::uint64_t at) {
            const std::string_view rest = std::string_view(imports.names).substr(std::min(at, imports.names.size()));
            return std::string(rest.substr(0, std::min(rest.find('\0'), kMaxNameBytes)));
        };
        for (const Elf64_Dyn& entry : entries) {
            if (entry.d_tag == DT_NULL || imports.libraries.size() + imports.folders.size() >= kMaxNames)
                break;
            if (entry.d_tag == DT_NEEDED)
                imports.libraries.push_back(nameAt(entry.d_un.d_val));
            if (entry.d_tag != DT_RUNPATH && entry.d_tag != DT_RPATH)
                continue;
            const std::string folders = nameAt(entry.d_un.d_val);
            for (const std::string_view folder : util::split(folders, ':'))
                imports.folders.emplace_back(folder);
        }
        imports.dynamic = imports.dynamic || !imports.libraries.empty();
        return util::ok();
    }

    /// Of a static program; none when they were removed.
    util::Result<std::string> staticNames()
    {
        if (m_header.e_shnum == 0 || m_header.e_shentsize != sizeof(Elf64_Shdr))
            return std::string();
        DBGR_TRY(const auto sections, table<Elf64_Shdr>(m_header.e_shoff, m_header.e_shnum));
        for (const Elf64_Shdr& section : sections)
            if (section.sh_type == SHT_SYMTAB && section.sh_link < sections.size())
                return strings(sections[section.sh_link].sh_offset, sections[section.sh_link].sh_size);
        return std::string();
    }

    const ReadFileAt& m_file;
    Elf64_Ehdr m_header{};
    std::vector<Elf64_Phdr> m_segments;
};

} // namespace

bool ElfImports::mayName(std::string_view end) const
{
    std::string whole(end);
    whole.push_back('\0');
    return names.find(whole) != std::string::npos;
}

util::Result<ElfImports> readElfImports(const ReadFileAt& file)
{
    return ElfReader(file).read();
}

} // namespace dbgr::programs
