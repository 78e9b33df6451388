// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "util/rank_environment.h"

namespace tst_rank_environment {

using namespace dbgr;
using util::PlaceInJob;
using util::Rank;

class TestRankEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void eachLauncherTellsTheRank_data();
    void eachLauncherTellsTheRank();
    void theInnermostLauncherCounts();
    void whatIsNoNumberIsNoRank();
    void aSizeThatTheRankIsNotInIsUnknown();
};

void TestRankEnvironment::eachLauncherTellsTheRank_data()
{
    QTest::addColumn<QStringList>("environment");
    QTest::addColumn<quint32>("rank");
    QTest::addColumn<quint32>("size");
    QTest::addColumn<QString>("job");
    QTest::newRow("Open MPI 5") << QStringList{"PMIX_NAMESPACE=prterun-vm-13250@1", "OMPI_COMM_WORLD_SIZE=4",
                                               "OMPI_COMM_WORLD_RANK=2", "PMIX_RANK=2"}
                                << 2u << 4u << "prterun-vm-13250@1";
    QTest::newRow("hydra") << QStringList{"PMI_FD=8", "PMI_RANK=1", "PMI_SIZE=2", "MPI_LOCALRANKID=1"} << 1u << 2u
                           << "";
    QTest::newRow("srun, no MPI") << QStringList{"SLURM_JOB_ID=77", "SLURM_STEP_ID=0", "SLURM_PROCID=3",
                                                 "SLURM_STEP_NUM_TASKS=8", "SLURM_NTASKS=16"}
                                  << 3u << 8u << "77.0";
    QTest::newRow("Cray, without a size") << QStringList{"PALS_RANKID=5", "PALS_APID=a-1"} << 5u << 0u << "a-1";
}

void TestRankEnvironment::eachLauncherTellsTheRank()
{
    QFETCH(const QStringList, environment);
    std::vector<std::string> strings;
    for (const QString& entry : environment)
        strings.push_back(entry.toStdString());

    const auto place = util::placeInJob(strings);

    QVERIFY(place);
    QTEST(place->rank.value(), "rank");
    QTEST(place->jobSize, "size");
    QTEST(QString::fromStdString(place->job), "job");
}

void TestRankEnvironment::theInnermostLauncherCounts()
{
    const auto place = util::placeInJob({"SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=1", "PMI_RANK=6", "PMI_SIZE=8"});
    QCOMPARE(place.value(), (PlaceInJob{Rank(6), 8, ""}));
}

void TestRankEnvironment::whatIsNoNumberIsNoRank()
{
    QVERIFY(!util::placeInJob({}));
    QVERIFY(!util::placeInJob({"PATH=/bin", "PMI_SIZE=4", "PMI_RANKS=1", "XPMI_RANK=1"}));
    QVERIFY(!util::placeInJob({"PMI_RANK", "PMI_RANK=", "PMIX_RANK=-1", "SLURM_PROCID=1x"}));
    QVERIFY(!util::placeInJob({"PMI_RANK=4294967294"}));
    QVERIFY(!util::placeInJob({"PMI_RANK=99999999999999999999"}));
}

void TestRankEnvironment::aSizeThatTheRankIsNotInIsUnknown()
{
    QCOMPARE(util::placeInJob({"PMI_RANK=4", "PMI_SIZE=4"}).value(), (PlaceInJob{Rank(4), 0, ""}));
    QCOMPARE(util::placeInJob({"PMI_RANK=4", "PMI_SIZE=many"}).value(), (PlaceInJob{Rank(4), 0, ""}));
}

DBGR_TEST(TestRankEnvironment, QCoreApplication);

} // namespace tst_rank_environment

#include "tst_rank_environment.moc"
