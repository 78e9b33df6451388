// SPDX-License-Identifier: GPL-3.0-or-later
// Traps in a rank's text, what is written down of them, and the registers of a processor.
#include "keeper/arch/x86_64/x86_64.h"
#include "keeper/target/process_files.h"
#include "keeper/text/sites.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <cstring>

namespace tst_keeper_text {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

constexpr std::byte kTrap[] = {std::byte{0xcc}};

} // namespace

class TestKeeperText : public QObject
{
    Q_OBJECT

private slots:
    void sitesAreCounted()
    {
        auto text = std::make_shared<FakeText>();
        FakeMemory memory(text);
        TextLedger ledger = TextLedger::create().value();
        Sites sites(util::Pid(1), memory, kTrap, ledger);
        QVERIFY(sites.add(2_at) && sites.add(2_at) && !sites.add(999_at));
        sites.plant();
        sites.plant();
        QVERIFY(sites.isPlanted(2_at));
        QVERIFY(sites.remove(2_at));
        QCOMPARE(text->bytes[2], '\xcc');
        QVERIFY(sites.remove(2_at) && !sites.remove(2_at));
        QCOMPARE(text->bytes, std::string("abcdefghijklmnop"));
    }

    void whatIsNotOursStays()
    {
        auto text = std::make_shared<FakeText>();
        FakeMemory memory(text);
        TextLedger ledger = TextLedger::create().value();
        Sites sites(util::Pid(1), memory, kTrap, ledger);
        QVERIFY(sites.add(2_at));
        sites.plant();
        text->bytes[2] = 'Z'; // another library stands there now
        sites.clean();
        QCOMPARE(text->bytes[2], 'Z');
        text->writable = false;
        sites.plant();
        QVERIFY(!sites.isPlanted(2_at));
    }

    void theLedgerIsFullAtItsLimit()
    {
        TextLedger ledger = TextLedger::create().value();
        for (std::uint32_t i = 0; i < TextLedger::kMaxLines; ++i)
            QVERIFY(ledger.add(util::Pid(1), RemoteAddress(i), kTrap));
        QVERIFY(!ledger.add(util::Pid(1), 1_at, kTrap));
        ledger.erase(77);
        QCOMPARE(*ledger.add(util::Pid(1), 1_at, kTrap), 77u);
        const std::byte tooMany[kMostTrapBytes + 1]{};
        ledger.erase(3);
        QVERIFY(!ledger.add(util::Pid(1), 1_at, tooMany));
    }

    void theLedgerPutsBackWhatIsThere()
    {
        static unsigned char ours[] = {'a', 0xcc, 'c'};
        TextLedger ledger = TextLedger::create().value();
        const RemoteAddress address(reinterpret_cast<std::uintptr_t>(ours));
        const util::Pid self(::getpid());
        const std::byte original[] = {std::byte{'B'}};
        QVERIFY(ledger.add(self, address + 1, original) && ledger.add(self, address + 2, original));
        QVERIFY(ledger.add(util::Pid(0x7ffffff0), 5_at, original)); // no such process
        QVERIFY(ledger.addHardware(util::Pid(77)));
        const util::Pid nobody(0x7ffffff0);
        QVERIFY(ledger.ranks() == (std::set{self, nobody}));
        ledger.restore(nobody, nobody, kTrap);
        ledger.restore(nobody, self, kTrap); // whose lines are not those of this one
        QCOMPARE(ours[1], static_cast<unsigned char>(0xcc));
        ledger.restore(self, self, kTrap);
        QCOMPARE(ours[1], static_cast<unsigned char>('B'));
        QCOMPARE(ours[2], static_cast<unsigned char>('c')); // no trap stood there
    }

    void registersArePutTogether()
    {
        const x86_64::ExtendedLayout layout{576, 1088, 1152, 1664};
        const RegisterTable table = x86_64::registersFor(layout);
        QCOMPARE(table.generals(), std::size_t{26});
        const auto number = [&](const char* name) {
            const auto found = std::ranges::find(table.all(), name, &RegisterSpec::name);
            return static_cast<std::uint32_t>(found - table.all().begin());
        };
        RegisterState state{RegisterBytes(27 * 8), RegisterBytes(2688)};
        for (const auto& [name, size] : {std::pair{"rax", 8},
                                         {"eax", 4},
                                         {"st0", 10},
                                         {"xmm15", 16},
                                         {"ymm3", 32},
                                         {"zmm3", 64},
                                         {"zmm31", 64},
                                         {"k7", 8},
                                         {"mxcsr", 4},
                                         {"ftag", 1}}) {
            const RegisterSpec* const spec = table.find(number(name));
            QVERIFY2(spec && spec->size() == std::size_t(size), name);
            RegisterBytes bytes(spec->size());
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = std::byte(i + 1);
            QVERIFY(RegisterTable::write(*spec, state, bytes));
            QVERIFY2(RegisterTable::read(*spec, state) == bytes, name);
            QVERIFY(!RegisterTable::write(*spec, state, std::span(bytes).first(bytes.size() - 1)));
        }
        QCOMPARE(table.find(number("eax"))->partOf, std::optional<unsigned>(number("rax")));
        QVERIFY(!table.find(static_cast<std::uint32_t>(table.all().size())));
        RegisterState small{RegisterBytes(8), {}};
        QVERIFY(!RegisterTable::read(*table.find(number("zmm3")), small));
        QVERIFY(table.targetXml().find("name=\"zmm31\"") != std::string::npos);
        QVERIFY(x86_64::registersFor({}).targetXml().find("ymm") == std::string::npos);
    }

    void partsOfTheStateAreMarked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint64>("present");
        QTest::newRow("x87") << "st1" << quint64(0x3);
        QTest::newRow("SSE") << "xmm1" << quint64(0x3);
        QTest::newRow("AVX") << "ymm1" << quint64(0x7);
        QTest::newRow("AVX-512") << "zmm1" << quint64(0x47);
        QTest::newRow("its higher vectors") << "zmm17" << quint64(0x80);
        QTest::newRow("masks") << "k1" << quint64(0x20);
    }
    void partsOfTheStateAreMarked()
    {
        QFETCH(QString, name);
        const x86_64::ExtendedLayout layout{576, 1088, 1152, 1664};
        const RegisterTable table = x86_64::registersFor(layout);
        const auto spec = std::ranges::find(table.all(), name.toStdString(), &RegisterSpec::name);
        RegisterBytes extended(2688);
        x86_64::markPresent(*spec, layout, extended);
        quint64 present = 0;
        std::memcpy(&present, extended.data() + 512, sizeof present);
        QTEST(present, "present");
    }

    void theControlOfHardwareTraps()
    {
        Arch::HardwareTraps traps{};
        QCOMPARE(x86_64::debugControl(traps), std::uint64_t{0});
        traps[0] = HardwareTrap{HardwareTrap::On::Write, 0x10_at, 4};
        traps[3] = HardwareTrap{HardwareTrap::On::Access, 0x20_at, 8};
        QCOMPARE(x86_64::debugControl(traps), std::uint64_t{0x41 | 0xd0000 | std::uint64_t{0xb} << 28});
        const auto arch = x86_64::make({});
        QVERIFY(arch->canWatch({HardwareTrap::On::Write, 0x18_at, 8}) &&
                !arch->canWatch({HardwareTrap::On::Write, 0x14_at, 8}));
        QVERIFY(!arch->canWatch({HardwareTrap::On::Write, 0x10_at, 3}) &&
                !arch->canWatch({HardwareTrap::On::Execution, 1_at, 4}));
    }

    void mapsAreRead()
    {
        const MemoryMap map("1000-2000 r-xp 00000000 08:01 12                  /lib/with blank.so\n"
                            "2000-3000 rw-p 00000000 00:00 0 \nnonsense\n9-8 r--p 0 0 0\n"
                            "7000-8000 r--p 00000000 00:00 0 [vdso]");
        QCOMPARE(map.at(0x1fff_at).name, std::string("/lib/with blank.so"));
        QVERIFY(map.at(0x1000_at).execute && !map.at(0x1000_at).write);
        QCOMPARE(map.at(0x2000_at).name, std::string());
        QVERIFY(map.at(0x2fff_at).write);
        const rsp::Region hole = map.at(0x3000_at);
        QVERIFY(!hole.isMapped && hole.begin == 0x3000_at && hole.size == 0x4000);
        QVERIFY(!map.at(0_at).isMapped && map.at(0_at).size == 0x1000);
        QCOMPARE(map.at(0x7000_at).name, std::string("[vdso]"));
        QVERIFY(map.at(RemoteAddress(~std::uint64_t{0})).begin == 0x8000_at);
        QVERIFY(!MemoryMap("").at(5_at).isMapped);
    }
};

DBGR_TEST(TestKeeperText);

} // namespace tst_keeper_text

#include "tst_keeper_text.moc"
