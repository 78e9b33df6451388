// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of sanitizers and of MPI stop ranks without anybody asking for it, and no list tells of it.
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "tests/support/session/fake_backend.h"
#include "tests/support/session/recorder.h"
#include "tests/support/session/session_fixture.h"

#include <algorithm>

namespace tst_session_reports {

using namespace dbgr;
using namespace dbgr::test;
using debug::Moment;

namespace {

struct Reports
{
    Reports()
    {
        auto backend = std::make_unique<FakeBackend>(scheduler);
        fake = backend.get();
        session = std::make_unique<session::Session>(scheduler, std::move(backend));
        subscription = session->observe(recorder);
    }
    void bringUp(std::uint32_t size)
    {
        (void)session->launch(launchSpec());
        fake->bringUp(size);
        scheduler.runUntilIdle();
    }
    /// What engines have been told to stop at, and where: "catch sanitizer 0-3"
    [[nodiscard]] QStringList set() const
    {
        QStringList all;
        for (const FakeBackend::Submitted& one : fake->submitted) {
            if (const auto* const request = std::get_if<debug::SetBreakpoint>(&one.command.request))
                all << QString::fromStdString(debug::textOf(request->spec.where) + " " + one.command.ranks.toString());
        }
        return all;
    }
    [[nodiscard]] util::BreakpointId idOf(Moment::What what) const
    {
        for (const FakeBackend::Submitted& one : fake->submitted) {
            const auto* const request = std::get_if<debug::SetBreakpoint>(&one.command.request);
            const auto* const moment = request ? std::get_if<Moment>(&request->spec.where) : nullptr;
            if (moment && moment->what == what)
                return request->spec.id;
        }
        return {};
    }

    ManualScheduler scheduler;
    FakeBackend* fake = nullptr;
    Recorder recorder;
    std::unique_ptr<session::Session> session;
    util::Subscription subscription;
};

} // namespace

class TestSessionReports : public QObject
{
    Q_OBJECT

private slots:
    void ranksGetThemUnasked()
    {
        Reports f;
        QVERIFY(f.session->catchesReports());
        f.bringUp(4);
        QStringList asked = f.set();
        asked.sort();
        QCOMPARE(asked, (QStringList{"catch mpi-error 0-1", "catch mpi-error 2-3", "catch sanitizer 0-1",
                                     "catch sanitizer 2-3"})); // by their daemons
        QVERIFY(f.session->breakpoints().all().empty());
    }

    void theStopTellsTheReportAndNoBreakpoint()
    {
        Reports f;
        f.bringUp(2);
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.scheduler.runUntilIdle();
        debug::StopCause cause = breakpointHit(1, frame("work", "ring.cpp", 41));
        cause.breakpoints = {f.idOf(Moment::What::Sanitizer)};
        cause.description = "AddressSanitizer: heap-use-after-free ring.cpp:41 in work";
        f.fake->stop(ranks("1"), cause);
        f.scheduler.runUntilIdle();
        const auto& told = f.session->processes().at(util::Rank(1)).stop;
        QVERIFY(told && told->breakpoints.empty());
        QCOMPARE(session::describe(*told), std::string("stopped: AddressSanitizer: heap-use-after-free ring.cpp:41 in "
                                                       "work, work at ring.cpp:41"));
    }

    void breakpointsOfTheUserStay()
    {
        Reports f;
        f.bringUp(2);
        const auto own = f.session->addBreakpoint([] {
            debug::BreakpointSpec spec;
            spec.where = Moment{Moment::What::Sanitizer};
            return spec;
        }());
        QVERIFY(own);
        debug::StopCause cause = breakpointHit(own->value());
        cause.breakpoints.push_back(f.idOf(Moment::What::Sanitizer));
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.scheduler.runUntilIdle();
        f.fake->stop(ranks("0"), cause);
        f.scheduler.runUntilIdle();
        QVERIFY(f.session->processes().at(util::Rank(0)).stop->breakpoints == std::vector<util::BreakpointId>{*own});
        QCOMPARE(f.session->breakpoints().find(*own)->hits, std::uint64_t(1));
    }

    /// Two at one place would stop a rank twice.
    void itIsTakenOutWhileTheUserCatchesTheSame()
    {
        Reports f;
        f.bringUp(2);
        debug::BreakpointSpec spec;
        spec.where = Moment{Moment::What::Sanitizer};
        const auto own = f.session->addBreakpoint(spec);
        f.scheduler.runUntilIdle();
        QCOMPARE(f.fake->count<debug::RemoveBreakpoint>(), std::size_t(1));
        const qsizetype before = f.set().size();
        QVERIFY(f.session->removeBreakpoint(*own));
        f.scheduler.runUntilIdle();
        QCOMPARE(f.set().size(), before + 1);
        spec.where = Moment{Moment::What::Exit};
        QVERIFY(f.session->addBreakpoint(spec));
        f.scheduler.runUntilIdle();
        QCOMPARE(f.fake->count<debug::RemoveBreakpoint>(), std::size_t(2)); // that of the user's own
    }

    void errorsOfMpiStayCaughtWhileTheUserCatchesSomeOfThem_data()
    {
        QTest::addColumn<QString>("only");
        QTest::addColumn<QString>("ranks");
        QTest::addColumn<bool>("enabled");
        QTest::addColumn<int>("removed");
        QTest::newRow("all") << ""
                             << "" << true << 1;
        QTest::newRow("of one call") << "MPI_Bcast"
                                     << "" << true << 0;
        QTest::newRow("in one rank") << ""
                                     << "1" << true << 0;
        QTest::newRow("none") << ""
                              << "" << false << 0;
    }
    void errorsOfMpiStayCaughtWhileTheUserCatchesSomeOfThem()
    {
        QFETCH(QString, only);
        QFETCH(QString, ranks);
        QFETCH(bool, enabled);
        QFETCH(int, removed);
        Reports f;
        f.bringUp(2);
        debug::BreakpointSpec spec;
        spec.where = Moment{Moment::What::MpiError, only.toStdString()};
        spec.enabled = enabled;
        if (!ranks.isEmpty())
            spec.ranks = dbgr::test::ranks(ranks.toLatin1().constData());
        QVERIFY(f.session->addBreakpoint(spec));
        f.scheduler.runUntilIdle();
        QCOMPARE(f.fake->count<debug::RemoveBreakpoint>(), std::size_t(removed));
    }

    void aSwitchTakesThemAway()
    {
        Reports f;
        f.bringUp(2);
        f.session->setCatchReports(false);
        f.scheduler.runUntilIdle();
        QCOMPARE(f.fake->count<debug::RemoveBreakpoint>(), std::size_t(2));
        const qsizetype before = f.set().size();
        f.session->setCatchReports(true);
        f.scheduler.runUntilIdle();
        QCOMPARE(f.set().size(), before + 2);

        Reports other;
        other.session->setCatchReports(false); // before there is a job
        other.bringUp(2);
        QCOMPARE(other.set(), QStringList());
    }

    void whoHasNoSuchPlaceDoesNotSaySo()
    {
        Reports f;
        f.fake->answersControl = false;
        f.bringUp(2);
        for (const FakeBackend::Submitted& one : std::vector(f.fake->submitted)) {
            if (std::holds_alternative<debug::SetBreakpoint>(one.command.request))
                f.fake->reply(one.id, util::fail(std::make_error_code(std::errc::not_supported), "it is too old"));
        }
        f.scheduler.runUntilIdle();
        QVERIFY(f.recorder.all<session::CommandFailed>().empty());
    }
};

DBGR_TEST(TestSessionReports);

} // namespace tst_session_reports

#include "tst_session_reports.moc"
