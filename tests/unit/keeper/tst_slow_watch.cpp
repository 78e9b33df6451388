// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is watched by single steps: whose turn it is, who keeps nobody waiting, and whom a change is told of.
#include "keeper/stub/wishes.h"
#include "tests/support/keeper/process_rig.h"
#include "tests/support/run/test_class.h"
#include "util/memory_change.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <unistd.h>

namespace tst_slow_watch {

using namespace dbgr;
using namespace dbgr::test;

namespace {

constexpr std::uint64_t kArea = 8;
constexpr unsigned kMany = 1200; // instructions
const QString kChanged = "7 5;"; // rsp::StopReason::Change, SIGTRAP

/// Plays a kernel in which each instruction ends at once, but those of threads in `inKernel`.
class SlowRig : public Rig
{
public:
    explicit SlowRig(std::vector<std::uint64_t> threads = {1}) : Rig(std::move(threads))
    {
        process.setWatchWish([this] { return areas; });
        tracer.onNextOf = [this](Tid thread) { return next(thread); };
    }
    /// Until each of two threads has had one, but when it stands before.
    void takeManyTurns()
    {
        for (unsigned steps = 0; steps < kMany; steps += Process::kStepsAtOnce)
            process.takeTurns();
    }
    [[nodiscard]] util::MemoryChange told(std::uint64_t thread = 1)
    {
        return util::memoryChangeOf(process.stopOf(Tid(thread)).description).value_or(util::MemoryChange{});
    }

    std::optional<std::vector<util::MemoryArea>> areas{{{kArea, 4}}};
    std::set<std::uint64_t> inKernel;
    std::function<void(std::uint64_t)> onStep = [](std::uint64_t) {};
    bool isOverCall = false;
    std::vector<std::uint64_t> steps; ///< who has done one

private:
    std::optional<TraceNews> next(Tid thread)
    {
        if (inKernel.contains(thread.value()))
            return std::nullopt;
        steps.push_back(thread.value());
        onStep(thread.value());
        tracer.threads[thread].signal = {SignalNews::Cause::Step, 0, {}, isOverCall};
        return TraceNews{thread, Kind::Signal, SIGTRAP, 0};
    }
};

} // namespace

class TestSlowWatch : public QObject
{
    Q_OBJECT

private slots:
    void whereNothingIsWatchedThreadsRunAsEver()
    {
        SlowRig rig;
        rig.areas->clear();
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString());
    }

    void threadsDoOneInstructionAtATimeInTurn()
    {
        SlowRig rig({1, 2});
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString());
        rig.takeManyTurns();
        QCOMPARE(rig.steps.size(), std::size_t(kMany));
        const auto turn = std::ranges::find(rig.steps, std::uint64_t(2)) - rig.steps.begin();
        QVERIFY(turn > 100);
        const auto back = std::find(rig.steps.begin() + turn, rig.steps.end(), std::uint64_t(1));
        QCOMPARE(back - rig.steps.begin(), 2 * turn);
        QVERIFY(rig.said.empty());
    }

    void whoChangesItIsTold()
    {
        SlowRig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.onStep = [&](std::uint64_t thread) { rig.text->bytes[kArea + 3] = thread == 2 ? '!' : 'l'; };
        rig.takeManyTurns();
        QVERIFY(rig.process.stands() || rig.done().contains("interrupt"));
        while (!rig.process.stands()) // the step is left behind by each thread
            for (const std::uint64_t thread : {1, 2})
                rig.tell(thread, Kind::Interrupted);
        QCOMPARE(rig.process.mainThread(), Tid(2));
        QCOMPARE(rig.told(2), (util::MemoryChange{{kArea}, true}));
        QCOMPARE(rig.process.stopOf(Tid(1)).reason, rsp::StopReason::None);
    }

    void whatASystemCallHasWrittenIsFromOutside()
    {
        SlowRig rig;
        rig.process.resume({}, kRun);
        rig.isOverCall = true;
        rig.onStep = [&](std::uint64_t) { rig.text->bytes[kArea] = '!'; };
        rig.process.takeTurns();
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.told(), (util::MemoryChange{{kArea}, false}));
    }

    void whatChangesBetweenTurnsIsFromOutside()
    {
        SlowRig rig;
        rig.process.resume({}, kRun);
        rig.text->bytes[kArea] = '!';
        rig.process.takeTurns();
        QVERIFY(rig.steps.empty());
        QCOMPARE(rig.done(), "stopped 1 " + kChanged);
        QCOMPARE(rig.told(), (util::MemoryChange{{kArea}, false}));
    }

    void whoIsInTheKernelKeepsNobodyWaiting()
    {
        SlowRig rig({1, 2});
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        QVERIFY(!rig.steps.empty());
        QVERIFY(std::ranges::find(rig.steps, std::uint64_t(1)) == rig.steps.end());
        rig.inKernel.clear();
        rig.steps.clear();
        rig.stepped(1);
        rig.takeManyTurns();
        QVERIFY(std::ranges::find(rig.steps, std::uint64_t(1)) != rig.steps.end());
    }

    void whatTheKernelWritesForAnotherThreadIsNotTheStepper()
    {
        SlowRig rig({1, 2});
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        static_cast<void>(rig.done());
        rig.text->bytes[kArea] = '!';
        rig.process.takeTurns();
        QVERIFY(rig.done().contains("interrupt 1"));
        rig.tell(1, Kind::Interrupted);
        while (!rig.process.stands())
            for (const std::uint64_t thread : {1, 2})
                rig.tell(thread, Kind::Interrupted);
        QCOMPARE(rig.told(2), (util::MemoryChange{{kArea}, false}));
    }

    void interruptedItStandsWithoutAnotherInstruction()
    {
        SlowRig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        static_cast<void>(rig.done());
        rig.steps.clear();
        rig.process.interrupt();
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;")); // which leaves its step behind; the other one had no turn
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
        rig.process.takeTurns();
        QVERIFY(rig.steps.empty());
    }

    void whatChangesWhileItIsStoppedIsToldToo()
    {
        SlowRig rig({1, 2});
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        rig.process.interrupt();
        rig.text->bytes[kArea] = '!'; // by its system call
        static_cast<void>(rig.done());
        while (!rig.process.stands())
            for (const std::uint64_t thread : {1, 2})
                rig.tell(thread, Kind::Interrupted);
        QCOMPARE(rig.told(1), (util::MemoryChange{{kArea}, false}));
    }

    void breakpointsAreMet()
    {
        SlowRig rig;
        QVERIFY(rig.process.sites().add(2_at));
        rig.process.resume({}, kRun);
        rig.tracer.onNextOf = [&](Tid) {
            rig.tracer.setPc(1, 3);
            rig.tracer.threads[Tid(1)].signal = {SignalNews::Cause::Trap, 0, {}};
            return std::optional(TraceNews{Tid(1), Kind::Signal, SIGTRAP, 0});
        };
        rig.process.takeTurns();
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 1 5;"));
        QCOMPARE(rig.tracer.pc(1), std::uint64_t(2));
    }

    void signalsAreDeliveredInTheirTurn()
    {
        SlowRig rig;
        rig.process.setPassedSignals({SIGALRM});
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.tell(1, Kind::Signal, SIGALRM);
        QCOMPARE(rig.done(), QString());
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("step 1 14;"));
        rig.stepped(1);
        rig.tell(1, Kind::Signal, SIGALRM);
        rig.process.interrupt(); // before its turn: it is not lost
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().contains("go 1 14;")); // while it leaves its last step behind
        rig.tell(1, Kind::Interrupted);
        rig.areas->clear();
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done().section("stopped 1", 1), QString());
    }

    void aStepOfTheDebuggerIsCompared()
    {
        SlowRig rig({1, 2});
        rig.process.resume({{Tid(1), kStep}, {Tid(2), kStand}}, kRun);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.text->bytes[kArea] = '!';
        rig.stepped(1);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 " + kChanged));
        QCOMPARE(rig.told(), (util::MemoryChange{{kArea}, true}));
        rig.process.resume({{Tid(1), kStep}, {Tid(2), kStand}}, kRun);
        rig.stepped(1);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 2 5;"));
    }

    void whatIsInTheKernelOnItsWayGoesOnAtOnce()
    {
        SlowRig rig;
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Cloned, 0, 2);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString());
        rig.process.takeTurns();
        QVERIFY(!rig.steps.empty());
        QCOMPARE(rig.steps.front(), std::uint64_t(2));
    }

    void endsAreTold()
    {
        SlowRig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        rig.tell(2, Kind::Exited, 0);
        QVERIFY(!rig.process.stands());
        rig.tracer.onNextOf = [&](Tid thread) { return std::optional(TraceNews{thread, Kind::Exited, 3, 0}); };
        rig.process.takeTurns();
        QVERIFY(rig.done().endsWith("exited 3;"));
    }

    void aThreadThatEndsLeavesTheOthersTheirTurns()
    {
        SlowRig rig({1, 2});
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        rig.inKernel.clear();
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Exited, 0);
        rig.stepped(1);
        QCOMPARE(rig.done(), QString());
        rig.process.takeTurns();
        QVERIFY(!rig.process.stands());
    }

    void anotherProgramIsNotWatched()
    {
        SlowRig rig;
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        rig.tell(1, Kind::Executed, 0, 1);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("stopped 1 5 5;"));
    }

    void whenNobodyWishesItAnyMoreTheyRunAsEver()
    {
        SlowRig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        static_cast<void>(rig.done());
        rig.areas.reset(); // is just being said
        rig.process.takeTurns();
        QVERIFY(rig.done().startsWith("step 1;"));
        rig.areas.emplace();
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("go 1; go 2;"));
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString());
    }

    void letGoItRunsWithoutATrace()
    {
        SlowRig rig;
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        static_cast<void>(rig.done());
        rig.process.release();
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("release 1; released;"));
    }

    void callsThatAreCaughtAreLeftToTheKernel()
    {
        SlowRig rig;
        rig.text->bytes.replace(4, 2, "\x0f\x05");
        rig.process.setCaughtCalls({[] { return true; }, [](std::uint32_t) { return false; }});
        rig.tracer.setPc(1, 2);
        rig.inKernel = {1};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.tracer.setPc(1, 4);
        rig.stepped(1);
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.tracer.setPc(1, 6);
        rig.tell(1, Kind::AtCall); // its beginning
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.tell(1, Kind::AtCall); // its end: it is led out of the kernel, where it may stand
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString());
        rig.process.takeTurns();
        QCOMPARE(rig.done(), QString("step 1;"));
    }

    void memoryThatIsNotThereIsNotCompared()
    {
        SlowRig rig;
        rig.areas = std::vector<util::MemoryArea>{{1000, 4}};
        rig.process.resume({}, kRun);
        rig.process.takeTurns();
        QCOMPARE(rig.steps.size(), std::size_t(Process::kStepsAtOnce));
    }

    void wishesAreShared()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs =
            Wishes::open(util::UniqueFd(::dup(ours.file())), util::UniqueFd(::dup(ours.bell()))).value();
        const WatchWishes said = ours.watches(7);
        const WatchWishes heard = theirs.watches(7);
        QVERIFY(heard.areas()->empty());
        const std::vector<util::MemoryArea> wanted{{0x601040, 8}, {0x7ffe0000, 4096}};
        said.say(wanted);
        QCOMPARE(*heard.areas(), wanted);
        QVERIFY(theirs.watches(6).areas()->empty());
        said.say(std::vector<util::MemoryArea>{{0x601040, 4097}}); // more than anybody may wish
        QVERIFY(heard.areas()->empty());
        const WatchWishes none = ours.watches(Wishes::kMaxSlots);
        none.say(wanted);
        QVERIFY(none.areas()->empty());
    }

    void wordsAreUnderstood()
    {
        const util::MemoryChange byThread{{0x601040, 0x7ffe0000}, true};
        QCOMPARE(util::wordsOf(byThread), std::string("changed memory 601040 7ffe0000"));
        QCOMPARE(util::memoryChangeOf(util::wordsOf(byThread)), std::optional(byThread));
        const util::MemoryChange fromOutside{{0x10}, false};
        QCOMPARE(util::wordsOf(fromOutside), std::string("memory changed from outside 10"));
        QCOMPARE(util::memoryChangeOf(util::wordsOf(fromOutside)), std::optional(fromOutside));
        for (const char* const other : {"", "changed memory", "changed memory ", "changed memoryx 1",
                                        "changed memory 1  2", "changed memory x", "system call 1 2 3"})
            QVERIFY(!util::memoryChangeOf(other));
    }
};

DBGR_TEST(TestSlowWatch, QCoreApplication);

} // namespace tst_slow_watch

#include "tst_slow_watch.moc"
