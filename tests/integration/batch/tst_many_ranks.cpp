// SPDX-License-Identifier: GPL-3.0-or-later
// The main job with more ranks than this machine has cores.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QtTest>

namespace tst_many_ranks {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;
using dbgr::test::writeScript;

class TestManyRanks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void allOfThemAreHeldStoppedAndLetGo_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::newRow("16") << 16;
        QTest::newRow("64") << 64;
    }
    void allOfThemAreHeldStoppedAndLetGo()
    {
        QFETCH(int, ranks);
        const QString all = QString("0-%1").arg(ranks - 1);
        BatchRun run;
        run.commands({"break work", "continue", "print rank", "print state.size", "stacks", "delete 1", "continue"});
        run.start(ranks, builtProgram("ring"), {"--laps", "1"});
        QVERIFY2(run.exitStatus(200000) == 0, run.transcript());
        QCOMPARE(run.events("held").value(0)["ranks"].toString(), all);
        const auto prints = run.replies("print");
        QVERIFY2(prints.size() == 2, run.transcript());
        QCOMPARE(prints[0]["values"].toArray().size(), ranks);
        QCOMPARE(prints[1]["values"].toArray().size(), 1);
        QCOMPARE(prints[1]["values"][0]["ranks"].toString(), all);
        for (int rank = 0; rank < ranks; ++rank)
            QVERIFY2(run.output(rank).contains(QString("rank %1 lap 1").arg(rank)), run.transcript());
    }

    /// The usual limit of descriptors is less than some hundred ranks take: ours is raised. Programs of the user's, for
    /// which many are slow, keep the one that the user has set.
    void theUsersLimitOfDescriptorsIsForRanksAlone()
    {
        QFETCH_GLOBAL(const QString, launcher);
        if (launcher != "dbgrun")
            QSKIP("this launcher takes the limit as it is");
        constexpr int kRanks = 24;
        BatchRun run;
        const QString limited = run.folder() + "/limited";
        writeScript(limited, "#!/bin/sh\nulimit -Sn 48\nexec '" + builtProgram("dbgr").toUtf8() + "' \"$@\"\n");
        run.program(limited).option({"--stop=exec"}).commands({"print 1", "continue"});
        run.start(kRanks, "/bin/sh", {"-c", "echo limit $(ulimit -Sn) of $(ulimit -Hn)"});
        QVERIFY2(run.exitStatus(120000) == 0, run.transcript());
        QCOMPARE(run.events("attached").value(0)["ranks"].toString(), QString("0-%1").arg(kRanks - 1));
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.output(rank).contains("limit 48 of "), run.transcript());
        QVERIFY2(run.events("lost").isEmpty() && run.events("error").isEmpty(), run.transcript());
    }
};

DBGR_TEST(TestManyRanks, QCoreApplication);

} // namespace tst_many_ranks

#include "tst_many_ranks.moc"
