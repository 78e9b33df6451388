// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/settings/settings.h"
#include "ui/start/launch_history.h"

#include <QTemporaryDir>

namespace tst_launch_history {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

LaunchRequest request(const QString& command)
{
    return {command, "/src", {"A=1"}, launchers::HoldPoint::App, "main"};
}

struct Test
{
    [[nodiscard]] static QStringList commands(const LaunchHistory& history)
    {
        QStringList found;
        for (int row = 0; row < history.rowCount(); ++row)
            found << history.index(row, LaunchHistory::Command).data().toString();
        return found;
    }

    QTemporaryDir folder;
    Settings settings{folder.filePath("settings.ini")};
    LaunchHistory history{settings};
    QAbstractItemModelTester tester{&history, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestLaunchHistory : public QObject
{
    Q_OBJECT

private slots:
    void newestStandsFirst();
    void theSameAgainMovesToTheFront();
    void keepsNoMoreThanItsMost();
    void lastsOverSessions();
    void removedOnesAreForgotten();
    void nonsenseInTheSettingsIsNoHistory();
    void daysAreNamed();
};

void TestLaunchHistory::newestStandsFirst()
{
    Test test;
    test.history.add(request("a"));
    test.history.add(request("b"));
    QCOMPARE(test.commands(test.history), (QStringList{"b", "a"}));
}

void TestLaunchHistory::theSameAgainMovesToTheFront()
{
    Test test;
    for (const char* const command : {"a", "b", "c", "a", "a"})
        test.history.add(request(command));
    QCOMPARE(test.commands(test.history), (QStringList{"a", "c", "b"}));
    LaunchRequest elsewhere = request("a");
    elsewhere.folder = "/other";
    test.history.add(elsewhere);
    QCOMPARE(test.history.rowCount(), 4);
}

void TestLaunchHistory::keepsNoMoreThanItsMost()
{
    Test test;
    for (int i = 0; i < int(LaunchHistory::kMost) + 2; ++i)
        test.history.add(request(QString::number(i)));
    QCOMPARE(test.history.rowCount(), int(LaunchHistory::kMost));
    QCOMPARE(test.history.request(test.history.rowCount() - 1).command, "2");
}

void TestLaunchHistory::lastsOverSessions()
{
    Test test;
    test.history.add(request("mpiexec 'a b'"));
    const LaunchHistory again(test.settings);
    QCOMPARE(again.rowCount(), 1);
    QCOMPARE(again.request(0), request("mpiexec 'a b'"));
    QVERIFY(again.index(0, LaunchHistory::When).data().toString().startsWith("today "));
}

void TestLaunchHistory::removedOnesAreForgotten()
{
    Test test;
    test.history.add(request("a"));
    test.history.add(request("b"));
    test.history.remove(0);
    QCOMPARE(test.commands(LaunchHistory(test.settings)), QStringList{"a"});
}

void TestLaunchHistory::nonsenseInTheSettingsIsNoHistory()
{
    Test test;
    test.settings.setEntry("launch/history", "[1, {\"command\": 5}, {}]");
    QCOMPARE(LaunchHistory(test.settings).rowCount(), 0);
    test.settings.setEntry("launch/history", "nonsense");
    QCOMPARE(LaunchHistory(test.settings).rowCount(), 0);
}

void TestLaunchHistory::daysAreNamed()
{
    const QDateTime now(QDate(2025, 5, 3), QTime(14, 0));
    QCOMPARE(whenText(now.addSecs(-3600), now), "today 13:00");
    QCOMPARE(whenText(now.addDays(-1), now), "yesterday 14:00");
    QVERIFY(whenText(now.addDays(-2), now).contains("2025"));
}

DBGR_TEST(TestLaunchHistory, QCoreApplication);

} // namespace tst_launch_history

#include "tst_launch_history.moc"
