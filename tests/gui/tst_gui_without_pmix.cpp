// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of launchers that dbgr does not talk to through PMIx, in the window by keys and mouse: MPICH's mpiexec, with
// dbgr-exec in front of the ranks, and Open MPI 4's, by its proctable. Breakpoints, steps, one rank alone, the error of
// MPI that ends a rank, and the end.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/window/action_table.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QtTest>

namespace tst_gui_without_pmix {

using dbgr::session::RankState;
using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::BreakpointLook;
using dbgr::util::Rank;
namespace action = dbgr::ui::action;

namespace {

struct Job
{
    Job()
    {
        run.environment("OMPI_ALLOW_RUN_AS_ROOT", "1").environment("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        run.environment("DBGR_DBGD", QFileInfo(builtProgram("dbgd")).path()); // where dbgr-exec is, too
        run.environment("OMPI_MCA_btl", "self,vader").environment("OMPI_MCA_rmaps_base_oversubscribe", "1");
    }

    WindowRun run;
    SourceHand source{run};
};

void stopInAFunction(Job& job)
{
    job.run.command(action::kNewBreakpoint);
    job.run.type("fail");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.run.until([&] { return job.run.session().breakpoints().all().size() == 1; }), job.run.transcript());
    job.run.command(action::kFocusSource);
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilTextOf("status.state", "1 running"), job.run.transcript()); // which waits for the other
    QVERIFY2(job.run.session().processes().inState(RankState::Stopped).toString() == "1", job.run.transcript());
    QVERIFY2(job.source.untilShown("mpi_errors.cpp"), job.run.transcript());
}

void stepWithTheRank(Job& job)
{
    QVERIFY2(job.run.focusOn("1"), job.run.transcript());
    QVERIFY2(job.run.until([&] { return job.run.row("values.variables", "what").contains("late"); }),
             job.run.transcript());
    const std::uint32_t before = job.source.leadingLine();
    job.run.command(action::kStepOver);
    QVERIFY2(job.run.until([&] { return job.source.leadingLine() != before; }), job.run.transcript());
}

void clickABreakpointAndGoThere(Job& job)
{
    const std::uint32_t line = job.source.lineWith("MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);");
    job.source.clickMargin(line);
    QVERIFY2(job.run.until([&] { return job.source.markAt(line).look == BreakpointLook::Set; }), job.run.transcript());
    job.run.command(action::kContinue);
    QVERIFY2(job.source.untilLeadingAt(line), job.run.transcript());
}

/// Nobody has asked for that.
void runIntoTheErrorThatEndsIt(Job& job)
{
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilHappened("MPI_Send fails with MPI_ERR_RANK, which ends the rank"), job.run.transcript());
    const std::uint32_t line = job.source.lineWith("// fails");
    QVERIFY2(job.source.untilLeadingAt(line), job.run.transcript());
    QVERIFY2(job.run.untilShown("dock.callStack", "fail"), job.run.transcript());
}

void kill(Job& job)
{
    job.run.command(action::kFocusAll);
    job.run.command(action::kKill);
    QVERIFY2(job.run.seen<QMessageBox>("confirmation"), job.run.transcript());
    job.run.click(WindowRun::button(job.run.find("confirmation"), "Kill the Job"));
    QVERIFY2(job.run.untilState(SessionState::Exited), job.run.transcript());
}

} // namespace

class TestGuiWithoutPmix : public QObject
{
    Q_OBJECT

private slots:
    void aWholeSession_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("program");
        QTest::newRow("MPICH") << "mpiexec.hydra"
                               << "debuggees/mpi_errors_mpich";
        QTest::newRow("Open MPI 4") << "mpiexec.openmpi"
                                    << "debuggees/mpi_errors_openmpi4";
    }
    void aWholeSession()
    {
        QFETCH(QString, launcher);
        QFETCH(QString, program);
        Job job;
        QVERIFY2(job.run.launchCommand({launcher, "-n", "2", builtProgram(program), "late"}), job.run.transcript());
        QVERIFY2(job.run.untilState(SessionState::Held), job.run.transcript());
        for (void (*const step)(Job&) :
             {stopInAFunction, stepWithTheRank, clickABreakpointAndGoThere, runIntoTheErrorThatEndsIt, kill}) {
            step(job);
            if (QTest::currentTestFailed())
                return;
        }
    }
};

DBGR_GUI_TEST(TestGuiWithoutPmix);

} // namespace tst_gui_without_pmix

#include "tst_gui_without_pmix.moc"
