// SPDX-License-Identifier: GPL-3.0-or-later
// A session is saved and put back: breakpoints of every kind that a person types, groups in any order, the focus when
// there are ranks; and what cannot be is told, one by one.
#include "session/file/session_restorer.h"
#include "session/file/session_snapshot.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QtTest>

#include <algorithm>
#include <csignal>

namespace tst_session_restorer {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

struct Restored : SessionFixture
{
    QStringList told;
    SessionRestorer restorer{*session,
                             [this](const util::Error& error) { told << QString::fromStdString(error.detail); }};

    [[nodiscard]] SessionDocument document() const { return documentOf(*session, {}); }
};

/// A session with something of everything, and its job.
struct Original : SessionFixture
{
    Original()
    {
        bringUp(4);
        (void)session->addBreakpoint(breakAt("ring.cpp", 29));
        debug::BreakpointSpec conditional = breakIn("work");
        conditional.condition = "lap == 3";
        conditional.enabled = false;
        (void)session->addBreakpoint(conditional);
        (void)session->addTemporaryBreakpoint(breakIn("finish"));
        debug::BreakpointSpec data;
        data.where = debug::WatchedData{"total", debug::WatchedData::Use::Read};
        data.ignore = 3;
        (void)session->addBreakpoint(data);
        debug::BreakpointSpec thrown;
        thrown.where = debug::Moment{debug::Moment::What::Catch, "std::bad_alloc"};
        (void)session->addBreakpoint(thrown);
        (void)session->addBarrier(breakIn("meet"), ranks("0,2-3"));
        debug::BreakpointSpec some = breakIn("some");
        some.ranks = ranks("1-2,9");
        some.condition = "x > 2";
        (void)session->addBreakpoint(some);
        (void)session->handleSignal({SIGUSR1, true, false});
        (void)session->handleSignal({SIGUSR2, false, true, true});
        session->trapFloats(ranks("0,2"), util::FloatTraps::usual());
        (void)session->defineGroup("front", "0-1");
        (void)session->defineGroup("rest", "!front");
        (void)session->freezeGroup("then", "held - 3");
        session->setStopAll(true);
        session->setCatchReports(true); // the fixture's does not
        (void)session->setFocus(ranks("1-2"));
        run();
    }
};

} // namespace

class TestSessionRestorer : public QObject
{
    Q_OBJECT

private slots:
    void whatWasSavedIsThereAgain()
    {
        const Original original;
        const SessionDocument saved = documentOf(*original.session, {});
        QCOMPARE(saved.breakpoints.size(), std::size_t(7));
        QCOMPARE(saved.signalRules.size(), std::size_t(2));
        QCOMPARE(saved.floatTraps.size(), std::size_t(1));
        QCOMPARE(saved.groups.size(), std::size_t(3));
        QCOMPARE(saved.focus, std::string("1-2"));

        Restored other;
        other.restorer.restore(saved);
        other.bringUp(4);
        QCOMPARE(other.told, QStringList());
        QVERIFY(other.document() == saved);
        QVERIFY(other.session->catchesReports());
        QVERIFY(other.session->signalRules().rule(SIGUSR2).tell);
        QCOMPARE(other.session->focus().toString(), std::string("1-2"));
        const auto& all = other.session->breakpoints().all();
        QVERIFY(std::ranges::any_of(
            all, [](const auto& one) { return one.second.barrier && one.second.barrier->group == ranks("0,2-3"); }));
        QVERIFY(std::ranges::any_of(all, [](const auto& one) { return one.second.spec.ignore == 3; }));
        QVERIFY(std::ranges::any_of(all, [](const auto& one) { return one.second.spec.ranks == ranks("1-2,9"); }));
        QCOMPARE(other.session->groups().find("then")->origin, std::string(":= held - 3"));
    }

    void whatWasThereBeforeIsGone()
    {
        Restored f;
        f.bringUp(4);
        QVERIFY(f.session->addBreakpoint(breakIn("old")));
        QVERIFY(f.session->defineGroup("a", "0"));
        QVERIFY(f.session->defineGroup("b", "a | 1")); // holds a
        QVERIFY(f.session->setFocus(ranks("0")));
        f.session->trapFloats(ranks("1"), util::FloatTraps::usual());
        SessionDocument saved;
        saved.breakpoints = {{"work", true, false}};
        f.restorer.restore(saved);
        f.run();
        QCOMPARE(f.document().breakpoints.size(), std::size_t(1));
        QVERIFY(f.document().groups.empty());
        QVERIFY(f.document().floatTraps.empty());
        QCOMPARE(f.session->focus().toString(), std::string("0-3"));
    }

    void groupsMayStandInAnyOrder()
    {
        Restored f;
        SessionDocument saved;
        saved.groups = {{"c", "b - 1", ""}, {"b", "a | 1", ""}, {"a", "stopped", ""}};
        f.restorer.restore(saved);
        QCOMPARE(f.told, QStringList());
        QCOMPARE(f.session->groups().all().size(), std::size_t(3));
    }

    void whatCannotBeIsToldOneByOne()
    {
        Restored f;
        SessionDocument saved;
        saved.breakpoints = {
            {"ring.cpp:0", true, false}, {"41", true, false}, {"work", true, false}, {"work", true, true}};
        saved.groups = {{"all", "0", ""}, {"gone", "nobody", ""}, {"loop", "loop | 1", ""}, {"odd", "1 2 |", ""}};
        f.restorer.restore(saved);
        QCOMPARE(f.told.size(), 7);
        QVERIFY2(f.told[0].startsWith("restoring the session: breakpoint ring.cpp:0: lines count from 1"),
                 qPrintable(f.told[0]));
        QVERIFY2(f.told[1].contains("breakpoint 41: "), qPrintable(f.told[1]));
        QVERIFY2(f.told[2].contains("breakpoint work: "), qPrintable(f.told[2]));
        QVERIFY2(f.told[3].contains("group all = 0: "), qPrintable(f.told[3]));
        QVERIFY2(f.told[4].contains("group gone = nobody: there is no group 'nobody'"), qPrintable(f.told[4]));
        QCOMPARE(f.session->breakpoints().all().size(), std::size_t(1));
        QVERIFY(f.session->groups().all().empty());
    }

    void theFocusIsCutToTheRanksOfTheJob()
    {
        Restored f;
        SessionDocument saved;
        saved.focus = "2-7";
        f.restorer.restore(saved);
        f.bringUp(4);
        QCOMPARE(f.session->focus().toString(), std::string("2-3"));
        QCOMPARE(f.told.size(), 1);
        QVERIFY2(f.told[0].contains("focus 2-7: the job has only ranks 0-3"), qPrintable(f.told[0]));
    }

    void aFocusIsSetOnce()
    {
        Restored f;
        SessionDocument saved;
        saved.focus = "2";
        f.restorer.restore(saved);
        f.bringUp(4);
        QVERIFY(f.session->setFocus(ranks("0-3")));
        (void)f.session->kill();
        f.run();
        QCOMPARE(f.session->focus().toString(), std::string("0-3"));
    }

    void onlyVariablesOnTopAreSaved()
    {
        using Variables = std::vector<std::string>;
        QVERIFY(onTopOf({"PATH=/bin", "A=1"}, {"PATH=/bin", "A=2", "B=x=y"}) == (Variables{"A=2", "B=x=y"}));
        QVERIFY(withVariables({"PATH=/bin", "A=1", "AB=1"}, {"A=2", "B=3"}) ==
                (Variables{"PATH=/bin", "AB=1", "A=2", "B=3"}));
    }

    void whatTheSessionDoesNotKnowStays()
    {
        Restored f;
        SessionDocument base;
        base.launch = SavedLaunch{{"mpiexec", "./ring"}, "/work", {}, {}};
        base.watches = {"lap"};
        base.layout = "AAAA";
        base.focus = "0";
        base.breakpoints = {{"gone", true, false}};
        const SessionDocument now = documentOf(*f.session, {}, base);
        QVERIFY(now.launch == base.launch);
        QVERIFY(now.watches == base.watches);
        QCOMPARE(now.layout, base.layout);
        QCOMPARE(now.focus, base.focus); // there are no ranks to say another
        QVERIFY(now.breakpoints.empty());
    }
};

DBGR_TEST(TestSessionRestorer, QCoreApplication);

} // namespace tst_session_restorer

#include "tst_session_restorer.moc"
