// SPDX-License-Identifier: GPL-3.0-or-later
// A rank that is sampled: in every order in which the kernel may tell of its threads they are copied, go on as they
// were, and nobody hears of it.
#include "keeper/target/process_files.h"
#include "keeper/trace/stack_windows.h"
#include "tests/support/keeper/sampled_rig.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

namespace tst_sampling {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;
using x86_64::General;

namespace {

/// Has the instruction that enters the kernel wherever one looks.
class CallsEverywhere final : public util::ProcessMemory
{
public:
    bool read(RemoteAddress, std::span<std::byte> out) override
    {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = i % 2 == 0 ? std::byte{0x0f} : std::byte{0x05};
        return true;
    }
    bool write(RemoteAddress, std::span<const std::byte>) override { return false; }
    void reopen() override {}
};

} // namespace

class TestSampling : public QObject
{
    Q_OBJECT

private slots:
    // --- what is copied ----------------------------------------------------------------------------------------------

    void oneThatStandsIsCopiedAndStands()
    {
        SampledRig rig;
        rig.text->bytes.assign(8192, 'x');
        rig.set(2, General::Rsp, 4096);
        rig.sample();
        QCOMPARE(rig.done(), QString("stood 1 2;"));
        QVERIFY(rig.process.stands() && !rig.process.isSampling());
        QCOMPARE(rig.last.pid, util::Pid(1));
        const util::ThreadSnapshot& thread = rig.last.threads[1];
        QCOMPARE(thread.registers, rig.tracer.threads[Tid(2)].general);
        QCOMPARE(thread.stack.size(), std::size_t(1));
        QCOMPARE(thread.stack[0].address, std::uint64_t(4096 - 128));
        QCOMPARE(thread.stack[0].bytes, std::vector<std::byte>(4096 + 128, std::byte{'x'})); // as far as there is any
    }

    void theOuterPartOfAStackEndsAtTheThreadPointer()
    {
        SampledRig rig;
        rig.text->bytes.assign(std::size_t{1} << 20, 'x');
        rig.set(2, General::Rsp, 8192);
        rig.set(2, General::FsBase, 1'000'000);
        rig.sample();
        const auto& stack = rig.last.threads[1].stack;
        QCOMPARE(stack.size(), std::size_t(2));
        QCOMPARE(stack[0].bytes.size(), std::size_t(128 + kInnerStack));
        QCOMPARE(stack[1].address, std::uint64_t(1'000'000 - kOuterStack));
        QCOMPARE(stack[1].bytes.size(), std::size_t(kOuterStack));
    }

    void theFirstThreadsStackEndsBehindItsFrames()
    {
        const int local = 0;
        const RemoteAddress here(reinterpret_cast<std::uintptr_t>(&local));
        const RemoteAddress end = endOfStackOf(util::Pid(::getpid()));
        QVERIFY(end > here && end - here < (std::uint64_t{1} << 20));
        QCOMPARE(endOfStackOf(util::Pid(1 << 22)), RemoteAddress()); // there is no such process
    }

    void windowsAreApartAndWithinTheLimit_data()
    {
        QTest::addColumn<quint64>("pointer");
        QTest::addColumn<quint64>("end");
        QTest::addColumn<QList<quint64>>("wanted");
        const quint64 m = 1 << 20;
        QTest::newRow("no end") << 10 * m << quint64(0) << QList<quint64>{10 * m - 128, 10 * m + kInnerStack};
        QTest::newRow("near its end") << 10 * m << 10 * m + 5000 << QList<quint64>{10 * m - 128, 10 * m + 5000};
        QTest::newRow("they touch") << 10 * m << 10 * m + kInnerStack + kOuterStack
                                    << QList<quint64>{10 * m - 128, 10 * m + kInnerStack + kOuterStack};
        QTest::newRow("far from its end")
            << 10 * m << 12 * m << QList<quint64>{10 * m - 128, 10 * m + kInnerStack, 12 * m - kOuterStack, 12 * m};
        QTest::newRow("on another stack")
            << 10 * m << 2 * m << QList<quint64>{2 * m - kOuterStack, 2 * m, 10 * m - 128, 10 * m + kInnerStack};
        QTest::newRow("right behind its end")
            << 10 * m << 10 * m - 10 << QList<quint64>{10 * m - 10 - kOuterStack, 10 * m + kInnerStack};
        QTest::newRow("at address 0") << quint64(5) << quint64(0) << QList<quint64>{0, 5 + kInnerStack};
        QTest::newRow("at the last address")
            << ~quint64(0) - 5 << quint64(7) << QList<quint64>{0, 7, ~quint64(0) - 5 - 128, ~quint64(0)};
    }
    void windowsAreApartAndWithinTheLimit()
    {
        QFETCH(quint64, pointer);
        QFETCH(quint64, end);
        QFETCH(QList<quint64>, wanted);
        const StackBounds bounds{RemoteAddress(pointer), end == 0 ? std::nullopt : std::optional(RemoteAddress(end))};
        QList<quint64> found;
        const auto windows = stackWindows({&bounds, 1}, 128);
        for (const StackWindow& window : windows.front())
            found << window.begin.value() << window.end.value();
        QCOMPARE(found, wanted);
    }

    void aRankOfManyThreadsGivesLessOfEach()
    {
        const std::vector<StackBounds> many(
            60, {RemoteAddress(std::uint64_t{1} << 30), RemoteAddress(std::uint64_t{2} << 30)});
        const auto some = stackWindows(many, 0);
        QCOMPARE(some.back().front().size(), kSmallInnerStack);
        QCOMPARE(some.back().size(), std::size_t(2));
        const std::vector<StackBounds> tooMany(1000, many.front());
        const auto all = stackWindows(tooMany, 0);
        std::uint64_t sum = 0;
        for (const auto& windows : all) {
            for (const StackWindow& window : windows)
                sum += window.size();
        }
        QCOMPARE(sum, kMostStackOfRank);
        QCOMPARE(all.size(), tooMany.size());
        QVERIFY(all.back().empty());
    }

    // --- one that runs -----------------------------------------------------------------------------------------------

    void oneThatRunsGoesOnWhenAllHaveStood()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString());
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1; go 2; sampled 1 2;"));
        rig.tell(1, Kind::Interrupted); // a late one
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    void threadsKeepTheirOrders()
    {
        SampledRig rig({1, 2, 3});
        rig.process.resume({{Tid(1), kStep}, {Tid(2), kStand}}, kRun);
        QCOMPARE(rig.done(), QString("step 1; go 3;"));
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 3;"));
        rig.tell(1, Kind::Interrupted);
        rig.tell(3, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("step 1; go 3; sampled 1 2 3;"));
        rig.stepped(1);
        rig.tell(3, Kind::Interrupted);
        rig.tell(1, Kind::Interrupted); // behind its step
        QVERIFY2(rig.done().endsWith("stopped 1 2 5;"), "it is told as ever");
    }

    void aLoneStepIsLeftAlone()
    {
        SampledRig rig;
        rig.process.stepAlone(Tid(2));
        static_cast<void>(rig.done());
        rig.sample();
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; step 2; sampled 1 2;"));
        QVERIFY(!rig.process.stands());
    }

    void severalGetTheSame()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1; go 2; sampled 1 2; sampled 1 2;"));
        rig.sample(); // and another one
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
    }

    void aSignalThatIsPassedReachesItAfterwards()
    {
        SampledRig rig;
        rig.process.setPassedSignals({SIGUSR1});
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGUSR1);
        QCOMPARE(rig.done(), QString());
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1 10; go 2; sampled 1 2;"));
        rig.tell(1, Kind::Interrupted); // which was asked before
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    // --- that comes to a stand in the same moment --------------------------------------------------------------------

    void aSignalThatStopsItIsToldOnce_data()
    {
        QTest::addColumn<bool>("isFirst");
        QTest::newRow("before the other one stands") << true;
        QTest::newRow("when it does") << false;
    }
    void aSignalThatStopsItIsToldOnce()
    {
        QFETCH(bool, isFirst);
        SampledRig rig;
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        if (!isFirst)
            rig.tell(2, Kind::Interrupted);
        rig.tell(1, Kind::Signal, SIGSEGV);
        if (isFirst) {
            QCOMPARE(rig.done(), QString("interrupt 2;"));
            rig.tell(2, Kind::Interrupted);
        }
        QCOMPARE(rig.done(), QString("sampled 1 2; stopped 1 4 11;"));
        QVERIFY(rig.process.stands());
        rig.process.resumeAsItIs();
        QCOMPARE(rig.done(), QString("go 1 11; go 2;"));
    }

    void theSignalOfAThreadThatWaitsIsKeptForTheStop()
    {
        SampledRig rig;
        rig.process.setPassedSignals({SIGUSR1});
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Signal, SIGUSR1);
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Signal, SIGSEGV);
        QCOMPARE(rig.done(), QString("sampled 1 2; stopped 2 4 11;"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1 10; go 2;"));
    }

    void aTrapIsToldAsEver()
    {
        SampledRig rig;
        QVERIFY(rig.process.sites().add(3_at));
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.trap(1, 3);
        QCOMPARE(rig.done(), QString("interrupt 2;"));
        QCOMPARE(rig.text->bytes[3], '\xcc');
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("sampled 1 2; stopped 1 1 5;"));
        QCOMPARE(rig.text->bytes[3], 'd');
        QCOMPARE(rig.arch->pc(rig.last.threads[0].registers), 3_at);
    }

    /// It would die of it if we did while it waits for others.
    void aTrapThatIsOnItsWayIsNotKeptWaiting()
    {
        SampledRig rig;
        QVERIFY(rig.process.sites().add(3_at));
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.tracer.threads[Tid(1)].queuedTraps = 1;
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.trap(1, 3);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; sampled 1 2; stopped 1 1 5;"));
    }

    void aTrapThatWasTakenAwayIsNone()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.trap(1, 3); // nobody has set it
        QCOMPARE(rig.done(), QString());
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1; go 2; sampled 1 2;"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{3});
    }

    void anInterruptIsToldOnce_data()
    {
        QTest::addColumn<int>("standing");
        for (int standing = 0; standing < 2; ++standing)
            QTest::addRow("%d stand", standing) << standing;
    }
    void anInterruptIsToldOnce()
    {
        QFETCH(int, standing);
        SampledRig rig;
        rig.run();
        rig.sample();
        if (standing > 0)
            rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.interrupt();
        QCOMPARE(rig.done(), QString(standing > 0 ? "interrupt 2;" : "interrupt 1; interrupt 2;"));
        if (standing == 0)
            rig.tell(1, Kind::Interrupted);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("sampled 1 2; stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
    }

    void oneThatIsAboutToStandIsCopiedThere()
    {
        SampledRig rig;
        rig.run();
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString());
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("sampled 1 2; stopped 1 4 19;"));
    }

    void oneThatIsJustBeingAttachedToIsCopiedWhereItStands()
    {
        FakeTracer tracer;
        Rig plain;
        QString told;
        Process::Listener listener;
        listener.onStopped = [&] { told += "stopped; "; };
        listener.onThread = listener.onThreadGone = [](Tid) {};
        Process process(util::Pid(1), tracer, *plain.arch, plain.ledger, std::make_unique<FakeMemory>(plain.text),
                        listener);
        QVERIFY(process.seize());
        process.sample(
            [&](const util::Result<util::RankSnapshot>& result) { told += result ? "sampled; " : "failed"; });
        process.onNews({Tid(1), Kind::Interrupted, 0, 0});
        QCOMPARE(told, QString("sampled; stopped; "));
    }

    void oneThatMakesACallForUsIsCopiedBehindIt()
    {
        Rig plain;
        QString told;
        Process::Listener listener;
        listener.onStopped = [] {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        FakeTracer tracer;
        Process process(util::Pid(::getpid()), tracer, *plain.arch, plain.ledger, std::make_unique<CallsEverywhere>(),
                        listener);
        QVERIFY(process.seize());
        process.onNews({Tid(1), Kind::Interrupted, 0, 0});
        process.call(39, {}, [&](std::optional<std::int64_t>) { told += "called; "; });
        QVERIFY(!process.stands());
        process.sample([&](const util::Result<util::RankSnapshot>& result) {
            told += result && result->stood ? "stood; " : "failed; ";
        });
        QCOMPARE(told, QString());
        process.onNews({Tid(1), Kind::AtCall, 0, 0}); // it enters the kernel
        QCOMPARE(told, QString());
        process.onNews({Tid(1), Kind::AtCall, 0, 0}); // has made it
        QCOMPARE(told, QString());
        process.onNews({Tid(1), Kind::Signal, SIGTRAP, 0});
        QCOMPARE(told, QString("stood; called; "));
    }

    void letGoMeanwhile()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.release();
        QCOMPARE(rig.done(), QString("interrupt 2;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("release 1; release 2; sampled 1 2; released;"));
        rig.sample();
        QCOMPARE(rig.done(), QString("failed: process 1 was let go;"));
    }

    void endedMeanwhile()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        rig.sample();
        rig.tell(2, Kind::Interrupted);
        rig.process.kill();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Died, SIGKILL);
        QCOMPARE(rig.done(), QString("failed: process 1 has ended; failed: process 1 has ended; died 9;"));
        QVERIFY(!rig.process.isSampling());
        rig.sample();
        QCOMPARE(rig.done(), QString("failed: process 1 has ended;"));
    }

    void anotherDebuggerTakesOverMeanwhile()
    {
        SampledRig rig;
        QVERIFY(rig.process.sites().add(3_at));
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.forgetDebugger();
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; sampled 1 2; stopped 1 4 19;"));
        QVERIFY(rig.process.sites().empty());
    }

    void itBecomesAnotherProgramMeanwhile()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Executed, 0, 1);
        QCOMPARE(rig.done(), QString("sampled 1; stopped 1 %1 5;").arg(int(rsp::StopReason::Exec)));
        QCOMPARE(rig.text->reopened, 1);
    }

    // --- threads that come and go ------------------------------------------------------------------------------------

    void aThreadThatIsMadeMeanwhileIsCopiedToo_data()
    {
        QTest::addColumn<bool>("isEarly");
        QTest::newRow("told by whoever made it") << false;
        QTest::newRow("faster than that") << true;
    }
    void aThreadThatIsMadeMeanwhileIsCopiedToo()
    {
        QFETCH(bool, isEarly);
        SampledRig rig;
        rig.run();
        rig.sample();
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        if (isEarly)
            rig.tell(3, Kind::Interrupted);
        rig.tell(1, Kind::Cloned, 0, 3);
        QCOMPARE(rig.done(), QString("go 1; interrupt 1;")); // out of the kernel
        rig.tell(1, Kind::Interrupted);
        if (!isEarly) {
            QCOMPARE(rig.done(), QString());
            rig.tell(3, Kind::Interrupted);
        }
        QCOMPARE(rig.done(), QString("go 1; go 2; go 3; sampled 1 2 3;"));
    }

    void aThreadThatEndsIsNotWaitedFor()
    {
        SampledRig rig;
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Exited);
        QCOMPARE(rig.done(), QString("go 1; sampled 1;"));
        QVERIFY(!rig.process.stands());
    }

    void theEndOfTheOnlyOneThatRanStopsItAsEver()
    {
        SampledRig rig;
        rig.process.resume({{Tid(2), kStep}}, kStand);
        rig.sample();
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Exited);
        QCOMPARE(rig.done(), QString("sampled 1; stopped 1 4 19;"));
    }

    void oneThatDoesNotStandIsLeftOut()
    {
        SampledRig rig;
        rig.tracer.threads[Tid(2)].state = 'D';
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.endSampling();
        QCOMPARE(rig.done(), QString("go 1; sampled 1 2-D;"));
        rig.process.endSampling();
        QCOMPARE(rig.done(), QString());
        rig.sample(); // nor is it waited for once more, before it has told anything
        QCOMPARE(rig.done(), QString("interrupt 1;"));
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1; sampled 1 2-D;"));
        rig.inCall(2, kEpollWait, kInterrupted);
        rig.tell(2, Kind::Interrupted); // that was asked of it
        QCOMPARE(rig.done(), QString("go 2;"));
        QCOMPARE(rig.result(2), kRestart);
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
    }

    void oneThatIsToStandAndDoesNotIsLeftOut()
    {
        SampledRig rig;
        rig.run();
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        rig.sample();
        static_cast<void>(rig.done());
        rig.process.endSampling();
        QCOMPARE(rig.done(), QString("sampled 1 2-S;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
    }

    void whoWaitsForItsChildOfVforkIsLeftOut()
    {
        SampledRig rig;
        rig.tracer.threads[Tid(1)].state = 'D';
        rig.run();
        rig.tell(1, Kind::ForkedShared, 0, 9);
        static_cast<void>(rig.done());
        rig.sample();
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; go 2; sampled 1-D 2;"));
        rig.tell(1, Kind::ForkEnded);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
    }

    void whoMakesAChildByVforkMeanwhileIsLeftOut()
    {
        SampledRig rig;
        rig.tracer.threads[Tid(1)].state = 'D';
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::ForkedShared, 0, 9);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 2; sampled 1-D 2;"));
    }

    void aProcessThatIsStoppedStaysSo()
    {
        SampledRig rig;
        rig.run();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("listen 1; listen 2;"));
        rig.sample();
        rig.inCall(1, kEpollWait, kInterrupted);
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2; listen 1; listen 2; sampled 1T 2T;"));
        rig.tell(1, Kind::Interrupted); // it is continued
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
        QCOMPARE(rig.result(1), kInterrupted); // as it would be without us
    }

    void aProcessThatIsContinuedMeanwhileGoesOn()
    {
        SampledRig rig;
        rig.run();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        rig.sample();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("listen 1; go 2; sampled 1T 2;"));
        rig.tell(1, Kind::Interrupted); // which the kernel tells at once
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    void aStopOfAProcessThatIsStoppedStandsAsEver()
    {
        SampledRig rig;
        rig.run();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        rig.sample();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        static_cast<void>(rig.done());
        rig.process.interrupt();
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("interrupt 2; sampled 1 2; stopped 1 4 19;"));
    }
};

DBGR_TEST(TestSampling);

} // namespace tst_sampling

#include "tst_sampling.moc"
