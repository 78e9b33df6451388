// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions that are done elsewhere: how long they are and which cannot be, beside the disassembler; and the pages
// that their copies are in.
#include "keeper/arch/x86_64/instruction.h"
#include "keeper/arch/x86_64/x86_64.h"
#include "keeper/target/process_files.h"
#include "keeper/text/slots.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/run/test_class.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cstring>
#include <link.h>

namespace tst_slots {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    std::vector<std::byte> bytes(std::size_t(raw.size()));
    std::memcpy(bytes.data(), raw.constData(), bytes.size());
    return bytes;
}

/// Files that this program has loaded: itself, Qt, the C and the C++ library, and what they need.
QStringList loadedFiles()
{
    QStringList files;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* found) {
            if (info->dlpi_name && info->dlpi_name[0] == '/')
                static_cast<QStringList*>(found)->append(QString::fromLocal8Bit(info->dlpi_name));
            return 0;
        },
        &files);
    return files;
}

bool leadsElsewhere(const QString& words)
{
    static const QRegularExpression kLeads("(^|\\s)(j[a-z]+|call|ret|lret|iret|syscall|sysenter|sysret|loop[a-z]*|int3?"
                                           "|int1|into|hlt|ud[0-2]|xbegin|xabort|"
                                           "xend|bnd jmp)q?(\\s|$)");
    return kLeads.match(words).hasMatch();
}

/// A process whose memory begins with these bytes, then has two pages.
class Rig
{
public:
    explicit Rig(const QByteArray& hex) : text(std::make_shared<FakeText>())
    {
        const QByteArray raw = QByteArray::fromHex(hex);
        text->bytes.assign(3 * Slots::kPage, '\x90');
        text->bytes.replace(0, std::size_t(raw.size()), raw.toStdString());
    }

    std::shared_ptr<FakeText> text;
    FakeMemory memory{text};
    std::unique_ptr<Arch> arch = x86_64::make({});
    Slots copies{memory, *arch};
};

} // namespace

class TestSlots : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithTheDisassembler_data()
    {
        QTest::addColumn<QString>("file");
        int libraries = 0;
        for (const QString& file : loadedFiles()) {
            if (file.contains("libc.so") || file.contains("libstdc++") || file.contains("libm.so") ||
                file.contains("libcrypto") || file.contains("libQt6Core")) {
                QTest::newRow(qPrintable(file.section('/', -1))) << file;
                ++libraries;
            }
        }
        QVERIFY(libraries >= 3);
    }
    /// Each instruction of these libraries: one that we would move has the length that the disassembler says, leads
    /// nowhere else, and is told to know of its own address where it does. And most of them we would move.
    void agreesWithTheDisassembler()
    {
        QFETCH(QString, file);
        QProcess objdump;
        objdump.start("objdump", {"-d", "-w", "--insn-width=15", file});
        QVERIFY(objdump.waitForStarted());
        std::size_t all = 0;
        std::size_t moved = 0;
        while (objdump.waitForReadyRead(60'000) || objdump.canReadLine()) {
            while (objdump.canReadLine()) {
                const QList<QByteArray> columns = objdump.readLine().trimmed().split('\t');
                if (columns.size() < 3 || columns[2].contains("(bad)"))
                    continue;
                const auto bytes = bytesOf(columns[1]);
                const QString words = QString::fromLatin1(columns[2]);
                const bool leads = leadsElsewhere(words.section('#', 0, 0).section('<', 0, 0));
                all += leads ? 0 : 1;
                const auto found = x86_64::movable(bytes);
                if (!found)
                    continue;
                ++moved;
                QVERIFY2(found->length == bytes.size() && !leads, columns.join(' ').constData());
                QVERIFY2(found->displacement.has_value() == words.contains("(%rip)"), columns.join(' ').constData());
                for (std::size_t i = 0; i < bytes.size(); ++i) // nothing is read that is not there
                    QVERIFY(!x86_64::movable(std::span(bytes).first(i)));
            }
        }
        QVERIFY2(all > 1000, "the disassembler says nothing");
        QVERIFY2(moved * 100 >= all * 80, qPrintable(QString("%1 of %2").arg(moved).arg(all)));
    }

    void whatLeadsElsewhereIsNotMoved_data()
    {
        QTest::addColumn<QByteArray>("hex");
        for (const auto& [name, hex] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"jmp", "e900000000"},
                 {"short jmp", "eb00"},
                 {"je", "7400"},
                 {"long je", "0f8400000000"},
                 {"call", "e800000000"},
                 {"call *rax", "ffd0"},
                 {"call *mem", "ff1500000000"},
                 {"jmp *rax", "ffe0"},
                 {"jmp *mem", "ff2500000000"},
                 {"notrack jmp", "3effe0"},
                 {"ret", "c3"},
                 {"ret n", "c20800"},
                 {"rep ret", "f3c3"},
                 {"syscall", "0f05"},
                 {"sysenter", "0f34"},
                 {"int 80", "cd80"},
                 {"int3", "cc"},
                 {"int1", "f1"},
                 {"loop", "e200"},
                 {"jrcxz", "e300"},
                 {"xbegin", "c7f800000000"},
                 {"xabort", "c6f800"},
                 {"xend", "0f01d5"},
                 {"ud2", "0f0b"},
                 {"hlt", "f4"},
                 {"iretq", "48cf"},
                 {"pushf", "9c"},
                 {"popf", "9d"},
                 {"enter", "c8000000"},
                 {"no such", "06"},
                 {"two REX", "484890"},
                 {"VEX behind 66", "66c5f877"},
                 {"lea of a register", "8dc0"},
                 {"32-bit address", "678b00"},
                 {"nothing", ""},
                 {"prefixes only", "666666666666666666666666666666"},
                 {"too long", "66666666666666666666666666668b00"}})
            QTest::newRow(name) << QByteArray(hex);
    }
    void whatLeadsElsewhereIsNotMoved()
    {
        QFETCH(QByteArray, hex);
        const auto bytes = bytesOf(hex);
        QVERIFY(!x86_64::movable(bytes));
        QVERIFY(!x86_64::make({})->moved(bytes, 0x1000_at, 0x2000_at));
    }

    void aCopyReadsWhatTheInstructionReads()
    {
        const auto arch = x86_64::make({});
        const auto text = bytesOf("8b0510000000"); // mov eax, [rip+16]
        const auto made = arch->moved(text, 0x1000_at, 0x5000_at);
        QVERIFY(made);
        QCOMPARE(made->length, text.size());
        QCOMPARE(made->code, bytesOf("8b0510c0ffffe9fbbfffff"));  // 0x1016; back to 0x1006
        QVERIFY(!arch->moved(text, 0x1000_at, 0x1'0000'0000_at)); // too far
        QVERIFY(arch->moved(text, 0x7fff'0000'1000_at, 0x7fff'4000'1000_at));
    }

    void copiesAreMadeWhereThereIsAPage()
    {
        Rig rig("554889e5c3"); // push rbp; mov rbp, rsp; ret
        rig.copies.want(0_at);
        rig.copies.want(1_at);
        rig.copies.want(4_at);
        QCOMPARE(rig.copies.write(), std::optional(0_at)); // a page is wanted
        QVERIFY(!rig.copies.of(0_at));
        rig.copies.addPage(RemoteAddress(Slots::kPage));
        QVERIFY(!rig.copies.write());
        QVERIFY(!rig.copies.isAnyWanted());
        const auto first = rig.copies.of(0_at);
        const auto second = rig.copies.of(1_at);
        QVERIFY(first && second && *first != *second);
        QVERIFY(!rig.copies.of(4_at)); // ret
        rig.copies.want(4_at);
        QVERIFY(!rig.copies.isAnyWanted()); // which is known by now
        QCOMPARE(rig.text->bytes.substr(second->value(), 4), std::string("\x48\x89\xe5\xe9", 4));
        QCOMPARE(rig.copies.home(*second), std::optional(1_at));
        QCOMPARE(rig.copies.home(*second + 3), std::optional(4_at));
        QVERIFY(!rig.copies.home(1_at));
        QVERIFY(!rig.copies.home(RemoteAddress(Slots::kPage - 1)));
        QVERIFY(!rig.copies.home(*second + Arch::kMostOutOfLine));
        QCOMPARE(rig.copies.takePages(), std::vector{RemoteAddress(Slots::kPage)});
        QVERIFY(!rig.copies.of(0_at) && !rig.copies.home(*second) && rig.copies.isEmpty());
    }

    void textThatHasChangedHasNoCopy()
    {
        Rig rig("554889e5c3");
        rig.copies.addPage(RemoteAddress(Slots::kPage));
        rig.copies.want(1_at);
        QVERIFY(!rig.copies.write());
        const auto before = rig.copies.of(1_at);
        rig.copies.check();
        QCOMPARE(rig.copies.of(1_at), before);
        rig.text->bytes[3] = '\xe4'; // mov rsp, rsp
        rig.copies.check();
        QVERIFY(!rig.copies.of(1_at));
        QCOMPARE(rig.copies.home(*before + 3), std::optional(4_at)); // who is there still is
        rig.copies.want(1_at);
        QVERIFY(!rig.copies.write());
        QVERIFY(rig.copies.of(1_at) && rig.copies.of(1_at) != before);
    }

    void aFullPageIsFollowedByAnother()
    {
        constexpr std::size_t kInPage = Slots::kPage / Arch::kMostOutOfLine;
        Rig rig("");
        rig.copies.addPage(RemoteAddress(Slots::kPage));
        for (std::uint64_t i = 0; i <= kInPage; ++i)
            rig.copies.want(RemoteAddress(i));
        QCOMPARE(rig.copies.write(), std::optional(RemoteAddress(kInPage)));
        rig.copies.addPage(RemoteAddress(2 * Slots::kPage));
        QVERIFY(!rig.copies.write());
        QCOMPARE(rig.copies.of(RemoteAddress(kInPage)), std::optional(RemoteAddress(2 * Slots::kPage)));
        QCOMPARE(rig.copies.takePages().size(), std::size_t(2));
    }

    void whereThereIsNoRoomItIsNotTriedAgain()
    {
        Rig rig("554889e5c3");
        rig.copies.want(0_at);
        QVERIFY(rig.copies.write());
        rig.copies.refuse();
        rig.copies.want(0_at);
        QVERIFY(!rig.copies.isAnyWanted());
        rig.copies.want(1_at);
        rig.copies.addPage(RemoteAddress(Slots::kPage));
        rig.text->writable = false;
        QVERIFY(!rig.copies.write());
        QVERIFY(rig.copies.isEmpty());
    }

    void roomIsNearAndOutOfTheWay_data()
    {
        QTest::addColumn<QByteArray>("maps");
        QTest::addColumn<qulonglong>("address");
        QTest::addColumn<qulonglong>("room"); // 0: none
        const QByteArray program = "555555554000-555555556000 r-xp 00000000 00:00 0 /app\n"
                                   "555555556000-555555577000 rw-p 00000000 00:00 0 [heap]\n";
        QTest::newRow("below the program") << program << 0x555555554100ULL << 0x555555543000ULL;
        QTest::newRow("of the heap") << program << 0x555555560000ULL << 0x555555543000ULL;
        QTest::newRow("at the lowest address")
            << QByteArray("00400000-00500000 r-xp 0 00:00 0 /app\n") << 0x400100ULL << 0x3ef000ULL;
        QTest::newRow("only above") << QByteArray("00010000-00500000 r-xp 0 00:00 0 /app\n") << 0x400100ULL
                                    << 0x510000ULL;
        QTest::newRow("not where the heap grows")
            << QByteArray("00010000-00500000 r-xp 0 00:00 0 /app\n00500000-00600000 rw-p 0 00:00 0 [heap]\n")
            << 0x400100ULL << 0ULL;
        QTest::newRow("not below a stack")
            << QByteArray(
                   "7ffff7000000-7ffff7100000 rw-p 0 00:00 0 [stack]\n7ffff7100000-7ffff7200000 r-xp 0 00:00 0 /x\n")
            << 0x7ffff7100000ULL << 0x7ffff7210000ULL;
        QTest::newRow("no narrow hole")
            << QByteArray("7ffff7000000-7ffff7100000 r-xp 0 00:00 0 /a\n7ffff7110000-7ffff7200000 r-xp 0 00:00 0 /b\n")
            << 0x7ffff7110000ULL << 0x7ffff7210000ULL;
        QTest::newRow("too far") << QByteArray("100000000-200000000 r-xp 0 00:00 0 /huge\n") << 0x180000000ULL << 0ULL;
    }
    void roomIsNearAndOutOfTheWay()
    {
        QFETCH(QByteArray, maps);
        QFETCH(qulonglong, address);
        QFETCH(qulonglong, room);
        QCOMPARE(qulonglong(
                     roomNear(MemoryMap(maps.toStdString()), RemoteAddress(address)).value_or(RemoteAddress()).value()),
                 room);
    }
};

DBGR_TEST(TestSlots);

} // namespace tst_slots

#include "tst_slots.moc"
