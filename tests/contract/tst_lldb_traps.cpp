// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints that come and go while ranks run: one may meet a trap of which LLDB does not know yet, or no more.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "rsp/packet.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"
#include "util/unique_fd.h"

#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace tst_lldb_traps {

using namespace dbgr;
using debug::StopReason;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;

namespace {

constexpr util::Rank kGateRank{99};
constexpr util::BreakpointId kBreakpoint{1};

/// The engine's thread waits in it: it opens a core file that is a FIFO.
class Gate
{
public:
    explicit Gate(LldbRig& rig) : m_path(nameOf("core")), m_fifo(nameOf("fifo"))
    {
        if (::mkfifo(m_path.constData(), 0600) != 0 || ::link(m_path.constData(), m_fifo.constData()) != 0)
            qFatal("no FIFO");
        std::vector<daemon::AttachTarget> targets(1);
        targets.front().rank = kGateRank;
        targets.front().core = m_path.toStdString();
        rig.engine().attach(std::move(targets));
    }
    /// Waits for the thread to stand there. \return whether it came
    [[nodiscard]] bool open() const
    {
        util::UniqueFd writer;
        const bool came = QTest::qWaitFor([&] {
            writer.reset(::open(m_fifo.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
            return bool(writer);
        });
        // LLDB opens it once more for each kind of core file: from now on an empty file. Then what it reads now ends.
        QFile empty(QFile::decodeName(nameOf("empty")));
        return empty.open(QIODevice::WriteOnly) && ::rename(nameOf("empty").constData(), m_path.constData()) == 0 &&
               came;
    }

private:
    [[nodiscard]] QByteArray nameOf(const char* name) const { return QFile::encodeName(m_folder.filePath(name)); }

    QTemporaryDir m_folder;
    QByteArray m_path;
    QByteArray m_fifo;
};

/// Of a stub that nobody has spoken with yet.
std::string answerOf(int stub, const std::string& question)
{
    const std::string packet = rsp::packet(question);
    if (::write(stub, packet.data(), packet.size()) != ssize_t(packet.size()))
        return {};
    std::string answer; // "+$OK#9a"
    char byte = 0;
    while (!(answer.size() > 3 && answer[answer.size() - 3] == '#') && ::read(stub, &byte, 1) == 1)
        answer += byte;
    static_cast<void>(::write(stub, "+", 1) == 1);
    return answer.size() < 5 ? answer : answer.substr(2, answer.size() - 5);
}

std::string hex(std::uint64_t number)
{
    char text[20];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(number));
    return text;
}

debug::SetBreakpoint behindTheTrap(const std::string& condition, bool enabled = true)
{
    return {{kBreakpoint, debug::SourceLine{"trap.cpp", lineOf("trap.cpp", "// where it stands")}, condition, enabled}};
}

} // namespace

class TstLldbTraps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_rig.reset(); }

    void aBreakpointThatLldbCountsTooLateIsHit_data();
    void aBreakpointThatLldbCountsTooLateIsHit();
    void aFalseConditionOfItLetsTheRankGoOn_data();
    void aFalseConditionOfItLetsTheRankGoOn();
    void aBreakpointThatIsDisabledMeanwhileStopsNobody();
    void aTrapOfTheProgramIsASignal();
    void aTrapThatLldbLeftBehindIsTakenOut_data();
    void aTrapThatLldbLeftBehindIsTakenOut();

private:
    EngineClient& client() { return m_rig->client(); }
    /// Asks the engine for the breakpoint while the rank runs into a trap at its place, so that LLDB knows of the stop
    /// first, and of the breakpoint before anybody looks at the stop. LLDB's own order is that, too, when it puts a
    /// trap into a rank that runs and is slow to count it. \return whether it came to that
    [[nodiscard]] bool setWhileItTraps(const debug::SetBreakpoint& set);

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbTraps::initTestCase()
{
#if !defined(__x86_64__)
    QSKIP("elsewhere a trap in the program's own text is never passed");
#endif
}

void TstLldbTraps::init()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("trap");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::SourceLine{"trap.cpp", lineOf("trap.cpp", "const auto end")}));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{kBreakpoint}));
}

bool TstLldbTraps::setWhileItTraps(const debug::SetBreakpoint& set)
{
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    const Gate gate(*m_rig);
    const util::RequestId asked = client().send(m_rig->all(), set);
    ::kill(m_rig->process(0).pid().value(), SIGUSR1);
    const bool trapped = QTest::qWaitFor([&] { return m_rig->process(0).state() == 't'; });
    QTest::qWait(300); // LLDB's own thread takes the stop, and shows that to nobody
    const bool stoodThere = gate.open();
    return client().take(asked) && trapped && stoodThere;
}

void TstLldbTraps::aBreakpointThatLldbCountsTooLateIsHit_data()
{
    QTest::addColumn<QString>("condition");
    for (const char* condition : {"", "number == 7", "isOdd(number)"})
        QTest::newRow(condition) << condition;
}

void TstLldbTraps::aBreakpointThatLldbCountsTooLateIsHit()
{
    QFETCH(QString, condition);
    QVERIFY(setWhileItTraps(behindTheTrap(condition.toStdString())));
    const auto stop = client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop->cause.breakpoints, std::vector{kBreakpoint});
    QCOMPARE(stop->cause.signal, 0);
    QCOMPARE(stop->cause.top.function, std::string("pass"));
    QCOMPARE(m_rig->value("g_passed"), std::string("0"));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{})); // past the trap, which is LLDB's by now
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end);
    QCOMPARE(end->status, 7);
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbTraps::aFalseConditionOfItLetsTheRankGoOn_data()
{
    QTest::addColumn<QString>("condition");
    for (const char* condition : {"number == 8", "!isOdd(number)"}) // by our reader, and by LLDB's compiler
        QTest::newRow(condition) << condition;
}

void TstLldbTraps::aFalseConditionOfItLetsTheRankGoOn()
{
    QFETCH(QString, condition);
    QVERIFY(setWhileItTraps(behindTheTrap(condition.toStdString())));
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end);
    QCOMPARE(end->status, 7);
    QVERIFY(!client().has<debug::StopEvent>());
}

/// LLDB heard of the hit before, and we after it was disabled.
void TstLldbTraps::aBreakpointThatIsDisabledMeanwhileStopsNobody()
{
    static_cast<void>(client().ask(m_rig->all(), behindTheTrap("")));
    QVERIFY(setWhileItTraps(behindTheTrap("", false)));
    const auto end = client().next<daemon::RankExited>();
    QVERIFY(end);
    QCOMPARE(end->status, 7);
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstLldbTraps::aTrapOfTheProgramIsASignal()
{
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    ::kill(m_rig->process(0).pid().value(), SIGUSR1);
    const auto stop = client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.reason, StopReason::Signal);
    QCOMPARE(stop->cause.signal, SIGTRAP);
    QVERIFY(stop->cause.breakpoints.empty());
}

void TstLldbTraps::aTrapThatLldbLeftBehindIsTakenOut_data()
{
    QTest::addColumn<bool>("interrupted");
    QTest::newRow("the rank runs on") << false;
    QTest::newRow("it is interrupted") << true;
}

/// When a breakpoint is removed just after a thread has stepped over it, LLDB puts its trap back and forgets it. Here
/// it is in the text before LLDB comes.
void TstLldbTraps::aTrapThatLldbLeftBehindIsTakenOut()
{
    QFETCH(bool, interrupted);
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const std::uint64_t place = m_rig->runTo(debug::FunctionName{"turn"}).cause.top.pc;
    QVERIFY(client().ask(m_rig->all(), debug::Detach{}).failures.empty());
    QTRY_COMPARE(m_rig->process(0).tracer(), 0);
    std::vector<daemon::AttachTarget> targets;
    targets.push_back(m_rig->process(0).target(util::Rank(0)));
    QCOMPARE(answerOf(targets.front().stub.get(), "Z0," + hex(place) + ",1"), std::string("OK"));
    client().attach(std::move(targets));
    QVERIFY(client().next<debug::AttachedRank>());
    QVERIFY(client().next<debug::StopEvent>());

    const debug::SetBreakpoint set{{kBreakpoint, debug::FunctionName{"turn"}, "", true}};
    QCOMPARE(client().get<debug::BreakpointReply>(m_rig->all(), set).status.resolved, m_rig->all());
    QVERIFY(client().ask(m_rig->all(), debug::RemoveBreakpoint{kBreakpoint}).failures.empty());
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    if (!interrupted) // at once
        QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
    static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
    const auto still = client().next<debug::StopEvent>();
    QVERIFY(still);
    QCOMPARE(still->cause.reason, StopReason::Interrupt);
    // Behind that place, and then in the next turn: it runs.
    const debug::StopEvent stop = m_rig->runTo(debug::SourceLine{"loop.cpp", lineOf("loop.cpp", "return doubled")});
    QCOMPARE(stop.cause.breakpoints, std::vector{kBreakpoint});
    const QString turns = QString::fromStdString(m_rig->value("g_turns"));
    QVERIFY2(turns.toInt() > 0, qPrintable(turns));
    static_cast<void>(m_rig->resume());
    QCOMPARE(QString::fromStdString(m_rig->value("g_turns")), QString::number(turns.toInt() + 1));
}

DBGR_TEST(TstLldbTraps, QCoreApplication);

} // namespace tst_lldb_traps

#include "tst_lldb_traps.moc"
