// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's threads in every order in which the kernel may tell of them.
#include "keeper/arch/aarch64/aarch64.h"
#include "tests/support/keeper/process_rig.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>

namespace tst_keeper_process {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

// As stopped says them.
const QString kBreakpoint = "1 5";
const QString kSteppedOne = "2 5";

} // namespace

class TestKeeperProcess : public QObject
{
    Q_OBJECT

private slots:
    void oneThatIsToRunOnDoes()
    {
        Rig rig(Process::AtFirst::RunsOn, {1, 2});
        QCOMPARE(rig.attaching, QString("seize 1; seize 2;"));
        rig.process.setPassedSignals({SIGUSR1});
        rig.tell(2, Kind::Signal, SIGUSR1);
        QCOMPARE(rig.done(), QString("go 2 10;"));
        rig.tell(1, Kind::Signal, SIGSEGV);
        QCOMPARE(rig.done(), QString("interrupt 2;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 1 4 11;"));
    }

    void oneThatASignalHasStoppedIsLeftSo()
    {
        Rig rig(Process::AtFirst::RunsOn, {1, 2});
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("listen 1; listen 2;"));
        rig.process.release();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        rig.tell(2, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2; release 1; release 2; released;"));
    }

    void attachingWaitsForAllThreads()
    {
        FakeTracer tracer;
        Rig rig;
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1;"));
        tracer.refuses = true;
        auto text = std::make_shared<FakeText>();
        Process::Listener deaf;
        Process refused(util::Pid(1), tracer, *rig.arch, rig.ledger, std::make_unique<FakeMemory>(text), deaf);
        const auto done = refused.seize();
        QVERIFY(!done && done.error().code == std::errc::operation_not_permitted);
    }

    /// liblldb takes no stop from a thread that it has not let run, and would let the rank go on.
    void anInterruptIsToldOfAThreadThatRan()
    {
        Rig rig({1, 2, 3});
        rig.process.resume({{Tid(1), kStand}, {Tid(3), kRun}}, kStand);
        QCOMPARE(rig.done(), QString("go 3;"));
        rig.process.interrupt();
        rig.tell(3, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 3; stopped 3 4 19;"));
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.process.interrupt();
        for (const std::uint64_t id : {1, 2, 3})
            rig.tell(id, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 4 19;"));
    }

    /// liblldb would let the others run, which are to stand. Of the end of a step it has to know.
    void nothingIsToldWhenOnlyThreadsAreLeftThatAreToStand()
    {
        Rig rig({1, 2, 3});
        rig.process.resume({{Tid(3), kRun}}, kStand);
        static_cast<void>(rig.done());
        rig.tell(3, Kind::Exited);
        QCOMPARE(rig.done(), QString());
        rig.process.interrupt();
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
        rig.process.resume({{Tid(2), kStep}}, kStand);
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Exited);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
    }

    /// What a thread stood for that was not let run has been told before.
    void aThreadThatStoodHasMetNoTrap()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.trap(2, 3);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.process.metTraps().size(), std::size_t(1));
        rig.process.resume({{Tid(1), kRun}}, kStand);
        rig.trap(1, 3);
        const auto met = rig.process.metTraps();
        QVERIFY(met.size() == 1 && met.front().thread == Tid(1));
        QCOMPARE(rig.process.stopOf(Tid(2)).reason, rsp::StopReason::Breakpoint); // liblldb may not have got over it
    }

    /// LLDB lets it go on with a signal that stops nobody, and would take its first stop for no stop at all.
    void aSignalThatComesWhileAttachingWaitsForTheFirstResume()
    {
        Rig rig({1}, Kind::Signal);
        QVERIFY2(rig.attaching.endsWith("stopped 1 4 19;"), qPrintable(rig.attaching));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1 17;"));
        Rig crash({1}, Kind::Signal, x86_64::make({}), SIGSEGV);
        QVERIFY2(crash.attaching.endsWith("stopped 1 4 11;"), qPrintable(crash.attaching));
    }

    void aBreakpointStopsAllAndTheTextIsClean()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        QCOMPARE(rig.text->bytes[3], 'd');
        rig.process.resume({}, kRun);
        QCOMPARE(rig.text->bytes[3], '\xcc');
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
        rig.trap(2, 3);
        QCOMPARE(rig.done(), QString("interrupt 1;"));
        QCOMPARE(rig.text->bytes[3], '\xcc'); // the other one may still meet it
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 2 " + kBreakpoint + ";"));
        QCOMPARE(rig.text->bytes[3], 'd');
        QCOMPARE(rig.tracer.pc(2), std::uint64_t{3});
    }

    void bothThreadsMeetItAtOnce()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.trap(2, 3);
        rig.trap(1, 3); // instead of the stop that was asked for
        QVERIFY(rig.done().endsWith("stopped 2 " + kBreakpoint + ";"));
        QCOMPARE(int(rig.process.stopOf(Tid(1)).reason), int(rsp::StopReason::Breakpoint));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{3});
    }

    void aTrapThatWasOnItsWayIsTakenBeforeTheStop()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        rig.tracer.setPc(2, 4);
        rig.tracer.threads[Tid(2)].queuedTraps = 1;
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 2;")); // which executes nothing: the signal comes first
        rig.trap(2, 3);
        QVERIFY(rig.done().startsWith("stopped 1"));
        QCOMPARE(rig.tracer.pc(2), std::uint64_t{3});
        rig.process.release();
        QCOMPARE(rig.done(), QString("release 1; release 2; released;"));
    }

    void aThreadThatEndedBeforeItsMakingWasToldIsNotAwaited()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.tell(2, Kind::Interrupted);
        rig.tell(2, Kind::Exited);
        rig.tracer.threads[Tid(2)].isGone = true;
        rig.tell(1, Kind::Cloned, SIGTRAP, 2);
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().startsWith("stopped 1"));
    }

    void nobodyStandsWithinACallThatHasNoResultYet_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("clone") << int(Kind::Cloned);
        QTest::newRow("fork") << int(Kind::Forked);
        QTest::newRow("end of vfork") << int(Kind::ForkEnded);
    }
    void nobodyStandsWithinACallThatHasNoResultYet()
    {
        QFETCH(int, kind);
        Rig rig;
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.tell(1, Kind(kind), SIGTRAP, kind == int(Kind::Cloned) ? 1 : 7);
        QCOMPARE(rig.done(), QString("go 1; interrupt 1;"));
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().startsWith("stopped 1"));
    }

    void aBreakpointThatIsGoneIsNoStop()
    {
        Rig rig;
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        QVERIFY(rig.process.sites().remove(3_at)); // while it runs, and has met it already
        static_cast<void>(rig.done());
        rig.trap(1, 3);
        QCOMPARE(rig.done(), QString("go 1;"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{3});
    }

    void aTrapOfTheProgramsOwnIsItsSignal()
    {
        Rig rig;
        rig.text->bytes[5] = '\xcc';
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.trap(1, 5);
        QCOMPARE(rig.done(), QString("stopped 1 4 5;"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{6}); // behind it
    }

    void trapsOfAProcessorThatStandsAtThem()
    {
        Rig rig({1}, Kind::Interrupted, aarch64::make({}));
        const std::string own("\x00\x7d\x20\xd4", 4); // brk #1000, as compilers make it
        const std::string planted("\x00\x00\x20\xd4", 4);
        rig.text->bytes.replace(8, own.size(), own);
        QVERIFY(rig.process.sites().add(4_at));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.text->bytes, "abcd" + planted + own + "mnop");
        static_cast<void>(rig.done());
        rig.trap(1, 4);
        QCOMPARE(rig.done(), QString("stopped 1 " + kBreakpoint + ";"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{4});
        QCOMPARE(rig.text->bytes, "abcdefgh" + own + "mnop");

        rig.process.resume({}, kRun);
        QVERIFY(rig.process.sites().remove(4_at)); // while it runs, and has met it already
        static_cast<void>(rig.done());
        rig.trap(1, 4);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.trap(1, 8);
        QCOMPARE(rig.done(), QString("stopped 1 4 5;"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{8});
    }

    void stepsMoveOneThread()
    {
        Rig rig({1, 2});
        rig.process.resume({{Tid(2), kStep}}, kStand);
        QCOMPARE(rig.done(), QString("step 2;"));
        rig.stepped(2);
        QCOMPARE(rig.done(), QString("interrupt 2; go 2;")); // or the processor would trap once more, whoever holds it
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 2 " + kSteppedOne + ";"));
        rig.process.resume({{Tid(2), kStep}}, kRun);
        QCOMPARE(rig.done(), QString("go 1; step 2;"));
        rig.stepped(2);
        QCOMPARE(rig.done(), QString("interrupt 1;"));
    }

    /// What comes while a step is left behind is not lost.
    void aSignalComesBehindAStep()
    {
        Rig rig;
        rig.process.resume({{Tid(1), kStep}}, kStand);
        rig.stepped(1);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGUSR1);
        QCOMPARE(rig.done(), QString("stopped 1 " + kSteppedOne + ";"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1 10;"));
        rig.tell(1, Kind::Interrupted); // still to come
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    void aStepEndsWhileAnotherThreadStops()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({{Tid(2), kStep}}, kRun);
        rig.trap(1, 3);
        static_cast<void>(rig.done());
        rig.stepped(2);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; go 2; stopped 1 " + kBreakpoint + ";"));
        QCOMPARE(int(rig.process.stopOf(Tid(2)).reason), int(rsp::StopReason::Step));
    }

    void signalsAreToldOrPassed()
    {
        Rig rig;
        rig.process.setPassedSignals({SIGUSR2});
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGUSR2);
        QCOMPARE(rig.done(), QString("go 1 12;"));
        rig.tell(1, Kind::Signal, SIGUSR1);
        QCOMPARE(rig.done(), QString("stopped 1 4 10;"));
        rig.process.resume({{Tid(1), {Does::Run, SIGUSR1}}}, kStand);
        QCOMPARE(rig.done(), QString("go 1 10;"));
    }

    void aSignalThatIsPassedDuringAStopIsDeliveredOnce()
    {
        Rig rig({1, 2});
        rig.process.setPassedSignals({SIGUSR2});
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        rig.tell(1, Kind::Signal, SIGUSR2); // instead of the stop
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1 12; go 2;"));
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
    }

    /// liblldb asks for it again, sometimes, when functions were called meanwhile.
    void aSignalThatWasToldIsDeliveredOnce()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Signal, SIGUSR1);
        static_cast<void>(rig.done());
        rig.process.resume({}, kRun); // a call
        rig.trap(1, 3);
        static_cast<void>(rig.done());
        rig.process.resume({{Tid(1), {Does::Run, SIGUSR1}}}, kStand);
        QCOMPARE(rig.done(), QString("go 1 10;"));
        rig.trap(1, 3);
        static_cast<void>(rig.done());
        rig.process.resume({{Tid(1), {Does::Step, SIGUSR1}}}, kStand);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.stepped(1);
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Signal, SIGUSR1);
        static_cast<void>(rig.done());
        rig.process.resume({{Tid(1), {Does::Run, SIGUSR1}}}, kStand);
        QCOMPARE(rig.done(), QString("go 1 10;"));
    }

    void whatItStandsForIsDeliveredWhenItIsLetGo()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Signal, SIGSEGV);
        static_cast<void>(rig.done());
        rig.process.release();
        QCOMPARE(rig.done(), QString("release 1 11; released;"));
    }

    void threadsComeInAnyOrder()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.tell(7, Kind::Interrupted); // before the word of whoever made it
        QCOMPARE(rig.done(), QString("go 7;"));
        rig.tell(1, Kind::Cloned, SIGTRAP, 7);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.tell(1, Kind::Cloned, SIGTRAP, 8);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.process.interrupt(); // while the new one has not come
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 7; interrupt 8;"));
        rig.tell(1, Kind::Interrupted);
        rig.tell(7, Kind::Interrupted);
        QCOMPARE(rig.done(), QString());
        rig.tell(8, Kind::Interrupted);
        QVERIFY(rig.done().startsWith("stopped 1"));
        QCOMPARE(rig.process.threads().size(), std::size_t{3});
    }

    void threadsEndWhileAllAreToStand()
    {
        Rig rig({1, 2, 3});
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Interrupted);
        rig.tell(2, Kind::Exited, 0);
        rig.tell(3, Kind::Died, SIGKILL);
        QVERIFY(rig.done().startsWith("stopped 1"));
    }

    void theEndIsToldOnce_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("stands");
        QTest::newRow("exited") << static_cast<int>(Kind::Exited) << false;
        QTest::newRow("died") << static_cast<int>(Kind::Died) << false;
        QTest::newRow("died while it stood") << static_cast<int>(Kind::Died) << true;
    }
    void theEndIsToldOnce()
    {
        QFETCH(int, kind);
        QFETCH(bool, stands);
        Rig rig({1, 2});
        if (!stands)
            rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.tell(2, static_cast<Kind>(kind), 9);
        rig.tell(1, static_cast<Kind>(kind), 9);
        QCOMPARE(rig.done(), QString(static_cast<Kind>(kind) == Kind::Exited ? "exited 9;" : "died 9;"));
        rig.tell(1, Kind::Interrupted);
        rig.process.interrupt();
        rig.process.release();
        rig.process.kill();
        QCOMPARE(rig.done(), QString());
    }

    void aProcessThatIsStoppedFromOutsideStaysSo()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        QCOMPARE(rig.done(), QString("listen 1;"));
        rig.process.interrupt();
        rig.tell(1, Kind::JobStopped, SIGSTOP);
        QVERIFY(rig.done().endsWith("stopped 1 4 19;"));
    }

    /// As launchers that hold on exec leave a rank.
    void aProcessThatStoodIsWokenOnce()
    {
        Rig rig({1}, Kind::JobStopped);
        QCOMPARE(rig.attaching, QString("seize 1; interrupt 1; wake; stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.tell(1, Kind::Interrupted); // its stop by the signal is over
        rig.tell(1, Kind::Signal, SIGCONT);
        QCOMPARE(rig.done(), QString("go 1; go 1 18;"));
        rig.tell(1, Kind::Signal, SIGCONT); // somebody else's
        QCOMPARE(rig.done(), QString("stopped 1 4 18;"));
    }

    void oneStepsAloneInTheProgramsText()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.trap(1, 3);
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        const auto traps = rig.process.metTraps();
        QCOMPARE(traps.size(), std::size_t{1});
        QVERIFY(traps.front().thread == Tid(1));
        QCOMPARE(traps.front().pc, 3_at);
        QVERIFY(!rig.process.isEndOfStep(Tid(1)));
        rig.process.stepAlone(Tid(1));
        QCOMPARE(rig.done(), QString("step 1;"));
        QVERIFY(!rig.process.sites().isPlanted(3_at));
        rig.stepped(1);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; stopped 1 2 5;"));
        QVERIFY(rig.process.isEndOfStep(Tid(1)));
        QVERIFY(rig.process.metTraps().empty());
        rig.process.forgetStops();
        QVERIFY(!rig.process.isEndOfStep(Tid(1)));
        QCOMPARE(rig.process.stopOf(rig.process.mainThread()).signal, SIGSTOP);
    }

    /// LLDB does, and takes its trap away for that; but another breakpoint of its own may have brought it back.
    void aLoneStepDoesNotMeetTheTrapThatItsThreadHasMet_data()
    {
        QTest::addColumn<int>("stepping"); // the thread; threads 1 and 2 have met the trap at 3, thread 3 is elsewhere
        QTest::addColumn<int>("movedTo");  // the debugger has put it there
        QTest::addColumn<bool>("isForgotten");
        QTest::addColumn<bool>("doOthersRun");
        QTest::addColumn<QString>("planted");
        QTest::newRow("has met it") << 1 << 0 << false << false << "5";
        QTest::newRow("the other one") << 2 << 0 << false << false << "5";
        QTest::newRow("has met none") << 3 << 0 << false << false << "3 5";
        QTest::newRow("was put at another one") << 1 << 5 << false << false << "3 5";
        QTest::newRow("is to be told once more") << 1 << 0 << true << false << "3 5";
        QTest::newRow("others would miss it") << 1 << 0 << false << true << "3 5";
    }
    void aLoneStepDoesNotMeetTheTrapThatItsThreadHasMet()
    {
        QFETCH(int, stepping);
        QFETCH(int, movedTo);
        QFETCH(bool, isForgotten);
        QFETCH(bool, doOthersRun);
        Rig rig({1, 2, 3});
        QVERIFY(rig.process.sites().add(3_at) && rig.process.sites().add(5_at));
        rig.process.resume({}, kRun);
        rig.trap(1, 3);
        rig.trap(2, 3);
        rig.tell(3, Kind::Interrupted);
        QVERIFY(rig.process.stands());
        rig.process.resume({{Tid(3), kStep}}, kStand); // what the others stand for is still to be told
        rig.stepped(3);
        rig.tell(3, Kind::Interrupted);
        QVERIFY(rig.process.stands());
        const Tid thread(static_cast<Tid::Rep>(stepping));
        if (movedTo != 0) {
            RegisterState state = *rig.process.registers(thread, false);
            rig.arch->setPc(state.general, util::RemoteAddress(static_cast<std::uint64_t>(movedTo)));
            QVERIFY(rig.process.setRegisters(thread, state));
        }
        if (isForgotten)
            rig.process.forgetStops();
        rig.process.resume({{thread, kStep}}, doOthersRun ? kRun : kStand);
        QStringList planted;
        for (const int at : {3, 5}) {
            if (rig.process.sites().isPlanted(util::RemoteAddress(static_cast<std::uint64_t>(at))))
                planted << QString::number(at);
        }
        QTEST(planted.join(' '), "planted");
    }

    void trapsAreMetIfNothingElseHasHappened()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.trap(1, 3);
        rig.trap(2, 3);
        QVERIFY(rig.process.stands());
        QCOMPARE(rig.process.metTraps().size(), std::size_t{2});
        rig.process.forgetStopOf(Tid(2));
        QCOMPARE(rig.process.metTraps().size(), std::size_t{1});
    }

    void aTrapBesideASignalIsNotMet()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.trap(1, 3);
        rig.tell(2, Kind::Signal, SIGUSR1);
        QVERIFY(rig.process.stands());
        QVERIFY(rig.process.metTraps().empty());
    }

    void whatIsLeftOutIsNotPlanted()
    {
        Rig rig;
        QVERIFY(rig.process.sites().add(3_at) && rig.process.sites().add(5_at));
        rig.process.sites().leaveOut(3_at);
        rig.process.resume({}, kRun);
        QVERIFY(!rig.process.sites().isPlanted(3_at) && rig.process.sites().isPlanted(5_at));
        rig.tell(1, Kind::Signal, SIGUSR1);
        rig.process.sites().leaveOut({});
        rig.process.resume({}, kRun);
        QVERIFY(rig.process.sites().isPlanted(3_at));
    }

    void childrenHaveNoTraps()
    {
        Rig rig;
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Forked, SIGTRAP, 50);
        QCOMPARE(rig.offspring.size(), std::size_t{1});
        QCOMPARE(rig.offspring[0].pid, util::Pid(50));
        QCOMPARE(rig.offspring[0].traps.size(), std::size_t{1});
        QCOMPARE(rig.text->bytes[3], '\xcc');
        rig.tell(1, Kind::ForkedShared, SIGTRAP, 51);
        QVERIFY(rig.offspring[1].traps.empty());
        QCOMPARE(rig.text->bytes[3], 'd'); // it runs in this very text
        rig.tell(1, Kind::ForkEnded, SIGTRAP, 51);
        QCOMPARE(rig.text->bytes[3], '\xcc');
    }

    void anotherProgramHasNothingOfOurs()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        rig.text->bytes = "another program.";
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Executed, SIGTRAP, 2);
        QCOMPARE(rig.done(), QString("stopped 1 5 5;"));
        QCOMPARE(rig.process.threads().size(), std::size_t{1});
        QCOMPARE(rig.text->bytes, std::string("another program."));
        QCOMPARE(rig.text->reopened, 1);
    }

    void leavingWaitsForTheStop()
    {
        Rig rig({1, 2});
        QVERIFY(rig.process.sites().add(3_at));
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.process.release();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
        rig.trap(1, 3);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("release 1; release 2; released;"));
        QCOMPARE(rig.text->bytes[3], 'd');
        QCOMPARE(rig.tracer.pc(1), std::uint64_t{3});
    }

    void watchpointsAreOfAllThreads()
    {
        Rig rig({1, 2});
        Arch::HardwareTraps traps{};
        traps[1] = HardwareTrap{HardwareTrap::On::Write, 0x600_at, 4};
        QVERIFY(rig.process.setHardwareTraps(traps)); // to see whether the system takes them
        QCOMPARE(rig.done(), QString("watch 1; watch 2; unwatch 1; unwatch 2;"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("watch 1; go 1; watch 2; go 2;"));
        rig.tell(1, Kind::Cloned, SIGTRAP, 3);
        static_cast<void>(rig.done());
        rig.tell(3, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("watch 3; go 3;"));
        rig.tracer.hit = 1;
        rig.tracer.threads[Tid(3)].signal = {SignalNews::Cause::Hardware, 0, {}};
        rig.tell(3, Kind::Signal, SIGTRAP);
        QCOMPARE(rig.process.stopOf(Tid(3)).description, std::string("1536 1 1536"));
        QCOMPARE(int(rig.process.stopOf(Tid(3)).reason), int(rsp::StopReason::Watchpoint));
    }

    /// They outlive their tracer, and the first one that is met would end the rank.
    void whatStandsHasNoTrapsOfTheProcessor()
    {
        Rig rig({1, 2});
        Arch::HardwareTraps traps{};
        traps[0] = HardwareTrap{HardwareTrap::On::Write, 0x600_at, 4};
        QVERIFY(rig.process.setHardwareTraps(traps));
        QCOMPARE(rig.ledger.outliving().size(), std::size_t{1});
        QVERIFY(rig.ledger.outliving().front().pid == util::Pid(1));
        rig.process.resume({{Tid(1), kRun}}, kStand);
        static_cast<void>(rig.done());
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; unwatch 1; stopped 1 4 19;"));
        QVERIFY(rig.process.setHardwareTraps({}));
        QVERIFY(rig.ledger.outliving().empty());
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
    }

    void aRankThatIsGoneHasNoTrapsOfTheProcessor()
    {
        Rig rig;
        Arch::HardwareTraps traps{};
        traps[0] = HardwareTrap{HardwareTrap::On::Write, 0x600_at, 4};
        QVERIFY(rig.process.setHardwareTraps(traps));
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Executed, SIGTRAP);
        QVERIFY(rig.ledger.outliving().empty());
        QVERIFY(rig.process.setHardwareTraps(traps));
        rig.tell(1, Kind::Exited);
        QVERIFY(rig.ledger.outliving().empty());
    }

    void aWatchpointThatCannotBeSetIsNowhere()
    {
        Rig rig({1, 2});
        rig.tracer.watchFails = true;
        Arch::HardwareTraps traps{};
        traps[0] = HardwareTrap{};
        QVERIFY(!rig.process.setHardwareTraps(traps));
        QVERIFY(!rig.process.hardwareTraps()[0]);
    }

    void nobodyRunsWhenNobodyIsAsked()
    {
        Rig rig;
        rig.process.resume({}, kStand);
        QVERIFY(rig.done().startsWith("stopped 1"));
    }
};

DBGR_TEST(TestKeeperProcess);

} // namespace tst_keeper_process

#include "tst_keeper_process.moc"
