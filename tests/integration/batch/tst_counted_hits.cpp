// SPDX-License-Identifier: GPL-3.0-or-later
// What tracepoints log and breakpoints count in real ranks, whatever happens to them meanwhile: each hit once, and in
// its order, by the program's own count. What is lost with one of our processes is said.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <map>

namespace tst_counted_hits {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

/// What each rank has logged, by the first of its values, in order; -1: it was none.
std::map<int, QList<int>> numbersOf(const QJsonObject& traces)
{
    std::map<int, QList<int>> all;
    for (const QJsonValue& record : traces["tracepoints"][0]["records"].toArray()) {
        bool isNumber = false;
        const int number = record["values"][0]["value"].toString().toInt(&isNumber);
        all[record["rank"].toInt()] << (isNumber ? number : -1);
    }
    return all;
}

QList<int> upTo(int first, int last)
{
    QList<int> all;
    for (int number = first; number <= last; ++number)
        all << number;
    return all;
}

/// None twice, none out of its order.
bool isRising(const QList<int>& numbers)
{
    return std::ranges::is_sorted(numbers, std::less_equal<>()) && !numbers.contains(-1);
}

int processOf(const BatchRun& run, const QString& program)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(run.folder()))
        if (process.name == program)
            pids << process.pid;
    return pids.size() == 1 ? pids[0] : 0;
}

} // namespace

class TestCountedHits : public QObject
{
    Q_OBJECT

private slots:
    void ranksThatBecomeOtherPrograms()
    {
        constexpr int kRounds = 3;
        constexpr int kTurns = 40;
        BatchRun run;
        QStringList commands{"trace turn, number", "break turn", "ignore 2 1000"};
        for (int round = 0; round < kRounds; ++round)
            commands << "continue";
        run.option({"--stop=exec"})
            .commands(commands << "traces --every"
                               << "breakpoints");
        run.startCommand({builtProgram("dbgrun"), "-n", QString::number(kRanks), builtProgram("debuggees/rounds"), "0",
                          QString::number(kRounds), QString::number(kTurns)});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const auto all = numbersOf(run.replies("traces").value(0));
        QCOMPARE(int(all.size()), kRanks);
        for (const auto& [rank, numbers] : all)
            QVERIFY2(numbers == upTo(0, kRounds * kTurns - 1), run.transcript());
        for (const QJsonValue& one : run.replies("breakpoints").value(0)["breakpoints"].toArray())
            QVERIFY2(one["hits"].toInt() == kRanks * kRounds * kTurns, run.transcript());
    }

    void whoeverOfUsDies_data()
    {
        QTest::addColumn<QString>("victim");
        for (const char* victim : {"dbgd-engine", "dbgd-keeper", "dbgd"})
            QTest::newRow(victim) << QString(victim);
    }
    void whoeverOfUsDies()
    {
        QFETCH(QString, victim);
        BatchRun run;
        QVERIFY2(startTraced(run), run.transcript());
        const int pid = processOf(run, victim);
        QVERIFY2(pid > 0, run.transcript());
        ::kill(pid, SIGKILL);
        if (victim == "dbgd-engine") {
            const auto isSaid = [](const QJsonObject& told) {
                return QJsonDocument(told).toJson().contains("LLDB's process ended");
            };
            QVERIFY2(!run.waitFor(isSaid).isEmpty(), run.transcript());
        } else {
            QVERIFY2(run.waitForEvent("lost")["ranks"] == "0-1", run.transcript());
        }
        if (victim == "dbgd") {
            run.type("reattach");
            QVERIFY2(run.waitForReply("reattach", 60000)["attached"] == "0-1", run.transcript());
            run.type("continue &");
        }
        QVERIFY2(areBeating(run), run.transcript());
        endTraced(run);
        const bool isTracedAfterwards = victim != "dbgd-keeper";
        for (const auto& [rank, numbers] : numbersOf(run.replies("traces").value(0))) {
            QVERIFY2(isRising(numbers) && numbers.value(0) == 1, run.transcript());
            const int last = lastTurn(run, rank);
            QVERIFY2((numbers.last() == last) == isTracedAfterwards, run.transcript());
            // Only the latest ones of one moment are lost, and with the engine nothing without a word.
            const auto gaps = last - numbers.size();
            const bool isSaid = run.transcript().contains("of the latest records are lost");
            QVERIFY2(victim != "dbgd-engine" || gaps == 0 || isSaid, run.transcript());
        }
    }

    /// Three threads of each rank come by all the time.
    void theEngineDiesWhileRanksLogAllTheTime()
    {
        constexpr int kTimes = 12000;
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_hits"), {"3", QString::number(kTimes)});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("trace hit, i, work->thread");
        run.type("continue &");
        QVERIFY2(!run.waitForEvent("released").isEmpty(), run.transcript());
        QTest::qWait(100);
        const int engine = processOf(run, "dbgd-engine");
        QVERIFY2(engine > 0, run.transcript());
        ::kill(engine, SIGKILL);
        QVERIFY2(!run.waitForEvent("ended", 120000).isEmpty(), run.transcript());
        QVERIFY2(run.events("exited").value(0)["status"] == 0, run.transcript().left(5000)); // each call once
        run.type("traces --every");
        const QJsonObject traces = run.waitForReply("traces", 60000);
        run.closeInput();
        static_cast<void>(run.exitStatus());
        std::map<QPair<int, QString>, QList<int>> byThread;
        for (const QJsonValue& record : traces["tracepoints"][0]["records"].toArray())
            byThread[{record["rank"].toInt(), record["values"][1]["value"].toString()}]
                << record["values"][0]["value"].toString().toInt();
        QCOMPARE(int(byThread.size()), 3 * kRanks);
        int lost = 0;
        for (const auto& [whose, numbers] : byThread) {
            QVERIFY2(isRising(numbers), qPrintable(whose.second));
            QCOMPARE(numbers.last(), kTimes - 1);
            lost += kTimes - int(numbers.size());
        }
        const bool isSaid = run.transcript().contains("of the latest records are lost");
        qInfo("%d of %d records are lost", lost, 3 * kRanks * kTimes);
        QVERIFY2(lost == 0 || isSaid, "some are lost without a word");
    }

    void whoIsLeftAndAttachedToAgain()
    {
        BatchRun first;
        QVERIFY2(startTraced(first), first.transcript());
        first.type("traces --every");
        const auto before = numbersOf(first.waitForReply("traces"));
        QCOMPARE(int(before.size()), kRanks);
        first.type("detach");
        QVERIFY2(!first.waitForReply("detach").isEmpty(), first.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(isRising(before.at(rank)) && beats(first.folder(), rank), first.transcript());
        BatchRun again;
        again.environment("TMPDIR", first.folder()).option({"--attach-pids", pids(first)});
        again.startCommand({});
        QVERIFY2(!again.waitForEvent("attached").isEmpty(), again.transcript());
        again.type("trace turn, turns");
        again.type("continue &");
        QVERIFY2(areBeating(first), again.transcript());
        stop(first);
        QVERIFY2(!again.waitForEvent("ended").isEmpty(), again.transcript());
        again.type("traces --every");
        for (const auto& [rank, numbers] : numbersOf(again.waitForReply("traces"))) {
            const int last = lastTurn(first, rank);
            QVERIFY2(numbers.value(0) > before.at(rank).last(), again.transcript());
            QVERIFY2(numbers == upTo(numbers.value(0), last), again.transcript());
        }
        again.closeInput();
        static_cast<void>(again.exitStatus());
        first.closeInput();
        QVERIFY2(first.exitStatus() == 0, first.transcript());
        QVERIFY2(allGone(first.folder()), first.transcript());
    }

    void oneThreadOfEach()
    {
        constexpr int kTimes = 200;
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_hits"), {"3", QString::number(kTimes)});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        for (const char* command : {"break hit if work->thread == 1 && i == 20", "continue", "thread"})
            run.type(command);
        const QJsonObject chosen = run.waitForReply("thread");
        const QString number = QString::number(chosen["threads"][0]["thread"]["index"].toInt());
        for (const QString& command : {QString("trace hit, i, work->thread thread " + number), QString("delete 1"),
                                       QString("continue"), QString("traces --every")})
            run.type(command);
        const QJsonObject traces = run.waitForReply("traces", 60000);
        const auto all = numbersOf(traces);
        QVERIFY2(!all.empty(), run.transcript());
        for (const auto& [rank, numbers] : all)
            QVERIFY2(numbers == upTo(numbers.value(0), kTimes - 1), run.transcript());
        QVERIFY2(all.contains(0) && all.at(0).value(0) == 21, run.transcript());
        for (const QJsonValue& record : traces["tracepoints"][0]["records"].toArray())
            QVERIFY2(record["rank"] != 0 || record["values"][1]["value"] == "1", run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
    }

    /// Of one rank, and of a breakpoint that stops each rank once.
    void ofAFocusAndOnce_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("stopped");
        QTest::newRow("of a rank") << "break hit on 1"
                                   << "1";
        QTest::newRow("once") << "tbreak hit"
                              << "0-1";
        QTest::newRow("once, of a rank") << "tbreak hit on 1"
                                         << "1";
    }
    void ofAFocusAndOnce()
    {
        QFETCH(QString, set);
        QFETCH(QString, stopped);
        BatchRun run;
        run.start(kRanks, builtProgram("debuggees/mpi_hits"), {"1", "60"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        const QString until = stopped.contains('-') ? "continue" : "continue --any"; // else the other one runs on
        for (const QString& command : {set, QString("ignore 1 45"), until, QString("focus " + stopped),
                                       QString("print i"), QString("breakpoints")})
            run.type(command);
        const QJsonArray values = run.waitForReply("print")["values"].toArray();
        QVERIFY2(values.size() == 1 && values[0]["ranks"] == stopped && values[0]["value"] == "45", run.transcript());
        const QJsonObject one = run.waitForReply("breakpoints")["breakpoints"][0].toObject();
        if (!set.startsWith("tbreak")) // else it is gone
            QVERIFY2(one["hits"] == 46, run.transcript());
        if (!set.startsWith("tbreak"))
            run.type("delete 1");
        run.type("focus all");
        run.type("continue");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
    }

private:
    [[nodiscard]] static bool areBeating(const BatchRun& run)
    {
        for (int round = 0; round < 3; ++round)
            for (int rank = 0; rank < kRanks; ++rank)
                if (spinPid(run.folder(), rank) <= 0 || !beats(run.folder(), rank))
                    return false;
        return true;
    }
    [[nodiscard]] static bool startTraced(BatchRun& run)
    {
        run.start(kRanks, builtProgram("debuggees/mpi_spin"), {"60", run.folder()});
        if (run.waitForEvent("attached").isEmpty())
            return false;
        run.type("trace turn, turns");
        run.type("continue &");
        return areBeating(run);
    }
    static void stop(const BatchRun& run) { QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly)); }
    static void endTraced(BatchRun& run)
    {
        stop(run);
        QVERIFY2(!run.waitForEvent("ended", 60000).isEmpty(), run.transcript());
        run.type("traces --every");
        run.closeInput();
        static_cast<void>(run.exitStatus());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }
    static int lastTurn(const BatchRun& run, int rank)
    {
        QFile file(QString("%1/last.%2").arg(run.folder()).arg(rank));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : -1;
    }
    static QString pids(const BatchRun& run)
    {
        QStringList all;
        for (int rank = 0; rank < kRanks; ++rank)
            all << QString::number(spinPid(run.folder(), rank));
        return all.join(',');
    }
};

DBGR_TEST(TestCountedHits, QCoreApplication);

} // namespace tst_counted_hits

#include "tst_counted_hits.moc"
