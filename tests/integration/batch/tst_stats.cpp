// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of a real job are like: counted and summed up in the daemons, rank by rank and together.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

#include <cmath>

namespace tst_stats {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr int kRanks = 4;

/// "0-2: 4, 1 at [0]..4 at [3]; 3: <why>"
QString groupsOf(const QJsonObject& reply)
{
    QStringList texts;
    for (const QJsonValue& value : reply["statistics"].toArray()) {
        const QJsonObject group = value.toObject();
        const auto end = [&](const char* name) {
            const QString at = group[QString(name) + "_at"].toString();
            return group[name].toString() + (at.isEmpty() ? "" : " at " + at);
        };
        QString text = group["ranks"].toString() + ": ";
        if (group.contains("problem"))
            text += "<" + group["problem"].toString() + ">";
        else
            text += QString::number(group["count"].toInteger()) + ", " + end("min") + ".." + end("max");
        texts << text;
    }
    return texts.join("; ");
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class TestStats : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void ofEachRankAndOfAll();
    void ofFortran();
    void whatHasNoneSaysSo();
};

void TestStats::ofEachRankAndOfAll()
{
    BatchRun run;
    run.commands({"break mpi_stats.cpp:21", "continue", "stats u", "stats wide", "stats top", "stats same",
                  "stats scalar", "stats list", "stats u[1]", "stats wide[0] + 1", "focus 1-2", "stats u", "kill"});
    run.start(kRanks, builtProgram("debuggees/mpi_stats"));
    QCOMPARE(run.exitStatus(), 137);
    const auto stats = run.replies("stats");
    QVERIFY2(stats.size() == 9, run.transcript());
    QCOMPARE(groupsOf(stats[0]), QString("0: 100, 0 at [0][0]..99 at [1][49]; 1: 100, 100 at [0][0]..199 at [1][49]; "
                                         "2: 100, 200 at [0][0]..299 at [1][49]; "
                                         "3: 100, 300 at [0][0]..+Inf at [1][7]"));
    const QJsonObject last = stats[0]["statistics"].toArray()[3].toObject();
    QCOMPARE(last["nan"].toInt(), 1);
    QCOMPARE(last["inf"].toInt(), 1);
    QCOMPARE(last["type"].toString().remove(' '), QString("double[2][50]"));
    const QJsonObject all = stats[0]["all"].toObject();
    double sum = 0, squares = 0;
    const auto forEach = [&](auto visit) {
        for (int i = 0; i < 400; ++i) {
            if (i != 303 && i != 357)
                visit(double(i));
        }
    };
    forEach([&](double value) { sum += value; });
    forEach([&](double value) { squares += (value - sum / 398) * (value - sum / 398); });
    QCOMPARE(all["ranks"].toString(), QString("0-3"));
    QCOMPARE(all["count"].toInt(), 400);
    QVERIFY2(isNear(all["mean"].toDouble(), sum / 398), run.transcript());
    QVERIFY2(isNear(all["deviation"].toDouble(), std::sqrt(squares / 398)), run.transcript());
    QCOMPARE(all["min"].toString() + " in " + all["min_in"].toString(), QString("0 in 0"));
    QCOMPARE(all["max"].toString() + " in " + all["max_in"].toString(), QString("+Inf in 3"));

    // Integers of 64 bits are told exactly.
    const QJsonObject wide = stats[1]["all"].toObject();
    QCOMPARE(wide["min"].toString() + " in " + wide["min_in"].toString(), QString("-9223372036854775808 in 0"));
    QCOMPARE(wide["max"].toString() + " in " + wide["max_in"].toString(), QString("9223372036854775807 in 0"));
    QCOMPARE(wide["max_at"].toString(), QString("[2]"));
    QVERIFY(groupsOf(stats[1]).contains("2: 3, -9223372036854775806 at [0]..9223372036854775805 at [2]"));
    QCOMPARE(stats[2]["all"].toObject()["max"].toString(), QString("18446744073709551615"));
    QCOMPARE(stats[2]["all"].toObject()["max_in"].toString(), QString("0-3"));

    QCOMPARE(groupsOf(stats[3]), QString("0-3: 4, 1 at [0]..4 at [3]")); // alike: one line
    QCOMPARE(stats[3]["all"].toObject()["count"].toInt(), 16);
    QVERIFY(isNear(stats[3]["all"].toObject()["deviation"].toDouble(), std::sqrt(1.25)));
    QCOMPARE(groupsOf(stats[4]), QString("0: 1, 0..0; 1: 1, 100..100; 2: 1, 200..200; 3: 1, 300..300"));
    QVERIFY(groupsOf(stats[5]).startsWith("0: 3, -2 at [2]..0.5 at [0]; 1: 3, -2 at [2]..1 at [1]"));
    QVERIFY(groupsOf(stats[6]).startsWith("0: 50, 50 at [0]..99 at [49]"));
    QVERIFY(groupsOf(stats[7]).startsWith("0: 1, -9223372036854775807..-9223372036854775807"));
    QCOMPARE(stats[8]["all"].toObject()["ranks"].toString(), QString("1-2"));
    QCOMPARE(stats[8]["all"].toObject()["count"].toInt(), 200);
}

void TestStats::ofFortran()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break report", "continue", "up", "stats f%u", "stats f%u(2,:)", "stats f%u * 2", "stats f%nx",
                  "stats f%never", "stats wide", "stats f%u(1:0,:)", "stats f%label", "kill"});
    run.start(3, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const auto stats = run.replies("stats");
    QVERIFY2(stats.size() == 8, run.transcript());
    QCOMPARE(groupsOf(stats[0]), QString("0: 12, 1 at (1,0)..4 at (4,0); 1: 12, 1.5 at (1,0)..4.5 at (4,0); "
                                         "2: 12, 2 at (1,0)..5 at (4,0)"));
    QVERIFY(isNear(stats[0]["all"].toObject()["mean"].toDouble(), 3));
    QCOMPARE(groupsOf(stats[1]),
             QString("0: 3, 2 at (1)..2 at (1); 1: 3, 2.5 at (1)..2.5 at (1); 2: 3, 3 at (1)..3 at (1)"));
    QVERIFY(groupsOf(stats[2]).startsWith("0: 12, 2 at (1,1)..8 at (4,1)"));
    QCOMPARE(groupsOf(stats[3]), QString("0-2: 1, 4..4"));
    QCOMPARE(groupsOf(stats[4]), QString("0-2: <not allocated>"));
    QCOMPARE(groupsOf(stats[5]), QString("0-1: 5000, 1.5 at (1)..1.5 at (1); 2: 5000, 1.5 at (1)..2.5 at (5000)"));
    QCOMPARE(stats[6]["statistics"].toArray()[0].toObject()["count"].toInt(-1), 0);
    QVERIFY(!stats[6]["statistics"].toArray()[0].toObject().contains("min"));
    QVERIFY(groupsOf(stats[7]).contains("<statistics need integers or reals"));
}

void TestStats::whatHasNoneSaysSo()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break mpi_stats.cpp:21", "continue", "stats nonsense", "stats cells", "stats none", "stats *none",
                  "stats u + 1", "stats", "kill"});
    run.start(2, builtProgram("debuggees/mpi_stats"));
    QVERIFY(run.exitStatus() >= 0);
    const auto stats = run.replies("stats");
    QVERIFY2(stats.size() == 5, run.transcript());
    for (const QJsonObject& reply : stats) {
        QVERIFY2(groupsOf(reply).startsWith("0-1: <"), qPrintable(groupsOf(reply)));
        QVERIFY(!reply.contains("all"));
    }
}

DBGR_TEST(TestStats, QCoreApplication);

} // namespace tst_stats

#include "tst_stats.moc"
