// SPDX-License-Identifier: GPL-3.0-or-later
// A rank that the engine wishes to stand, at each moment of what LLDB and the kernel do with it.
#include "keeper/stub/conversation.h"
#include "tests/support/dbgdaemon/fake_loader.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tst_wanted_stops {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

using Kind = TraceNews::Kind;

constexpr std::uint64_t kBreakpoint = 0x40;

class Rank
{
public:
    explicit Rank(LoaderStops stops = LoaderStops::All, bool takesTurns = false)
    {
        loaderWish = {stops, 1};
        LoaderWatch loading([this] { return loaderWish; }, loader.reader(), std::make_shared<BarrenLibraries>());
        if (takesTurns)
            turn = std::make_shared<LoaderTurn>(scheduler);
        conversation.emplace(
            process,
            Conversation::Watches{
                std::move(loading), {scheduler, [this] { return wish; }}, ConditionWatch(ConditionWishes()), turn},
            [this](const std::string& payload) { answers.push_back(payload); });
        if (!process.seize())
            qFatal("it cannot be seized");
        tell(Kind::Interrupted);
        conversation->onRequest("Z0,40,1");
        conversation->onRequest("qXfer:libraries-svr4:read::0,fff");
        conversation->onRequest("Z0,2060,1"); // FakeLoader::kTrap
        static_cast<void>(done());
    }

    void tell(Kind kind, int number = 0) { process.onNews({Tid(1), kind, number, 0}); }
    void trap(std::uint64_t address = kBreakpoint)
    {
        tracer.setPc(1, address + 1);
        tracer.threads[Tid(1)].signal = {SignalNews::Cause::Trap, 0, {}};
        tell(Kind::Signal, SIGTRAP);
    }
    void stepped()
    {
        tracer.threads[Tid(1)].signal = {SignalNews::Cause::Step, 0, {}};
        tell(Kind::Signal, SIGTRAP);
        tell(Kind::Interrupted); // the processor's flag for steps is left behind
    }
    void ask(StandWish number)
    {
        wish = number;
        conversation->obeyWish();
    }
    void resume() { conversation->onRequest("c"); }
    void step() { conversation->onRequest("vCont;s:1"); }
    /// What was asked of the kernel and what LLDB was told, since the last time: "go 1; interrupt 1; T13".
    QString done()
    {
        QString text = QString::fromStdString(tracer.taken());
        for (const std::string& answer : std::exchange(answers, {})) {
            const auto reason = answer.find("reason:");
            text += QString::fromStdString(answer.substr(0, 3));
            if (answer.starts_with("T05"))
                text += " " + QString::fromStdString(answer.substr(reason + 7, answer.find(';', reason) - reason - 7));
            text += "; ";
        }
        return text.trimmed();
    }

    ManualScheduler scheduler;
    FakeLoader loader;
    LoaderWish loaderWish;
    StandWish wish = 0;
    FakeTracer tracer;
    bool isToldLater = false;      ///< for what it stands: others come first
    std::vector<util::Task> later; ///< which tells it
    std::vector<std::string> answers;
    TextLedger ledger = TextLedger::create().value();
    std::shared_ptr<LoaderTurn> turn;
    std::optional<Conversation> conversation; // before what calls it
    Process process{util::Pid(1), tracer, *m_arch, ledger, std::make_unique<FakeMemory>(loader.text), listener()};

private:
    Process::Listener listener()
    {
        Process::Listener listener;
        listener.onStopped = [this] { conversation->onStopped(); };
        listener.onEnded = [this](RankEnd) { conversation->onEnded(); };
        listener.onReleased = [] {};
        listener.onOffspring = [](const Offspring&) {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        listener.onStands = [this](const util::Task& tell) {
            if (isToldLater)
                later.push_back(tell);
            else
                tell();
        };
        return listener;
    }
    static inline const std::shared_ptr<const Arch> m_arch = x86_64::make({});
};

} // namespace

class TestWantedStops : public QObject
{
    Q_OBJECT

private slots:
    void oneThatRunsStands()
    {
        Rank rank;
        rank.resume();
        QCOMPARE(rank.done(), QString("go 1;"));
        rank.ask(1);
        QCOMPARE(rank.done(), QString("interrupt 1;"));
        rank.ask(1); // the bell has rung for somebody else
        QCOMPARE(rank.done(), QString());
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("T13;"));
    }

    void oneThatStandsIsNotTouched()
    {
        Rank rank;
        rank.ask(1);
        QCOMPARE(rank.done(), QString());
    }

    void theWishMeetsTheNextRunWheneverItComes()
    {
        Rank rank;
        rank.ask(1);
        rank.resume();
        QCOMPARE(rank.done(), QString("go 1; interrupt 1;"));
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("T13;"));
    }

    void lldbThatLetsItGoOnIsToldAgainUntilTheWishIsTakenBack()
    {
        Rank rank;
        rank.resume();
        rank.ask(1);
        for (int times = 0; times < 3; ++times) { // it takes the stop for the one that it had asked for itself
            rank.tell(Kind::Interrupted);
            static_cast<void>(rank.done());
            rank.resume();
            QCOMPARE(rank.done(), QString("go 1; interrupt 1;"));
        }
        rank.tell(Kind::Interrupted);
        rank.ask(0);
        rank.resume();
        QCOMPARE(rank.done(), QString("go 1; T13;"));
    }

    void aWishThatWasTakenBackBeforeTheBellIsHeardIsNone()
    {
        Rank rank;
        rank.resume();
        static_cast<void>(rank.done());
        rank.ask(0);
        QCOMPARE(rank.done(), QString());
    }

    /// z0, step, Z0, go: so LLDB gets over a breakpoint. Before it has, it would meet it once more.
    void lldbGetsOverItsBreakpointFirst_data()
    {
        QTest::addColumn<bool>("isEarly");
        QTest::newRow("asked before the step") << true;
        QTest::newRow("asked in the step") << false;
    }
    void lldbGetsOverItsBreakpointFirst()
    {
        QFETCH(bool, isEarly);
        Rank rank;
        if (isEarly)
            rank.ask(1);
        rank.step();
        rank.ask(1);
        QCOMPARE(rank.done(), QString("step 1;"));
        rank.stepped();
        QCOMPARE(rank.done(), QString("interrupt 1; go 1; T05 trace;"));
        rank.resume();
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("go 1; interrupt 1; T13;"));
    }

    void butNotStepAfterStep()
    {
        Rank rank;
        rank.ask(1);
        rank.step();
        rank.stepped();
        static_cast<void>(rank.done());
        rank.step();
        QCOMPARE(rank.done(), QString("step 1; interrupt 1;"));
        rank.tell(Kind::Interrupted);
        rank.tell(Kind::Interrupted); // the flag is left behind
        QVERIFY2(rank.done().endsWith("T13;"), "no instruction was executed");
        rank.ask(0);
        rank.step();
        rank.stepped();
        static_cast<void>(rank.done());
        rank.ask(2); // another asking: it may be at a breakpoint again
        rank.step();
        QCOMPARE(rank.done(), QString("step 1;"));
    }

    void aStepThatWaitsInTheKernelDoesNotKeepItRunning()
    {
        Rank rank;
        rank.step();
        rank.ask(1);
        rank.scheduler.advance(StandWatch::kStepMayTake - std::chrono::milliseconds(1));
        QCOMPARE(rank.done(), QString("step 1;"));
        rank.scheduler.advance(std::chrono::milliseconds(1));
        QCOMPARE(rank.done(), QString("interrupt 1;"));
    }

    /// LLDB judges a condition by a function of the program.
    void aCallEndsFirst_data()
    {
        QTest::addColumn<bool>("ends");
        QTest::newRow("it ends") << true;
        QTest::newRow("it does not") << false;
    }
    void aCallEndsFirst()
    {
        QFETCH(bool, ends);
        Rank rank;
        rank.conversation->onRequest("QSaveRegisterState");
        rank.conversation->onRequest("P10=0050000000000000"); // the pc, as target.xml numbers it
        rank.ask(1);
        static_cast<void>(rank.done());
        for (int runs = 0; runs < 3; ++runs) { // it meets breakpoints on its way
            rank.resume();
            QCOMPARE(rank.done(), QString("go 1;"));
            rank.trap();
            static_cast<void>(rank.done());
        }
        if (ends) {
            rank.conversation->onRequest("QRestoreRegisterState:1");
            static_cast<void>(rank.done());
            rank.resume();
            QCOMPARE(rank.done(), QString("go 1; interrupt 1;"));
        } else {
            rank.resume();
            rank.scheduler.advance(StandWatch::kCallMayTake);
            QCOMPARE(rank.done(), QString("go 1; interrupt 1;"));
        }
    }

    void theLimitOfAStepThatHasEndedMeansNothing()
    {
        Rank rank;
        rank.ask(1);
        rank.step();
        rank.stepped();
        rank.ask(0);
        rank.resume();
        static_cast<void>(rank.done());
        rank.scheduler.advance(std::chrono::seconds(1));
        QCOMPARE(rank.done(), QString());
        QCOMPARE(rank.scheduler.pendingTimers(), std::size_t(0));
    }

    void aBreakpointThatIsMetInThatMomentIsWhatIsTold()
    {
        Rank rank;
        rank.resume();
        rank.ask(1);
        rank.trap();
        QCOMPARE(rank.done(), QString("go 1; interrupt 1; T05 breakpoint;"));
        rank.ask(0); // the engine has heard of it
        rank.step();
        rank.stepped();
        rank.resume();
        QVERIFY2(!rank.done().contains("T13"), "it was asked to stand once, and stood");
    }

    /// LLDB judges the condition, finds it false, and goes on.
    void aFalseConditionDoesNotUseTheWishUp()
    {
        Rank rank;
        rank.resume();
        rank.ask(1);
        rank.trap();
        rank.step();
        rank.stepped();
        static_cast<void>(rank.done());
        rank.resume();
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("go 1; interrupt 1; T13;"));
    }

    void lldbsOwnInterruptIsTheSameStop()
    {
        Rank rank;
        rank.resume();
        rank.conversation->onInterrupt();
        rank.ask(1);
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("go 1; interrupt 1; T13;"));
    }

    void aSignalIsNotLost()
    {
        Rank rank;
        rank.resume();
        rank.tell(Kind::Signal, SIGSEGV); // which the program handles
        static_cast<void>(rank.done());
        rank.ask(1);
        rank.conversation->onRequest("C0b");
        QCOMPARE(rank.done(), QString("go 1 11; interrupt 1;"));
        rank.tell(Kind::Signal, SIGUSR1); // faster than the interrupt
        QCOMPARE(rank.done(), QString("T0a;"));
    }

    void theEndIsTheEnd()
    {
        Rank rank;
        rank.step();
        rank.ask(1);
        rank.tell(Kind::Exited, 3);
        QCOMPARE(rank.done(), QString("step 1; W03;"));
        rank.ask(1);
        rank.scheduler.advance(std::chrono::seconds(1));
        QCOMPARE(rank.done(), QString());
    }

    void itStandsInTheMidstOfWhatTheKeeperPassesOver()
    {
        Rank rank(LoaderStops::OfNews);
        rank.resume();
        rank.trap(FakeLoader::kTrap);
        QCOMPARE(rank.done(), QString("go 1; step 1;")); // over it, and nobody knows
        rank.ask(1);
        QCOMPARE(rank.done(), QString("interrupt 1;"));
        rank.stepped();
        QVERIFY(rank.done().endsWith("T13;"));
    }

    void itStandsThoughItsTurnHasNotCome()
    {
        Rank rank(LoaderStops::All, true);
        const int other = 0;
        rank.turn->take(&other, [] {}); // another rank has it
        rank.resume();
        rank.trap(FakeLoader::kTrap);
        QCOMPARE(rank.done(), QString("go 1;"));
        rank.ask(1);
        QCOMPARE(rank.done(), QString("T13;"));
    }

    void itsDebuggerIsToldLaterUnlessSomethingElseHappens_data()
    {
        QTest::addColumn<QString>("meanwhile");
        QTest::addColumn<QString>("told");      // by that itself
        QTest::addColumn<QString>("toldLater"); // by the word that was put off
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "T13;";
        QTest::newRow("it is killed") << "killed"
                                      << "X09;"
                                      << "";
        QTest::newRow("it is let go") << "release"
                                      << "release 1;"
                                      << "";
        QTest::newRow("LLDB interrupts it, too") << "interrupt"
                                                 << ""
                                                 << "T13;";
        QTest::newRow("the bell rings for another") << "bell"
                                                    << ""
                                                    << "T13;";
        QTest::newRow("another debugger comes") << "debugger"
                                                << "T13;"
                                                << "";
    }
    void itsDebuggerIsToldLaterUnlessSomethingElseHappens()
    {
        QFETCH(QString, meanwhile);
        QFETCH(QString, told);
        QFETCH(QString, toldLater);
        Rank rank;
        rank.isToldLater = true;
        rank.resume();
        rank.ask(1);
        QVERIFY(rank.conversation->isToStand());
        rank.tell(Kind::Interrupted);
        QCOMPARE(rank.done(), QString("go 1; interrupt 1;"));
        QVERIFY(rank.process.stands());
        QCOMPARE(rank.later.size(), std::size_t(1));
        if (meanwhile == "killed")
            rank.tell(Kind::Died, SIGKILL);
        else if (meanwhile == "release")
            rank.process.release();
        else if (meanwhile == "interrupt")
            rank.conversation->onInterrupt();
        else if (meanwhile == "bell")
            rank.ask(1);
        else if (meanwhile == "debugger")
            rank.process.forgetDebugger();
        QCOMPARE(rank.done(), told);
        rank.later.front()();
        QCOMPARE(rank.done(), toldLater);
        rank.later.front()(); // once
        QCOMPARE(rank.done(), QString());
        QVERIFY(rank.process.hasEnded() || !rank.conversation->isToStand());
    }

    void whoIsWantedToStandStaysWhateverHeMeets_data()
    {
        QTest::addColumn<bool>("atLoader");
        QTest::newRow("the loader's trap, of no interest") << true;
        QTest::newRow("a breakpoint") << false;
    }
    /// So it may be told that it stands before it is known for what.
    void whoIsWantedToStandStaysWhateverHeMeets()
    {
        QFETCH(bool, atLoader);
        Rank rank(LoaderStops::OfNews);
        rank.resume();
        rank.ask(1);
        QVERIFY(rank.conversation->isToStand());
        rank.trap(atLoader ? std::uint64_t{FakeLoader::kTrap} : kBreakpoint);
        QVERIFY(rank.process.stands());
        QVERIFY(rank.done().contains('T'));
    }

    void theBellRingsOnceForMany()
    {
        const Wishes ours = Wishes::create().value();
        const auto rings = [&] {
            pollfd bell{ours.bell(), POLLIN, 0};
            return ::poll(&bell, 1, 0) == 1;
        };
        for (std::uint32_t slot = 0; slot < 3; ++slot)
            ours.standSayer(slot)(7);
        eventfd_t times = 0;
        QCOMPARE(::eventfd_read(ours.bell(), &times), 0);
        QCOMPARE(times, eventfd_t{1});
        // An engine that was ended before it rang is followed by one that takes all back first.
        ours.standSayer(2)(9);
        QVERIFY(!rings());
        ours.standSayer(0)(0);
        ours.standSayer(0)(11);
        QVERIFY(rings());
        ours.quietBell();
        ours.standSayer(1)(13);
        QVERIFY(rings());
    }

    void theMemoryIsTheSameForBoth()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs =
            Wishes::open(util::UniqueFd(::dup(ours.file())), util::UniqueFd(::dup(ours.bell()))).value();
        const auto rings = [&] {
            pollfd bell{theirs.bell(), POLLIN, 0};
            return ::poll(&bell, 1, 0) == 1;
        };
        ours.standSayer(3)(7);
        QCOMPARE(theirs.stand(3), 7u);
        QCOMPARE(theirs.stand(4), 0u);
        QVERIFY(rings());
        theirs.quietBell();
        QVERIFY(!rings());
        ours.standSayer(3)(0);
        QCOMPARE(theirs.stand(3), 0u);
        QVERIFY(!rings()); // nobody waits for that
        ours.standSayer(Wishes::kMaxSlots)(1);
        QCOMPARE(theirs.stand(Wishes::kMaxSlots), 0u);
    }
};

DBGR_TEST(TestWantedStops, QCoreApplication);

} // namespace tst_wanted_stops

#include "tst_wanted_stops.moc"
