// SPDX-License-Identifier: GPL-3.0-or-later
// A file of debug information with nothing in it, for types that a test makes by hand: it keeps the members of records
// and the expressions of bounds. Thread: the test's.
#pragma once

#include "tests/support/values/made_unit.h"
#include "values/file/loaded_files.h"

#include <dwarf.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::test {

/// A member at so many bytes from the beginning of its record.
inline values::Field madeField(const std::string& name, const values::Type& type, std::uint64_t offset)
{
    values::Field made;
    made.name = name;
    made.type = &type;
    made.offset = offset;
    return made;
}

class MadeDebugFile
{
public:
    using Symbols = std::vector<std::pair<std::string, std::uint64_t>>;

    /// \param expressions operations as bytes, each less than 128 \param unit a second unit, of MadeUnit; "" none
    /// \param symbols of variables: names and addresses
    explicit MadeDebugFile(const std::vector<std::string>& expressions = {}, const std::string& unit = {},
                           const Symbols& symbols = {})
    {
        std::string info("\4\0\0\0\0\0\x8\1",
                         8); // version 4, its abbreviations, addresses of 8 bytes; the unit's entry
        for (const std::string& expression : expressions) {
            m_places.push_back(info.size() - kEntryAt);
            info += static_cast<char>(expression.size());
            info += expression;
        }
        m_fd = ::memfd_create("made_debug_file", MFD_CLOEXEC);
        const std::string bytes =
            elf(word(info.size()) + info + unit, std::string("\1\x11\0\0\0\0", 6) + MadeUnit::abbreviations(), symbols);
        if (m_fd < 0 || ::write(m_fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            std::abort();
        m_module.path = "/proc/self/fd/" + std::to_string(m_fd);
        auto opened = values::DebugFile::open(m_module.path, "");
        if (!opened || (*opened)->units().size() != (unit.empty() ? 1 : 2))
            std::abort();
        m_debug = *std::move(opened);
        m_loaded = std::make_unique<values::LoadedFile>(m_module, *m_debug);
    }
    ~MadeDebugFile() { ::close(m_fd); }
    MadeDebugFile(const MadeDebugFile&) = delete;
    MadeDebugFile& operator=(const MadeDebugFile&) = delete;

    [[nodiscard]] const values::LoadedFile* loaded() const { return m_loaded.get(); }
    [[nodiscard]] values::DebugFile& debug() const { return *m_debug; }
    /// Where others can open it.
    [[nodiscard]] const std::string& path() const { return m_module.path; }
    /// What the k-th expression computes.
    [[nodiscard]] values::Bound bound(std::size_t k) const
    {
        const Dwarf_Die unit = m_debug->units().front().raw();
        auto* const at = static_cast<unsigned char*>(unit.addr) + m_places.at(k);
        return {std::nullopt, Dwarf_Attribute{DW_AT_upper_bound, DW_FORM_exprloc, at, unit.cu}};
    }
    /// \param record has no entry of its own, so that its table has an empty list for it
    void setFields(const values::Type& record, std::vector<values::Field> fields)
    {
        const_cast<std::vector<values::Field>&>(m_debug->types().fields(record)) = std::move(fields);
    }

private:
    static constexpr std::size_t kEntryAt = 7; ///< behind the length

    static std::string word(std::size_t number)
    {
        const auto small = static_cast<std::uint32_t>(number);
        return {reinterpret_cast<const char*>(&small), sizeof small};
    }
    template <class Header>
    static std::string bytesOf(const Header& header)
    {
        return {reinterpret_cast<const char*>(&header), sizeof header};
    }
    static std::string elf(const std::string& info, const std::string& abbreviations, const Symbols& symbols)
    {
        using namespace std::string_literals;
        const std::string names = "\0.debug_info\0.debug_abbrev\0.shstrtab\0.symtab\0.strtab\0"s;
        Elf64_Ehdr file{};
        for (std::size_t i = 0; i < SELFMAG; ++i)
            file.e_ident[i] = static_cast<unsigned char>(ELFMAG[i]);
        file.e_ident[EI_CLASS] = ELFCLASS64;
        file.e_ident[EI_DATA] = ELFDATA2LSB;
        file.e_ident[EI_VERSION] = EV_CURRENT;
        file.e_type = ET_DYN;
        file.e_machine = EM_X86_64;
        file.e_version = EV_CURRENT;
        file.e_ehsize = sizeof file;
        file.e_shentsize = sizeof(Elf64_Shdr);
        file.e_shnum = 6;
        file.e_shstrndx = 3;
        std::string contents;
        std::string headers = bytesOf(Elf64_Shdr{});
        const auto section = [&](std::size_t name, std::uint32_t type, const std::string& bytes) {
            Elf64_Shdr header{};
            header.sh_name = static_cast<std::uint32_t>(name);
            header.sh_type = type;
            header.sh_offset = sizeof file + contents.size();
            header.sh_size = bytes.size();
            header.sh_addralign = 1;
            if (type == SHT_SYMTAB) {
                header.sh_entsize = sizeof(Elf64_Sym);
                header.sh_link = 5; // the next section
            }
            headers += bytesOf(header);
            contents += bytes;
        };
        section(1, SHT_PROGBITS, info);
        section(names.find(".debug_abbrev"), SHT_PROGBITS, abbreviations);
        section(names.find(".shstrtab"), SHT_STRTAB, names);
        contents.resize((contents.size() + 7) / 8 * 8);
        std::string letters(1, '\0');
        std::string table = bytesOf(Elf64_Sym{});
        for (const auto& [name, address] : symbols) {
            Elf64_Sym symbol{};
            symbol.st_name = static_cast<std::uint32_t>(letters.size());
            symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
            symbol.st_value = address;
            symbol.st_size = sizeof address;
            symbol.st_shndx = SHN_ABS;
            table += bytesOf(symbol);
            letters += name + '\0';
        }
        section(names.find(".symtab"), SHT_SYMTAB, table);
        section(names.find(".strtab"), SHT_STRTAB, letters);
        contents.resize((contents.size() + 7) / 8 * 8);
        file.e_shoff = sizeof file + contents.size();
        return bytesOf(file) + contents + headers;
    }

    int m_fd = -1;
    std::vector<std::size_t> m_places; ///< from the unit's entry on
    values::Module m_module;
    std::unique_ptr<values::DebugFile> m_debug;
    std::unique_ptr<values::LoadedFile> m_loaded;
};

/// What gfortran 12 says of its array descriptors.
struct GfortranExpressions
{
    static inline const std::string kObject{"\x97", 1}; ///< DW_OP_push_object_address
    static std::string field(int offset) { return kObject + std::string{'\x23', static_cast<char>(offset), '\x06'}; }
    static std::string data() { return kObject + '\x06'; }
    static std::string isThere() { return kObject + std::string("\x06\x30\x2e", 3); } // it is not 0
    static std::string stride(int offset) { return field(offset) + field(32) + '\x1e'; }
};

} // namespace dbgr::test
