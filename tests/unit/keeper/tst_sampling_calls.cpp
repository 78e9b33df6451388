// SPDX-License-Identifier: GPL-3.0-or-later
// A rank that is sampled while its threads are in system calls, are led from step to step, or have traps: all of that
// goes on.
#include "tests/support/keeper/sampled_rig.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>

namespace tst_sampling_calls {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

class TestSamplingCalls : public QObject
{
    Q_OBJECT

private slots:
    void aCallThatEndsByBeingInterruptedIsMadeAgain_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<qlonglong>("value");
        QTest::addColumn<qulonglong>("limit");
        QTest::addColumn<bool>("isMadeAgain");
        const qulonglong always = ~qulonglong(0);
        QTest::newRow("epoll_wait") << int(kEpollWait) << qlonglong(kInterrupted) << always << true;
        QTest::newRow("with a limit") << int(kEpollWait) << qlonglong(kInterrupted) << 1000ULL << false;
        QTest::newRow("it had events") << int(kEpollWait) << 1LL << always << false;
        QTest::newRow("semop") << 65 << qlonglong(kInterrupted) << 1000ULL << true;
        QTest::newRow("semtimedop") << 220 << qlonglong(kInterrupted) << 0ULL << true;
        QTest::newRow("semtimedop with a limit") << 220 << qlonglong(kInterrupted) << 0x7000ULL << false;
        QTest::newRow("io_uring_enter") << 426 << qlonglong(kInterrupted) << 1ULL << true;
        QTest::newRow("io_uring_enter with more") << 426 << qlonglong(kInterrupted) << 9ULL << false;
        QTest::newRow("another one") << 45 << qlonglong(kInterrupted) << always << false;
        QTest::newRow("not in a call") << -1 << qlonglong(kInterrupted) << always << false;
    }
    void aCallThatEndsByBeingInterruptedIsMadeAgain()
    {
        QFETCH(int, number);
        QFETCH(qlonglong, value);
        QFETCH(qulonglong, limit);
        QFETCH(bool, isMadeAgain);
        SampledRig rig({1});
        rig.run();
        rig.sample();
        rig.inCall(1, static_cast<std::uint32_t>(number), value, limit);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; sampled 1;"));
        QCOMPARE(qlonglong(rig.result(1)), isMadeAgain ? qlonglong(kRestart) : value);
    }

    void whatIsNotThisProcessorsCallIsLeftAlone()
    {
        SampledRig rig({1});
        rig.text->bytes.replace(kCall, 2, "\xcd\x80"); // its number means another one
        rig.run();
        rig.sample();
        rig.inCall(1, kEpollWait, kInterrupted);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.result(1), kInterrupted);
    }

    void whatIsNotForASampleIsLeftAsItIs()
    {
        SampledRig rig({1});
        rig.run();
        rig.inCall(1, kEpollWait, kInterrupted);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.result(1), kInterrupted);
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.process.stands());
        QCOMPARE(rig.result(1), kInterrupted);
    }

    void caughtCallsAreToldOnce()
    {
        SampledRig rig({1});
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t number) { return number == kSleep; }});
        rig.process.resume({}, kRun);
        rig.inCall(1, kSleep, -38);
        rig.tell(1, Kind::AtCall);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 6 5;"));
        rig.process.resume({}, kRun); // it makes it
        rig.inCall(1, kSleep, -38);
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.done(), QString("call 1; call 1;"));
        rig.sample();
        rig.inCall(1, kSleep, kRestartByBlock); // it is interrupted
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 1; go 1;")); // out of the kernel
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("call 1; sampled 1;"));
        rig.inCall(1, 219, -38); // the kernel makes it once more
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.inCall(1, 219, 0);
        rig.tell(1, Kind::AtCall);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; stopped 1 6 5;")); // its end is told
    }

    void aCaughtCallThatEndsByBeingInterruptedIsMadeAgainAndNotTold()
    {
        SampledRig rig({1});
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t number) { return number == kEpollWait; }});
        rig.process.resume({}, kRun);
        rig.inCall(1, kEpollWait, -38);
        rig.tell(1, Kind::AtCall);
        rig.tell(1, Kind::Interrupted);
        rig.process.resume({}, kRun);
        rig.inCall(1, kEpollWait, -38);
        rig.tell(1, Kind::AtCall);
        static_cast<void>(rig.done());
        rig.sample();
        rig.inCall(1, kEpollWait, kInterrupted);
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.result(1), kRestart);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 1; go 1; call 1; sampled 1;"));
        rig.inCall(1, kEpollWait, -38);
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.done(), QString("call 1;"));
    }

    void aThreadThatComesToACallMeanwhileIsInterruptedThere()
    {
        SampledRig rig({1});
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t number) { return number == kEpollWait; }});
        rig.run();
        rig.sample();
        rig.inCall(1, kSleep, -38);
        rig.tell(1, Kind::AtCall);
        QCOMPARE(rig.done(), QString("interrupt 1; call 1; interrupt 1;"));
        rig.inCall(1, kSleep, 0);
        rig.tell(1, Kind::AtCall);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; call 1; sampled 1;"));
    }

    void aCaughtCallInTheSameMomentIsTold()
    {
        SampledRig rig({1});
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t number) { return number == kSleep; }});
        rig.run();
        rig.sample();
        static_cast<void>(rig.done());
        rig.inCall(1, kSleep, -38);
        rig.tell(1, Kind::AtCall);
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("instead 1 39; interrupt 1; go 1; sampled 1; stopped 1 6 5;"));
    }

    void aSignalOnTheWayOutOfACallIsTold()
    {
        SampledRig rig({1});
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t number) { return number == kEpollWait; }});
        rig.run();
        rig.inCall(1, kSleep, -38);
        rig.tell(1, Kind::AtCall);
        rig.sample();
        rig.inCall(1, kSleep, kRestartByBlock);
        rig.tell(1, Kind::AtCall);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGSEGV);
        QCOMPARE(rig.done(), QString("sampled 1; stopped 1 4 11;"));
    }

    // --- memory that is watched by steps -----------------------------------------------------------------------------

    void nobodyHasATurnMeanwhile()
    {
        SampledRig rig;
        rig.process.setWatchWish([] { return std::vector<util::MemoryArea>{{8, 4}}; });
        rig.process.resume({}, kRun);
        rig.process.takeTurns(); // thread 2 has its step before it, which takes long
        QCOMPARE(rig.done(), QString("step 1; step 2;"));
        rig.sample();
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 2;"));
        rig.stepped(2);
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString());
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("sampled 1 2;"));
        rig.process.takeTurns();
        QVERIFY(rig.done().contains("step 1;"));
    }

    void whoAllAwaitTheirTurnsAreCopiedAtOnce()
    {
        SampledRig rig;
        rig.process.setWatchWish([] { return std::vector<util::MemoryArea>{{8, 4}}; });
        rig.process.resume({}, kRun);
        rig.sample();
        QCOMPARE(rig.done(), QString("sampled 1 2;"));
        QVERIFY(!rig.process.stands());
    }

    void aChangeInTheSameMomentIsTold()
    {
        SampledRig rig;
        rig.process.setWatchWish([] { return std::vector<util::MemoryArea>{{8, 4}}; });
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        rig.sample();
        static_cast<void>(rig.done());
        rig.text->bytes[9] = '!';
        rig.stepped(2);
        QCOMPARE(rig.done(), QString("interrupt 1;"));
        rig.tell(1, Kind::Interrupted);
        for (const std::uint64_t id : {1, 2}) // each leaves its step behind
            rig.tell(id, Kind::Interrupted);
        QVERIFY2(rig.done().endsWith("sampled 1 2; stopped 2 7 5;"), "what has changed is told");
    }

    // --- traps -------------------------------------------------------------------------------------------------------

    void trapsStayWhereTheyAre()
    {
        SampledRig rig({1});
        QVERIFY(rig.process.sites().add(3_at));
        QVERIFY(rig.process.setHardwareTraps({HardwareTrap{HardwareTrap::On::Write, 8_at, 8}}));
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; sampled 1;"));
        QCOMPARE(rig.text->bytes[3], '\xcc');
        QVERIFY(rig.tracer.threads[Tid(1)].isWatching);
    }

    void trapsOfArithmeticStayOpen()
    {
        SampledRig rig({1});
        rig.wanted = util::FloatTraps::usual();
        rig.process.setFloatWish([&] { return rig.wanted; });
        rig.run();
        rig.sample();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1; sampled 1;"));
        rig.divideByZero(1);
        QVERIFY(rig.done().contains("stopped 1 4 8;"));
    }
};

DBGR_TEST(TestSamplingCalls);

} // namespace tst_sampling_calls

#include "tst_sampling_calls.moc"
