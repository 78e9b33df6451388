// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of LLDB's engine that are hard to come by: liblldb that never returns, ranks with very many threads, and
// interrupts that come at a bad moment.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

using namespace dbgr;
using test::LldbRig;

class TstLldbEnds : public QObject
{
    Q_OBJECT

private slots:
    void manyThreadsEndWithTheirRank_data();
    void manyThreadsEndWithTheirRank();
    void interruptsReachARankWhoseConditionIsCheckedAllTheTime();
    void endsThoughLldbBlocksItsThread(); // the last: what it leaves behind may hold locks of LLDB
};

/// A core file that is a FIFO: whoever opens it waits for a writer.
void TstLldbEnds::endsThoughLldbBlocksItsThread()
{
    const QTemporaryDir folder;
    const QByteArray fifo = QFile::encodeName(folder.filePath("core"));
    QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
    const auto loop = net::EventLoop::create().value();
    daemon::EngineLimits limits;
    limits.farewell = limits.blocked = limits.end = std::chrono::milliseconds(300);
    auto engine = std::make_unique<daemon::LldbEngine>(*loop, DBGR_LLDB_SERVER, limits);
    engine->start({[](const daemon::EngineEvent&) {}, [](util::RequestId, const debug::EngineReply&) {}});
    daemon::AttachTarget target;
    target.core = fifo.toStdString();
    engine->attach([&] {
        std::vector<daemon::AttachTarget> targets;
        targets.push_back(std::move(target));
        return targets;
    }());
    QTest::qWait(300); // it is in there by now

    bool down = false;
    engine->shutdown(daemon::Farewell::Detach, [&] { down = true; });
    QVERIFY(test::runUntil(
        *loop, [&] { return down; }, std::chrono::seconds(5)));
    engine.reset();

    const int writer = ::open(fifo.constData(), O_RDWR | O_NONBLOCK); // lets the thread go, for the test's own end
    ::unlink(fifo.constData());
    ::close(writer);
    QTest::qWait(300);
}

void TstLldbEnds::manyThreadsEndWithTheirRank_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {20, 200})
        QTest::addRow("%d threads", threads) << threads;
}

void TstLldbEnds::manyThreadsEndWithTheirRank()
{
    QFETCH(int, threads);
    LldbRig rig;
    rig.start("threads", {std::to_string(threads), "exit"}, 1, test::Debuggee::Begin::Running);
    QTest::qWait(500);
    QVERIFY(rig.attach());
    static_cast<void>(rig.client().ask(rig.all(), debug::Continue{}));
    ::kill(rig.process(0).pid().value(), SIGUSR1);
    const auto end = rig.client().next<daemon::RankExited>();
    QVERIFY(end);
    QCOMPARE(end->status, 0);
    QCOMPARE(end->signal, 0);
}

void TstLldbEnds::interruptsReachARankWhoseConditionIsCheckedAllTheTime()
{
    LldbRig rig;
    rig.start("loop", {}, 2);
    QVERIFY(rig.attach());
    const debug::SetBreakpoint never{{util::BreakpointId(1), debug::FunctionName{"turn"}, "i < 0", true}};
    static_cast<void>(rig.client().ask(rig.all(), never));
    for (int round = 0; round < 20; ++round) {
        static_cast<void>(rig.client().ask(rig.all(), debug::Continue{}));
        QTest::qWait(round * 3);
        static_cast<void>(rig.client().ask(rig.all(), debug::Interrupt{}));
        QCOMPARE(rig.client().nextOfEach<debug::StopEvent>(2).size(), std::size_t(2));
    }
}

QTEST_GUILESS_MAIN(TstLldbEnds)
#include "tst_lldb_ends.moc"
