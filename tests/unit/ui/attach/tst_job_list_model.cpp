// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/fake_job_directory.h"
#include "ui/attach/job_list_model.h"

namespace tst_job_list_model {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

namespace {

struct List
{
    [[nodiscard]] QString pids() const
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.index(row, JobListModel::Process).data().toString();
        return all.join(' ');
    }
    [[nodiscard]] QString state(int row) const { return model.index(row, JobListModel::State).data().toString(); }
    void set(std::vector<launchers::RunningJob> jobs, const std::optional<JobKey>& kept = {})
    {
        model.setJobs(std::move(jobs), kept);
    }

    launchers::RunningJob oldJob = test::runningJob(10, "mpiexec ./old", 4, 300s);
    launchers::RunningJob newJob = test::runningJob(20, "mpiexec ./new", 4, 10s);
    JobListModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestJobListModel : public QObject
{
    Q_OBJECT

private slots:
    void theNewestStandsFirst()
    {
        List list;
        list.set({list.oldJob, list.newJob});
        QCOMPARE(list.pids(), "20 10");
        launchers::RunningJob between = test::runningJob(30, "mpiexec ./between", 4, 60s);
        list.set({list.newJob, between, list.oldJob});
        QCOMPARE(list.pids(), "20 30 10");
        QCOMPARE(list.model.index(0, JobListModel::Command).data().toString(), "mpiexec ./new");
        QCOMPARE(list.model.index(0, JobListModel::Ranks).data().toString(), "4");
        QCOMPARE(list.model.index(0, JobListModel::Hosts).data().toString(), "2");
    }

    void rowsThatAreStillThereStay()
    {
        List list;
        list.set({list.newJob, list.oldJob});
        const QPersistentModelIndex kept = list.model.index(1, 0);
        QSignalSpy resets(&list.model, &QAbstractItemModel::modelReset);
        list.set({test::runningJob(40, "mpiexec ./newest", 4, 1s), list.newJob, list.oldJob});
        QCOMPARE(kept.row(), 2);
        list.set({list.oldJob});
        QCOMPARE(kept.row(), 0);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(list.pids(), "10");
    }

    void whatIsLearntOfAJobIsShown()
    {
        List list;
        list.set({list.newJob});
        list.newJob.debuggedBy = "dbgr (process 7)";
        list.set({list.newJob});
        QCOMPARE(list.state(0), "debugged by dbgr (process 7)");
        QVERIFY(list.model.index(0, 0).data(JobListModel::ReadyRole).toBool());
    }

    void theJobThatIsLookedAtStaysWhenItHasEnded()
    {
        List list;
        list.set({list.newJob, list.oldJob});
        list.set({list.newJob}, keyOf(list.oldJob));
        QCOMPARE(list.pids(), "20 10");
        QCOMPARE(list.state(1), "has ended");
        QVERIFY(list.model.hasEnded(1));
        QVERIFY(!list.model.index(1, 0).data(JobListModel::ReadyRole).toBool());
        list.set({list.newJob}, keyOf(list.newJob));
        QCOMPARE(list.pids(), "20");
    }

    void aNumberThatWasGivenAgainIsAnotherJob()
    {
        List list;
        list.set({list.oldJob});
        list.set({test::runningJob(10, "mpiexec ./other", 4, 5s)}, keyOf(list.oldJob));
        QCOMPARE(list.pids(), "10");
        QCOMPARE(list.model.index(0, 0).data().toString(), "mpiexec ./other");
        QVERIFY(!list.model.hasEnded(0));
    }

    void agesGoOnByThemselves()
    {
        List list;
        list.set({list.newJob});
        QSignalSpy changed(&list.model, &QAbstractItemModel::dataChanged);
        list.model.setNow(list.newJob.started + 75s);
        QCOMPARE(list.model.index(0, JobListModel::Age).data().toString(), "1 min");
        QCOMPARE(changed.count(), 1);
    }
};

DBGR_TEST(TestJobListModel, QApplication);

} // namespace tst_job_list_model

#include "tst_job_list_model.moc"
