// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints that have several places: what is listed of them, and places that are off in all ranks, also after a
// restart and from a session file.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_places {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

/// Of the only breakpoint of the last list: "1.1 scale(int) on", one a line.
QStringList placesOf(const BatchRun& run)
{
    QStringList all;
    const auto lists = run.replies("breakpoints");
    if (lists.isEmpty())
        return all;
    for (const QJsonValue& place : lists.last()["breakpoints"][0]["place_list"].toArray())
        all << place["number"].toString() + " " + place["function"].toString().section("scale", -1) + " " +
                   place["ranks"].toString() + (place["enabled"].toBool() ? " on" : " off");
    return all;
}

/// The lines where ranks stopped at a breakpoint, in the order of the stops.
QStringList linesOf(const BatchRun& run)
{
    QStringList lines;
    for (const QJsonObject& stop : run.events("stopped")) {
        if (stop["reason"] == "breakpoint")
            lines << QString::number(stop["frame"].toObject()["line"].toInt());
    }
    lines.removeDuplicates();
    return lines;
}

} // namespace

class TestPlaces : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void placesAreListed()
    {
        BatchRun run;
        run.option({"--stop=exec"}).commands({"break scale", "breakpoints", "kill"});
        run.start(2, builtProgram("debuggees/places"));
        (void)run.exitStatus();
        QVERIFY2(placesOf(run) == (QStringList{"1.1 (int) 0-1 on", "1.2 (double) 0-1 on"}), run.transcript());
    }

    void aPlaceThatIsOffStopsNobody()
    {
        BatchRun run;
        run.option({"--stop=exec"})
            .commands({"break scale", "disable 1.1", "continue", "continue", "breakpoints", "restart", "continue",
                       "breakpoints", "enable 1.1", "continue", "kill"});
        run.start(2, builtProgram("debuggees/places"), {"3"});
        (void)run.exitStatus();
        QVERIFY2(placesOf(run) == (QStringList{"1.1 (int) 0-1 off", "1.2 (double) 0-1 on"}), run.transcript());
        QVERIFY2(linesOf(run) == (QStringList{"16", "11"}), run.transcript());
        const QJsonObject list = run.replies("breakpoints").value(0);
        QVERIFY2(list["breakpoints"][0]["hits"] == 4, run.transcript());
    }

    void aSessionFileKeepsWhatIsOff()
    {
        BatchRun first;
        const QString file = first.folder() + "/places.dbgr";
        first.option({"--stop=exec"}).commands({"break scale", "disable 1.2", "save session " + file, "kill"});
        first.start(2, builtProgram("debuggees/places"));
        (void)first.exitStatus();
        QVERIFY2(first.replies("save").size() == 1, first.transcript());
        BatchRun second;
        second.commands({"continue", "continue", "breakpoints", "kill"});
        second.startCommand({file});
        (void)second.exitStatus();
        QVERIFY2(placesOf(second) == (QStringList{"1.1 (int) 0-1 on", "1.2 (double) 0-1 off"}), second.transcript());
        QVERIFY2(linesOf(second) == QStringList{"11"}, second.transcript());
    }
};

DBGR_TEST(TestPlaces, QCoreApplication);

} // namespace tst_places

#include "tst_places.moc"
