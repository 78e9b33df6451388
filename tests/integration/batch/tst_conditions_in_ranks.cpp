// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that are false nearly always, met by all threads of all ranks at the same time: who stops is who should,
// nobody is lost, and it is said who judges.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_conditions_in_ranks {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

QList<QJsonObject> breakpointStops(const BatchRun& run)
{
    QList<QJsonObject> stops;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "breakpoint")
            stops.append(stop);
    }
    return stops;
}

} // namespace

class TestConditionsInRanks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    /// Of some 10,000 hits; objects grow, are moved and freed all the time, by the thread that is judged and by others.
    void theOneThatIsTrueStops_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::newRow("a number") << "i == 1500";
        QTest::newRow("elements") << "work->seen.size() == 1501 && work->seen.back() == 1500 && work->seen[0] == 0";
        QTest::newRow("a deque") << "work->latest.size() == 100 && work->latest.front() == 1401";
        QTest::newRow("texts") << "i >= 1500 && work->name == \"even\"";
        QTest::newRow("what may be there")
            << "work->odd && *work->odd > 1500 || work->odd == 1500 || *work->count == 1501";
    }
    void theOneThatIsTrueStops()
    {
        QFETCH(QString, condition);
        BatchRun run;
        run.commands({"break hit if work->rank == 1 && work->thread == 2 && " + QString("(%1)").arg(condition),
                      "continue &", "focus 1", "wait", "print i", "print work->thread", "breakpoints", "delete 1",
                      "continue &", "focus all", "wait"});
        run.start(2, builtProgram("debuggees/mpi_hits"), {"3", "1700"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        const auto stops = breakpointStops(run);
        QVERIFY2(stops.size() == 1 && stops.front()["ranks"] == "1", run.transcript());
        const auto values = run.replies("print");
        QCOMPARE(values.value(0)["values"][0]["value"].toString(), QString("1500"));
        QCOMPARE(values.value(1)["values"][0]["value"].toString(), QString("2"));
        const QJsonObject breakpoint = run.replies("breakpoints").value(0)["breakpoints"][0].toObject();
        QVERIFY2(breakpoint["judge"] == "tracer", run.transcript());
        QCOMPARE(breakpoint["hits"].toInt(), 1);
    }

    /// Hits of other threads are nobody's, with a condition and without.
    void oneThreadIsMeant()
    {
        BatchRun run;
        run.commands({"break hit if i == 20 && work->thread == 1", "continue", "delete 1",
                      "break hit thread 3 if i == 1500", "breakpoints", "continue", "print i", "condition 2",
                      "continue", "print i", "delete 2", "continue"});
        run.start(1, builtProgram("debuggees/mpi_hits"), {"3", "1700"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        QCOMPARE(breakpointStops(run).size(), 3);
        QVERIFY2(run.badLines().isEmpty(), run.transcript());
        const auto values = run.replies("print");
        QCOMPARE(values.value(0)["values"][0]["value"].toString(), QString("1500"));
        QCOMPARE(values.value(1)["values"][0]["value"].toString(), QString("1501"));
        QVERIFY2(run.replies("breakpoints").value(0)["breakpoints"][0]["judge"] == "tracer", run.transcript());
    }

    /// What ranks have passed is known while they run, and when they have ended.
    void passedHitsAreCounted()
    {
        BatchRun run;
        run.commands({"break hit if i % 2 == 1", "ignore 1 1000000", "break mpi_hits.cpp:34", "ignore 2 5099",
                      "continue &", "breakpoints", "breakpoints", "breakpoints", "wait", "breakpoints", "delete 2",
                      "continue &", "wait", "breakpoints"});
        run.start(2, builtProgram("debuggees/mpi_hits"), {"3", "1700"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        const auto lists = run.replies("breakpoints");
        const auto hits = [&](int list, int index) {
            return lists.value(list)["breakpoints"][index].toObject()["hits"].toInt();
        };
        for (int list = 1; list < 3; ++list)
            QVERIFY2(hits(list, 0) >= hits(list - 1, 0) && hits(list, 1) >= hits(list - 1, 1), run.transcript());
        QVERIFY2(breakpointStops(run).size() >= 1, run.transcript()); // the last call of each rank
        QCOMPARE(hits(3, 1), 2 * 3 * 1700);
        QCOMPARE(hits(4, 0), 2 * 3 * 1700 / 2);
    }

    void noneThatIsTrueStopsNobody()
    {
        BatchRun run;
        run.commands({"break hit if work->load < 0", "continue"});
        run.start(2, builtProgram("debuggees/mpi_hits"), {"3", "300"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        QVERIFY2(breakpointStops(run).isEmpty(), run.transcript());
    }

    void whoJudgesIsSaid_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("judge");
        QTest::newRow("data") << "i * 2 == -1 && work->load > 0.25"
                              << "tracer";
        QTest::newRow("an object of the library") << "g_sum == -1"
                                                  << "tracer";
        QTest::newRow("numbers without a program") << "(long double)i == -1"
                                                   << "reader";
        QTest::newRow("a call") << "__builtin_abs(i) == -1"
                                << "compiler";
    }
    void whoJudgesIsSaid()
    {
        QFETCH(QString, condition);
        QFETCH(QString, judge);
        BatchRun run;
        run.commands({"break hit if " + condition, "breakpoints", "continue"});
        run.start(1, builtProgram("debuggees/mpi_hits"), {"2", "20"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        QVERIFY2(run.replies("breakpoints").value(0)["breakpoints"][0]["judge"] == judge, run.transcript());
        QVERIFY2(breakpointStops(run).isEmpty(), run.transcript());
    }

    /// One with a condition that is false does not hide one without, at the same place.
    void whoIsAtTheSamePlaceIsHeard()
    {
        BatchRun run;
        run.commands(
            {"break hit if i == -1", "break mpi_hits.cpp:34", "continue", "breakpoints", "delete 2", "continue"});
        run.start(1, builtProgram("debuggees/mpi_hits"), {"1", "20"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        const auto stops = breakpointStops(run);
        QVERIFY2(stops.size() == 1 && stops.front()["breakpoint"] == 2, run.transcript());
    }

    void stepsComeToWhereAConditionIsFalse()
    {
        BatchRun run;
        run.commands({"break hit if i == 10", "continue", "condition 1 i == -1", "finish", "step", "print i",
                      "delete 1", "continue"});
        run.start(1, builtProgram("debuggees/mpi_hits"), {"1", "20"});
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
        QCOMPARE(breakpointStops(run).size(), 1);
        QVERIFY2(run.badLines().isEmpty(), run.transcript());
    }

    /// Nothing of it stays, and what was stays.
    void oneThatCannotBeIsRefused()
    {
        BatchRun run;
        run.option({"--keep-going"});
        run.start(2, builtProgram("debuggees/mpi_hits"), {"1", "20"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        for (const char* line :
             {"break hit if bogus == 1", "breakpoints", "break hit if i == 10", "condition 2 i ->", "breakpoints",
              "continue", "print i", "condition 2", "continue", "print i", "delete 2", "continue"})
            run.type(line);
        run.closeInput();
        static_cast<void>(run.exitStatus(120'000));
        const auto lists = run.replies("breakpoints");
        QVERIFY2(lists.value(0)["breakpoints"].toArray().isEmpty(), run.transcript());
        QCOMPARE(lists.value(1)["breakpoints"].toArray().size(), 1);
        QCOMPARE(lists.value(1)["breakpoints"][0]["condition"].toString(), QString("i == 10"));
        QVERIFY2(
            run.transcript().contains("the condition 'bogus == 1': there is no 'bogus' in (anonymous namespace)::hit"),
            run.transcript());
        QVERIFY2(run.replies("condition").size() == 1, run.transcript()); // the other one failed
        QCOMPARE(run.replies("print").value(0)["values"][0]["value"].toString(), QString("10"));
        QCOMPARE(run.replies("print").value(1)["values"][0]["value"].toString(), QString("11"));
    }

    void changesWhileAllRunAreHeardAtOnce()
    {
        BatchRun run;
        run.start(2, builtProgram("debuggees/mpi_hits"), {"2", "200000"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("break hit if i == -1");
        run.type("continue &");
        for (int i = 0; i < 20; ++i)
            run.type(QString("condition 1 i == -%1").arg(i + 2));
        run.type("condition 1 i >= 0");
        run.type("wait");
        QVERIFY2(!run.waitForEvent("stopped").isEmpty(), run.transcript());
        run.type("delete 1");
        run.type("continue");
        run.closeInput();
        QVERIFY2(run.exitStatus(120'000) == 0, run.transcript());
    }
};

DBGR_TEST(TestConditionsInRanks, QCoreApplication);

} // namespace tst_conditions_in_ranks

#include "tst_conditions_in_ranks.moc"
