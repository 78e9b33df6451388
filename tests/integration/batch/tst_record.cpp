// SPDX-License-Identifier: GPL-3.0-or-later
// A session that was recorded can be done again by its script, on the real thing.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

namespace tst_record {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;
using dbgr::test::UserJob;

namespace {

/// The values that each `print` showed, in order.
QList<QJsonValue> printed(const BatchRun& run)
{
    QList<QJsonValue> values;
    for (const QJsonObject& reply : run.replies("print"))
        values += reply["values"];
    return values;
}

} // namespace

class TestRecord : public QObject
{
    Q_OBJECT

private slots:
    /// As a person types: the input follows while the ranks run, the rest when they have stopped.
    void theScriptOfASessionShowsTheSameValues()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("session.dbgr");
        const QStringList looks{"print rank", "print state.tokenName", "print lap"};
        BatchRun first;
        first.option({"--record", file});
        first.commands(QStringList{"break work", "continue &", "input 0 torch", "wait", "focus 1-2", "next",
                                   "condition 1 lap == 3", "focus all", "continue", "disable 1"} +
                       looks);
        first.start(4, builtProgram("ring"), {"--ask"});
        QVERIFY2(first.exitStatus() == 137, first.transcript()); // the end of the commands
        QVERIFY2(printed(first).size() == 3, first.transcript());

        QFile script(file);
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QByteArray text = script.readAll();
        QVERIFY2(text.startsWith("# dbgr mpiexec -n 4 "), text);
        QCOMPARE(text.mid(text.indexOf('\n') + 1),
                 QByteArray("break work\ncontinue &\ninput 0 torch\nwait\nfocus 1-2\nnext\ncondition 1 lap == 3\n"
                            "focus all\ncontinue\ndisable 1\n"));

        BatchRun second;
        second.option({"--script", file});
        second.commands(looks);
        second.start(4, builtProgram("ring"), {"--ask"});
        QVERIFY2(second.exitStatus() == 137, second.transcript());
        QCOMPARE(printed(second), printed(first));
    }

    void theScriptOfAnAttachedJobIsDoneThereAgain()
    {
        UserJob job;
        job.start(
            {builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/launcher_rank_openmpi5"), "120", job.folder()});
        QVERIFY2(job.turns(2), job.transcript());
        const QString file = job.folder() + "/session.dbgr";
        const QStringList attach{"--attach", QString::number(job.launcherPid())};
        BatchRun first;
        first.option(QStringList{"--record", file} + attach);
        first.commands({"break turn", "continue", "focus 1", "set size = 7", "delete 1"});
        first.startCommand({});
        QVERIFY2(first.exitStatus() == 0, first.transcript());
        QFile script(file);
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QByteArray text = script.readAll();
        QCOMPARE(text,
                 "# dbgr " + attach.join(' ').toUtf8() + "\nbreak turn\ncontinue\nfocus 1\nset size = 7\ndelete 1\n");

        BatchRun second; // the header is what stands behind --script FILE
        second.option(QStringList{"--script", file} + attach).commands({"print size"});
        second.startCommand({});
        QVERIFY2(second.exitStatus() == 0, second.transcript());
        QVERIFY2(second.replies("continue").value(0)["stopped"] == "0-1", second.transcript());
        QCOMPARE(printed(second).value(0).toArray()[0].toObject()["value"].toString(), QString("7"));
        job.stop();
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }

    void commandsOfBreakpointsAndWhatIsWatchedAreDoneAgain()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("session.dbgr");
        BatchRun first;
        first.option({"--keep-going", "--record", file});
        first.commands({"break ring.cpp:5000", "break work on 0", "commands 2 print lap; continue",
                        "break sendToken on 0", "continue --any", "disable 2", "up", "watch lap on 0", "print lap",
                        "delete 3", "continue --any"});
        first.start(2, builtProgram("ring"), {"--laps", "3"});
        QVERIFY2(first.exitStatus() == 137, first.transcript());
        QFile script(file);
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QByteArray text = script.readAll();
        QVERIFY2(text.contains("\n# refused: break ring.cpp:5000\nbreak work on 0\ncommands 1 print lap; continue\n"
                               "break sendToken on 0\n"),
                 text);
        QVERIFY2(text.contains("disable 1\nframe 1\nwatch lap on 0\ndelete 2\n"), text);

        BatchRun second;
        second.option({"--script", file});
        second.commands({"breakpoints"});
        second.start(2, builtProgram("ring"), {"--laps", "3"});
        QVERIFY2(second.exitStatus() == 137, second.transcript());
        QCOMPARE(printed(second).value(0), printed(first).value(0)); // by the commands
        const QJsonObject watched = second.replies("watch").value(0)["breakpoint"].toObject();
        QVERIFY2(watched["scope"] == "passToken", second.transcript());
    }

    void aFileThatIsNotEmptyIsLeftAlone()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("notes"));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write("mine") == 4 && file.flush());
        BatchRun run;
        run.option({"--record", file.fileName()}).commands({"continue"});
        run.start(2, builtProgram("ring"));
        QVERIFY2(run.exitStatus() == 120, run.transcript());
        QVERIFY2(run.standardError().contains("there is something in it"), run.transcript());
        QVERIFY(run.events("launcher").isEmpty());
    }
};

DBGR_TEST(TestRecord, QCoreApplication);

} // namespace tst_record

#include "tst_record.moc"
