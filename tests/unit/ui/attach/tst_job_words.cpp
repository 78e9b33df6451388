// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/fake_job_directory.h"
#include "ui/attach/job_words.h"

namespace tst_job_words {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

class TestJobWords : public QObject
{
    Q_OBJECT

private slots:
    void agesHaveTwoUnitsAtMost()
    {
        QCOMPARE(ageText(-5s), "0 s"); // a clock that was set back
        QCOMPARE(ageText(12s), "12 s");
        QCOMPARE(ageText(59s + 4min), "4 min");
        QCOMPARE(ageText(3h + 20min), "3 h 20 min");
        QCOMPARE(ageText(98h), "4 d 2 h");
    }

    void ranksThatNobodyCountedAreThoseHere()
    {
        launchers::RunningJob job = test::runningJob(12, "mpiexec ./ring", 8, 1s);
        QCOMPARE(rankCountText(job), "8");
        job.ranks.reset();
        QCOMPARE(rankCountText(job), "4 here");
        job.ranksHere = 0;
        QCOMPARE(rankCountText(job), "");
    }

    void theStateSaysWhyNotAndWhoElse()
    {
        launchers::RunningJob job = test::runningJob(12, "mpiexec ./ring", 8, 1s);
        QCOMPARE(stateText(job), "ready");
        job.debuggedBy = "dbgr (process 4711)";
        QCOMPARE(stateText(job), "debugged by dbgr (process 4711)");
        job.refusal = util::Error{std::make_error_code(std::errc::permission_denied),
                                  "attaching to launcher 12: it belongs to user eve", "Ask eve."};
        QCOMPARE(stateText(job), "permission denied");
        QCOMPARE(errorWords(*job.refusal), "Attaching to launcher 12: it belongs to user eve. Ask eve.");
    }

    void aCommandThatCannotBeSeenIsTheLauncher()
    {
        launchers::RunningJob job = test::runningJob(12, "", 8, 1s);
        QCOMPARE(commandText(job), "job prterun-n01-12@1 of launcher 12");
        QCOMPARE(launcherText(job), "Open MPI (PRRTE), process 12, job prterun-n01-12@1");
    }

    void pmixLaunchersAreNotAskedByThemselves()
    {
        launchers::RunningJob job = test::runningJob(12, "", 8, 1s);
        QVERIFY(ranksNeedTheLauncher(job));
        job.launcher.family = launchers::LauncherFamily::OpenMpi4;
        QVERIFY(!ranksNeedTheLauncher(job));
    }
};

DBGR_TEST(TestJobWords, QApplication);

} // namespace tst_job_words

#include "tst_job_words.moc"
