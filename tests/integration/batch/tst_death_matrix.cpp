// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever dies in whatever state: nothing is left, dbgr ends with the status that is documented, and what it says is
// true. The pairs that went wrong most; tests/soak --kills does any of them.
#include "tests/support/batch/death_round.h"
#include "tests/support/keeper/processor_watches.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <random>

namespace tst_death_matrix {

using namespace dbgr::test;

namespace {

const QList<QPair<JobState, Victim>> kPairs{
    {JobState::Launching, Victim::Dbgd},   {JobState::Launching, Victim::Launcher},
    {JobState::Held, Victim::Dbgd},        {JobState::Held, Victim::Keeper},
    {JobState::Held, Victim::Undertaker},  {JobState::Held, Victim::Launcher},
    {JobState::Stepping, Victim::Dbgd},    {JobState::Condition, Victim::Launcher},
    {JobState::Attaching, Victim::Dbgd},   {JobState::Stopped, Victim::Keeper},
    {JobState::Attached, Victim::Keeper},  {JobState::Held, Victim::Engine},
    {JobState::Stepping, Victim::Engine},  {JobState::Condition, Victim::Engine},
    {JobState::Attaching, Victim::Engine}, {JobState::Ending, Victim::Dbgd},
    {JobState::Ending, Victim::Launcher},  {JobState::Watching, Victim::Keeper},
    {JobState::Watching, Victim::Dbgd},    {JobState::Watching, Victim::Engine},
    {JobState::Running, Victim::Dbgd},     {JobState::Running, Victim::Keeper},
    {JobState::Running, Victim::Dbgr},     {JobState::Running, Victim::Rank},
    {JobState::Stepping, Victim::Dbgr},    {JobState::Attached, Victim::Dbgr},
    {JobState::Held, Victim::Rank},        {JobState::Stopped, Victim::Rank},
    {JobState::Attached, Victim::Rank},    {JobState::Attached, Victim::Dbgd},
    {JobState::Condition, Victim::Keeper}, {JobState::Stepping, Victim::Keeper},
    {JobState::Calling, Victim::Keeper},   {JobState::Calling, Victim::Engine},
    {JobState::Calling, Victim::Dbgd},     {JobState::Calling, Victim::Dbgr},
};

/// Another one in each run, so that the moments are; DBGR_DEATH_SEED has those of one that failed come again.
unsigned seed()
{
    bool isGiven = false;
    const unsigned given = qEnvironmentVariable("DBGR_DEATH_SEED").toUInt(&isGiven);
    return isGiven ? given : std::random_device()();
}

} // namespace

class TestDeathMatrix : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void endsWell_data()
    {
        QTest::addColumn<int>("pair");
        for (int pair = 0; pair < int(kPairs.size()); ++pair) {
            const Death death{"", kPairs[pair].first, kPairs[pair].second};
            QTest::newRow(qPrintable(death.toString().mid(2))) << pair;
        }
    }
    void endsWell()
    {
        QFETCH_GLOBAL(QString, launcher);
        QFETCH(int, pair);
        if (!Death::canBe(kPairs[pair].first))
            QSKIP(kWatchesNothing);
        DeathRound round({launcher, kPairs[pair].first, kPairs[pair].second}, seed());
        const QByteArray wrong = round.run();
        QVERIFY2(wrong.isEmpty(), wrong);
    }
};

DBGR_TEST(TestDeathMatrix, QCoreApplication);

} // namespace tst_death_matrix

#include "tst_death_matrix.moc"
