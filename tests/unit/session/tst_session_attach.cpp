// SPDX-License-Identifier: GPL-3.0-or-later
// A job that was attached to: the same session, but the job is the user's.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_attach {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

launchers::AttachSpec attachSpec()
{
    launchers::AttachSpec spec;
    spec.target = launchers::RunningLauncher{util::Pid(4711), {}};
    spec.workingDirectory = "/work";
    return spec;
}

} // namespace

class TestSessionAttach : public QObject
{
    Q_OBJECT

private slots:
    void anAttachGoesThroughItsStatesToStopped()
    {
        SessionFixture f;
        QVERIFY(f.session->attach(attachSpec()));
        QCOMPARE(f.session->state(), SessionState::Launching);
        QVERIFY(f.fake->attachAsked.has_value());
        QCOMPARE(QString::fromStdString(f.session->jobText()), QString("launcher 4711"));
        f.fake->bringUp(4);
        f.run();
        QCOMPARE(f.session->state(), SessionState::Stopped);
        QVERIFY(f.session->attachSpec().has_value());
        QVERIFY(f.session->launchSpec().argv.empty());
        QCOMPARE(QString::fromStdString(f.session->jobText()), QString("mpiexec -n 4 ./ring"));
    }

    void leavingDoesNotCallItKilled()
    {
        SessionFixture f;
        QVERIFY(f.session->attach(attachSpec()));
        f.fake->bringUp(2);
        f.run();
        f.session->leave();
        QCOMPARE(f.fake->leaves, 1);
        QCOMPARE(f.fake->kills, 0);
        f.fake->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-1")}), Finished{}});
        f.run();
        QCOMPARE(f.session->state(), SessionState::Detached);
        QVERIFY(!f.session->jobStatus());
    }

    void theFocusIsOnTheRanksThatWereChosen()
    {
        SessionFixture f;
        launchers::AttachSpec spec = attachSpec();
        spec.ranks = ranks("1-2");
        QVERIFY(f.session->attach(spec));
        f.fake->startJob(4);
        f.run();
        QCOMPARE(f.session->focus(), ranks("1-2"));
    }

    void oneJobAtATime()
    {
        SessionFixture f;
        QVERIFY(f.session->attach(attachSpec()));
        const auto second = f.session->attach(attachSpec());
        QVERIFY(!second);
        QVERIFY(second.error().code == Errc::WrongState);
        QVERIFY(!f.session->launch(launchSpec()));
    }

    void afterAnAttachAJobCanBeLaunched()
    {
        SessionFixture f;
        QVERIFY(f.session->attach(attachSpec()));
        f.fake->say({Finished{}});
        f.run();
        QVERIFY(f.session->launch(launchSpec()));
        QVERIFY(!f.session->attachSpec());
    }
};

DBGR_TEST(TestSessionAttach, QCoreApplication);

} // namespace tst_session_attach

#include "tst_session_attach.moc"
