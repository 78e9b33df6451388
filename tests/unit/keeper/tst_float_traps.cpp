// SPDX-License-Identifier: GPL-3.0-or-later
// Traps of floating-point arithmetic in every order in which threads come, meet them and are let go.
#include "tests/support/keeper/process_rig.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>

namespace tst_float_traps {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

class TestFloatTraps : public QObject
{
    Q_OBJECT

private slots:
    void wordsAreReadAsTheyAreWritten()
    {
        using util::FloatTraps;
        for (std::uint32_t bits = 0; bits < 64; ++bits) {
            const FloatTraps traps = FloatTraps::ofBits(bits);
            QCOMPARE(traps.bits(), bits & ~2U); // denormal operands are none of ours
            QVERIFY(FloatTraps::ofText(traps.text()) == traps);
        }
        QCOMPARE(FloatTraps::ofText("on")->text(), std::string("invalid,divide-by-zero,overflow"));
        QVERIFY(FloatTraps::ofText("off")->isEmpty());
        for (const char* const bad : {"", ",", "invalid,", "Invalid", "invalid, overflow", "on,off", "off,invalid"})
            QVERIFY2(!FloatTraps::ofText(bad), bad);
    }

    void trapsOfArithmeticAreOpenWhileThreadsRun()
    {
        Rig rig({1, 2});
        rig.tracer.threads[Tid(2)].openFloats = 1; // the program's own: not ours to close
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(1 | 4);
        rig.process.resume({{Tid(1), kRun}}, kStand);
        QCOMPARE(rig.done(), QString("open 1 5; go 1;"));
        QCOMPARE(rig.ledger.outliving().front().openFloats.bits(), 5U);
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; close 1 5; stopped 1 4 19;"));
        QVERIFY(rig.ledger.outliving().empty());
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("open 1 5; go 1; open 2 4; go 2;"));
        rig.wanted = {};
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2; close 1 5; close 2 4; stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
        QCOMPARE(rig.tracer.threads[Tid(2)].openFloats, 1U);
    }

    void trapsOfArithmeticAreOfThreadsAndChildrenToCome()
    {
        Rig rig;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(4);
        rig.process.resume({}, kRun);
        rig.tracer.threads[Tid(7)].openFloats = 4; // as its maker
        rig.tell(7, Kind::Interrupted);            // before its making is told
        rig.tell(1, Kind::Cloned, SIGTRAP, 7);
        rig.tell(1, Kind::Forked, SIGTRAP, 50);
        rig.tell(1, Kind::ForkedShared, SIGTRAP, 51);
        QCOMPARE(rig.offspring[0].openFloats.bits(), 4U);
        QCOMPARE(rig.offspring[1].openFloats.bits(), 4U);
        static_cast<void>(rig.done());
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        rig.tell(7, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 7; close 1 4; close 7 4; stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Executed, SIGTRAP); // the kernel has closed them
        QVERIFY(!rig.done().contains("close 1"));
    }

    /// It stops the rank whatever the rule for SIGFPE, and is never delivered: the instruction is done without traps.
    void aTrapOfArithmeticIsPassed_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("the signal is to be passed") << SIGFPE;
        QTest::newRow("or not") << 0;
    }
    void aTrapOfArithmeticIsPassed()
    {
        QFETCH(int, signal);
        Rig rig;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.process.setPassedSignals({SIGFPE});
        rig.wanted = util::FloatTraps::ofBits(4);
        rig.process.resume({}, kRun);
        rig.divideByZero(1);
        QCOMPARE(rig.done(), QString("open 1 4; go 1; close 1 4; stopped 1 4 8;"));
        rig.process.resume({{Tid(1), {Does::Run, signal}}}, kStand);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.stepped(1);
        QCOMPARE(rig.done(), QString("open 1 4; go 1;"));
        rig.divideByZero(1);
        static_cast<void>(rig.done());
        rig.process.resume({{Tid(1), {Does::Step, signal}}}, kStand);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.stepped(1);
        rig.tell(1, Kind::Interrupted); // it has left its step behind
        QVERIFY(rig.done().endsWith("stopped 1 2 5;"));
        rig.process.resume({}, kRun);
        rig.divideByZero(1);
        static_cast<void>(rig.done());
        rig.process.release();
        QCOMPARE(rig.done(), QString("release 1; released;"));
    }

    void functionsThatAreCalledMeetNoTrapsOfArithmetic()
    {
        Rig rig;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(4);
        rig.process.resume({}, kRun);
        rig.divideByZero(1);
        static_cast<void>(rig.done());
        const auto saved = rig.process.saveRegisters(Tid(1));
        const auto& all = rig.arch->registers().all();
        const auto pc = std::ranges::find(all, "pc", &RegisterSpec::generic);
        QVERIFY(saved && pc != all.end());
        QVERIFY(rig.process.setRegister(Tid(1), *pc, std::vector<std::byte>(8, std::byte{2})));
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.trap(1, 3);
        static_cast<void>(rig.done());
        QVERIFY(rig.process.restoreRegisters(*saved));
        rig.process.resume({{Tid(1), {Does::Run, SIGFPE}}}, kStand);
        QCOMPARE(rig.done(), QString("step 1;"));
    }

    /// The kernel tells of a thread in any order, and of its signal before its making.
    void aThreadThatIsNewMeetsOurTraps()
    {
        Rig rig;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(4);
        rig.process.resume({}, kRun);
        rig.tracer.threads[Tid(7)].openFloats = 4; // as its maker
        rig.tell(7, Kind::Interrupted);
        rig.divideByZero(7);
        rig.tell(1, Kind::Cloned, SIGTRAP, 7);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 7 4 8;"));
        rig.process.resume({{Tid(7), {Does::Run, SIGFPE}}}, kRun);
        QCOMPARE(rig.done(), QString("open 1 4; go 1; step 7;"));
    }

    void whatIsToldIsWhatHasHappenedNow_data()
    {
        QTest::addColumn<unsigned>("before");
        QTest::addColumn<unsigned>("after");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing before") << 0U << 4U << "signal SIGFPE: floating point divide by zero";
        QTest::newRow("another before") << 1U << 5U << "signal SIGFPE: floating point divide by zero";
        QTest::newRow("the same before") << 4U << 4U << "signal SIGFPE: floating point divide by zero";
        QTest::newRow("nobody knows") << 5U << 5U << "signal SIGFPE: floating point, one of invalid,divide-by-zero";
        QTest::newRow("what is not wanted") << 0U << 36U << "signal SIGFPE: floating point divide by zero";
    }
    void whatIsToldIsWhatHasHappenedNow()
    {
        QFETCH(unsigned, before);
        QFETCH(unsigned, after);
        Rig rig;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(1 | 4);
        rig.tracer.threads[Tid(1)].raised = before;
        rig.process.resume({}, kRun);
        rig.tracer.threads[Tid(1)].raised = after;
        rig.tracer.threads[Tid(1)].signal = {SignalNews::Cause::Fault, FPE_FLTINV, {}}; // as the kernel has it
        rig.tell(1, Kind::Signal, SIGFPE);
        QTEST(QString::fromStdString(rig.process.stopOf(Tid(1)).description), "words");
    }

    void arithmeticOfTheProgramsOwnTrapsIsItsSignal()
    {
        Rig rig;
        rig.tracer.threads[Tid(1)].openFloats = 4;
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.wanted = util::FloatTraps::ofBits(1 | 4);
        rig.process.resume({}, kRun);
        rig.divideByZero(1);
        static_cast<void>(rig.done());
        rig.process.resume({{Tid(1), {Does::Run, SIGFPE}}}, kStand);
        QCOMPARE(rig.done(), QString("open 1 1; go 1 8;"));
    }
};

DBGR_TEST(TestFloatTraps);

} // namespace tst_float_traps

#include "tst_float_traps.moc"
