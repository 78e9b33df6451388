// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "mpir/elf_symbols.h"
#include "mpir/mpir_error.h"
#include "tests/support/run/test_class.h"

#include <cstring>
#include <elf.h>

namespace tst_elf_symbols {

using namespace dbgr::mpir;

namespace {

constexpr std::uint64_t kNamesAt = 0x200;
constexpr std::uint64_t kSymbolsAt = 0x300;
constexpr std::uint64_t kSectionsAt = 0x400;

/// A file with one segment (0x1000 at 0x5000), names, and the symbols of a test.
struct Image
{
    Elf64_Ehdr header{};
    Elf64_Phdr segment{};
    Elf64_Shdr sections[3]{};
    std::string names = std::string("\0xMPIR_proctable\0MPIR_proctable_size\0other\0", 43);
    std::vector<Elf64_Sym> symbols;
    std::size_t cutAt = SIZE_MAX;

    Image()
    {
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS64;
        header.e_ident[EI_DATA] = ELFDATA2LSB;
        header.e_phoff = sizeof header;
        header.e_phentsize = sizeof segment;
        header.e_phnum = 1;
        header.e_shoff = kSectionsAt;
        header.e_shentsize = sizeof(Elf64_Shdr);
        header.e_shnum = 3;
        segment.p_type = PT_LOAD;
        segment.p_offset = 0x1010;
        segment.p_vaddr = 0x5010;
        segment.p_filesz = 0x800;
        sections[1] = {.sh_name = 0,
                       .sh_type = SHT_STRTAB,
                       .sh_flags = 0,
                       .sh_addr = 0,
                       .sh_offset = kNamesAt,
                       .sh_size = names.size(),
                       .sh_link = 0,
                       .sh_info = 0,
                       .sh_addralign = 0,
                       .sh_entsize = 0};
        sections[2] = sections[1];
        sections[2].sh_type = SHT_DYNSYM;
        sections[2].sh_offset = kSymbolsAt;
        sections[2].sh_link = 1;
    }
    void add(std::uint32_t nameAt, std::uint16_t section, std::uint64_t address)
    {
        symbols.push_back({nameAt, 0, 0, section, address, 8});
        sections[2].sh_size = symbols.size() * sizeof(Elf64_Sym);
    }
    [[nodiscard]] std::string bytes() const
    {
        std::string file(kSectionsAt + sizeof sections, '\0');
        const auto put = [&file](std::uint64_t at, const void* from, std::size_t size) {
            std::memcpy(file.data() + at, from, size);
        };
        put(0, &header, sizeof header);
        put(sizeof header, &segment, sizeof segment);
        put(kNamesAt, names.data(), names.size());
        put(kSymbolsAt, symbols.data(), symbols.size() * sizeof(Elf64_Sym));
        put(kSectionsAt, sections, sizeof sections);
        return file.substr(0, cutAt);
    }
    [[nodiscard]] dbgr::util::Result<ElfSymbols> open() const
    {
        return ElfSymbols::open([file = bytes()](std::uint64_t offset, std::span<std::byte> out) {
            if (offset > file.size() || out.size() > file.size() - offset)
                return false;
            std::memcpy(out.data(), file.data() + offset, out.size());
            return true;
        });
    }
    [[nodiscard]] std::map<std::string, Symbol> find(ElfSymbols::Table table = ElfSymbols::Table::Dynamic) const
    {
        const auto elf = open();
        return elf ? elf->find(table, {"MPIR_proctable", "MPIR_proctable_size"}) : std::map<std::string, Symbol>();
    }
};

using Symbols = std::map<std::string, Symbol>;

} // namespace

class TestElfSymbols : public QObject
{
    Q_OBJECT

private slots:
    void findsNamesAlsoWhereTheyAreTheEndOfOthers()
    {
        Image image;
        image.add(2, 1, 0x5100);  // "MPIR_proctable", in "xMPIR_proctable"
        image.add(17, 1, 0x5200); // "MPIR_proctable_size"
        image.add(37, 1, 0x5300); // "other"
        QVERIFY((image.find() == Symbols{{"MPIR_proctable", {0x5100, 8}}, {"MPIR_proctable_size", {0x5200, 8}}}));
        QVERIFY(image.find(ElfSymbols::Table::Static).empty());
    }

    void leavesOutWhatTheFileOnlyUses()
    {
        Image image;
        image.add(2, SHN_UNDEF, 0);
        image.add(1, 1, 0x5100); // "xMPIR_proctable"
        QVERIFY(image.find().empty());
    }

    void findsThemInTablesOfManyPieces()
    {
        Image image;
        const std::string padding(200'000, 'x');
        std::string file = image.bytes();
        const std::uint64_t namesAt = file.size();
        const std::uint64_t nameOffset = 65'520 - 7; // straddles the end of a piece
        const std::string names = padding.substr(0, nameOffset) + std::string("MPIR_proctable\0", 15) + padding;
        file += names;
        const std::uint64_t symbolsAt = file.size();
        std::vector<Elf64_Sym> symbols(10'000);
        symbols[9'999] = {static_cast<std::uint32_t>(nameOffset), 0, 0, 1, 0x77, 8};
        file.append(reinterpret_cast<const char*>(symbols.data()), symbols.size() * sizeof(Elf64_Sym));
        image.sections[1].sh_offset = namesAt;
        image.sections[1].sh_size = names.size();
        image.sections[2].sh_offset = symbolsAt;
        image.sections[2].sh_size = symbols.size() * sizeof(Elf64_Sym);
        std::memcpy(file.data() + kSectionsAt, image.sections, sizeof image.sections);
        const auto elf = ElfSymbols::open([&file](std::uint64_t offset, std::span<std::byte> out) {
            if (offset > file.size() || out.size() > file.size() - offset)
                return false;
            std::memcpy(out.data(), file.data() + offset, out.size());
            return true;
        });
        QVERIFY(elf.has_value());
        const Symbols found = elf->find(ElfSymbols::Table::Dynamic, {"MPIR_proctable"});
        QVERIFY((found == Symbols{{"MPIR_proctable", {0x77, 8}}}));
    }

    void tellsWhereItWasLoaded()
    {
        const auto elf = Image().open();
        QVERIFY(elf.has_value());
        QCOMPARE(elf->loadBias(0x7f0000005000, 0x1000).value(), 0x7f0000000000u);
        QVERIFY(!elf->loadBias(0x7f0000005000, 0x9000));
        QVERIFY(!elf->loadBias(0x7f0000005000, 0));
    }

    void refusesOtherFiles()
    {
        Image image;
        image.header.e_ident[EI_CLASS] = ELFCLASS32;
        QVERIFY(image.open().error().code == Errc::ThirtyTwoBit);
        image.header.e_ident[EI_CLASS] = ELFCLASS64;
        image.header.e_ident[EI_DATA] = ELFDATA2MSB;
        QVERIFY(image.open().error().code == Errc::NotElf);
        image.header.e_ident[0] = '#';
        QVERIFY(image.open().error().code == Errc::NotElf);
        image.cutAt = 10;
        QVERIFY(image.open().error().code == Errc::NotElf);
    }

    void survivesTablesThatCannotBe_data()
    {
        QTest::addColumn<int>("which");
        for (int which = 0; which < 7; ++which)
            QTest::addRow("%d", which) << which;
    }

    void survivesTablesThatCannotBe()
    {
        QFETCH(int, which);
        Image image;
        image.add(2, 1, 0x5100);
        switch (which) {
        case 0:
            image.sections[2].sh_size = UINT64_MAX;
            break;
        case 1:
            image.sections[2].sh_offset = UINT64_MAX - 4;
            break;
        case 2:
            image.sections[2].sh_link = 77;
            break;
        case 3:
            image.sections[1].sh_size = ElfSymbols::kMaxTableBytes; // more than the file has
            break;
        case 4:
            image.header.e_shnum = 65535;
            break;
        case 5:
            image.header.e_phentsize = 1;
            break;
        case 6:
            image.sections[1].sh_type = SHT_NULL;
            break;
        }
        QVERIFY(image.find().empty());
    }
};

DBGR_TEST(TestElfSymbols);

} // namespace tst_elf_symbols

#include "tst_elf_symbols.moc"
