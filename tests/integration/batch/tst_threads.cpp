// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of real jobs under dbgrun, of POSIX and of OpenMP: chosen, stepped alone, frozen, compared.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"
#include "util/rank_set.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_threads {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr const char* kMainCounts = "break team.cpp:42";

QJsonObject threadNamed(const QJsonObject& rank, const QString& name)
{
    for (const QJsonValue thread : rank["threads"].toArray()) {
        if (thread.toObject()["name"] == name)
            return thread.toObject();
    }
    return {};
}

/// Number of a thread of rank 0 of a session in which the ranks stand.
QString numberOf(BatchRun& run, const QString& name)
{
    run.type("threads");
    const QJsonObject reply = run.waitForReply("threads");
    return QString::number(threadNamed(reply["threads"].toArray().at(0).toObject(), name)["index"].toInt());
}

QString key(int rank, int thread, const QJsonObject& kind)
{
    return QStringLiteral("%1.%2 %3 %4").arg(rank).arg(thread).arg(kind["name"].toString(), kind["role"].toString());
}

/// Of a node of stacks by thread, each of its threads.
void count(const QJsonArray& who, QMap<QString, int>& told)
{
    for (const QJsonValue entry : who) {
        const QJsonObject one = entry.toObject();
        const auto ranks = dbgr::util::RankSet::parse(one["ranks"].toString().toStdString(), {});
        QVERIFY(ranks);
        ranks->forEach([&](dbgr::util::Rank rank) {
            for (const QJsonValue thread : one["threads"].toArray())
                told[key(static_cast<int>(rank.value()), thread.toInt(), one)] += 1;
        });
    }
}

} // namespace

class TestThreads : public QObject
{
    Q_OBJECT

    void startTeam(BatchRun& run)
    {
        run.option({"--keep-going"});
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/team")});
        run.type(kMainCounts);
        run.type("continue");
        QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
    }

private slots:
    void theChosenThreadIsAskedAndStepsAlone()
    {
        QTemporaryDir folder;
        const QString script = folder.filePath("script");
        BatchRun run;
        run.option({"--record", script});
        startTeam(run);
        const QString right = numberOf(run, "right");
        run.type("thread " + right);
        const QJsonObject chosen = run.waitForReply("thread");
        QCOMPARE(chosen["threads"].toArray().size(), 2);
        run.type("focus 0");
        QCOMPARE(run.waitForReply("focus")["thread"].toObject()["name"].toString(), QString("right"));
        run.type("print share");
        QCOMPARE(run.waitForReply("print")["values"].toArray().at(0).toObject()["value"].toString(), QString("7"));
        run.type("print g_laps[1]");
        const QString before = run.waitForReply("print")["values"].toArray().at(0).toObject()["value"].toString();
        run.type("next 8 --alone");
        QVERIFY2(!run.waitForReply("next").isEmpty(), run.transcript());
        const QJsonObject stop = run.events("stopped").last();
        QVERIFY2(stop["reason"] == "step" && stop["steps"].toObject()["done"] == 8, run.transcript());
        run.type("print g_laps[1]");
        QCOMPARE(run.waitForReply("print")["values"].toArray().at(0).toObject()["value"].toString(), before);
        run.type("thread 99");
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
        QVERIFY2(run.transcript().contains("it has no thread 99"), run.transcript());
        QFile file(script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = file.readAll();
        QVERIFY2(text.contains("thread " + right + "\n") && text.contains("focus 0\nnext 8 --alone\n") &&
                     !text.contains("thread 99"),
                 qPrintable(text));
    }

    void frozenThreadsStandAndARankOfThemRefuses()
    {
        BatchRun run;
        startTeam(run);
        run.type("freeze " + numberOf(run, "middle"));
        const QJsonArray frozen = run.waitForReply("freeze")["threads"].toArray();
        QVERIFY2(frozen.size() == 2 && frozen.at(1).toObject()["frozen"].toArray().size() == 1, run.transcript());
        run.type("print g_laps[1]");
        const QJsonArray before = run.waitForReply("print")["values"].toArray();
        for (int i = 0; i < 3; ++i) {
            run.type("continue");
            QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
        }
        QCOMPARE(run.events("stopped").last()["frozen"].toInt(), 1);
        run.type("print g_laps[1]");
        QCOMPARE(run.waitForReply("print")["values"].toArray(), before);
        run.type("freeze others");
        run.type("freeze " + numberOf(run, "team"));
        run.type("continue");
        QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
        QVERIFY2(run.transcript().contains("all its threads are frozen"), run.transcript());
        run.type("thaw all");
        const QJsonObject thawed = run.waitForReply("thaw")["threads"].toArray().at(0).toObject();
        QVERIFY2(thawed.contains("frozen") && thawed["frozen"].toArray().isEmpty(), run.transcript());
        run.type("continue");
        QCOMPARE(run.waitForReply("continue")["stopped"].toString(), QString("0-1"));
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
    }

    void aStepThatWaitsForALockIsInterrupted()
    {
        BatchRun run;
        run.startCommand({builtProgram("dbgrun"), "-n", "1", builtProgram("debuggees/team")});
        for (const char* const command : {kMainCounts, "continue", "delete all", "break team.cpp:19", "continue"})
            run.type(command);
        QVERIFY2(!run.waitForReply("delete").isEmpty() && !run.waitForReply("continue").isEmpty(), run.transcript());
        run.type("thread " + numberOf(run, "team"));
        QVERIFY2(!run.waitForReply("thread").isEmpty(), run.transcript());
        run.type("next 1000 --alone &");
        run.type("wait 1");
        QCOMPARE(run.waitForReply("wait")["running"].toString(), QString("0"));
        run.type("interrupt");
        QCOMPARE(run.waitForReply("interrupt")["stopped"].toString(), QString("0"));
        QCOMPARE(run.events("stopped").last()["reason"].toString(), QString("interrupt"));
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
    }

    void threadsOfATeamStepTogether_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::newRow("dbgrun") << builtProgram("dbgrun");
        QTest::newRow("mpiexec") << "mpiexec";
    }
    void threadsOfATeamStepTogether()
    {
        if (!QFile::exists(builtProgram("debuggees/team_lines_O0")))
            QSKIP("no compiler with OpenMP");
        QFETCH(QString, launcher);
        QTemporaryDir folder;
        const QString script = folder.filePath("script");
        BatchRun run;
        run.option({"--stop=exec", "--record", script});
        run.startCommand({launcher, "-n", "1", builtProgram("debuggees/team_lines_O0"), "openmp"});
        run.type("break team_lines.cpp:93");
        QSet<int> gathered; // several may come there at once
        while (gathered.size() < 4) {
            run.type("continue");
            QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
            run.type("threads");
            const QJsonObject rank = run.waitForReply("threads")["threads"].toArray().at(0).toObject();
            for (const QJsonValue thread : rank["threads"].toArray()) {
                if (thread.toObject()["frame"].toObject()["line"] == 93)
                    gathered.insert(thread.toObject()["index"].toInt());
            }
            for (const int index : std::as_const(gathered)) {
                run.type("freeze " + QString::number(index));
                QVERIFY2(!run.waitForReply("freeze").isEmpty(), run.transcript());
            }
        }
        run.type("thaw all");
        run.type("delete all");
        run.type("next 4 --threads"); // over work of different length, and a barrier
        QVERIFY2(!run.waitForReply("next").isEmpty(), run.transcript());
        QJsonObject stop = run.events("stopped").last();
        QVERIFY2(stop["reason"] == "step" && stop["steps"].toObject()["done"] == 4, run.transcript());
        QCOMPARE(stop["together"].toObject()["done"].toArray().size(), 4);
        QVERIFY2(stop["together"].toObject()["behind"].toArray().isEmpty(), run.transcript());
        run.type("threads");
        int together = 0;
        const QJsonObject rank = run.waitForReply("threads")["threads"].toArray().at(0).toObject();
        for (const QJsonValue thread : rank["threads"].toArray())
            together += thread.toObject()["frame"].toObject()["line"] == 97;
        QCOMPARE(together, 4);
        run.type("next 2 --threads"); // one of them gets the lock
        QVERIFY2(!run.waitForReply("next").isEmpty(), run.transcript());
        stop = run.events("stopped").last();
        QCOMPARE(stop["together"].toObject()["done"].toArray().size(), 1);
        const QJsonArray behind = stop["together"].toObject()["behind"].toArray();
        QVERIFY2(behind.size() == 3, run.transcript());
        QVERIFY2(behind.at(0).toObject()["top"].toObject()["function"].toString().contains("lock"), run.transcript());
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
        QFile file(script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("next 4 --threads\n"));
    }

    void stacksByThreadTellWorkersFromTheRest()
    {
        if (!QFile::exists(builtProgram("debuggees/mpi_openmp")))
            QSKIP("no compiler with OpenMP");
        BatchRun run;
        run.commands({"break mpi_openmp.cpp:19", "continue", "stacks", "stacks --threads", "threads",
                      "stacks all --threads", "continue"});
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/mpi_openmp")});
        QCOMPARE(run.exitStatus(), 0);
        const QList<QJsonObject> stacks = run.replies("stacks");
        QVERIFY2(stacks.size() == 3, run.transcript());
        QVERIFY2(!stacks[0]["stacks"].toArray().at(0).toObject().contains("who"), run.transcript());
        // Each thread that is listed is told once at the roots, with its number, its name and its role.
        QMap<QString, int> told;
        for (const QJsonValue root : stacks[2]["stacks"].toArray())
            count(root.toObject()["who"].toArray(), told);
        QMap<QString, int> listed;
        for (const QJsonValue rank : run.replies("threads").value(0)["threads"].toArray()) {
            for (const QJsonValue thread : rank.toObject()["threads"].toArray()) {
                const QJsonObject one = thread.toObject();
                listed[key(rank.toObject()["rank"].toInt(), one["index"].toInt(), one)] += 1;
            }
        }
        QVERIFY2(listed.size() >= 6, run.transcript());
        QCOMPARE(told, listed);
        QCOMPARE(QStringList(told.keys()).filter("OpenMP worker").size(), 4);
    }

    void privateVariablesOfOpenMpAreComparedByThread()
    {
        if (!QFile::exists(builtProgram("debuggees/mpi_openmp")))
            QSKIP("no compiler with OpenMP");
        BatchRun run;
        run.commands({"break mpi_openmp.cpp:19", "continue", "threads", "print --threads mine", "continue"});
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/mpi_openmp")});
        QCOMPARE(run.exitStatus(), 0);
        const QJsonArray ranks = run.replies("threads").value(0)["threads"].toArray();
        QVERIFY2(ranks.size() == 2, run.transcript());
        int workers = 0;
        for (const QJsonValue thread : ranks.at(0).toObject()["threads"].toArray())
            workers += thread.toObject()["role"] == "OpenMP worker";
        QVERIFY2(workers == 2, run.transcript());
        const QJsonArray values = run.replies("print").value(0)["threads"].toArray();
        QVERIFY2(values.size() == 2, run.transcript());
        QMap<QString, int> threads; // with each value
        for (const QJsonValue value : values.at(1).toObject()["values"].toArray())
            threads[value.toObject()["value"].toString()] += int(value.toObject()["threads"].toArray().size());
        QVERIFY2(threads.value("1") == 1 && threads.value("2") == 2, run.transcript());
    }
};

DBGR_TEST(TestThreads, QCoreApplication);

} // namespace tst_threads

#include "tst_threads.moc"
