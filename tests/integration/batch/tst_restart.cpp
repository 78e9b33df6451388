// SPDX-License-Identifier: GPL-3.0-or-later
// One session, several jobs.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

namespace tst_restart {

using dbgr::test::allGone;
using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

class TestRestart : public QObject
{
    Q_OBJECT

private slots:
    /// From a stop, and after the end: each time the job begins anew, with its breakpoint and focus.
    void restartsFromAStopAndAfterTheEnd()
    {
        BatchRun run;
        run.commands({"break work", "continue", "print lap", "focus 1", "restart", "focus all", "continue", "focus 1",
                      "print lap", "focus all", "delete 1", "continue", "restart", "continue"});
        run.start(2, builtProgram("ring"), {"--laps", "2"});
        QVERIFY2(run.exitStatus(120000) == 0, run.transcript());
        QVERIFY2(run.events("launched").size() == 3, run.transcript());
        const auto restarts = run.replies("restart");
        QCOMPARE(restarts.size(), 2);
        QVERIFY2(restarts[0]["ranks"] == "1" && restarts[0]["stopped"] == "1", run.transcript());
        QVERIFY2(restarts[1]["stopped"] == "0-1", run.transcript());
        const auto prints = run.replies("print");
        QCOMPARE(prints.size(), 2);
        QVERIFY2(prints[1]["values"][0]["ranks"] == "1", run.transcript());
        QCOMPARE(run.output(1).count("rank 1 lap 2"), 2); // the first job never came so far
        QVERIFY2(run.events("ended").last()["status"] == 0, run.transcript());
        QVERIFY2(run.badLines().isEmpty(), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void restartsWithOtherArgumentsAndVariables()
    {
        BatchRun run;
        const QString ring = builtProgram("ring");
        run.commands({"restart DBGR_LAP=two", "print *(char*)getenv(\"DBGR_LAP\")",
                      "restart -u DBGR_LAP mpiexec -n 3 '" + ring + "' --laps 1", "focus 1-2 leading 2",
                      "print (char*)getenv(\"DBGR_LAP\") == 0", "focus all", "continue"});
        run.start(2, ring, {"--laps", "2"});
        QVERIFY2(run.exitStatus(120000) == 0, run.transcript());
        QVERIFY2(run.events("launched").last()["ranks"] == "0-2", run.transcript());
        const auto prints = run.replies("print");
        QVERIFY2(prints[0]["values"][0]["value"].toString().contains("'t'"), run.transcript());
        QVERIFY2(prints[1]["values"][0]["ranks"] == "1-2", run.transcript());
        QVERIFY2(prints[1]["values"][0]["value"] == "true", run.transcript());
        QVERIFY2(run.replies("focus").value(0)["leading"] == 2, run.transcript());
        QVERIFY2(run.output(2).contains("lap 1") && !run.output(2).contains("lap 2"), run.transcript());
    }

    /// The program is gone, and then it is there again.
    void restartsAfterALaunchThatFailed()
    {
        BatchRun run;
        const QString program = run.folder() + "/ring";
        QVERIFY(QFile::copy(builtProgram("ring"), program));
        run.option({"--keep-going"});
        run.start(2, program);
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        QVERIFY(QFile::rename(program, program + ".away"));
        run.type("restart");
        QVERIFY2(
            !run.waitFor([](const auto& o) { return o["command"] == "restart" || o["event"] == "error"; }).isEmpty(),
            run.transcript());
        QVERIFY(QFile::rename(program + ".away", program));
        run.type("restart");
        QVERIFY2(!run.waitForReply("restart").isEmpty(), run.transcript());
        run.type("continue");
        QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }
};

DBGR_TEST(TestRestart, QCoreApplication);

} // namespace tst_restart

#include "tst_restart.moc"
