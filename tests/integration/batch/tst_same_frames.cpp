// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that stand at different depths are compared by function and callers, never by the number of a frame: in core
// files, and wherever ranks happen to be when somebody attaches to them.
#include "tests/support/batch/batch_run.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QJsonArray>
#include <QtTest>

#include <algorithm>

namespace tst_same_frames {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 4;

/// The number of that function's innermost frame in the stack of the lowest rank; -1 none.
int frameOf(const QJsonObject& where, const QString& function)
{
    const QJsonArray frames = where["stacks"][0]["frames"].toArray();
    for (const QJsonValue& frame : frames)
        if (frame["function"] == function)
            return frame["index"].toInt(-1);
    return -1;
}

/// Each rank has a value, which is its own number.
bool areRanks(const QJsonObject& print)
{
    const QJsonArray values = print["values"].toArray();
    return values.size() == kRanks && std::all_of(values.begin(), values.end(), [](const QJsonValue& value) {
               return value["ranks"].toString() == value["value"].toString();
           });
}

} // namespace

class TestSameFrames : public QObject
{
    Q_OBJECT

private slots:
    void inCoreFiles()
    {
        QTemporaryDir folder;
        QProcess job;
        QProcessEnvironment environment = jobEnvironment(folder.path());
        environment.insert("TAKE_CORES", QString::number(kRanks));
        job.setProcessEnvironment(environment);
        job.setProcessChannelMode(QProcess::MergedChannels);
        const QStringList program{builtProgram("debuggees/mpi_crash"), "-1", "deep"};
        job.start(openMpi5Bin() + "/mpiexec",
                  QStringList{"-n", QString::number(kRanks)} + takingCore(folder.path(), program));
        QVERIFY(job.waitForFinished(120000));
        QVERIFY2(QDir(folder.path()).entryList({"core.*"}).size() == kRanks, job.readAll());

        BatchRun run;
        run.option({"--core", folder.filePath("core.*")})
            .commands({"frame 2", "print rank", "print argc", "frame 1", "print left"})
            .startCommand({program.front()});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const auto prints = run.replies("print");
        QVERIFY2(prints.size() == 3, run.transcript());
        QVERIFY2(areRanks(prints[0]), run.transcript()); // main, which is frame 2 of rank 0 and frame 5 of rank 3
        const QJsonArray counts = prints[1]["values"].toArray();
        QVERIFY2(counts.size() == 1 && counts[0]["ranks"] == "0-3" && counts[0]["value"] == "3", run.transcript());
        QVERIFY2(areRanks(prints[2]), run.transcript()); // the outermost call of descend()
    }

    void whereRanksAreAttachedTo()
    {
        UserJob job;
        job.start({builtProgram("dbgrun"), "-n", QString::number(kRanks),
                   builtProgram("debuggees/launcher_rank_openmpi5"), "120", job.folder()});
        QVERIFY2(job.turns(kRanks), job.transcript());
        BatchRun run;
        run.option({"--attach", QString::number(job.launcherPid())}).startCommand({});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        // Ranks stand elsewhere after each turn of the loop: in a system call, in the C library, in turn(), in main().
        for (int round = 0; round < 8; ++round) {
            run.type("where");
            const int frame = frameOf(run.waitForReply("where"), "main");
            QVERIFY2(frame >= 0, run.transcript());
            run.type(QString("frame %1").arg(frame));
            run.type("print rank");
            QVERIFY2(areRanks(run.waitForReply("print")), run.transcript());
            run.type("print argc");
            const QJsonArray counts = run.waitForReply("print")["values"].toArray();
            QVERIFY2(counts.size() == 1 && counts[0]["ranks"] == "0-3", run.transcript());
            run.type("continue &");
            QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
            QTest::qWait(37);
            run.type("interrupt");
            QVERIFY2(!run.waitForReply("interrupt").isEmpty(), run.transcript());
        }
        job.stop();
        run.type("detach");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QCOMPARE(job.exitStatus(), 0);
    }
};

DBGR_TEST(TestSameFrames, QCoreApplication);

} // namespace tst_same_frames

#include "tst_same_frames.moc"
