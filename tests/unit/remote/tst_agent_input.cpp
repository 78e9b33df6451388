// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/links/agent_input.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_agent_input {

using namespace dbgr;
using namespace dbgr::session;
using launchers::LauncherFamily;

namespace {

const util::RankSet kJob = util::RankSet::firstN(4);

launchers::LaunchPlan plan(LauncherFamily family, const QString& choice)
{
    launchers::LaunchPlan plan;
    plan.way = launchers::LaunchWay::Agent;
    plan.launcher.family = family;
    if (!choice.isNull())
        plan.stdinChoice = choice.toStdString();
    return plan;
}

/// All sets of ranks of the job but the empty one.
std::vector<util::RankSet> allSets()
{
    std::vector<util::RankSet> sets;
    for (unsigned bits = 1; bits < 16; ++bits) {
        util::RankSet& set = sets.emplace_back();
        for (unsigned rank = 0; rank < 4; ++rank)
            if ((bits >> rank & 1) != 0)
                set.insert(util::Rank(rank));
    }
    return sets;
}

} // namespace

class TestAgentInput : public QObject
{
    Q_OBJECT

private slots:
    void everySetOfRanksIsReachedUnlessTheLauncherServesMoreOfThemTogether_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("readers"); // of the launcher
        QTest::addColumn<bool>("othersFromDaemons");
        QTest::newRow("not chosen") << QString() << "0" << true;
        QTest::newRow("one rank") << "2"
                                  << "2" << true;
        QTest::newRow("some") << "1,3"
                              << "1,3" << true;
        QTest::newRow("more than there are") << "2-9"
                                             << "2-3" << true;
        QTest::newRow("all") << "all"
                             << "0-3" << false;
    }
    void everySetOfRanksIsReachedUnlessTheLauncherServesMoreOfThemTogether()
    {
        QFETCH(QString, choice);
        QFETCH(QString, readers);
        QFETCH(bool, othersFromDaemons);
        const util::RankSet served = *util::RankSet::parse(readers.toStdString(), kJob);
        for (const LauncherFamily family : {LauncherFamily::Hydra, LauncherFamily::OpenMpi4}) {
            const auto plan = tst_agent_input::plan(family, choice);
            QCOMPARE(launchersReaders(plan).has_value(), othersFromDaemons);
            for (const util::RankSet& ranks : allSets()) {
                const util::RankSet theirs = ranks & served;
                const auto ways = waysOfInput(plan, ranks, kJob);
                QCOMPARE(ways.has_value(), theirs.empty() || theirs == served);
                if (!ways) {
                    QVERIFY(ways.error().message().find(served.toString()) != std::string::npos);
                    QVERIFY(!ways.error().advice.empty());
                    continue;
                }
                QVERIFY(ways->launcher == theirs);
                QVERIFY(ways->daemons == ranks - theirs);
            }
        }
    }

    void noneMeansNone()
    {
        const auto none = plan(LauncherFamily::OpenMpi4, "none");
        QVERIFY(!launchersReaders(none));
        for (const util::RankSet& ranks : allSets())
            QVERIFY(!waysOfInput(none, ranks, kJob));
    }

    /// Nothing comes between srun and its ranks: they read what it gives them, all or one.
    void srunDecidesByItself()
    {
        for (const util::RankSet& ranks : allSets()) {
            QCOMPARE(waysOfInput(plan(LauncherFamily::Slurm, {}), ranks, kJob).has_value(), ranks == kJob);
            const auto one = waysOfInput(plan(LauncherFamily::Slurm, "1"), ranks, kJob);
            QCOMPARE(one.has_value(), ranks == util::RankSet(util::Rank(1)));
            if (one)
                QVERIFY(one->launcher == ranks && one->daemons.empty());
            QVERIFY(!waysOfInput(plan(LauncherFamily::Slurm, "none"), ranks, kJob));
        }
        QVERIFY(!launchersReaders(plan(LauncherFamily::Slurm, "1")));
    }

    void ranksThatHaveEndedAreNotMissed()
    {
        const util::RankSet left = util::RankSet::firstN(2);
        QVERIFY(waysOfInput(plan(LauncherFamily::Slurm, {}), left, left));
        QVERIFY(waysOfInput(plan(LauncherFamily::Hydra, "all"), left, left));
    }

    void aLauncherThatNobodyKnowsGetsAll()
    {
        const auto unknown = plan(LauncherFamily::Unknown, {});
        QVERIFY(!launchersReaders(unknown));
        for (const util::RankSet& ranks : allSets())
            QVERIFY(waysOfInput(unknown, ranks, kJob)->launcher == ranks);
    }
};

DBGR_TEST(TestAgentInput);

} // namespace tst_agent_input

#include "tst_agent_input.moc"
