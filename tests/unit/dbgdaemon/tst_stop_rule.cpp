// SPDX-License-Identifier: GPL-3.0-or-later
// Every phase of a rank, times what was asked of it, times why it stands.
#include "dbgdaemon/engine/stop_rule.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_stop_rule {

using namespace dbgr::daemon;

namespace {

struct Row
{
    RankPhase phase;
    StopAsked asked;
    const char* actions; ///< for Bare, Internal, News
};

constexpr auto kAttaching = RankPhase::Attaching;
constexpr auto kStopped = RankPhase::Stopped;
constexpr auto kRunning = RankPhase::Running;

constexpr Row kTable[] = {
    {kAttaching, StopAsked::Nothing, "attached attached attached"},
    {kAttaching, StopAsked::Glance, "attached attached attached"},
    {kAttaching, StopAsked::Interrupt, "attached attached attached"},
    {kAttaching, StopAsked::Farewell, "leave leave leave"},
    {kStopped, StopAsked::Nothing, "ignore ignore ignore"},
    {kStopped, StopAsked::Glance, "ignore ignore ignore"},
    {kStopped, StopAsked::Interrupt, "ignore ignore ignore"},
    {kStopped, StopAsked::Farewell, "leave leave leave"},
    {kRunning, StopAsked::Nothing, "tell pass tell"}, // somebody else's SIGSTOP is news
    {kRunning, StopAsked::Glance, "pass pass tell"},
    {kRunning, StopAsked::Interrupt, "tell tell tell"}, // whatever it stands for, it was wanted to
    {kRunning, StopAsked::Farewell, "leave leave leave"},
};

QString nameOf(StopAction action)
{
    switch (action) {
    case StopAction::Ignore:
        return "ignore";
    case StopAction::TakeLeave:
        return "leave";
    case StopAction::TellAttached:
        return "attached";
    case StopAction::PassOver:
        return "pass";
    case StopAction::Tell:
        return "tell";
    }
    return {};
}

} // namespace

class TestStopRule : public QObject
{
    Q_OBJECT

private slots:
    void table_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t row = 0; row < std::size(kTable); ++row)
            QTest::addRow("phase %d, asked %d", int(kTable[row].phase), int(kTable[row].asked)) << int(row);
    }
    void table()
    {
        QFETCH(int, row);
        const Row& expected = kTable[row];
        QStringList actions;
        for (const StopKind kind : {StopKind::Bare, StopKind::Internal, StopKind::News})
            actions += nameOf(actionFor(expected.phase, expected.asked, kind));
        QCOMPARE(actions.join(' '), QString(expected.actions));
        // What a kind does not change need not be found out.
        if (!dependsOnKind(expected.phase, expected.asked))
            QCOMPARE(QSet<QString>(actions.begin(), actions.end()).size(), 1);
    }
};

DBGR_TEST(TestStopRule);

} // namespace tst_stop_rule

#include "tst_stop_rule.moc"
