// SPDX-License-Identifier: GPL-3.0-or-later
// Hits of breakpoints that a rank's debugger does not hear of, since programs say that their conditions are false.
#include "bytecode/code.h"
#include "bytecode/trace_note.h"
#include "keeper/stub/conversation.h"
#include "keeper/stub/wishes.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

namespace tst_conditions {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;
using bytecode::Code;
using bytecode::JudgedPlace;
using bytecode::Op;

namespace {

using Kind = TraceNews::Kind;

constexpr std::uint64_t kPlace = 3;     ///< of the breakpoint
constexpr std::uint64_t kOther = 5;     ///< of another one
constexpr std::uint64_t kVariable = 10; ///< a byte
constexpr std::uint32_t kSlot = 4;
constexpr std::uint64_t kNowhere = 1000;

/// What the variable has is true.
Code variable()
{
    return Code::constant(kVariable).op(Op::Load, {1, false});
}

JudgedPlace at(std::uint64_t address, std::initializer_list<Code> conditions)
{
    JudgedPlace place{address, {}};
    for (const Code& condition : conditions)
        place.breakpoints.push_back({condition.program()});
    return place;
}

/// Of breakpoints that pass hits by the numbers 0, 1, ...
JudgedPlace countedAt(std::uint64_t address, std::initializer_list<Code> conditions)
{
    JudgedPlace place = at(address, conditions);
    for (std::uint16_t number = 0; bytecode::JudgedBreakpoint & one : place.breakpoints)
        one.count = number++;
    return place;
}

/// Of a tracepoint that logs the variable.
JudgedPlace tracedAt(std::uint64_t address, const Code& condition)
{
    return {address, {{condition.program(), {}, bytecode::Tracing{9, {variable().program()}}}}};
}

/// What notes have the variable to be, by thread: "1:5 2:5".
QString textOf(const bytecode::TraceRing::Taken& taken)
{
    QString text;
    for (const std::vector<std::byte>& bytes : taken.notes) {
        const auto note = bytecode::decodeNote(bytes);
        bytecode::NotedTarget thread(*note);
        std::byte value{};
        const bool isThere = note->place == 9 && thread.read(kVariable, std::span(&value, 1));
        text += QString("%1:%2 ").arg(note->thread).arg(isThere ? int(value) : -1);
    }
    return text.trimmed();
}

/// A rank with two breakpoints whose debugger has it run.
class Rig
{
public:
    explicit Rig(std::vector<std::uint64_t> threads = {1})
    {
        tracer.present.clear();
        for (const std::uint64_t id : threads)
            tracer.present.emplace_back(id);
        text->bytes[kVariable] = 0;
        if (!process.seize())
            qFatal("it cannot be seized");
        for (const std::uint64_t id : threads)
            tell(id, Kind::Interrupted);
        ask("Z0,3,1");
        ask("Z0,5,1");
        say({at(kPlace, {variable()})});
        wishes.putInForce(true);
        ask("vCont;c");
        static_cast<void>(done());
    }
    void say(std::vector<JudgedPlace> places) { wishes.say(places); }
    void wish(StandWish number) { shared.standSayer(kSlot)(number); }
    void ask(const char* request) { conversation.onRequest(request); }
    void tell(std::uint64_t thread, Kind kind, int number = 0, std::uint64_t message = 0)
    {
        process.onNews({Tid(thread), kind, number, message});
    }
    void trap(std::uint64_t thread, std::uint64_t address = kPlace)
    {
        tracer.setPc(thread, address + 1);
        tracer.threads[Tid(thread)].signal = {SignalNews::Cause::Trap, 0, {}};
        tell(thread, Kind::Signal, SIGTRAP);
    }
    /// It has made the step that it was asked for, and left it behind.
    void stepped(std::uint64_t thread)
    {
        tracer.threads[Tid(thread)].signal = {SignalNews::Cause::Step, 0, {}};
        tell(thread, Kind::Signal, SIGTRAP);
        tell(thread, Kind::Interrupted);
    }
    /// What was asked of the kernel, and how stops that were told begin, since the last time.
    QString done() { return QString::fromStdString(tracer.taken() + std::exchange(said, {})).trimmed(); }

    ManualScheduler scheduler;
    FakeTracer tracer;
    std::string said;
    TextLedger ledger = TextLedger::create().value();
    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    Wishes shared = Wishes::create().value();
    ConditionWishes wishes = shared.conditions(kSlot);
    bytecode::HitCounts counts = wishes.counts();
    bytecode::TraceRing notes = wishes.notes();
    /// What was noted since the last time. \param isOpen whether the latest of each thread is taken, too
    QString noted(bool isOpen = true)
    {
        return textOf(notes.take([isOpen](std::span<const std::byte>) { return isOpen; }));
    }
    Process process{util::Pid(1), tracer, *tracer.arch(), ledger, std::make_unique<FakeMemory>(text), listener()};
    Conversation conversation{process, watches(), [this](const std::string& payload) {
                                  if (payload.starts_with('T'))
                                      said += payload.substr(0, 3) + "; ";
                              }};

private:
    Conversation::Watches watches()
    {
        LinkMapReader reader(std::make_unique<FakeMemory>(text),
                             {[] { return std::string(); }, [](RemoteAddress) { return std::string(); }});
        return {LoaderWatch([] { return LoaderWish{}; }, std::move(reader), std::make_shared<BarrenLibraries>()),
                {scheduler, [this] { return shared.stand(kSlot); }},
                ConditionWatch(shared.conditions(kSlot)),
                nullptr};
    }
    Process::Listener listener()
    {
        Process::Listener listener;
        listener.onStopped = [this] { conversation.onStopped(); };
        listener.onEnded = [this](RankEnd) { conversation.onEnded(); };
        listener.onReleased = [] {};
        listener.onOffspring = [](const Offspring&) {};
        listener.onThread = listener.onThreadGone = [](Tid) {};
        return listener;
    }
};

const QString kToldTrap = "T05;";
const QString kToldStop = "T13;";
const QString kLeavesStep = "interrupt 1; go 1;"; ///< of a thread that made one, before it stands for good

} // namespace

class TestConditions : public QObject
{
    Q_OBJECT

private slots:
    void aFalseHitIsPassedOver()
    {
        Rig rig;
        for (int i = 0; i < 3; ++i) {
            rig.trap(1);
            QCOMPARE(rig.done(), QString("step 1;"));
            QCOMPARE(rig.tracer.pc(1), kPlace);
            QCOMPARE(rig.text->bytes[kPlace], 'd'); // the program's own, for the step
            rig.stepped(1);
            QCOMPARE(rig.done(), kLeavesStep + " go 1;");
            QCOMPARE(rig.text->bytes[kPlace], '\xcc');
        }
        rig.text->bytes[kVariable] = 1;
        rig.trap(1);
        QCOMPARE(rig.done(), kToldTrap);
    }

    void inDoubtItIsTold_data()
    {
        QTest::addColumn<QByteArray>("why");
        for (const char* why : {"no program", "another place", "not in force", "unreadable", "a program that is none",
                                "another one there", "steps"})
            QTest::newRow(why) << QByteArray(why);
    }
    void inDoubtItIsTold()
    {
        QFETCH(QByteArray, why);
        Rig rig;
        if (why == "no program")
            rig.say({});
        if (why == "another place")
            rig.say({at(kOther, {variable()})});
        if (why == "not in force")
            rig.wishes.putInForce(false);
        if (why == "unreadable")
            rig.say({at(kPlace, {Code::constant(kNowhere).op(Op::Load, {1, false})})});
        if (why == "a program that is none")
            rig.say({{kPlace, {{{std::byte{77}}}}}});
        if (why == "another one there")
            rig.say({at(kPlace, {variable(), Code::constant(1)})});
        if (why == "steps") {
            rig.conversation.onInterrupt();
            rig.tell(1, Kind::Interrupted);
            rig.ask("vCont;s:1");
            static_cast<void>(rig.done());
        }
        rig.trap(1);
        if (why == "steps")
            rig.tell(1, Kind::Interrupted); // the step is left behind
        QVERIFY(rig.done().endsWith(kToldTrap));
    }

    void eachThatIsThereHasToBeFalse()
    {
        Rig rig;
        rig.say({at(kPlace, {variable(), Code::constant(0)})});
        rig.trap(1);
        QCOMPARE(rig.done(), QString("step 1;"));
    }

    void threadsAreLedOverOneAfterTheOther()
    {
        Rig rig({1, 2, 3});
        rig.trap(2);
        rig.trap(1);
        rig.tell(3, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 1; interrupt 3; step 1;"));
        rig.stepped(1);
        QCOMPARE(rig.done(), kLeavesStep + " step 2;");
        rig.stepped(2);
        QCOMPARE(rig.done(), QString("interrupt 2; go 2; go 1; go 2; go 3;"));
    }

    void hitsOfOtherThreadsArePassedOver()
    {
        Rig rig({1, 2});
        rig.say({at(kPlace, {Code::ofThread(2, Code::constant(1).program())})});
        rig.trap(1);
        rig.tell(2, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("interrupt 2; step 1;"));
        rig.stepped(1);
        QVERIFY(!rig.done().contains(kToldTrap));
        rig.trap(2);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().contains(kToldTrap));
    }

    void oneThatIsTrueIsToldWithAll()
    {
        Rig rig({1, 2});
        rig.trap(2);
        rig.trap(1, kOther); // which has no condition
        QVERIFY(rig.done().endsWith(kToldTrap));
        QCOMPARE(rig.process.metTraps().size(), std::size_t{2}); // the debugger judges the other one
    }

    void aSignalBesideAFalseHitIsTold()
    {
        Rig rig({1, 2});
        rig.trap(2);
        rig.tell(1, Kind::Signal, SIGUSR1);
        QVERIFY(rig.done().endsWith(kToldTrap));
    }

    void whoWantsItToStandGetsThat_data()
    {
        QTest::addColumn<bool>("duringTheStep");
        QTest::newRow("before the hit") << false;
        QTest::newRow("during the step") << true;
    }
    void whoWantsItToStandGetsThat()
    {
        QFETCH(bool, duringTheStep);
        Rig rig;
        if (!duringTheStep)
            rig.conversation.onInterrupt();
        rig.trap(1);
        if (duringTheStep) {
            rig.conversation.onInterrupt();
            rig.stepped(1);
        }
        QVERIFY(rig.done().endsWith(kToldStop));
        rig.ask("vCont;c");
        rig.trap(1);
        QVERIFY(rig.done().endsWith("step 1;")); // as before
    }

    void theEnginesWishIsObeyed_data()
    {
        QTest::addColumn<bool>("duringTheStep");
        QTest::addColumn<bool>("byTheBell");
        QTest::newRow("before the hit") << false << true;
        QTest::newRow("before the hit, and the bell comes later") << false << false;
        QTest::newRow("during the step") << true << true;
        QTest::newRow("during the step, and the bell comes later") << true << false;
    }
    void theEnginesWishIsObeyed()
    {
        QFETCH(bool, duringTheStep);
        QFETCH(bool, byTheBell);
        Rig rig;
        if (duringTheStep)
            rig.trap(1);
        rig.wish(1);
        if (byTheBell)
            rig.conversation.obeyWish();
        if (!duringTheStep)
            rig.trap(1);
        if (duringTheStep || !byTheBell)
            rig.stepped(1);
        if (!byTheBell) {
            QVERIFY(rig.done().endsWith("go 1; interrupt 1;")); // not without having looked
            rig.tell(1, Kind::Interrupted);
        }
        QVERIFY(rig.done().endsWith(kToldStop));
        rig.conversation.obeyWish(); // the bell, or one for somebody else
        QCOMPARE(rig.done(), QString());

        rig.ask("vCont;c"); // LLDB takes it for a stop of its own
        QVERIFY(rig.done().endsWith("interrupt 1;"));
        rig.trap(1);
        QVERIFY(rig.done().endsWith(kToldStop));
        QCOMPARE(rig.tracer.pc(1), kPlace);

        rig.wish(0);
        rig.ask("vCont;c");
        rig.trap(1);
        QVERIFY(rig.done().endsWith("step 1;")); // as before
        rig.stepped(1);
        QVERIFY(rig.done().endsWith("go 1;"));
    }

    void aThreadThatIsToStandStandsAndOneThatIsMadeRuns()
    {
        Rig rig({1, 2});
        rig.trap(2, kOther);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith(kToldTrap));
        rig.ask("vCont;c:1");
        QCOMPARE(rig.done(), QString("go 1;"));
        rig.tell(1, Kind::Cloned, 0, 3);
        rig.tell(3, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.trap(1);
        QCOMPARE(rig.done(), QString("interrupt 3;"));
        rig.tell(3, Kind::Interrupted);
        QCOMPARE(rig.done(), QString("step 1;")); // what thread 2 stands for is no news
        rig.stepped(1);
        QCOMPARE(rig.done(), kLeavesStep + " go 1; go 3;");
    }

    void inACallNothingIsJudged()
    {
        Rig rig;
        rig.conversation.onInterrupt();
        rig.tell(1, Kind::Interrupted);
        rig.ask("QSaveRegisterState");
        rig.ask("P10=0050000000000000"); // the pc, as target.xml numbers it
        rig.ask("vCont;c");
        QVERIFY(rig.process.isInCall());
        rig.trap(1);
        QVERIFY(rig.done().endsWith(kToldTrap));
    }

    void whatHappensInTheStepIsTold()
    {
        Rig rig({1, 2});
        rig.trap(1);
        rig.tell(2, Kind::Interrupted);
        static_cast<void>(rig.done());
        rig.tell(1, Kind::Signal, SIGSEGV); // by the program's own instruction
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("T0b;"));
    }

    void aThreadThatEndsLeavesTheOthersGoing()
    {
        Rig rig({1, 2, 3});
        rig.trap(3);
        rig.trap(2);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("step 2;"));
        rig.tell(2, Kind::Exited);
        QVERIFY(rig.done().endsWith(kToldStop)); // it is gone: whoever is told goes on from there
        rig.ask("vCont;c");
        QCOMPARE(rig.done(), QString("go 1; go 3;"));
    }

    void itsEndIsTold()
    {
        Rig rig;
        rig.trap(1);
        rig.tell(1, Kind::Died, SIGKILL);
        QVERIFY(rig.process.hasEnded());
    }

    void whatIsSaidHoldsAtOnce()
    {
        Rig rig;
        rig.say({at(kPlace, {Code::constant(1)})});
        rig.trap(1);
        QCOMPARE(rig.done(), kToldTrap);
        rig.say({at(kPlace, {variable()})});
        rig.ask("vCont;c");
        rig.trap(1);
        QVERIFY(rig.done().endsWith("step 1;"));
    }

    void anotherProgramHasNoConditions()
    {
        Rig rig;
        rig.tell(1, Kind::Executed, SIGTRAP, 1);
        QVERIFY(rig.done().endsWith(kToldTrap));
        rig.ask("Z0,3,1");
        rig.ask("vCont;c");
        rig.trap(1);
        QVERIFY(rig.done().endsWith(kToldTrap));
    }

    void whatAnEngineBeforeHasSaidIsNotMeant()
    {
        Rig rig;
        ConditionWatch later(rig.wishes);
        Nobody nobody;
        QVERIFY(!later.passed(RemoteAddress(kPlace), Tid(1), nobody));
        rig.say({at(kPlace, {Code::constant(0)})});
        QVERIFY(later.passed(RemoteAddress(kPlace), Tid(1), nobody));
    }

    void wishesGoFromOneProcessToAnother()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs = Wishes::open(util::UniqueFd(::dup(ours.file())), {}).value();
        const ConditionWishes said = ours.conditions(7);
        const ConditionWishes heard = theirs.conditions(7);
        QCOMPARE(heard.places()->size(), std::size_t{0});
        QVERIFY(!heard.areInForce());
        const std::vector<JudgedPlace> places{at(kPlace, {variable()}), at(kOther, {Code::constant(0), variable()})};
        const std::uint32_t before = heard.version();
        said.say(places);
        said.putInForce(true);
        QVERIFY(heard.version() != before);
        QVERIFY(heard.places() == places);
        QVERIFY(heard.areInForce());
        QCOMPARE(theirs.conditions(6).places()->size(), std::size_t{0});
        said.say({});
        QCOMPARE(heard.places()->size(), std::size_t{0});
    }

    void beyondTheLastRankNothingIsSaid()
    {
        const Wishes wishes = Wishes::create().value();
        const ConditionWishes none = wishes.conditions(Wishes::kMaxSlots);
        none.say(std::vector{at(kPlace, {variable()})});
        none.putInForce(true);
        QVERIFY(!none.areInForce());
        QVERIFY(!none.places());
    }

    void hitsThatAreToBePassedAreCounted()
    {
        Rig rig;
        rig.say({countedAt(kPlace, {Code::constant(1)})});
        rig.counts.setLeft(0, 2);
        for (int passed = 1; passed <= 2; ++passed) {
            rig.trap(1);
            QCOMPARE(rig.done(), QString("step 1;"));
            rig.stepped(1);
            QCOMPARE(rig.done(), kLeavesStep + " go 1;");
            QCOMPARE(rig.counts.passed(0), std::uint64_t(passed));
        }
        rig.trap(1);
        QCOMPARE(rig.done(), kToldTrap);
        QCOMPARE(rig.counts.passed(0), std::uint64_t{2});
        QCOMPARE(rig.counts.left(0), std::uint64_t{0});
    }

    void aHitOfNoneIsNotCounted()
    {
        Rig rig;
        rig.say({countedAt(kPlace, {variable()})});
        rig.counts.setLeft(0, 2);
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.counts.left(0), std::uint64_t{2});
        rig.text->bytes[kVariable] = 1;
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.counts.left(0), std::uint64_t{1});
        QVERIFY(!rig.done().contains(kToldTrap));
    }

    void eachThatIsThereHasToPass_data()
    {
        QTest::addColumn<int>("ofFirst");
        QTest::addColumn<int>("ofSecond");
        QTest::addColumn<bool>("isSecondMet");
        QTest::newRow("the second one stops") << 5 << 0 << true;
        QTest::newRow("the first one stops") << 0 << 5 << true;
        QTest::newRow("both pass") << 5 << 1 << true;
        QTest::newRow("the second one is not met") << 5 << 0 << false;
    }
    void eachThatIsThereHasToPass()
    {
        QFETCH(int, ofFirst);
        QFETCH(int, ofSecond);
        QFETCH(bool, isSecondMet);
        Rig rig;
        rig.text->bytes[kVariable] = isSecondMet ? 1 : 0;
        rig.say({countedAt(kPlace, {Code::constant(1), variable()})});
        rig.counts.setLeft(0, std::uint64_t(ofFirst));
        rig.counts.setLeft(1, std::uint64_t(ofSecond));
        const bool passes = ofFirst > 0 && (ofSecond > 0 || !isSecondMet);
        rig.trap(1);
        QCOMPARE(rig.done(), passes ? QString("step 1;") : kToldTrap);
        QCOMPARE(rig.counts.passed(0), std::uint64_t(passes));
        QCOMPARE(rig.counts.left(0), std::uint64_t(ofFirst - passes));
        QCOMPARE(rig.counts.passed(1), std::uint64_t(passes && isSecondMet));
    }

    void hitsOfOneTimePassTogetherOrNotAtAll_data()
    {
        QTest::addColumn<int>("left");
        QTest::newRow("enough for one") << 1;
        QTest::newRow("enough for both") << 2;
    }
    void hitsOfOneTimePassTogetherOrNotAtAll()
    {
        QFETCH(int, left);
        Rig rig({1, 2});
        rig.say({countedAt(kPlace, {Code::constant(1)})});
        rig.counts.setLeft(0, std::uint64_t(left));
        rig.trap(1);
        rig.trap(2);
        QCOMPARE(rig.done(), "interrupt 2; " + (left == 2 ? QString("step 1;") : kToldTrap));
        QCOMPARE(rig.counts.left(0), std::uint64_t(left == 2 ? 0 : 1));
    }

    void whatIsNotDoneIsNotCounted_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<int>("passed");
        QTest::newRow("a fault") << QByteArray("fault") << 0;
        QTest::newRow("an end") << QByteArray("end") << 1; // whose hit it was nobody can ask any more
        QTest::newRow("a wish to stand") << QByteArray("wish") << 1;
        QTest::newRow("another program") << QByteArray("exec") << 2;
    }
    void whatIsNotDoneIsNotCounted()
    {
        QFETCH(QByteArray, what);
        QFETCH(int, passed);
        Rig rig({1, 2, 3});
        rig.say({countedAt(kPlace, {Code::constant(1)})});
        rig.counts.setLeft(0, 7);
        rig.trap(2);
        rig.trap(3);
        rig.tell(1, Kind::Interrupted);
        QVERIFY(rig.done().endsWith("step 2;"));
        if (what == "fault")
            rig.tell(2, Kind::Signal, SIGSEGV);
        if (what == "end")
            rig.tell(2, Kind::Exited);
        if (what == "wish") {
            rig.conversation.onInterrupt();
            rig.tracer.setPc(2, kPlace + 1);
            rig.stepped(2);
        }
        if (what == "exec")
            rig.tell(2, Kind::Executed, SIGTRAP, 2);
        if (what == "fault" || what == "exec")
            rig.tell(2, Kind::Interrupted);
        QVERIFY(rig.done().contains("T"));
        QCOMPARE(rig.counts.passed(0), std::uint64_t(passed));
        QCOMPARE(rig.counts.left(0), std::uint64_t(7 - passed));
    }

    void countsAreSharedAndStayWithinTheirBounds()
    {
        const Wishes ours = Wishes::create().value();
        const Wishes theirs = Wishes::open(util::UniqueFd(::dup(ours.file())), {}).value();
        const bytecode::HitCounts said = ours.conditions(7).counts();
        const bytecode::HitCounts heard = theirs.conditions(7).counts();
        constexpr std::uint64_t kFull = ~std::uint64_t{0};
        said.setLeft(3, kFull);
        QVERIFY(heard.pass(3));
        QCOMPARE(said.left(3), kFull - 1);
        QCOMPARE(said.passed(3), std::uint64_t{1});
        heard.giveBack(3, true);
        heard.giveBack(3, true); // more than there was
        QCOMPARE(said.left(3), kFull);
        QCOMPARE(said.passed(3), std::uint64_t{0});
        said.setLeft(3, 0);
        QVERIFY(!heard.pass(3));
        heard.notePassed(3);
        heard.giveBack(3, false);
        QCOMPARE(said.left(3), std::uint64_t{0});
        QCOMPARE(theirs.conditions(6).counts().left(3), std::uint64_t{0});
        said.begin(3);
        said.setLeft(bytecode::HitCounts::kMost, 5);
        QVERIFY(!heard.pass(bytecode::HitCounts::kMost));
        QVERIFY(!ours.conditions(Wishes::kMaxSlots).counts().has(0));
    }

private:
    class Nobody final : public bytecode::Target
    {
    public:
        std::optional<std::uint64_t> registerValue(unsigned) override { return std::nullopt; }
        bool read(std::uint64_t, std::span<std::byte>) override { return false; }
    };

    void whatIsLoggedIsNotedAsItIsAtTheHit()
    {
        Rig rig;
        rig.say({tracedAt(kPlace, Code::constant(1))});
        for (const char value : {5, 6, 7}) {
            rig.text->bytes[kVariable] = value;
            rig.trap(1);
            rig.text->bytes[kVariable] = 99;
            rig.stepped(1);
        }
        QVERIFY(!rig.done().contains("T"));
        QCOMPARE(rig.noted(false), QString("1:5 1:6")); // the thread may still have to go on from the last one
        QCOMPARE(rig.noted(), QString("1:7"));
    }

    void whatCannotBeNotedIsTold_data()
    {
        QTest::addColumn<QByteArray>("why");
        for (const char* why : {"unreadable", "no room", "stops, too", "no program"})
            QTest::newRow(why) << QByteArray(why);
    }
    void whatCannotBeNotedIsTold()
    {
        QFETCH(QByteArray, why);
        Rig rig;
        JudgedPlace place = tracedAt(kPlace, Code::constant(1));
        if (why == "unreadable")
            place.breakpoints[0].tracing->programs.push_back(
                Code::constant(kNowhere).op(Op::Load, {1, false}).program());
        if (why == "no program")
            place.breakpoints[0].tracing->programs.push_back({std::byte{77}});
        if (why == "stops, too")
            place.breakpoints.push_back({Code::constant(1).program()});
        if (why == "no room")
            rig.notes.settle(rig.notes.put(std::vector<std::byte>((bytecode::TraceRing::kWords - 4) * 4)));
        rig.say({place});
        rig.trap(1);
        QCOMPARE(rig.done(), kToldTrap);
        QCOMPARE(rig.notes.take([](std::span<const std::byte>) { return true; }).notes.size(),
                 std::size_t(why == "no room" ? 1 : 0));
        if (why != "no room")
            return;
        rig.ask("vCont;c");
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString("1:0")); // as before
    }

    void hitsThatPassAreNotNoted()
    {
        Rig rig;
        JudgedPlace place = tracedAt(kPlace, Code::constant(1));
        place.breakpoints[0].count = 0;
        rig.say({place, tracedAt(kOther, variable())});
        rig.counts.setLeft(0, 1);
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString());
        rig.trap(1, kOther); // whose condition is false
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString());
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString("1:0"));
        QCOMPARE(rig.counts.passed(0), std::uint64_t{1});
        QVERIFY(!rig.done().contains("T"));
    }

    void hitsOfOneTimeAreNotedTogetherOrNotAtAll()
    {
        Rig rig({1, 2});
        rig.say({tracedAt(kPlace, Code::constant(1))});
        rig.trap(1);
        rig.trap(2);
        QVERIFY(rig.done().endsWith("step 1;"));
        QCOMPARE(rig.noted(), QString("1:0 2:0"));
        Rig other({1, 2});
        other.say({tracedAt(kPlace, Code::constant(1))});
        other.trap(1);
        other.trap(2, kOther); // which stops
        QVERIFY(other.done().endsWith(kToldTrap));
        QCOMPARE(other.noted(), QString());
    }

    void whatIsNotDoneIsNotNoted_data()
    {
        QTest::addColumn<bool>("isToldBefore");
        QTest::newRow("the engine has not taken it") << false;
        QTest::newRow("the engine has taken it") << true;
    }
    void whatIsNotDoneIsNotNoted()
    {
        QFETCH(bool, isToldBefore);
        Rig rig;
        rig.say({tracedAt(kPlace, Code::constant(1))});
        rig.trap(1);
        QVERIFY(rig.done().endsWith("step 1;"));
        QCOMPARE(isToldBefore ? rig.noted() : "1:0", QString("1:0"));
        rig.tell(1, Kind::Signal, SIGSEGV); // and not the instruction
        QVERIFY(rig.done().contains("T0b;"));
        QCOMPARE(rig.noted(), QString());
        rig.ask("vCont;c");
        rig.trap(1); // once more
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString(isToldBefore ? "" : "1:0"));
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.noted(), QString("1:0"));
    }

    void whatIsNotedIsSettledBeforeAStopIsTold()
    {
        Rig rig;
        rig.say({tracedAt(kPlace, Code::constant(1))});
        rig.trap(1);
        rig.stepped(1);
        QCOMPARE(rig.noted(false), QString());
        rig.trap(1, kOther);
        QVERIFY(rig.done().endsWith(kToldTrap));
        QCOMPARE(rig.noted(false), QString("1:0"));
    }

    void notesOfAnotherProgramStay()
    {
        Rig rig;
        rig.say({tracedAt(kPlace, Code::constant(1))});
        rig.trap(1);
        rig.stepped(1);
        rig.tell(1, Kind::Executed, SIGTRAP, 1);
        QVERIFY(rig.done().endsWith(kToldTrap));
        QCOMPARE(rig.noted(false), QString("1:0"));
    }
};

DBGR_TEST(TestConditions, QCoreApplication);

} // namespace tst_conditions

#include "tst_conditions.moc"
