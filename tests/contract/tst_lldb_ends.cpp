// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of LLDB's engine that are hard to come by: liblldb that never returns, and interrupts that come at a bad
// moment.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace tst_lldb_ends {

using namespace dbgr;
using test::LldbRig;

class TstLldbEnds : public QObject
{
    Q_OBJECT

private slots:
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
    auto engine = std::make_unique<daemon::LldbEngine>(*loop, limits);
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

// As dbgd ends: without exit handlers, under which a thread that was left behind would lose what it stands on.
int runAndLeave(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    TstLldbEnds tests;
    const int failed = QTest::qExec(&tests, argc, argv);
    static_cast<void>(std::fflush(nullptr));
    ::_exit(failed);
}

const dbgr::test::TestClass kTestClass(__FILE__, runAndLeave);

} // namespace tst_lldb_ends

#include "tst_lldb_ends.moc"
