// SPDX-License-Identifier: GPL-3.0-or-later
// An error of MPI that is about to end a rank stops it, without anybody having asked; one that the program is given
// does not. With each MPI and its launcher.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_mpi_errors {

using namespace dbgr::test;

namespace {

struct Mpi
{
    QString name;
    QStringList launcher;
    QStringList missing = {}; ///< kinds of errors that it has not
    bool namesErrors = true;
};

/// MPI_ERRORS_ABORT came with MPI 4, which these say they are, and do not have.
const QStringList kNoAborts{"aborts"};

QList<Mpi> allMpis()
{
    const QString tested = testedLauncher("");
    if (tested == "openmpi6")
        return {{"openmpi6", {"mpiexec"}}};
    if (tested == "mpich5")
        return {{"mpich5", {"mpiexec.hydra"}}, {"mpi_abi", {"mpiexec.hydra"}, {}, false}};
    return {{"openmpi5", {"dbgrun"}},
            {"openmpi5", {"mpiexec"}},
            {"openmpi4", {"mpiexec.openmpi"}, kNoAborts},
            {"mpich", {"mpiexec.hydra"}, kNoAborts}};
}

void allowAsRoot(BatchRun& run)
{
    run.environment("OMPI_ALLOW_RUN_AS_ROOT", "1");
    run.environment("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    run.environment("OMPI_MCA_rmaps_base_oversubscribe", "1");
}

void start(BatchRun& run, const Mpi& mpi, const QString& what)
{
    allowAsRoot(run);
    if (mpi.name == "openmpi4")
        run.environment("OMPI_MCA_btl", "self,vader");
    run.startCommand(mpi.launcher + QStringList{"-n", "2", builtProgram("debuggees/mpi_errors_" + mpi.name), what});
}

/// "1: MPI_Send fails with MPI_ERR_RANK, which ends the rank, in send" of the stops that nobody has asked for.
QStringList told(const BatchRun& run)
{
    QStringList all;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] != "breakpoint")
            continue;
        all << stop["ranks"].toString() + ": " + stop["description"].toString() + ", in " +
                   stop["frame"].toObject()["function"].toString().section('(', 0, 0);
    }
    return all;
}

} // namespace

class TestMpiErrors : public QObject
{
    Q_OBJECT

private:
    Mpi m_mpi;

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<int>("mpi");
        const QList<Mpi> all = allMpis();
        for (int i = 0; i < all.size(); ++i)
            QTest::addRow("%s by %s", qPrintable(all[i].name), qPrintable(all[i].launcher.first())) << i;
    }
    void init()
    {
        QFETCH_GLOBAL(int, mpi);
        m_mpi = allMpis()[mpi];
    }

    void oneThatEndsTheRankStopsIt_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("function");
        QTest::newRow("default") << "MPI_Send"
                                 << "MPI_ERR_RANK"
                                 << "send";
        QTest::newRow("thread") << "MPI_Send"
                                << "MPI_ERR_RANK"
                                << "send";
        QTest::newRow("aborts") << "MPI_Send"
                                << "MPI_ERR_RANK"
                                << "send";
        QTest::newRow("window") << "MPI_Put"
                                << "MPI_ERR_RANK"
                                << "put";
        QTest::newRow("null") << "MPI_Comm_size"
                              << "MPI_ERR_COMM"
                              << "fail";
        QTest::newRow("late") << "MPI_Send"
                              << "MPI_ERR_RANK"
                              << "send";
    }
    void oneThatEndsTheRankStopsIt()
    {
        QFETCH(QString, call);
        QFETCH(QString, error);
        QFETCH(QString, function);
        if (m_mpi.missing.contains(QTest::currentDataTag()))
            return; // there is no such handler
        BatchRun run;
        run.commands({"continue --any", "breakpoints", "kill"});
        start(run, m_mpi, QTest::currentDataTag());
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        const QString with = m_mpi.namesErrors ? " with " + error : QString();
        const QStringList wanted{"1: " + call + " fails" + with + ", which ends the rank, in " + function};
        QVERIFY2(told(run) == wanted, run.transcript());
        QVERIFY2(run.replies("breakpoints").at(0)["breakpoints"].toArray().isEmpty(), run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
    }

    void oneThatTheProgramIsGivenDoesNot_data()
    {
        QTest::addColumn<QString>("output");
        QTest::newRow("returned") << "failed 3\n";
        QTest::newRow("own") << "failed "; // whether the call says so, too, differs
    }
    void oneThatTheProgramIsGivenDoesNot()
    {
        QFETCH(QString, output);
        BatchRun run;
        run.commands({"continue"});
        start(run, m_mpi, QTest::currentDataTag());
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(told(run).isEmpty(), run.transcript());
        QVERIFY2(run.output(1).startsWith(output), run.transcript());
    }

    /// Once, and then it ends as it would have.
    void theRankGoesOnToItsEnd()
    {
        BatchRun run;
        run.commands({"continue --any", "focus 1", "stepi 3", "continue"});
        start(run, m_mpi, "default");
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(told(run).size() == 1, run.transcript());
        QString said = run.output(1, "stderr") + run.transcript();
        QVERIFY2(said.contains("MPI_ERR_RANK") || said.contains("Invalid rank", Qt::CaseInsensitive), run.transcript());
    }

    void whereLldbIsConnectedToo()
    {
        BatchRun run;
        run.commands({"tbreak fail", "continue --any", "print what", "continue --any", "kill"});
        start(run, m_mpi, "late");
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        const QStringList all = told(run);
        QVERIFY2(all.size() == 2 && all[0].endsWith(", in fail") && all[1].contains("MPI_Send fails"),
                 run.transcript());
    }

    void notWhereNobodyWants()
    {
        BatchRun run;
        run.commands({"set catch-reports off", "continue"});
        start(run, m_mpi, "default");
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(told(run).isEmpty(), run.transcript());
    }

    /// Which comes before it is known what becomes of the error.
    void notWhereTheUserCatchesErrors()
    {
        BatchRun run;
        run.commands({"catch mpi-error", "continue --any", "continue"});
        start(run, m_mpi, "default");
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        const QString with = m_mpi.namesErrors ? " with MPI_ERR_RANK" : "";
        QVERIFY2(told(run) == QStringList{"1: MPI_Send fails" + with + ", in send"}, run.transcript());
    }

    /// Nothing of ours is in its text. What MPI writes last is lost now and then, by MPICH's launcher alone, too.
    void aRankThatIsLetGoEndsByTheErrorAlone()
    {
        bool isWritten = false;
        for (int i = 0; i < 3 && !isWritten; ++i) {
            BatchRun run;
            run.commands({"tbreak giveBack", "continue --any", "detach", "wait"});
            start(run, m_mpi, "late");
            const int status = run.exitStatus();
            // By no signal. Open MPI 5's mpiexec ends with 0 where the daemons' job, which has let go, ends first.
            QVERIFY2(status >= 0 && status < 128, run.transcript());
            QVERIFY2(told(run).size() == 1 && !told(run).first().contains("MPI_Send"), run.transcript());
            const QString text = run.transcript();
            isWritten = text.contains("MPI_ERR_RANK") || text.contains("Invalid rank");
        }
        QVERIFY(isWritten);
    }

    void inRanksThatStandBeforeTheirLibrariesAreThere()
    {
        if (m_mpi.launcher.first() == "mpiexec.openmpi")
            return; // which holds ranks elsewhere
        BatchRun run;
        run.option({"--stop=exec"});
        run.commands({"continue --any", "kill"});
        start(run, m_mpi, "late");
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(told(run).size() == 1 && told(run).first().contains("MPI_Send fails"), run.transcript());
    }

    void inRanksThatWereNotHeld()
    {
        BatchRun run;
        run.option({"--stop=none"});
        run.commands({"continue --any", "kill"});
        start(run, m_mpi, "late");
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(told(run).size() == 1 && told(run).first().contains("MPI_Send fails"), run.transcript());
    }
};

DBGR_TEST(TestMpiErrors, QCoreApplication);

} // namespace tst_mpi_errors

#include "tst_mpi_errors.moc"
