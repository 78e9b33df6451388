// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that the launcher starts by way of something else: the program that is debugged is the one that uses MPI.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QtTest>

namespace tst_rank_scripts {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

QString writeScript(const BatchRun& run, const QString& name, const QString& text)
{
    QFile file(run.folder() + "/" + name);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
        return {};
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

} // namespace

class TestRankScripts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void theMpiProgramIsDebugged_data()
    {
        QTest::addColumn<QString>("script"); // "" none; APP stands for the program, SELF for another script
        QTest::addColumn<QStringList>("before");
        QTest::newRow("the program itself") << "" << QStringList{};
        QTest::newRow("env") << "" << QStringList{"env", "COLOUR=red"};
        QTest::newRow("taskset") << "" << QStringList{"taskset", "-c", "0-1"};
        QTest::newRow("nice") << "" << QStringList{"nice", "-n", "1"};
        QTest::newRow("a script that becomes it") << "#!/bin/sh\nexec APP \"$@\"\n" << QStringList{};
        QTest::newRow("a script that starts it") << "#!/bin/sh\nAPP \"$@\"\nexit $?\n" << QStringList{};
        QTest::newRow("a script with other programs")
            << "#!/bin/bash\nhostname >/dev/null\nsleep 60 &\nAPP \"$@\"\ns=$?\nkill %1\nexit $s\n"
            << QStringList{};
        QTest::newRow("a script that starts it twice") << "#!/bin/sh\nAPP \"$@\" || exit $?\nAPP \"$@\"\nexit $?\n"
                                                       << QStringList{};
        QTest::newRow("a script of a script")
            << "#!/bin/sh\nif [ -z \"$AGAIN\" ]; then AGAIN=1 \"$0\" \"$@\"; exit $?; fi\nAPP \"$@\"\nexit $?\n"
            << QStringList{};
        QTest::newRow("a script in Python")
            << "#!/usr/bin/env python3\nimport subprocess, sys\nsys.exit(subprocess.call(['APP'] + sys.argv[1:]))\n"
            << QStringList{};
        QTest::newRow("a script under env") << "#!/bin/sh\nAPP \"$@\"\nexit $?\n" << QStringList{"env", "COLOUR=red"};
    }
    void theMpiProgramIsDebugged()
    {
        QFETCH(QString, script);
        QFETCH(QStringList, before);
        const QString app = builtProgram("ring");
        BatchRun run;
        QStringList command = before;
        command << (script.isEmpty() ? app : writeScript(run, "run.sh", QString(script).replace("APP", app)));
        run.commands({"break work", "continue", "ranks", "print rank", "delete 1", "continue"});
        run.start(kRanks, command.takeFirst(), command);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QJsonArray ranks = run.replies("ranks").value(0)["ranks"].toArray();
        QCOMPARE(ranks.size(), kRanks);
        for (const auto& rank : ranks) {
            QCOMPARE(QFileInfo(rank.toObject()["executable"].toString()).canonicalFilePath(),
                     QFileInfo(app).canonicalFilePath());
            QCOMPARE(rank.toObject()["state"].toString(), QString("stopped"));
        }
        QCOMPARE(run.replies("print").value(0)["values"].toArray().size(), kRanks);
        QVERIFY2(run.events("ended").value(0)["status"] == 0, run.transcript());
    }

    /// Held before the program's first instruction, a script has not yet started anything.
    void aScriptThatIsHeldOnExecIsToldOf()
    {
        BatchRun run;
        run.option({"--stop=exec"}).commands({"continue"});
        run.start(kRanks, writeScript(run, "run.sh", "#!/bin/sh\n" + builtProgram("ring") + "\nexit $?\n"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.transcript().contains("what it starts is not debugged"), run.transcript());
    }
};

DBGR_TEST(TestRankScripts, QCoreApplication);

} // namespace tst_rank_scripts

#include "tst_rank_scripts.moc"
