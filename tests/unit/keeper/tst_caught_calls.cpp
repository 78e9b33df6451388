// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's threads at system calls that are to be told, in every order in which the kernel may tell of them.
#include "keeper/stub/wishes.h"
#include "keeper/trace/process.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/run/test_class.h"
#include "util/system_call_words.h"

#include <QTest>

#include <csignal>
#include <cstring>
#include <set>
#include <unistd.h>

namespace tst_caught_calls {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

using Kind = TraceNews::Kind;
using Does = ThreadOrder::Does;
using x86_64::General;

constexpr ThreadOrder kRun{Does::Run, 0};
constexpr ThreadOrder kStep{Does::Step, 0};
constexpr ThreadOrder kStand{Does::Stand, 0};
constexpr std::uint64_t kCall = 4;    // where the text has the instruction
constexpr std::uint64_t kOldCall = 8; // that of 32-bit programs
constexpr std::uint64_t kStack = 0x7000;
constexpr std::uint32_t kWrite = 1;
constexpr std::uint32_t kSleep = 35;
constexpr std::uint32_t kRestart = 219;
constexpr std::int64_t kMadeAgain = -516; // ERESTART_RESTARTBLOCK
const QString kLeaves = "instead 1 39; interrupt 1; go 1;";
const QString kTold = "stopped 1 6 5;";

class Rig
{
public:
    explicit Rig(std::vector<std::uint64_t> threads = {1})
    {
        text->bytes.replace(kCall, 2, "\x0f\x05");
        text->bytes.replace(kOldCall, 2, "\xcd\x80");
        tracer.present.clear();
        for (const std::uint64_t id : threads)
            tracer.present.emplace_back(id);
        process.setCaughtCalls(
            {[this] { return !wanted.empty(); }, [this](std::uint32_t number) { return wanted.contains(number); }});
        if (!process.seize())
            qFatal("it cannot be seized");
        for (const std::uint64_t id : threads)
            tell(id, Kind::Interrupted);
        static_cast<void>(done());
    }
    void tell(std::uint64_t thread, Kind kind, int number = 0, std::uint64_t message = 0)
    {
        process.onNews({Tid(thread), kind, number, message});
    }
    void set(std::uint64_t thread, General at, std::uint64_t value)
    {
        std::memcpy(tracer.threads[Tid(thread)].general.data() + static_cast<std::size_t>(at) * 8, &value, 8);
    }
    std::uint64_t get(std::uint64_t thread, General at)
    {
        std::uint64_t value = 0;
        std::memcpy(&value, tracer.threads[Tid(thread)].general.data() + static_cast<std::size_t>(at) * 8, 8);
        return value;
    }
    /// It comes to a system call.
    void enter(std::uint64_t thread, std::uint32_t number, std::uint64_t instruction = kCall,
               std::uint64_t stack = kStack)
    {
        tracer.setPc(thread, instruction + 2);
        set(thread, General::OrigRax, number);
        set(thread, General::Rax, static_cast<std::uint64_t>(-38));
        set(thread, General::Rdi, 7);
        set(thread, General::Rsp, stack);
        tell(thread, Kind::AtCall);
    }
    /// It has made it.
    void leave(std::uint64_t thread, std::int64_t value)
    {
        set(thread, General::Rax, static_cast<std::uint64_t>(value));
        tell(thread, Kind::AtCall);
    }
    /// It was led out of the kernel.
    void out(std::uint64_t thread) { tell(thread, Kind::Interrupted); }
    /// It comes to a call, and stands in front of it.
    void stopAt(std::uint32_t number)
    {
        enter(1, number);
        out(1);
        static_cast<void>(done());
    }
    [[nodiscard]] std::optional<util::SystemCallStop> told(std::uint64_t thread = 1)
    {
        return util::systemCallStopOf(process.stopOf(Tid(thread)).description);
    }
    /// What was asked of the kernel, and what was told, since the last time.
    QString done() { return QString::fromStdString(tracer.taken() + std::exchange(said, {})).trimmed(); }

    std::shared_ptr<const Arch> arch = x86_64::make({});
    FakeTracer tracer{arch};
    std::set<std::uint32_t> wanted{kSleep};
    std::string said;
    TextLedger ledger = TextLedger::create().value();
    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    Process process{util::Pid(1), tracer, *arch, ledger, std::make_unique<FakeMemory>(text), listener()};

private:
    Process::Listener listener()
    {
        Process::Listener listener;
        listener.onStopped = [this] {
            const ThreadStop& stop = process.stopOf(process.mainThread());
            said += "stopped " + std::to_string(process.mainThread().value()) + " " +
                    std::to_string(static_cast<int>(stop.reason)) + " " + std::to_string(stop.signal) + "; ";
        };
        listener.onEnded = [this](RankEnd) { said += "ended; "; };
        listener.onReleased = [this] { said += "released; "; };
        listener.onOffspring = [](const Offspring&) {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        return listener;
    }
};

} // namespace

class TestCaughtCalls : public QObject
{
    Q_OBJECT

private slots:
    void whereNobodyAskedThreadsRunAsEver()
    {
        Rig rig;
        rig.wanted.clear();
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.tell(1, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    void otherCallsAreNobodysBusiness()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.enter(1, kWrite);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.leave(1, 12);
        QCOMPARE(rig.done(), QString("call 1;"));
    }

    void aThreadStandsInFrontOfItsCall()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), kLeaves);
        rig.set(1, General::Rax, 4711); // what the other call gave
        rig.out(1);
        QCOMPARE(rig.done(), kTold);
        QVERIFY(rig.told() && rig.told()->number == kSleep && rig.told()->arguments[0] == 7 && !rig.told()->value);
        QCOMPARE(rig.tracer.pc(1), kCall);
        QCOMPARE(rig.get(1, General::Rax), std::uint64_t{kSleep});
        QCOMPARE(rig.get(1, General::OrigRax), ~std::uint64_t{0}); // it is in no call
    }

    void andBehindIt()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), QString("call 1;")); // that was told
        rig.leave(1, -11);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.out(1);
        QCOMPARE(rig.done(), kTold);
        QVERIFY(rig.told() && rig.told()->number == kSleep && rig.told()->value == -11);
        QCOMPARE(rig.tracer.pc(1), kCall + 2);
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.enter(1, kSleep); // the next one
        QCOMPARE(rig.done(), kLeaves);
    }

    /// As in a handler, by the same function.
    void theSameCallElsewhereIsAnotherOne()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({{Tid(1), {Does::Run, SIGUSR1}}}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep, kCall, kStack - 512);
        QCOMPARE(rig.done(), kLeaves);
    }

    void whoComesToACallWhileTheOthersAreToStandHasNotMadeIt()
    {
        Rig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), kLeaves);
        rig.out(1);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;")); // as one that was interrupted
        QCOMPARE(rig.tracer.pc(1), kCall);
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("call 1; call 2;"));
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), kLeaves); // now it is told
    }

    void bothThreadsMayBeAtCalls()
    {
        Rig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.enter(2, kSleep);
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        rig.out(1);
        QVERIFY(rig.done().endsWith("stopped 2 6 5;"));
        QVERIFY(rig.told(2));
        QCOMPARE(rig.process.stopOf(Tid(1)).reason, rsp::StopReason::None); // it is told when it makes it
    }

    /// Whoever stops a rank interrupts the calls in it, which go on behind that. That is no news.
    void aCallThatWeInterruptedHasNotEnded()
    {
        Rig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.leave(1, kMadeAgain);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kRestart);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.leave(1, 0);
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        QVERIFY(rig.told() && rig.told()->number == kSleep && rig.told()->value == 0);
    }

    void oneThatASignalInterruptedIsTold()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.leave(1, kMadeAgain);
        rig.out(1);
        QVERIFY(rig.told() && rig.told()->value == kMadeAgain);
    }

    void whatIsInterruptedAndThenHandlesASignalMakesItsCallAnew()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.process.interrupt();
        rig.leave(1, kMadeAgain);
        rig.out(1);
        rig.process.resume({}, kRun);
        rig.tell(1, Kind::Signal, SIGUSR1);
        rig.process.resume({{Tid(1), {Does::Run, SIGUSR1}}}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), kLeaves);
    }

    /// Its number means another call there.
    void callsOf32BitProgramsAreNotTold()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep, kOldCall);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.leave(1, 0);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.enter(1, kSleep, kOldCall);
        QCOMPARE(rig.done(), QString("go 1; interrupt 1;"));
        rig.out(1);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
    }

    void aThreadIsMadeWithinACallThatIsTold()
    {
        Rig rig;
        rig.wanted = {56};
        rig.process.resume({}, kRun);
        rig.stopAt(56);
        rig.process.resume({}, kRun);
        rig.enter(1, 56);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Cloned, SIGTRAP, 2);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("call 1; call 2;"));
        rig.leave(1, 2);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.enter(2, kWrite);
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        QVERIFY(rig.told() && rig.told()->value == 2);
    }

    /// As while the others are brought to a stand.
    void theEndOfItIsTold()
    {
        Rig rig({1, 2});
        rig.wanted = {56};
        rig.process.resume({}, kRun);
        rig.enter(1, 56);
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        rig.process.resume({}, kRun);
        rig.enter(1, 56);
        rig.process.interrupt();
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Forked, SIGTRAP, 7);
        QCOMPARE(rig.done(), QString("call 1; interrupt 1;"));
        rig.leave(1, 7);
        QCOMPARE(rig.done(), QString("interrupt 1; go 1;"));
        rig.out(1);
        rig.tell(2, Kind::Interrupted);
        QVERIFY(rig.told() && rig.told()->value == 7);
    }

    /// What is told first is the end of a call of which nobody knows.
    void whoAsksInTheMiddleOfACallIsNotToldItsEnd_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("clone") << int(Kind::Cloned);
        QTest::newRow("fork") << int(Kind::Forked);
        QTest::newRow("vfork") << int(Kind::ForkedShared);
        QTest::newRow("end of vfork") << int(Kind::ForkEnded);
    }
    void whoAsksInTheMiddleOfACallIsNotToldItsEnd()
    {
        QFETCH(int, kind);
        Rig rig;
        rig.wanted.clear();
        rig.process.resume({}, kRun);
        rig.wanted = {56};
        static_cast<void>(rig.done());
        rig.tell(1, Kind(kind), SIGTRAP, kind == int(Kind::Cloned) ? 1 : 7);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.tracer.setPc(1, kCall + 2);
        rig.set(1, General::OrigRax, 56);
        rig.leave(1, 7);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.enter(1, 56);
        QCOMPARE(rig.done(), QString("instead 1 39; interrupt 1; go 1;"));
    }

    void nobodyIsToldThatExecveHasReturned()
    {
        Rig rig;
        rig.wanted = {59};
        rig.process.resume({}, kRun);
        rig.stopAt(59);
        rig.process.resume({}, kRun);
        rig.enter(1, 59);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Executed, SIGTRAP, 1);
        QCOMPARE(rig.done(), QString("stopped 1 5 5;"));
        rig.process.resume({}, kRun);
        rig.leave(1, 0);
        QCOMPARE(rig.done(), QString("call 1; call 1;"));
    }

    void anotherProgramUnderTheIdOfWhoWasLeavingIsTold()
    {
        Rig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Executed, SIGTRAP, 2);
        QCOMPARE(rig.done(), QString("stopped 1 5 5;"));
    }

    void aThreadMayBeKilledOnItsWay()
    {
        Rig rig({1, 2});
        rig.process.resume({}, kRun);
        rig.enter(2, kSleep);
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.tell(2, Kind::Exited);
        QCOMPARE(rig.done(), QString("stopped 1 4 19;"));
        rig.process.resume({}, kRun);
        rig.tracer.threads[Tid(1)].isGone = true;
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), QString("call 1;"));
        rig.tell(1, Kind::Died, SIGKILL);
        QCOMPARE(rig.done(), QString("ended;"));
    }

    void aSignalThatComesInsteadIsNotLost()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGUSR1);
        QCOMPARE(rig.done(), kTold);
        rig.process.resume({}, kRun);
        QCOMPARE(rig.done(), QString("call 1 10;"));
    }

    void whoIsLetGoMakesTheCallByItself()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.release();
        QCOMPARE(rig.done(), QString("release 1; released;"));
        QCOMPARE(rig.tracer.pc(1), kCall);
    }

    void oneThatIsLetGoWhileItLeavesIsPutBackFirst()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.process.release();
        static_cast<void>(rig.done());
        rig.out(1);
        QCOMPARE(rig.done(), QString("release 1; released;"));
        QCOMPARE(rig.tracer.pc(1), kCall);
    }

    void aStepLeadsOverTheCallUnseen()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({{Tid(1), kStep}}, kStand);
        QCOMPARE(rig.done(), QString("step 1;"));
        rig.tracer.threads[Tid(1)].signal = {SignalNews::Cause::Step, 0, {}};
        rig.tell(1, Kind::Signal, SIGTRAP);
        rig.tell(1, Kind::Interrupted);
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep); // another one, of a loop
        QCOMPARE(rig.done(), kLeaves);
    }

    void whenItIsTakenBackThreadsRunAsBefore()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({}, kRun);
        rig.wanted.clear();
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), QString("go 1;"));
    }

    /// In the call that was told another one is asked for, too.
    void whatIsAskedForInACallHoldsForItsEnd()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.resume({}, kRun);
        rig.enter(1, kSleep);
        rig.wanted = {kWrite};
        static_cast<void>(rig.done());
        rig.leave(1, 0);
        QCOMPARE(rig.done(), QString("call 1;"));
    }

    void aFunctionThatTheDebuggerCallsLeavesTheCallToBeMade()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        const auto saved = rig.process.saveRegisters(Tid(1));
        QVERIFY(saved);
        const RegisterTable& table = rig.arch->registers();
        const auto pc = std::ranges::find(table.all(), std::string_view("pc"), &RegisterSpec::generic);
        const RegisterBytes elsewhere(8);
        QVERIFY(rig.process.setRegister(Tid(1), *pc, elsewhere));
        rig.wanted.clear(); // as the line of the rank says it
        rig.process.resume({}, kRun);
        rig.process.interrupt();
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.process.restoreRegisters(*saved));
        QCOMPARE(rig.tracer.pc(1), kCall);
        rig.wanted = {kSleep};
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), QString("call 1;"));
    }

    void anotherDebuggerIsToldOnceMore()
    {
        Rig rig;
        rig.process.resume({}, kRun);
        rig.stopAt(kSleep);
        rig.process.forgetDebugger();
        rig.process.resume({}, kRun);
        static_cast<void>(rig.done());
        rig.enter(1, kSleep);
        QCOMPARE(rig.done(), kLeaves);
    }

    void theMemoryIsSharedAndNothingIsWishedAtFirst()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs =
            Wishes::open(util::UniqueFd(::dup(ours.file())), util::UniqueFd(::dup(ours.bell()))).value();
        const CallWishes said = ours.calls(7);
        const CallWishes heard = theirs.calls(7);
        QVERIFY(!heard.areAny() && !heard.has(0));
        said.say(std::set<std::uint32_t>{0, 35, util::kMostSystemCalls - 1, util::kMostSystemCalls});
        QVERIFY(heard.areAny() && heard.has(0) && heard.has(35) && heard.has(util::kMostSystemCalls - 1));
        QVERIFY(!heard.has(1) && !heard.has(34) && !heard.has(36) && !heard.has(util::kMostSystemCalls));
        QVERIFY(!theirs.calls(6).areAny());
        said.say(std::nullopt);
        QVERIFY(heard.areAny() && heard.has(1) && heard.has(util::kMostSystemCalls));
        said.say(std::set<std::uint32_t>());
        QVERIFY(!heard.areAny() && !heard.has(35));
    }

    void aRankWithoutPlaceHasNoWishes()
    {
        const Wishes wishes = Wishes::create().value();
        const CallWishes none = wishes.calls(Wishes::kMaxSlots);
        none.say(std::nullopt);
        QVERIFY(!none.areAny() && !none.has(0));
    }
};

DBGR_TEST(TestCaughtCalls, QCoreApplication);

} // namespace tst_caught_calls

#include "tst_caught_calls.moc"
