// SPDX-License-Identifier: GPL-3.0-or-later
// One session, one job after the other: what stays, and what is new.
#include "debug/debug_error.h"
#include "launchers/launcher_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

#include <algorithm>

namespace tst_session_restart {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

namespace {

const util::Error kRefused{make_error_code(launchers::Errc::Unsupported), "mpiexec ended with status 213", {}};

/// A job that ran, wrote something, and is over.
struct RestartFixture : SessionFixture
{
    explicit RestartFixture(std::uint32_t size)
    {
        bringUpRunning(size);
        fake->write(Rank(0), "first job\n");
        run();
    }
    void end(int status = 0)
    {
        fake->endJob(status);
        run();
        recorder.clear();
    }
};

} // namespace

class TestSessionRestart : public QObject
{
    Q_OBJECT

private slots:
    void aJobThatRunsIsNotReplaced()
    {
        SessionFixture f;
        QVERIFY(f.session->canLaunch());
        f.bringUpRunning(2);
        QVERIFY(!f.session->canLaunch());
        QVERIFY(f.session->launch(launchSpec()).error().code == Errc::WrongState);
        f.fake->say({JobEnded{0, std::nullopt, ""}});
        f.run();
        QVERIFY(f.session->launch(launchSpec()).error().code == Errc::WrongState); // not tidied up yet
        f.fake->say({LauncherExited{0, 0}, Finished{}});
        f.run();
        QVERIFY(f.session->canLaunch());
        QVERIFY(f.session->launch(launchSpec()));
    }

    void everythingOfTheJobIsNew()
    {
        RestartFixture f(4);
        QVERIFY(f.session->sendInput(ranks("0"), "", true));
        f.run();
        f.end(3);
        QVERIFY(f.session->launch(launchSpec("-n 2 ./other")));
        QCOMPARE(f.session->state(), SessionState::Launching);
        QVERIFY(!f.session->jobStatus());
        QVERIFY(f.session->processes().all().empty());
        QVERIFY(f.session->focus().empty());
        QVERIFY(!f.session->leadingRank());
        QVERIFY(f.session->output().linesOf(Rank(0)).empty());
        QCOMPARE(f.session->launchSpec().argv.back(), std::string("./other"));
        f.fake->bringUp(2);
        f.run();
        QCOMPARE(f.session->state(), SessionState::Held);
        QCOMPARE(f.session->processes().inState(RankState::Held), ranks("0-1")); // stops count from the beginning
        const std::uint64_t seen = f.session->output().lastSequence();
        QVERIFY(f.session->sendInput(ranks("0"), "its input has not ended", false));
        f.fake->write(Rank(1), "second job\n");
        f.run();
        std::string text;
        f.session->output().visit(0, 9, [&text](const OutputLine& line) { text += line.text + "|"; });
        QCOMPARE(text, std::string("its input has not ended|second job|"));
        QVERIFY(seen > 0); // whoever reads on from where he was misses nothing
        QCOMPARE(f.session->output().linesOf(Rank(1)).front(), seen + 2);
    }

    void breakpointsStayAndAreSetAgain()
    {
        RestartFixture f(2);
        auto spec = breakAt("ring.cpp", 29);
        spec.condition = "lap == 2";
        QVERIFY(f.session->addBreakpoint(spec));
        f.run();
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        f.end();
        QVERIFY(f.session->launch(launchSpec()));
        const Breakpoint* breakpoint = f.session->breakpoints().find(util::BreakpointId(1));
        QVERIFY(breakpoint && breakpoint->status.resolved.empty());
        QCOMPARE(breakpoint->hits, std::uint64_t(0));
        QCOMPARE(breakpoint->status.id, util::BreakpointId(1));
        const std::size_t before = f.fake->count<debug::SetBreakpoint>();
        f.fake->bringUp(2);
        f.run();
        QVERIFY(f.fake->count<debug::SetBreakpoint>() > before);
        const auto& set = std::get<debug::SetBreakpoint>(f.fake->last<debug::SetBreakpoint>().command.request);
        QCOMPARE(set.spec.condition, std::string("lap == 2"));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(1))->status.resolved, ranks("0-1"));
    }

    void theFocusStaysWhereItCan_data()
    {
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<int>("size");
        QTest::addColumn<QString>("kept");
        QTest::newRow("the same") << "1,3" << 4 << "1,3";
        QTest::newRow("some of them") << "1,3" << 2 << "1";
        QTest::newRow("none of them") << "2-3" << 2 << "0-1";
        QTest::newRow("all stays all") << "0-3" << 6 << "0-5";
    }
    void theFocusStaysWhereItCan()
    {
        QFETCH(QString, chosen);
        QFETCH(int, size);
        QFETCH(QString, kept);
        RestartFixture f(4);
        QVERIFY(f.session->setFocus(ranks(chosen.toStdString())));
        f.end();
        // A launch that fails in between forgets nothing.
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->say({BackendFailed{kRefused}, Finished{}});
        f.run();
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->bringUp(static_cast<std::uint32_t>(size));
        f.run();
        QCOMPARE(QString::fromStdString(f.session->focus().toString()), kept);
    }

    void theChosenLeaderStays()
    {
        RestartFixture f(4);
        QVERIFY(f.session->setLeadingRank(Rank(2)));
        f.end();
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->bringUp(4);
        f.run();
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(2)));
    }

    void aFailedLaunchCanBeTriedAgain()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->say({BackendFailed{kRefused}});
        f.run();
        QVERIFY(f.session->launch(launchSpec()).error().code == Errc::WrongState);
        f.fake->say({LauncherExited{213, 0}, Finished{}});
        f.run();
        QCOMPARE(f.session->state(), SessionState::Failed);
        QVERIFY(f.session->launch(launchSpec()));
        QVERIFY(!f.session->failure());
        QCOMPARE(f.session->state(), SessionState::Launching);
        f.fake->bringUp(2);
        f.run();
        QCOMPARE(f.session->state(), SessionState::Held);
    }

    void observersAreToldWhenTheJobBeginsAndWhenItsRanksAreKnown()
    {
        RestartFixture f(4);
        f.end();
        QVERIFY(f.session->launch(launchSpec()));
        f.run();
        const auto isJob = [](const ChangeSet& changes) { return changes.job; };
        QCOMPARE(std::count_if(f.recorder.batches.begin(), f.recorder.batches.end(), isJob), 1);
        const ChangeSet& begin = f.recorder.batches.front();
        QVERIFY(begin.state && begin.focus && begin.output && begin.breakpoints && begin.input);
        QVERIFY(begin.ranks.empty());
        f.recorder.clear();
        f.fake->startJob(2);
        f.run();
        QVERIFY(f.recorder.batches.front().job);
        QCOMPARE(f.recorder.batches.front().ranks, ranks("0-1"));
        f.recorder.clear();
        f.fake->attachAll();
        f.run();
        QVERIFY(std::none_of(f.recorder.batches.begin(), f.recorder.batches.end(), isJob));
    }

    void whatWaitedForTheJobBeforeIsAnswered()
    {
        RestartFixture f(2);
        f.end();
        f.fake->acceptsInput = false;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->bringUp(2);
        f.run();
        const auto id = f.session->sendInput(ranks("0"), "x", false);
        QVERIFY(id);
        f.fake->endJob(0);
        f.run();
        const auto done = f.recorder.all<InputDone>();
        QCOMPARE(done.size(), std::size_t(1));
        QCOMPARE(done[0].id, *id);
        QVERIFY(!done[0].result);
        QVERIFY(f.session->launch(launchSpec()));
        f.run();
        QCOMPARE(f.recorder.all<InputDone>().size(), std::size_t(1));
    }
};

DBGR_TEST(TestSessionRestart, QCoreApplication);

} // namespace tst_session_restart

#include "tst_session_restart.moc"
