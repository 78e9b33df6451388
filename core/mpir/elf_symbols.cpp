// SPDX-License-Identifier: BSD-3-Clause
#include "mpir/elf_symbols.h"

#include "mpir/mpir_error.h"
#include "util/byte_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <elf.h>
#include <memory>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace dbgr::mpir {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024; // a multiple of a symbol's size is read, see eachPiece
constexpr std::size_t kSymbolBytes = sizeof(Elf64_Sym);
constexpr std::size_t kMaxSegments = 4096;
/// Linkers let names share their ends; more hits than this are noise that somebody made.
constexpr std::size_t kMaxHitsPerName = 64;
constexpr std::uint64_t kPageBytes = 4096; // segments are mapped from the start of a page; larger ones are multiples

std::uint64_t pageOf(std::uint64_t address)
{
    return address & ~(kPageBytes - 1);
}

} // namespace

util::Result<ElfSymbols> ElfSymbols::open(util::UniqueFd file)
{
    return open([shared = std::make_shared<util::UniqueFd>(std::move(file))](std::uint64_t offset,
                                                                             std::span<std::byte> out) {
        return offset <= INT64_MAX && ::pread64(shared->get(), out.data(), out.size(), static_cast<off64_t>(offset)) ==
                                          static_cast<ssize_t>(out.size());
    });
}

util::Result<ElfSymbols> ElfSymbols::open(ReadAt file)
{
    ElfSymbols symbols(std::move(file));
    DBGR_TRY(symbols.readHeaders());
    return symbols;
}

util::Result<void> ElfSymbols::readHeaders()
{
    std::array<std::byte, sizeof(Elf64_Ehdr)> bytes{};
    if (!m_file(0, bytes))
        return util::fail(Errc::NotElf, "reading its first bytes: it is shorter than a program");
    const auto header = std::bit_cast<Elf64_Ehdr>(bytes);
    if (!std::equal(header.e_ident, header.e_ident + SELFMAG, ELFMAG))
        return util::fail(Errc::NotElf, "reading its first bytes: it is not ELF");
    if (header.e_ident[EI_CLASS] == ELFCLASS32)
        return util::fail(Errc::ThirtyTwoBit, "reading its first bytes: it is a 32-bit program");
    constexpr auto kOurOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != kOurOrder)
        return util::fail(Errc::NotElf, "reading its first bytes: it is for another kind of machine");
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum > kMaxSegments ||
        (header.e_shnum != 0 && header.e_shentsize != sizeof(Elf64_Shdr)))
        return util::fail(Errc::Damaged, "reading its first bytes: the sizes of its tables cannot be");

    std::vector<Elf64_Phdr> segments(header.e_phnum);
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    if (!m_file(header.e_phoff, std::as_writable_bytes(std::span(segments))) ||
        !m_file(header.e_shoff, std::as_writable_bytes(std::span(sections))))
        return util::fail(Errc::Damaged, "reading its tables of segments and sections: they are not in the file");
    for (const Elf64_Phdr& segment : segments)
        if (segment.p_type == PT_LOAD)
            m_segments.push_back({segment.p_offset, segment.p_vaddr, segment.p_filesz});
    for (const Elf64_Shdr& section : sections)
        m_sections.push_back({section.sh_type, section.sh_link, section.sh_offset, section.sh_size});
    return util::ok();
}

std::optional<std::uint64_t> ElfSymbols::loadBias(std::uint64_t start, std::uint64_t fileOffset) const
{
    for (const Segment& segment : m_segments)
        if (pageOf(segment.offset) <= fileOffset && fileOffset - pageOf(segment.offset) <= segment.sizeBytes)
            return start - pageOf(segment.address) - (fileOffset - pageOf(segment.offset));
    return std::nullopt;
}

std::vector<std::byte> ElfSymbols::bytesAt(std::uint64_t address, std::size_t most) const
{
    const auto segment = std::ranges::find_if(m_segments, [&](const Segment& one) {
        return address >= one.address && address - one.address < one.sizeBytes;
    });
    if (segment == m_segments.end())
        return {};
    const std::uint64_t inside = address - segment->address;
    std::vector<std::byte> bytes(std::min<std::uint64_t>(most, segment->sizeBytes - inside));
    if (segment->offset > UINT64_MAX - inside || !m_file(segment->offset + inside, bytes))
        return {};
    return bytes;
}

std::map<std::string, Symbol> ElfSymbols::find(Table table, const std::vector<std::string>& names) const
{
    const std::uint32_t type = table == Table::Dynamic ? SHT_DYNSYM : SHT_SYMTAB;
    const auto symbols = std::ranges::find(m_sections, type, &Section::type);
    if (symbols == m_sections.end() || symbols->link >= m_sections.size())
        return {};
    const Section& strings = m_sections[symbols->link];
    if (strings.type != SHT_STRTAB || strings.sizeBytes > kMaxTableBytes || symbols->sizeBytes > kMaxTableBytes)
        return {};
    const NameOffsets offsets = offsetsOf(names, strings);
    return offsets.empty() ? std::map<std::string, Symbol>() : symbolsNamed(offsets, *symbols);
}

bool ElfSymbols::eachPiece(const Section& section, std::size_t overlapBytes,
                           const std::function<void(std::uint64_t at, std::string_view piece)>& visit) const
{
    static_assert(sizeof(Elf64_Sym) == 24);
    constexpr std::size_t kStep = kPieceBytes / kSymbolBytes * kSymbolBytes;
    std::vector<std::byte> piece;
    for (std::uint64_t at = 0; at < section.sizeBytes; at += kStep) {
        piece.resize(std::min<std::uint64_t>(section.sizeBytes - at, kStep + overlapBytes));
        if (section.offset > UINT64_MAX - at || !m_file(section.offset + at, piece))
            return false; // the file is shorter than it says
        visit(at, {reinterpret_cast<const char*>(piece.data()), piece.size()});
    }
    return true;
}

ElfSymbols::NameOffsets ElfSymbols::offsetsOf(const std::vector<std::string>& names, const Section& strings) const
{
    std::size_t longest = 0;
    for (const std::string& name : names)
        longest = std::max(longest, name.size());
    std::map<std::string_view, std::size_t> hits;
    NameOffsets offsets;
    const bool whole = eachPiece(strings, longest + 1, [&](std::uint64_t at, std::string_view piece) {
        for (const std::string& name : names) {
            const std::string_view withEnd(name.c_str(), name.size() + 1);
            for (std::size_t hit = piece.find(withEnd); hit != std::string_view::npos;
                 hit = piece.find(withEnd, hit + 1)) {
                if (++hits[name] > kMaxHitsPerName)
                    break;
                offsets.insert_or_assign(static_cast<std::uint32_t>(at + hit), name);
            }
        }
    });
    return whole ? offsets : NameOffsets();
}

std::map<std::string, Symbol> ElfSymbols::symbolsNamed(const NameOffsets& names, const Section& symbols) const
{
    std::map<std::string, Symbol> found;
    static_cast<void>(eachPiece(symbols, 0, [&](std::uint64_t, std::string_view piece) {
        util::ByteReader reader(piece);
        while (reader.remaining() >= kSymbolBytes) {
            const auto nameAt = reader.host<std::uint32_t>();
            static_cast<void>(reader.u8()); // its type: a function or an object
            static_cast<void>(reader.u8());
            const auto section = reader.host<std::uint16_t>();
            const auto address = reader.host<std::uint64_t>();
            const auto size = reader.host<std::uint64_t>();
            if (section == SHN_UNDEF || section == SHN_ABS)
                continue;
            if (const auto name = names.find(nameAt); name != names.end())
                found.insert({name->second, {address, size}});
        }
    }));
    return found;
}

} // namespace dbgr::mpir
