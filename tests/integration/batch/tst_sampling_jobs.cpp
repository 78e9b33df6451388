// SPDX-License-Identifier: GPL-3.0-or-later
// `sample` in real sessions: where ranks stand it says what LLDB's `stacks` say, frame by frame, for programs of all
// kinds; where they run they go on, to their own results; and those that cannot be looked at are said to be so.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <csignal>

namespace tst_sampling_jobs {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// A line for each node: its depth, and all that it says but the order of its branches.
void flatten(const QJsonArray& nodes, const QString& callers, QStringList& lines)
{
    for (const QJsonValue value : nodes) {
        const QJsonObject node = value.toObject();
        const QString place = node["function"].toString() + " " + node["file"].toString() + ":" +
                              QString::number(node["line"].toInt()) + " " + node["module"].toString();
        const QString path = callers + " > " + place;
        lines += path + "  [" + node["ranks"].toString() + "] " + QString::number(node["threads"].toInt());
        flatten(node["children"].toArray(), path, lines);
    }
}

QStringList linesOf(const QJsonObject& reply)
{
    QStringList lines;
    flatten(reply["stacks"].toArray(), {}, lines);
    lines.sort();
    return lines;
}

QByteArray difference(const QStringList& sampled, const QStringList& read)
{
    QByteArray text;
    for (const QString& line : sampled) {
        if (!read.contains(line))
            text += "only sampled: " + line.toUtf8() + "\n";
    }
    for (const QString& line : read) {
        if (!sampled.contains(line))
            text += "only LLDB's: " + line.toUtf8() + "\n";
    }
    return text;
}

bool mentions(const QJsonObject& reply, const QString& part)
{
    return linesOf(reply).join('\n').contains(part);
}

} // namespace

class TestSamplingJobs : public QObject
{
    Q_OBJECT

private slots:
    void whereRanksStandItSaysWhatLldbSays_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("stop"); // at; "" in a pause
        QTest::newRow("C++ with MPI") << "ring" << QStringList() << "work";
        QTest::newRow("a hang") << "ring" << QStringList{"--hang", "1"} << "";
        QTest::newRow("threads") << "debuggees/team" << QStringList() << "team.cpp:42";
        QTest::newRow("Fortran") << "debuggees/mpi_heat_O0" << QStringList() << "relax";
        QTest::newRow("Fortran -O2") << "debuggees/mpi_heat_O2" << QStringList() << "relax";
        QTest::newRow("deep") << "debuggees/deep" << QStringList{"200"} << "deep.cpp:9 if depth == 0";
        QTest::newRow("OpenMP") << "debuggees/mpi_openmp" << QStringList() << "mpi_openmp.cpp:19";
    }
    void whereRanksStandItSaysWhatLldbSays()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        QFETCH(QString, stop);
        BatchRun run;
        run.option({"--keep-going"});
        if (!stop.isEmpty())
            run.commands({"break " + stop, "continue"});
        else
            run.commands({"continue &", "wait 2", "interrupt"});
        run.commands({"stacks all", "sample all", "kill"});
        run.startCommand(QStringList{builtProgram("dbgrun"), "-n", "2", builtProgram(program)} + arguments);
        static_cast<void>(run.exitStatus(120000));
        const auto read = run.replies("stacks");
        const auto sampled = run.replies("sample");
        QVERIFY2(read.size() == 1 && sampled.size() == 1, run.transcript());
        QCOMPARE(sampled[0]["running"].toString(), QString());
        QCOMPARE(sampled[0]["ranks"], read[0]["ranks"]);
        const QByteArray differ = difference(linesOf(sampled[0]), linesOf(read[0]));
        QVERIFY2(differ.isEmpty() && !linesOf(read[0]).isEmpty(), differ + run.transcript());
    }

    void runningRanksGoOnToTheirOwnResults()
    {
        BatchRun run;
        run.commands({"continue &", "sample 20 times every 0.05", "wait"});
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("debuggees/mpi_hits"), "2",
                          "30000000"}); // counts its calls
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.replies("sample").size() == 1 && run.events("stopped").isEmpty(), run.transcript());
    }

    void runningAndStandingOnesAreInOneTree()
    {
        BatchRun run;
        run.commands({"break work on 1", "continue --any", "sample", "kill"});
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("ring"), "--hang", "0"});
        static_cast<void>(run.exitStatus());
        const auto sampled = run.replies("sample");
        QVERIFY2(sampled.size() == 1 && sampled[0]["ranks"] == "0-1", run.transcript());
    }

    void oneThatASignalHasStoppedIsSaidToBeSo()
    {
        BatchRun run;
        run.startCommand({builtProgram("dbgrun"), "-n", "2", builtProgram("ring"), "--hang", "1"});
        run.type("continue &");
        const QJsonObject ranks = askRanks(run);
        const int pid = ranks["ranks"].toArray().at(0).toObject()["pid"].toInt();
        QVERIFY2(pid > 0, run.transcript());
        run.type("handle TSTP nostop pass");
        static_cast<void>(run.waitForReply("handle"));
        run.type("wait 1");
        static_cast<void>(run.waitForReply("wait"));
        ::kill(pid, SIGTSTP);
        QTest::qWait(300);
        run.type("sample");
        const QJsonObject sampled = run.waitForReply("sample");
        QVERIFY2(mentions(sampled, "(stopped by a signal)"), run.transcript());
        QFile stat(QString("/proc/%1/stat").arg(pid));
        QVERIFY(stat.open(QIODevice::ReadOnly));
        const QByteArray state = stat.readAll();
        QVERIFY2(state.contains(") T ") || state.contains(") t "), state);
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
    }

private:
    static QJsonObject askRanks(BatchRun& run)
    {
        run.type("ranks");
        return run.waitForReply("ranks");
    }
};

DBGR_TEST(TestSamplingJobs, QCoreApplication);

} // namespace tst_sampling_jobs

#include "tst_sampling_jobs.moc"
