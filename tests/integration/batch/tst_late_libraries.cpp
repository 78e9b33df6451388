// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that ranks load and unload while they run: breakpoints in them, stacks through them, their variables.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>
#include <QtTest>

namespace tst_late_libraries {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr const char* kLine = "break loads.cpp:17"; // in pause_here

/// Ranks that stopped for a reason, each as often as it did.
int stopsOf(const BatchRun& run, const QString& reason)
{
    int ranks = 0;
    for (const QJsonObject& stop : run.events("stopped"))
        if (stop["reason"] == reason)
            ranks += stop["ranks"].toString() == "0-1" ? 2 : 1;
    return ranks;
}

QString onlyValue(const QJsonObject& print)
{
    const QJsonArray values = print["values"].toArray();
    return values.size() == 1 ? values[0]["value"].toString() : QString("%1 values").arg(values.size());
}

} // namespace

class TestLateLibraries : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void aPendingBreakpointBinds()
    {
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({"break late_mark", "continue", "where", "next", "print t_mark", "continue"});
        run.start(2, builtProgram("debuggees/loads"), {"+liblate1.so", "!liblate1.so"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 2, run.transcript());
        QVERIFY2(run.transcript().contains("late.cpp"), run.transcript());
        QCOMPARE(onlyValue(run.replies("print").value(0)), "7");
    }

    /// Nobody was told of a load when the rank stops: what is asked then is answered by what is loaded.
    void aStopKnowsWhatWasLoadedBefore()
    {
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({kLine, "continue", "break late_mark", "continue", "where", "next", "print t_mark", "continue"});
        run.start(2, builtProgram("debuggees/loads"), {"+liblate1.so", ".", "!liblate1.so"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 4, run.transcript());
        for (const QJsonObject& reply : run.replies("break").mid(1))
            QVERIFY2(reply["breakpoint"]["pending"].toString().isEmpty(), run.transcript());
        QCOMPARE(onlyValue(run.replies("print").value(0)), "7");
    }

    /// The second one comes to the very place of the first, or the same one once more.
    void aBreakpointFollowsLibrariesThatComeAndGo_data()
    {
        QTest::addColumn<QStringList>("steps");
        QTest::addColumn<int>("stops"); // of each rank
        QTest::newRow("again") << QStringList{"+liblate1.so", "!liblate1.so", "-liblate1.so", "+liblate1.so",
                                              "!liblate1.so"}
                               << 2;
        QTest::newRow("another") << QStringList{"+liblate1.so", "!liblate1.so", "-liblate1.so", "+liblate2.so",
                                                "!liblate2.so"}
                                 << 2;
        QTest::newRow("two at a time") << QStringList{"+liblate1.so", "!liblate1.so", "+liblate2.so", "!liblate2.so",
                                                      "!liblate1.so"}
                                       << 3;
        QTest::newRow("many times") << QStringList{"+liblate1.so", "-liblate1.so", "+liblate2.so", "-liblate2.so",
                                                   "+liblate1.so", "-liblate1.so", "+liblate1.so", "+liblate2.so",
                                                   "-liblate1.so", "!liblate2.so"}
                                    << 1;
    }
    void aBreakpointFollowsLibrariesThatComeAndGo()
    {
        QFETCH(QStringList, steps);
        QFETCH(int, stops);
        BatchRun run;
        QStringList commands{"break late_mark"};
        for (int i = 0; i <= stops; ++i)
            commands += "continue";
        run.option({"--stop=exec"}).commands(commands);
        run.start(2, builtProgram("debuggees/loads"), steps);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 2 * stops, run.transcript());
    }

    /// A line of the program needs no stop at loads; what comes later, in whatever order, is right all the same.
    void interestMayComeAndGo()
    {
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({kLine, "continue", "break late_mark", "continue", "delete 2", "continue", "break late_mark",
                       "continue", "continue"});
        run.start(2, builtProgram("debuggees/loads"),
                  {"+liblate1.so", ".", "!liblate1.so", "-liblate1.so", "+liblate2.so", "-liblate2.so", ".",
                   "+liblate2.so", "!liblate2.so"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 8, run.transcript());
    }

    /// In one library of two that have the function; both come later.
    void aPatternOfLibrariesPicksPlaces()
    {
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({"break liblate2*:late_mark group late", "breakpoints", "continue", "breakpoints", "where",
                       "disable late", "continue"});
        run.start(2, builtProgram("debuggees/loads"),
                  {"+liblate1.so", "!liblate1.so", "+liblate2.so", "!liblate1.so", "!liblate2.so", "!liblate2.so"});
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 2, run.transcript());
        const auto lists = run.replies("breakpoints");
        const QJsonObject before = lists.value(0)["breakpoints"].toArray()[0].toObject();
        const QJsonObject after = lists.value(1)["breakpoints"].toArray()[0].toObject();
        QCOMPARE(before["pending"].toString(), "0-1");
        QCOMPARE(before["asked"]["within"].toString(), "liblate2*");
        QCOMPARE(before["group"].toString(), "late");
        QVERIFY2(before["problem"].toString().contains("liblate2*"), run.transcript());
        QCOMPARE(after["resolved"].toString(), "0-1");
        QVERIFY2(after["problem"].toString().isEmpty(), run.transcript());
        QVERIFY2(!after.contains("places"), run.transcript()); // one
    }

    void aBreakpointThatIsSetWhileTheRankRunsBinds()
    {
        BatchRun run;
        run.option({"--stop=exec"});
        run.start(1, builtProgram("debuggees/loads"), {"+liblate1.so", "?", "!liblate1.so"});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("continue &");
        QVERIFY2(!run.waitFor([](const QJsonObject& o) {
                         return o["event"] == "output" && o["data"].toString().contains("waiting");
                     })
                      .isEmpty(),
                 run.transcript());
        run.type("break late_mark");
        QVERIFY2(!run.waitForReply("break").isEmpty(), run.transcript());
        QTest::qWait(1000); // the rank shows itself for a moment, and goes on reading
        QVERIFY2(run.events("stopped").size() <= 1, run.transcript());
        run.type("input 0 go");
        QVERIFY2(!run.waitFor([](const QJsonObject& o) { return o["reason"] == "breakpoint"; }).isEmpty(),
                 run.transcript());
        run.type("kill");
        run.closeInput();
        static_cast<void>(run.exitStatus());
    }

    void pythonsLibrariesAreLikeAllOthers_data()
    {
        QTest::addColumn<QString>("python");
        QProcess which; // what is in PATH may be a script that executes Python
        which.start("python3", {"-c", "import sys; print(sys.executable, end='')"});
        which.waitForFinished();
        QTest::newRow("in PATH") << QString::fromUtf8(which.readAllStandardOutput());
        QTest::newRow("of the system") << QStandardPaths::findExecutable("python3", {"/usr/bin"});
    }
    void pythonsLibrariesAreLikeAllOthers()
    {
        QFETCH(QString, python);
        if (python.isEmpty())
            QSKIP("no Python here");
        BatchRun run;
        run.option({"--stop=exec"}).commands({"break late_mark", "continue", "where", "print value", "continue"});
        run.start(2, python, {QFileInfo(builtProgram("debuggees/loads")).path() + "/late.py"});
        QVERIFY2(run.exitStatus(120000) == 0, run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 2, run.transcript());
        QCOMPARE(onlyValue(run.replies("print").value(0)), "3");
    }

    void whatPythonImportsIsLikeAllOthers()
    {
        const QString script = QFileInfo(builtProgram("debuggees/loads")).path() + "/late_import.py";
        if (!QFile::exists(script))
            QSKIP("no headers of Python here");
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({"break module_turn", "break late_module.c:12", "continue", "print value", "continue",
                       "print t_marked", "where", "continue"});
        run.start(2, QStandardPaths::findExecutable("python3", {"/usr/bin"}), {script});
        QVERIFY2(run.exitStatus(120000) == 0, run.transcript());
        for (const QJsonObject& reply : run.replies("break"))
            QVERIFY2(reply["breakpoint"]["pending"] == "0-1", run.transcript());
        QVERIFY2(stopsOf(run, "breakpoint") == 4, run.transcript());
        QCOMPARE(onlyValue(run.replies("print").value(0)), "3");
        QCOMPARE(onlyValue(run.replies("print").value(1)), "3");
        QVERIFY2(run.transcript().contains("late_module.c"), run.transcript());
    }
};

DBGR_TEST(TestLateLibraries, QCoreApplication);

} // namespace tst_late_libraries

#include "tst_late_libraries.moc"
