// SPDX-License-Identifier: GPL-3.0-or-later
// Attaching to jobs that somebody else started, by keyboard and by mouse: found in the list, looked into, left as they
// were, and attached to again.
#include "tests/support/batch/job_processes.h"
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/window_run.h"
#include "ui/attach/job_list_model.h"
#include "ui/window/action_table.h"

#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QTreeView>
#include <QtTest>

namespace tst_gui_attach {

using dbgr::session::RankState;
using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;

namespace {

/// Four ranks that turn until they are told to stop, under a launcher that knows nothing of dbgr.
class ForeignJob
{
public:
    explicit ForeignJob(WindowRun& run) : m_run(run)
    {
        m_launcher.setProcessEnvironment(dbgr::test::jobEnvironment(run.folder()));
        m_launcher.setStandardOutputFile(QProcess::nullDevice());
        m_launcher.setStandardErrorFile(QProcess::nullDevice());
        m_launcher.start(builtProgram("dbgrun"), {"-n", "4", builtProgram("debuggees/mpi_spin"), "120", run.folder()});
    }
    ~ForeignJob()
    {
        if (m_launcher.state() == QProcess::NotRunning)
            return;
        m_launcher.kill();
        m_launcher.waitForFinished();
    }

    [[nodiscard]] bool turns()
    {
        return m_launcher.waitForStarted() && m_run.meanwhile([&] { return dbgr::test::beats(m_run.folder(), 3); });
    }
    [[nodiscard]] qint64 pid() const { return m_launcher.processId(); }
    /// Its own end, in its own time. \return its status
    int end()
    {
        QFile stop(m_run.folder() + "/stop");
        if (!stop.open(QIODevice::WriteOnly))
            return -1;
        stop.close();
        const bool ended = m_run.until([&] { return m_launcher.state() == QProcess::NotRunning; });
        return ended && m_launcher.exitStatus() == QProcess::NormalExit ? m_launcher.exitCode() : -1;
    }

private:
    WindowRun& m_run;
    QProcess m_launcher;
};

/// The dialog, with the job of this run as its only row: others may run on this machine.
[[nodiscard]] bool openDialogOn(WindowRun& run)
{
    run.command(action::kAttach);
    if (!run.seen("attachDialog"))
        return false;
    run.type(run.folder().section('-', -1));
    const auto* const view = run.find<QTreeView>("runningJobsView");
    return run.until([&] { return view->model()->rowCount() == 1 && view->currentIndex().isValid(); });
}

[[nodiscard]] bool attached(WindowRun& run)
{
    return run.untilState(SessionState::Stopped) && run.untilStopped();
}

} // namespace

class TestGuiAttach : public QObject
{
    Q_OBJECT

private slots:
    void byKeyboardFromTheListToItsStacksAndBack()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        ForeignJob job(run);
        QVERIFY2(job.turns(), run.transcript());
        QVERIFY2(openDialogOn(run), run.transcript());
        run.key(Qt::Key_Return);
        QVERIFY2(attached(run), run.transcript());
        QVERIFY2(run.until([&] { return run.window().windowTitle().contains("(attached)"); }), run.transcript());
        QVERIFY2(run.untilTextOf("status.launcher", "attached"), run.transcript());
        QVERIFY2(run.untilShown("dock.stacks", "main"), run.transcript());
        QVERIFY(!run.parts().actions.get(action::kRestart)->isEnabled());

        run.command(action::kContinue);
        QVERIFY2(run.untilState(SessionState::Running), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        run.command(action::kPause);
        QVERIFY2(attached(run), run.transcript());

        run.parts().actions.get(action::kDetach)->trigger();
        QWidget* const again = run.notice("The job goes on by itself");
        QVERIFY2(again, run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        run.click(WindowRun::button(again, "Attach Again"));
        QVERIFY2(attached(run), run.transcript());
        QVERIFY2(run.untilShown("dock.stacks", "main"), run.transcript());

        run.command(action::kQuit); // nothing is lost, so nothing is asked
        QVERIFY2(run.until([&] { return run.isClosed(); }), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        QCOMPARE(job.end(), 0);
    }

    void byMouseToSomeOfItsRanks()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        ForeignJob job(run);
        QVERIFY2(job.turns(), run.transcript());
        run.click(run.find("startAttach"));
        QVERIFY2(run.seen("attachDialog"), run.transcript());
        auto* const jobs = run.find<QTreeView>("runningJobsView");
        const QString pid = QString::number(job.pid());
        QVERIFY2(run.until([&] {
            return dbgr::test::rowWith(jobs->model(), pid, dbgr::ui::JobListModel::Process).isValid();
        }),
                 run.transcript());
        run.click(jobs, dbgr::test::rowWith(jobs->model(), pid, dbgr::ui::JobListModel::Process));
        QVERIFY2(run.seen("showRanks"), run.transcript());
        run.click(run.find("showRanks"));
        QVERIFY2(run.seen("attachHostsView"), run.transcript());
        auto* const ranks = run.find<QLineEdit>("attachRanks");
        QTest::mouseDClick(ranks, Qt::LeftButton, {}, QPoint(10, 10)); // the word "all"
        run.type("1-2");
        run.click(run.find("attach"));
        QVERIFY2(run.until([&] { return run.session().processes().standing().toString() == "1-2"; }), run.transcript());
        QVERIFY2(run.until([&] { return run.session().processes().inState(RankState::Detached).toString() == "0,3"; }),
                 run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 3); }), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::tracerOf(dbgr::test::spinPid(run.folder(), 1)) != 0; }),
                 run.transcript());
        run.parts().actions.get(action::kDetach)->trigger();
        QVERIFY2(run.untilState(SessionState::Detached), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 1); }), run.transcript());
        QCOMPARE(job.end(), 0);
    }

    void killingAForeignJobIsAskedAndItsSafeAnswerIsNo()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        ForeignJob job(run);
        QVERIFY2(job.turns(), run.transcript());
        QVERIFY2(openDialogOn(run), run.transcript());
        run.key(Qt::Key_Return);
        QVERIFY2(attached(run), run.transcript());
        run.command(action::kKill);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        QVERIFY(run.find<QMessageBox>("confirmation")->informativeText().contains("Detach leaves it as it was"));
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return !run.find("confirmation"); }), run.transcript());
        run.command(action::kContinue);
        QVERIFY2(run.meanwhile([&] { return dbgr::test::beats(run.folder(), 0); }), run.transcript());
        run.command(action::kKill);
        QVERIFY2(run.seen<QMessageBox>("confirmation"), run.transcript());
        run.click(WindowRun::button(run.find("confirmation"), "Kill the Job"));
        QVERIFY2(run.untilState(SessionState::Exited), run.transcript());
        QVERIFY2(run.meanwhile([&] { return dbgr::test::allGone(run.folder()); }), run.transcript());
    }

    void whatCannotBeAttachedToIsExplainedAndAnotherTryOffered()
    {
        WindowRun run;
        QVERIFY2(run.open(), run.transcript());
        run.command(action::kAttach);
        QVERIFY2(run.seen("attachDialog"), run.transcript());
        run.key(Qt::ALT | Qt::Key_P);
        QVERIFY2(run.seen("attachProcesses"), run.transcript());
        run.find("attachProcesses")->setFocus();
        run.type("2147483646"); // a process that cannot be
        run.key(Qt::Key_Return);
        QVERIFY2(run.untilState(SessionState::Failed), run.transcript());
        QWidget* const notice = run.notice("2147483646");
        QVERIFY2(notice, run.transcript());
        QVERIFY(WindowRun::button(notice, "Try Again"));
        run.click(WindowRun::button(notice, "Another Job"));
        QVERIFY2(run.seen("attachDialog"), run.transcript());
        run.key(Qt::Key_Escape);
    }
};

DBGR_GUI_TEST(TestGuiAttach);

} // namespace tst_gui_attach

#include "tst_gui_attach.moc"
