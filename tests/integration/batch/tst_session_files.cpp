// SPDX-License-Identifier: GPL-3.0-or-later
// A session is saved in one dbgr and opened in another, over real jobs: the same command in the same folder stops at
// the same places, for the same ranks; and a job that was left is found again with all that was set up for it.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

namespace tst_session_files {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

QJsonObject fileOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// "work if lap == 2 (0 hits)" of each row of the n-th `breakpoints`.
QStringList breakpoints(const BatchRun& run)
{
    QStringList texts;
    for (const QJsonObject& reply : run.replies("breakpoints")) {
        for (const QJsonValue& each : reply["breakpoints"].toArray()) {
            const QJsonObject one = each.toObject();
            texts << one["asked"].toObject()["function"].toString() + "|" + one["condition"].toString() + "|" +
                         (one["enabled"].toBool() ? "on" : "off") + (one["temporary"].toBool() ? "|once" : "");
        }
    }
    return texts;
}

} // namespace

class TestSessionFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void whatOneSavesAnotherOpens();
    void aJobThatWasLeftIsFoundAgain();
    void aFileThatIsNoneStartsNothing();
};

void TestSessionFiles::whatOneSavesAnotherOpens()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("ring.dbgr");
    BatchRun first;
    first.commands({"break work if lap == 2", "tbreak finish", "break main", "disable 3", "group odd = 1,3",
                    "group rest = !odd", "focus odd", "set stop-all on", "save session " + file});
    first.start(4, builtProgram("ring"), {"--laps", "3"});
    QVERIFY2(first.exitStatus() == 137, first.transcript());
    QVERIFY2(first.replies("save").size() == 1, first.transcript());
    const QJsonObject saved = fileOf(file);
    QCOMPARE(saved["dbgr-session"].toInt(), 7);
    QVERIFY(!saved["launch"].toObject().contains("environment")); // nothing but dbgr's own
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

    BatchRun second;
    second.commands(
        {"breakpoints", "groups", "focus", "set", "set stop-all off", "focus all", "continue", "print lap"});
    second.startCommand({file});
    QVERIFY2(second.exitStatus() == 137, second.transcript());
    QVERIFY2(second.events("warning").isEmpty(), second.transcript());
    QVERIFY2(breakpoints(second) == (QStringList{"work|lap == 2|on", "finish||on|once", "main||off"}),
             second.transcript());
    QVERIFY2(second.replies("focus")[0]["ranks"].toString() == "1,3", second.transcript());
    QVERIFY2(second.replies("set").at(0)["stop_all"].toBool(), second.transcript());
    const QJsonArray values = second.replies("print").at(0)["values"].toArray();
    QVERIFY2(values.size() == 1 && values[0].toObject()["value"].toString() == "2", second.transcript());
    QStringList own;
    for (const QJsonValue& group : second.replies("groups").at(0)["groups"].toArray()) {
        if (group.toObject()["kind"] != QLatin1String("predefined"))
            own << group.toObject()["name"].toString() + "=" + group.toObject()["ranks"].toString();
    }
    QVERIFY2(own == (QStringList{"odd=1,3", "rest=0,2"}), second.transcript());
}

void TestSessionFiles::aJobThatWasLeftIsFoundAgain()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("ring.dbgr");
    BatchRun first; // whose end is the job's: it stays
    first.commands({"break work if lap == 1000000", "group odd = 1", "focus odd", "save session " + file, "focus all",
                    "detach", "wait"});
    first.start(2, builtProgram("ring"), {"--laps", "1000000000"});
    const QJsonObject launcher = first.waitForEvent("launcher");
    QVERIFY2(!first.waitForReply("detach").isEmpty(), first.transcript());

    BatchRun second;
    second.option({"--session", file, "--attach", QString::number(launcher["pid"].toInt())});
    second.environment("TMPDIR", first.folder()); // where the launcher says how to reach it
    second.commands({"breakpoints", "focus", "kill"});
    second.startCommand({});
    QVERIFY2(second.exitStatus() == 137, second.transcript());
    QVERIFY2(breakpoints(second) == (QStringList{"work|lap == 1000000|on"}), second.transcript());
    QVERIFY2(second.replies("focus")[0]["ranks"].toString() == "1", second.transcript());
    QVERIFY2(first.exitStatus() != -1, first.transcript());
}

void TestSessionFiles::aFileThatIsNoneStartsNothing()
{
    const QTemporaryDir folder;
    QFile script(folder.filePath("again.dbgr"));
    QVERIFY(script.open(QIODevice::ReadWrite) && script.write("break work\n") > 0 && script.flush());
    BatchRun run;
    run.startCommand({script.fileName()});
    QVERIFY2(run.exitStatus() == 120, run.transcript());
    QVERIFY2(run.standardError().contains("--script FILE"), run.transcript());
    QVERIFY(run.events("launcher").isEmpty());
}

DBGR_TEST(TestSessionFiles, QCoreApplication);

} // namespace tst_session_files

#include "tst_session_files.moc"
