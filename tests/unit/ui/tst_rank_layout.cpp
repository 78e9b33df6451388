// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/process_table.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "ui/ranks/rank_layout.h"

#include <set>

namespace tst_rank_layout {

using namespace dbgr;
using dbgr::ui::CellIndex;
using dbgr::ui::GridRoom;
using dbgr::ui::RankLayout;

namespace {

/// `size` ranks, `perHost` neighbours on each host; or dealt to the hosts like cards.
session::ProcessTable job(std::uint32_t size, std::uint32_t perHost, bool dealt = false)
{
    const std::uint32_t hosts = (size + perHost - 1) / perHost;
    std::vector<session::RankPlace> places;
    for (std::uint32_t i = 0; i < size; ++i)
        places.push_back({util::Rank(i), "n" + std::to_string(dealt ? i % hosts : i / perHost), util::Pid(1), ""});
    session::ProcessTable table;
    table.reset(places);
    return table;
}

RankLayout arranged(const session::ProcessTable& table, int width, int height, std::optional<int> side = {})
{
    RankLayout layout;
    layout.setRanks(table);
    layout.arrange(GridRoom{width, height, 14, 20, 7}, side);
    return layout;
}

} // namespace

class TestRankLayout : public QObject
{
    Q_OBJECT

private slots:
    void everyRankHasACellOfItsOwn_data();
    void everyRankHasACellOfItsOwn();
    void fewRanksHaveLargeCells();
    void cellsShrinkUntilAllFit();
    void aRowForEachHostGoesBeforeLargerCells();
    void cellsOfManyRanksStayLargeEnoughForAMark();
    void ranksOfAHostStandTogether();
    void whatIsSeenIsFoundWithoutALookAtTheRest();
    void rowsBeginWithRoundNumbers();
    void namesOfSmallHostsStandBesideTheirCells();
    void upAndDownStayInTheColumn();
    void upAndDownCrossHosts();
    void noticesRanksThatMoved();
    void noRanksNeedNoRoom();
};

void TestRankLayout::everyRankHasACellOfItsOwn_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("perHost");
    QTest::addColumn<int>("width");
    QTest::newRow("one") << 1 << 1 << 260;
    QTest::newRow("four") << 4 << 4 << 260;
    QTest::newRow("two hosts") << 64 << 32 << 260;
    QTest::newRow("one a host") << 50 << 1 << 260;
    QTest::newRow("many") << 1000 << 48 << 260;
    QTest::newRow("narrow") << 100 << 30 << 10;
}

void TestRankLayout::everyRankHasACellOfItsOwn()
{
    QFETCH(int, size);
    QFETCH(int, perHost);
    QFETCH(int, width);
    for (const bool dealt : {false, true}) {
        const auto table = job(static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(perHost), dealt);
        const RankLayout layout = arranged(table, width, 300);
        QCOMPARE(layout.cellCount(), size);
        std::set<std::pair<int, int>> corners;
        table.all().forEach([&](util::Rank rank) {
            const CellIndex cell = *layout.cellOf(rank);
            const QRect rect = layout.rect(cell);
            QCOMPARE(layout.rankOf(cell), rank);
            QCOMPARE(layout.cellAt(rect.center()), cell);
            QCOMPARE(layout.cellAt(rect.topLeft()), cell);
            QCOMPARE(layout.cellAt(rect.bottomRight()), cell);
            QVERIFY(rect.bottom() < layout.height());
            corners.emplace(rect.x(), rect.y());
        });
        QCOMPARE(corners.size(), static_cast<std::size_t>(size));
    }
}

void TestRankLayout::fewRanksHaveLargeCells()
{
    QCOMPARE(arranged(job(4, 4), 260, 200).side(), RankLayout::kLargestAuto);
}

void TestRankLayout::cellsShrinkUntilAllFit()
{
    const RankLayout layout = arranged(job(64, 32), 260, 200);
    QVERIFY(layout.side() < RankLayout::kLargestAuto);
    QVERIFY(layout.height() <= 200);
}

void TestRankLayout::aRowForEachHostGoesBeforeLargerCells()
{
    const RankLayout layout = arranged(job(16, 8), 260, 300);
    QVERIFY(layout.side() >= RankLayout::kNumberSide);
    QCOMPARE(layout.groups().front().rows, 1);
}

void TestRankLayout::cellsOfManyRanksStayLargeEnoughForAMark()
{
    const RankLayout layout = arranged(job(100'000, 128), 260, 200);
    QCOMPARE(layout.side(), RankLayout::kSmallestAuto);
    QVERIFY(layout.height() > 200);
}

void TestRankLayout::ranksOfAHostStandTogether()
{
    const RankLayout layout = arranged(job(6, 3, true), 260, 200); // n0: 0,2,4  n1: 1,3,5
    QCOMPARE(layout.groups().size(), std::size_t(2));
    QCOMPARE(layout.between(0, 2), test::ranks("0,2,4"));
    QCOMPARE(layout.between(4, 2), test::ranks("1,3-4"));
    QCOMPARE(layout.groupOf(3).host, "n1");
}

void TestRankLayout::whatIsSeenIsFoundWithoutALookAtTheRest()
{
    const RankLayout layout = arranged(job(100'000, 128), 260, 200);
    const int top = layout.rect(50'000).top();
    int cells = 0;
    layout.forEachRun(QRect(0, top, 260, 100), [&](CellIndex first, CellIndex last) { cells += last - first + 1; });
    QVERIFY(cells > 0 && cells <= layout.columns() * (100 / layout.pitch() + 2));
    QVERIFY(layout.ranksIn(QRect(0, top, 260, 100)).contains(layout.rankOf(50'000)));
}

void TestRankLayout::rowsBeginWithRoundNumbers()
{
    const RankLayout layout = arranged(job(1000, 1000), 260, 200);
    QVERIFY(layout.namesAbove());
    QVERIFY(layout.columns() % 5 == 0 || layout.columns() % 8 == 0);
}

void TestRankLayout::namesOfSmallHostsStandBesideTheirCells()
{
    const RankLayout layout = arranged(job(64, 4), 260, 400);
    QVERIFY(!layout.namesAbove());
    const ui::HostGroup& host = layout.groups().at(3);
    QCOMPARE(layout.nameAt(layout.nameRect(host).center()), &host);
    QVERIFY(layout.nameRect(host).right() < layout.rect(host.first).left());
    QVERIFY(!layout.cellAt(layout.nameRect(host).center()));
}

void TestRankLayout::upAndDownStayInTheColumn()
{
    const RankLayout layout = arranged(job(95, 95), 260, 100, 20);
    const int columns = layout.columns();
    QCOMPARE(layout.below(2, 1), 2 + columns);
    QCOMPARE(layout.below(2 + columns, -1), 2);
    QCOMPARE(layout.below(2, -1), 2);
    QCOMPARE(layout.below(94, 5), 94);
}

void TestRankLayout::upAndDownCrossHosts()
{
    const RankLayout layout = arranged(job(7, 4), 260, 200); // n0: 0-3, n1: 4-6
    QCOMPARE(layout.below(1, 1), 5);
    QCOMPARE(layout.below(3, 1), 6); // nothing below it: the nearest
    QCOMPARE(layout.below(5, -1), 1);
}

void TestRankLayout::noticesRanksThatMoved()
{
    auto table = job(8, 4);
    const RankLayout layout = arranged(table, 260, 200);
    QVERIFY(!layout.isOutdated(table, table.all()));
    (void)table.attached({"elsewhere", {{util::Rank(5), util::Pid(2), ""}}});
    QVERIFY(layout.isOutdated(table, test::ranks("5")));
    QVERIFY(!layout.isOutdated(table, test::ranks("4")));
}

void TestRankLayout::noRanksNeedNoRoom()
{
    const RankLayout layout = arranged(session::ProcessTable(), 260, 200);
    QCOMPARE(layout.height(), 0);
    QVERIFY(!layout.cellAt({10, 10}));
    QVERIFY(layout.ranksIn(QRect(0, 0, 100, 100)).empty());
}

DBGR_TEST(TestRankLayout, QCoreApplication);

} // namespace tst_rank_layout

#include "tst_rank_layout.moc"
