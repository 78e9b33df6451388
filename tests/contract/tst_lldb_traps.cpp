// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints that come and go while ranks run: one may meet a trap of which LLDB does not know yet, or no more.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "util/unique_fd.h"

#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

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
    /// \return whether the thread stood there
    [[nodiscard]] bool open() const
    {
        QFile empty(QFile::decodeName(nameOf("empty"))); // for those of LLDB's readers that come next
        if (!empty.open(QIODevice::WriteOnly) || ::rename(nameOf("empty").constData(), m_path.constData()) != 0)
            return false;
        return bool(util::UniqueFd(::open(m_fifo.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)));
    }

private:
    [[nodiscard]] QByteArray nameOf(const char* name) const { return QFile::encodeName(m_folder.filePath(name)); }

    QTemporaryDir m_folder;
    QByteArray m_path;
    QByteArray m_fifo;
};

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
    for (const char* condition : {"", "number == 7", "isOdd(number)", "no_such_name == 3"})
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

QTEST_GUILESS_MAIN(TstLldbTraps)
#include "tst_lldb_traps.moc"
