// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints that there cannot be, or that are there already, are refused and leave nothing behind.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_breakpoints {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

debug::EngineReply refusing(const char* set)
{
    debug::EngineReply reply;
    reply.failures.push_back({ranks(set), {debug::Errc::NoSuchPlace, "ring.cpp has no code from line 999 on", ""}});
    return reply;
}

debug::EngineReply standingAt(std::uint32_t id, const char* set, std::uint32_t line)
{
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(id);
    status.resolved = ranks(set);
    status.actual = {"/src/ring.cpp", line, 0};
    debug::EngineReply reply;
    reply.body = debug::BreakpointReply{status};
    return reply;
}

debug::EngineReply withoutName(const char* set)
{
    debug::EngineReply reply;
    reply.failures.push_back({ranks(set), {debug::Errc::BadExpression, "the condition 'n': there is no 'n' in f", ""}});
    return reply;
}

struct Fixture : SessionFixture
{
    Fixture()
    {
        bringUp(4);
        fake->answersControl = false;
    }
    void answer(debug::EngineReply reply)
    {
        fake->reply(fake->last<debug::SetBreakpoint>().id, std::move(reply));
        run();
    }
};

} // namespace

class TestSessionBreakpoints : public QObject
{
    Q_OBJECT

private slots:
    void whatIsCaughtTakesNoCondition()
    {
        Fixture f;
        debug::BreakpointSpec spec;
        spec.where = debug::Moment{debug::Moment::What::Throw};
        const auto id = f.session->addBreakpoint(spec);
        QVERIFY(id);
        const auto changed = f.session->changeBreakpoint(*id, "rank == 2", true);
        QVERIFY(!changed);
        QCOMPARE(changed.error().detail, std::string("changing breakpoint 1: what is caught has no condition"));
        QVERIFY(f.session->breakpoints().find(*id)->spec.condition.empty());
        QVERIFY(f.session->changeBreakpoint(*id, "", false));
        QVERIFY(!f.session->breakpoints().find(*id)->spec.enabled);
    }

    void aSecondOneAtAPlaceIsRefused()
    {
        Fixture f;
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 29)));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        const auto again = f.session->addBreakpoint(breakAt("ring.cpp", 29));
        QVERIFY(again.error().code == debug::Errc::Duplicate);
        QVERIFY(again.error().detail.find("breakpoint 1 stands there already") != std::string::npos);
        QVERIFY(!f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 30)));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 29)));
    }

    void aConditionThatCannotBeLeavesNothingBehind()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("f");
        spec.condition = "n";
        QVERIFY(f.session->addBreakpoint(spec));
        f.answer(withoutName("0-3"));
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QVERIFY(f.session->breakpoints().all().empty());
    }

    void aConditionThatCannotBeInSomeRanksStaysInTheOthers()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("f");
        spec.condition = "n";
        QVERIFY(f.session->addBreakpoint(spec));
        debug::EngineReply reply = standingAt(1, "2-3", 29);
        reply.failures = withoutName("0-1").failures;
        f.answer(std::move(reply));
        QCOMPARE(f.recorder.all<CommandFailed>().back().ranks, ranks("0-1"));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(1))->status.resolved, ranks("2-3"));
    }

    void aConditionThatOneRankRefusesIsThatBefore()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("f");
        spec.condition = "i == 1";
        const auto id = f.session->addBreakpoint(spec).value();
        f.answer(standingAt(1, "0-3", 29));
        QVERIFY(f.session->changeBreakpoint(id, "n", true));
        QCOMPARE(f.session->breakpoints().find(id)->asked, 1U);
        debug::EngineReply reply = standingAt(1, "1-3", 29);
        reply.failures = withoutName("0").failures;
        f.answer(std::move(reply));
        QCOMPARE(f.session->breakpoints().find(id)->spec.condition, std::string("i == 1"));
        // Those that took the new one are told, too.
        QCOMPARE(std::get<debug::SetBreakpoint>(f.fake->last<debug::SetBreakpoint>().command.request).spec.condition,
                 std::string("i == 1"));
        QCOMPARE(f.session->breakpoints().find(id)->asked, 1U);
        f.answer(standingAt(1, "0-3", 29));
        QCOMPARE(f.session->breakpoints().find(id)->asked, 0U);
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QCOMPARE(f.session->breakpoints().find(id)->status.resolved, ranks("0-3"));
    }

    void aRefusedChangeDoesNotUndoALaterOne()
    {
        Fixture f;
        const auto id = f.session->addBreakpoint(breakIn("f")).value();
        f.answer(standingAt(1, "0-3", 29));
        QVERIFY(f.session->changeBreakpoint(id, "n", true));
        const auto first = f.fake->last<debug::SetBreakpoint>().id;
        QVERIFY(f.session->changeBreakpoint(id, "i == 2", true));
        f.fake->reply(first, withoutName("0-3"));
        f.run();
        QCOMPARE(f.session->breakpoints().find(id)->spec.condition, std::string("i == 2"));
        f.answer(withoutName("0-3")); // nor does it come back itself, when that is refused, too
        QCOMPARE(f.session->breakpoints().find(id)->spec.condition, std::string());
    }

    void aPlaceThatIsOffIsSoInAllRanks()
    {
        Fixture f;
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        const auto id = util::BreakpointId(1);
        QVERIFY(f.session->switchPlace(id, 1, false).error().code == debug::Errc::NoSuchPlace);
        debug::EngineReply reply = standingAt(1, "0-3", 29);
        const debug::PlaceName first{"ring.cpp", "work(double)", "ring", 0};
        const debug::PlaceName second{"ring.cpp", "work(int)", "ring", 0};
        std::get<debug::BreakpointReply>(reply.body).status.placeList = {{first, {}, "", {}, ranks("0-3")},
                                                                         {second, {}, "", {}, ranks("0-3")}};
        f.answer(std::move(reply));
        QVERIFY(f.session->switchPlace(id, 2, false));
        const auto sent = f.fake->last<debug::SetBreakpoint>();
        QCOMPARE(sent.command.ranks, ranks("0-3"));
        QVERIFY(std::get<debug::SetBreakpoint>(sent.command.request).spec.off == std::vector{second});
        const std::size_t count = f.fake->count<debug::SetBreakpoint>();
        QVERIFY(f.session->switchPlace(id, 2, false)); // it is so
        QCOMPARE(f.fake->count<debug::SetBreakpoint>(), count);
        QVERIFY(f.session->switchPlace(id, 2, true));
        QVERIFY(std::get<debug::SetBreakpoint>(f.fake->last<debug::SetBreakpoint>().command.request).spec.off.empty());
        QVERIFY(f.session->switchPlace(util::BreakpointId(9), 1, true).error().code == debug::Errc::NoSuchBreakpoint);
    }

    void oneForSomeRanksGoesToNoOthers()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("work");
        spec.ranks = ranks("1-2");
        QVERIFY(f.session->addBreakpoint(spec));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("1-2"));
        f.answer(standingAt(1, "1-2", 29));
        QVERIFY(!f.session->addBreakpoint(breakIn("work")));
        spec.ranks = ranks("0");
        spec.condition = "x";
        QVERIFY(f.session->addBreakpoint(spec));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("0"));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "y", true));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("1-2"));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        QCOMPARE(f.fake->last<debug::RemoveBreakpoint>().command.ranks, ranks("1-2"));
        spec.ranks = ranks("");
        QVERIFY(f.session->addBreakpoint(spec).error().code == Errc::NoRanks);
        spec.ranks = ranks("9"); // which this job has not
        const auto sent = f.fake->count<debug::SetBreakpoint>();
        QVERIFY(f.session->addBreakpoint(spec));
        QCOMPARE(f.fake->count<debug::SetBreakpoint>(), sent);
    }

    void aBarrierOfSomeIsTheirs()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("work");
        spec.ranks = ranks("1-2");
        QVERIFY(f.session->addBarrier(spec, ranks("0-3")));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("1-2"));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(1))->barrier->group, ranks("1-2"));
    }

    void oneThatComesToStandBesideAnotherIsTakenBack()
    {
        Fixture f;
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 29)));
        f.answer(standingAt(1, "0-3", 29));
        QVERIFY(f.session->addBreakpoint(breakAt("/src/ring.cpp", 28))); // a comment: it moves to line 29
        f.answer(standingAt(2, "0-3", 29));
        QCOMPARE(f.session->breakpoints().all().size(), std::size_t(1));
        const auto failures = f.recorder.all<CommandFailed>();
        QCOMPARE(failures.size(), std::size_t(1));
        QVERIFY(failures[0].error.code == debug::Errc::Duplicate);
        QCOMPARE(f.fake->count<debug::RemoveBreakpoint>(), std::size_t(1));
    }

    void oneThatNoRankCanHaveIsTakenBack()
    {
        Fixture f;
        SessionScript script;
        const auto recording = f.session->observe(script);
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 999)));
        f.answer(refusing("0-3"));
        QVERIFY(f.session->breakpoints().all().empty());
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QVERIFY(f.recorder.all<BreakpointUpdated>().back().removed);
    }

    void aTracepointThatNoRankCanLogIsTakenBack()
    {
        Fixture f;
        debug::BreakpointSpec spec = breakIn("work");
        spec.traced = {"nothing_like_it"};
        QVERIFY(f.session->addBreakpoint(spec));
        f.answer(withoutName("0-3"));
        QVERIFY(f.session->breakpoints().all().empty());
        QVERIFY(f.session->traces().points().empty());
        const auto failures = f.recorder.all<CommandFailed>();
        QCOMPARE(failures.size(), std::size_t(1));
        QCOMPARE(failures[0].what, std::string("trace"));
        QVERIFY(f.session->addBreakpoint(spec)); // of other programs some may have the name
        debug::EngineReply reply = standingAt(2, "2-3", 29);
        reply.failures = withoutName("0-1").failures;
        f.answer(std::move(reply));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(2))->status.resolved, ranks("2-3"));
        QCOMPARE(f.session->traces().points().size(), std::size_t(1));
    }

    void oneThatSomeRanksCanHaveStays()
    {
        Fixture f;
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 999)));
        debug::EngineReply reply = standingAt(1, "2-3", 999);
        reply.failures = refusing("0-1").failures;
        f.answer(std::move(reply));
        QCOMPARE(f.session->breakpoints().all().size(), std::size_t(1));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(1))->status.resolved, ranks("2-3"));
    }

    void groupsAreOfThoseThatAreInThem()
    {
        Fixture f;
        debug::BreakpointSpec grouped = breakIn("work");
        grouped.group = "solver";
        QVERIFY(f.session->addBreakpoint(grouped));
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 30)));
        QVERIFY(f.session->setBreakpointGroup(util::BreakpointId(2), "solver"));
        using Ids = std::vector<util::BreakpointId>;
        const Ids both{util::BreakpointId(1), util::BreakpointId(2)};
        QCOMPARE(f.session->breakpointsOf("solver").value_or(Ids()), both);
        QVERIFY(f.session->setBreakpointGroup(util::BreakpointId(1), ""));
        QCOMPARE(f.session->breakpointsOf("solver").value_or(Ids()), Ids{util::BreakpointId(2)});
        const auto unknown = f.session->breakpointsOf("sovler");
        QVERIFY(!unknown);
        QVERIFY(unknown.error().code == debug::Errc::NoSuchBreakpoint);
        QCOMPARE(unknown.error().detail, std::string("no breakpoint is in a group 'sovler'; the nearest is 'solver'"));
        QVERIFY(!f.session->setBreakpointGroup(util::BreakpointId(2), "all"));
        QVERIFY(!f.session->setBreakpointGroup(util::BreakpointId(2), "a b"));
        QVERIFY(!f.session->setBreakpointGroup(util::BreakpointId(9), "solver"));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(2)));
        QVERIFY(f.session->breakpoints().groups().empty());
    }

    /// The same function in other files is another place.
    void filesTellBreakpointsApart()
    {
        Fixture f;
        debug::BreakpointSpec one = breakIn("work");
        one.within = "liba.so";
        debug::BreakpointSpec other = one;
        other.within = "libb.so";
        QVERIFY(f.session->addBreakpoint(one));
        QVERIFY(f.session->addBreakpoint(other));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(!f.session->addBreakpoint(other));
    }

    void aSignalIsToldOnceOfEachRank()
    {
        Fixture f;
        const auto got = [&](const char* set, std::uint64_t times) {
            f.fake->say({debug::DaemonEvent(debug::SignalsSeen{ranks(set), 10, times})});
            f.run();
        };
        got("0", 1); // nobody has asked for it
        QVERIFY(f.recorder.all<debug::SignalsSeen>().empty());
        QVERIFY(f.session->handleSignal({10, false, true, true}));
        got("0-1", 2);
        got("0-1", 50);
        got("1-2", 2);
        const auto told = f.recorder.all<debug::SignalsSeen>();
        QCOMPARE(told.size(), std::size_t(2));
        QCOMPARE(told[0].ranks, ranks("0-1"));
        QCOMPARE(told[1].ranks, ranks("2"));
        QCOMPARE(f.session->signalRules().seen(10).times, std::uint64_t(54));
        QCOMPARE(f.session->signalRules().seen(10).ranks, ranks("0-2"));
        QVERIFY(f.session->handleSignal({10, true, true, true})); // what stops is told of anyway
        QVERIFY(!f.session->signalRules().rule(10).tell);
        QCOMPARE(f.session->signalRules().seen(10).times, std::uint64_t(0));
    }

    void aRecordHasNoneThatWasRefused()
    {
        SessionFixture f;
        SessionScript script;
        const auto recording = f.session->observe(script);
        f.bringUp(4);
        f.fake->answersControl = false;
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 999)));
        const auto refused = f.fake->last<debug::SetBreakpoint>().id;
        f.fake->answersControl = true;
        QVERIFY(f.session->addBreakpoint(breakAt("ring.cpp", 30)));
        f.fake->reply(refused, refusing("0-3"));
        f.run();
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(2)));
        f.run();
        const QString text = QString::fromStdString(script.text());
        QVERIFY2(text.contains("\n# refused: break ring.cpp:999\n"), qPrintable(text));
        QVERIFY2(text.contains("\nbreak ring.cpp:30\n"), qPrintable(text));
        QVERIFY2(text.contains("\ndelete 1\n"), qPrintable(text)); // it is the first where the script runs
    }
};

DBGR_TEST(TestSessionBreakpoints);

} // namespace tst_session_breakpoints

#include "tst_session_breakpoints.moc"
