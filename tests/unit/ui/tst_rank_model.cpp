// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/rank_model.h"
#include "ui/theme/rank_look.h"

namespace tst_rank_model {

using namespace dbgr;
using dbgr::ui::RankModel;

namespace {

struct Table : test::SessionFixture
{
    void settle()
    {
        run();
        bridge.flush();
    }
    [[nodiscard]] QString row(int row) const
    {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        return cells.join(" | ");
    }

    ui::SessionBridge bridge{*session};
    RankModel model{bridge};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestRankModel : public QObject
{
    Q_OBJECT

private slots:
    void hasARowForEachRank();
    void tellsWhereARankStandsAndWhy();
    void asksWhatIsKnownOfASilentNode();
    void tellsChangesByIntervals();
    void rowsStayWhenAnotherJobHasTheSameRanks();
    void findsRowsOfRanks();
};

void TestRankModel::hasARowForEachRank()
{
    Table table;
    QCOMPARE(table.model.rowCount(), 0);
    table.bringUp(4);
    table.settle();
    QCOMPARE(table.model.rowCount(), 4);
    QCOMPARE(table.row(3).section(" | ", 0, 3), "3 | held | n02 | 1003");
}

void TestRankModel::tellsWhereARankStandsAndWhy()
{
    Table table;
    table.bringUpRunning(4);
    table.fake->stop(test::ranks("1"), test::crash(11));
    table.fake->exit(test::ranks("2"), 3);
    table.settle();
    QCOMPARE(table.row(1), "1 | crashed | n01 | 1001 | crashed with SIGSEGV in main, ring.cpp:31 | /work/ring");
    QCOMPARE(table.row(2), "2 | ended with an error | n02 | 1002 | ended with status 3 | /work/ring");
    QCOMPARE(table.model.index(1, 0).data(RankModel::LookRole).toInt(), static_cast<int>(ui::RankLook::Crashed));
}

void TestRankModel::asksWhatIsKnownOfASilentNode()
{
    Table table;
    table.bringUpRunning(4);
    table.fake->say({session::NodeSilence{util::NodeId(1), "n02", test::ranks("2-3")}});
    table.settle();
    QCOMPARE(table.row(1).section(" | ", 1, 1), "running");
    QCOMPARE(table.row(2).section(" | ", 1, 1), "running? (silent)");
    table.fake->say({session::NodeSilence{util::NodeId(1), "n02", test::ranks("2-3"), true}});
    table.settle();
    QCOMPARE(table.row(2).section(" | ", 1, 1), "running");
}

void TestRankModel::tellsChangesByIntervals()
{
    Table table;
    table.bringUpRunning(16);
    table.settle();
    QSignalSpy changes(&table.model, &RankModel::dataChanged);
    QSignalSpy resets(&table.model, &RankModel::modelReset);
    table.fake->stop(test::ranks("2-5,9"), test::breakpointHit(1));
    table.settle();
    QCOMPARE(changes.count(), 2);
    QCOMPARE(changes[0][0].toModelIndex().row(), 2);
    QCOMPARE(changes[0][1].toModelIndex().row(), 5);
    QCOMPARE(changes[1][0].toModelIndex().row(), 9);
    QCOMPARE(changes[1][1].toModelIndex().row(), 9);
    QCOMPARE(resets.count(), 0);
}

void TestRankModel::rowsStayWhenAnotherJobHasTheSameRanks()
{
    Table table;
    table.bringUpRunning(4);
    table.settle();
    table.fake->exit(test::ranks("0-3"), 0);
    table.fake->endJob(0);
    table.settle();
    QVERIFY(table.session->canLaunch());
    table.bringUp(6);
    table.settle();
    QCOMPARE(table.model.rowCount(), 6);
    QCOMPARE(table.row(0).section(" | ", 0, 1), "0 | held");
}

void TestRankModel::findsRowsOfRanks()
{
    Table table;
    table.bringUp(8);
    table.settle();
    QCOMPARE(table.model.rowOf(util::Rank(5)), 5);
    QCOMPARE(table.model.rankOf(7), util::Rank(7));
    QVERIFY(!table.model.rowOf(util::Rank(8)));
}

DBGR_TEST(TestRankModel, QCoreApplication);

} // namespace tst_rank_model

#include "tst_rank_model.moc"
