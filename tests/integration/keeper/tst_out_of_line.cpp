// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints whose conditions are false at every instruction of a function, in copies of which threads pass over them:
// the program computes what it does alone, whatever it was compiled to, and whoever interrupts, lets go or dies.
#include "bytecode/code.h"
#include "keeper/target/process_files.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/run/test_class.h"

#include <QProcess>
#include <QTest>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace tst_out_of_line {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

constexpr std::size_t kPlacesAtOnce = 60;
constexpr const char* kPassed = "QPassSignals:0e;17"; // SIGALRM

std::string hex(std::uint64_t number)
{
    return QByteArray::number(qulonglong(number), 16).toStdString();
}

/// Where the instructions of crunch() begin, from the function's first one on; as the disassembler has them.
std::vector<std::uint64_t> instructionsOf(const QString& program)
{
    QProcess objdump;
    objdump.start("objdump", {"-d", "--no-show-raw-insn", "--disassemble=crunch", program});
    if (!objdump.waitForFinished())
        return {};
    std::vector<std::uint64_t> offsets;
    std::uint64_t first = 0;
    for (const QByteArray& line : objdump.readAllStandardOutput().split('\n')) {
        bool isNumber = false;
        const qulonglong address = line.left(line.indexOf(':')).trimmed().toULongLong(&isNumber, 16);
        if (!isNumber || !line.startsWith(' '))
            continue;
        if (offsets.empty())
            first = address;
        offsets.push_back(address - first);
    }
    return offsets;
}

/// Anonymous memory of the process that can be executed, beside the kernel's.
int ourPages(util::Pid pid)
{
    std::ifstream maps("/proc/" + std::to_string(pid.value()) + "/maps");
    int found = 0;
    for (std::string line; std::getline(maps, line);)
        found += line.find("r-xp") != std::string::npos && line.find_first_of("/[") == std::string::npos;
    return found;
}

class Rig
{
public:
    Rig(const QString& level, const std::vector<std::string>& arguments)
        : m_rank("passed_" + level.toStdString(), arguments)
    {
        m_crunch = std::stoull("0" + m_rank.readLine(), nullptr, 16);
        m_client = m_keeper.hold(0, m_rank.pid());
    }
    bool attach()
    {
        return m_crunch != 0 && m_client->ask("QStartNoAckMode") == "OK" && m_client->ask("?").starts_with("T") &&
               m_client->ask(kPassed) == "OK";
    }
    /// In the place of those before, while it stands.
    bool breakAt(const std::vector<std::uint64_t>& addresses)
    {
        std::vector<bytecode::JudgedPlace> places;
        for (const std::uint64_t address : std::exchange(m_places, {}))
            if (m_client->ask("z0," + hex(address) + ",1") != "OK")
                return false;
        m_places = addresses;
        for (const std::uint64_t address : m_places) {
            if (m_client->ask("Z0," + hex(address) + ",1") != "OK")
                return false;
            places.push_back({address, {{bytecode::Code::constant(0).program()}}});
        }
        const ConditionWishes wishes = m_keeper.conditions(0);
        wishes.say(places);
        wishes.putInForce(true);
        return wishes.places()->size() == places.size();
    }
    void run()
    {
        m_keeper.wantStand(0, 0);
        m_client->send("vCont;c");
    }
    /// What it is told for.
    std::string stand()
    {
        m_keeper.wantStand(0, m_asking += 2);
        return m_client->receive();
    }
    /// Whether it has computed so often from now on, and rightly all the time.
    bool computes(int times)
    {
        if (m_rank.written().find_first_not_of('.') != std::string::npos)
            return false;
        for (; times > 0; --times) {
            if (m_rank.readByte() != '.')
                return false;
        }
        return true;
    }
    /// Of each thread, while it stands.
    std::vector<std::uint64_t> pcs()
    {
        std::vector<std::uint64_t> found;
        const std::string threads = m_client->ask("qfThreadInfo").substr(1);
        for (const QString& thread : QString::fromStdString(threads).split(',')) {
            const QByteArray bytes = QByteArray::fromHex(
                QByteArray::fromStdString(m_client->ask("p10;thread:" + thread.toStdString() + ";")));
            std::uint64_t pc = 0;
            std::memcpy(&pc, bytes.constData(), std::min<std::size_t>(sizeof pc, std::size_t(bytes.size())));
            found.push_back(pc);
        }
        return found;
    }

    KeeperProcess m_keeper;
    WatchedProcess m_rank;
    std::uint64_t m_crunch = 0;
    std::unique_ptr<RspClient> m_client;
    std::vector<std::uint64_t> m_places;
    StandWish m_asking = 2;
};

/// Whether the address is in a file that the process has mapped, or in the kernel's own library.
bool isInFile(util::Pid pid, std::uint64_t address)
{
    const rsp::Region region = MemoryMap::of(pid).at(RemoteAddress(address));
    return region.isMapped && !region.name.empty();
}

} // namespace

class TestOutOfLine : public QObject
{
    Q_OBJECT

private slots:
    void theProgramComputesAsAlone_data();
    void theProgramComputesAsAlone();
    void itOutlivesEachOfUs_data();
    void itOutlivesEachOfUs();
    void aBreakpointThatIsTakenAwayIsPassedNoMore();
    void aConditionThatBecomesTrueIsTold();
};

void TestOutOfLine::theProgramComputesAsAlone_data()
{
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("arguments");
    for (const char* level : {"O0", "O2", "vectors"}) {
        for (const char* arguments : {"1", "4", "1 alarms", "4 alarms"})
            QTest::addRow("%s, threads %s", level, arguments) << QString(level) << QString(arguments);
    }
}

void TestOutOfLine::theProgramComputesAsAlone()
{
    QFETCH(QString, level);
    QFETCH(QString, arguments);
    if (level == "vectors" && !__builtin_cpu_supports("avx2"))
        QSKIP("this processor has no AVX2");
    const std::vector<std::uint64_t> offsets = instructionsOf(DBGR_TEST_BIN_DIR "/debuggees/passed_" + level);
    QVERIFY2(offsets.size() > 100, "objdump does not list crunch()");
    std::vector<std::string> words;
    for (const QString& word : arguments.split(' '))
        words.push_back(word.toStdString());
    Rig rig(level, words);
    QVERIFY(rig.attach());
    for (std::size_t begin = 0; begin < offsets.size(); begin += kPlacesAtOnce) {
        std::vector<std::uint64_t> places;
        for (std::size_t i = begin; i < std::min(begin + kPlacesAtOnce, offsets.size()); ++i)
            places.push_back(rig.m_crunch + offsets[i]);
        QVERIFY(rig.breakAt(places));
        for (int stop = 0; stop < 2; ++stop) {
            rig.run();
            QVERIFY2(rig.computes(2), qPrintable("breakpoints from number " + QString::number(begin)));
            const std::string told = rig.stand();
            QVERIFY2(told.starts_with("T13"), told.c_str());
            for (const std::uint64_t pc : rig.pcs())
                QVERIFY2(isInFile(rig.m_rank.pid(), pc), hex(pc).c_str());
        }
    }
    QVERIFY(ourPages(rig.m_rank.pid()) >= 2); // the handler of traps, and the copies
    rig.m_keeper.tell({Order::Kind::Release, 0, util::Pid(0), 0, {}});
    QVERIFY(rig.m_keeper.notice(Notice::Kind::Released));
    if (!arguments.contains(
            "alarms")) // else each thread may have a signal to handle, and nobody is left to take them out
        QCOMPARE(ourPages(rig.m_rank.pid()), 0);
    QVERIFY(rig.computes(50));
}

void TestOutOfLine::itOutlivesEachOfUs_data()
{
    QTest::addColumn<QString>("who");
    QTest::addColumn<QString>("threads");
    for (const char* who : {"debugger", "dbgd", "keeper"}) {
        for (const char* threads : {"1", "4"})
            QTest::addRow("%s, threads %s", who, threads) << QString(who) << QString(threads);
    }
}

/// While it passes over breakpoints all the time, at any moment.
void TestOutOfLine::itOutlivesEachOfUs()
{
    QFETCH(QString, who);
    QFETCH(QString, threads);
    const std::vector<std::uint64_t> offsets = instructionsOf(DBGR_TEST_BIN_DIR "/debuggees/passed_O2");
    QVERIFY(offsets.size() > 100);
    for (int round = 0; round < 10; ++round) {
        Rig rig("O2", {threads.toStdString()});
        QVERIFY(rig.attach());
        std::vector<std::uint64_t> places;
        for (std::size_t i = static_cast<std::size_t>(round); i < offsets.size(); i += 9)
            places.push_back(rig.m_crunch + offsets[i]);
        QVERIFY(rig.breakAt(places));
        rig.run();
        QVERIFY(rig.computes(10 + round));
        std::this_thread::sleep_for(std::chrono::microseconds(round * 137));
        if (who == "debugger")
            rig.m_client->die(); // and nobody takes over
        else if (who == "dbgd")
            rig.m_keeper.closeControl();
        else
            rig.m_keeper.kill();
        if (who == "debugger")
            rig.m_keeper.tell({Order::Kind::Release, 0, util::Pid(0), 0, {}});
        QCOMPARE(whoTraces(rig.m_rank.pid()), std::string());
        QVERIFY(rig.computes(300));
        if (who != "keeper")
            QCOMPARE(ourPages(rig.m_rank.pid()), 0);
    }
}

void TestOutOfLine::aBreakpointThatIsTakenAwayIsPassedNoMore()
{
    Rig rig("O2", {"1"});
    QVERIFY(rig.attach());
    const std::vector<std::uint64_t> offsets = instructionsOf(DBGR_TEST_BIN_DIR "/debuggees/passed_O2");
    QVERIFY(rig.breakAt({rig.m_crunch + offsets[10]}));
    rig.run();
    QVERIFY(rig.computes(10));
    QVERIFY(rig.stand().starts_with("T13"));
    const int byte = rig.m_rank.byteAt(rig.m_crunch + offsets[10]);
    QVERIFY(byte != 0xcc);
    QVERIFY(rig.breakAt({}));
    rig.run();
    QVERIFY(rig.computes(10));
    QCOMPARE(rig.m_rank.byteAt(rig.m_crunch + offsets[10]), byte);
}

void TestOutOfLine::aConditionThatBecomesTrueIsTold()
{
    Rig rig("O2", {"4"});
    QVERIFY(rig.attach());
    const std::vector<std::uint64_t> offsets = instructionsOf(DBGR_TEST_BIN_DIR "/debuggees/passed_O2");
    const std::uint64_t place = rig.m_crunch + offsets[10];
    QVERIFY(rig.breakAt({place}));
    rig.run();
    QVERIFY(rig.computes(40));
    const bytecode::JudgedPlace isTrue{place, {{bytecode::Code::constant(1).program()}}};
    rig.m_keeper.conditions(0).say(std::span(&isTrue, 1));
    const std::string told = rig.m_client->receive();
    QVERIFY2(told.starts_with("T05") && told.find("reason:breakpoint") != std::string::npos, told.c_str());
    const auto pcs = rig.pcs();
    QVERIFY(std::ranges::find(pcs, place) != pcs.end());
}

DBGR_TEST(TestOutOfLine, QCoreApplication);

} // namespace tst_out_of_line

#include "tst_out_of_line.moc"
