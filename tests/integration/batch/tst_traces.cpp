// SPDX-License-Identifier: GPL-3.0-or-later
// Tracepoints in a real job: each rank logs each time, nobody stops, and what was logged is shown, saved and forgotten.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <map>

namespace tst_traces {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr int kRanks = 3;
constexpr int kLaps = 5;

/// Of each rank, what it has logged, in order: "1 0, 2 0".
std::map<int, QStringList> byRank(const QJsonObject& tracepoint)
{
    std::map<int, QStringList> all;
    for (const QJsonValue& record : tracepoint["records"].toArray()) {
        QStringList values;
        for (const QJsonValue& value : record["values"].toArray())
            values << (value.toObject().contains("problem") ? "!" : value["value"].toString());
        all[record["rank"].toInt()] << values.join(' ');
    }
    return all;
}

} // namespace

class TestTraces : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void eachRankLogsEachTime()
    {
        BatchRun run;
        const QString csv = run.folder() + "/t.csv";
        run.commands({"trace passToken, lap, state.rank", "trace passToken, lap if lap > 3", "continue", "traces",
                      "breakpoints", "save traces " + csv, "focus 1", "traces 2", "traces clear", "traces"});
        run.start(kRanks, builtProgram("ring"), {"--laps", QString::number(kLaps)});
        QCOMPARE(run.exitStatus(), 0);
        QVERIFY2(run.events("stopped").isEmpty(), run.transcript());
        const auto shown = run.replies("traces");
        QCOMPARE(shown.size(), 3);
        const QJsonArray points = shown[0]["tracepoints"].toArray();
        QCOMPARE(points.size(), 2);
        const auto first = byRank(points[0].toObject());
        QCOMPARE(int(first.size()), kRanks);
        for (const auto& [rank, values] : first) {
            QStringList wanted;
            for (int lap = 1; lap <= kLaps; ++lap)
                wanted << QString("%1 %2").arg(lap).arg(rank);
            QVERIFY2(values == wanted, run.transcript());
        }
        QVERIFY2(byRank(points[1].toObject())[2] == QStringList({"4", "5"}), run.transcript());

        const QJsonArray list = run.replies("breakpoints").value(0)["breakpoints"].toArray();
        QCOMPARE(list[0]["hits"].toInt(), kRanks * kLaps);
        QCOMPARE(list[1]["hits"].toInt(), kRanks * 2);
        QCOMPARE(list[1]["judge"].toString(), QString("tracer"));
        for (const QJsonValue& one : list)
            QCOMPARE(one["logger"].toString(), QString("tracer"));
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QCOMPARE(table.readAll().count('\n'), kRanks * (kLaps + 2) + 1);
        QCOMPARE(byRank(shown[1]["tracepoints"].toArray().at(0).toObject()).size(), std::size_t(1)); // the focus
        QVERIFY(shown[2]["tracepoints"].toArray().at(0)["records"].toArray().isEmpty());
    }

    void whoLogsIsSaid()
    {
        BatchRun run;
        run.start(2, builtProgram("ring"), {"--laps", "2"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        const auto list = [&run] {
            run.type("breakpoints");
            return run.waitForReply("breakpoints")["breakpoints"].toArray();
        };
        const auto said = [&list] {
            const QJsonValue one = list()[0];
            return one["judge"].toString() + ' ' + one["logger"].toString();
        };
        run.type("trace passToken, lap if lap > 3");
        QCOMPARE(said(), QString("tracer tracer"));
        run.type("trace passToken, (int)getpid()");
        QCOMPARE(said(), QString("tracer engine"));
        const QJsonArray both = list();
        QCOMPARE(both[1]["logger"].toString(), QString("engine"));
        run.type("delete 2"); // and ranks say what becomes of the other one
        QTRY_COMPARE(said(), QString("tracer tracer"));
        run.type("break passToken");
        QCOMPARE(said(), QString("reader engine"));
        QVERIFY2(!list()[1].toObject().contains("logger"), run.transcript());
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
    }

    void anotherJobBeginsAnew()
    {
        BatchRun run;
        run.commands({"trace passToken, lap on 0", "continue", "traces", "restart", "continue", "traces"});
        run.start(kRanks, builtProgram("ring"), {"--laps", QString::number(kLaps)});
        QCOMPARE(run.exitStatus(), 0);
        QCOMPARE(run.replies("traces").size(), 2);
        for (const QJsonObject& shown : run.replies("traces")) {
            const auto all = byRank(shown["tracepoints"].toArray().at(0).toObject());
            QVERIFY2(all.size() == 1 && all.at(0).size() == kLaps, run.transcript());
        }
    }

    void whatHasNoValueIsRefusedOrSaid()
    {
        BatchRun run;
        run.option({"--keep-going"});
        run.commands({"trace passToken, lap, nothing_like_it", "breakpoints", "traces", "trace no_such_function, x",
                      "trace passToken", "traces 7", "save traces " + run.folder() + "/t.txt", "kill"});
        run.start(2, builtProgram("ring"), {"--laps", "2"});
        static_cast<void>(run.exitStatus());
        for (const QJsonObject& set : run.replies("trace")) // one waits for its place
            QVERIFY2(set["breakpoint"]["asked"]["function"] == QString("no_such_function"), run.transcript());
        QVERIFY2(run.transcript().contains("there is no 'nothing_like_it' in passToken"), run.transcript());
        QVERIFY2(run.replies("breakpoints").value(0)["breakpoints"].toArray().isEmpty(), run.transcript());
        QVERIFY2(run.replies("traces").value(0)["tracepoints"].toArray().isEmpty(), run.transcript());
        QVERIFY2(run.events("error").size() >= 3, run.transcript());
    }
};

DBGR_TEST(TestTraces, QCoreApplication);

} // namespace tst_traces

#include "tst_traces.moc"
