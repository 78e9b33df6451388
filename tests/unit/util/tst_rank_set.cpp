// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/rank_set.h"

#include <QtTest>

#include <random>
#include <set>

namespace tst_rank_set {

using dbgr::util::Rank;
using dbgr::util::RankSet;

namespace {

std::set<std::uint32_t> plain(const RankSet& set)
{
    std::set<std::uint32_t> ranks;
    set.forEach([&](Rank r) { ranks.insert(r.value()); });
    return ranks;
}

RankSet fromPlain(const std::set<std::uint32_t>& ranks)
{
    RankSet set;
    for (const std::uint32_t r : ranks)
        set.insert(Rank(r));
    return set;
}

std::set<std::uint32_t> randomRanks(std::mt19937& random, std::size_t atMost, std::uint32_t below)
{
    std::set<std::uint32_t> ranks;
    const std::size_t count = random() % atMost;
    for (std::size_t i = 0; i < count; ++i)
        ranks.insert(random() % below);
    return ranks;
}

} // namespace

class TestRankSet : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatItWrites()
    {
        const auto set = RankSet::parse(" 0 - 3, 7,9-9 ", {});
        QVERIFY(set.has_value());
        QCOMPARE(set->toString(), std::string("0-3,7,9"));
        QCOMPARE(set->size(), std::uint64_t(6));
        QCOMPARE(RankSet::parse(set->toString(), {}).value(), *set);
    }

    void allIsTheUniverse()
    {
        QCOMPARE(RankSet::parse("all", RankSet::firstN(4)).value().toString(), std::string("0-3"));
        QCOMPARE(RankSet::parse("*", RankSet::firstN(1)).value().toString(), std::string("0"));
    }

    void refusesWhatIsNoSet_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", ",", "1,", "-1", "3-1", "1-", "x", "0-3;7", "4294967296", "1--2", "0x3"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void refusesWhatIsNoSet()
    {
        QFETCH(QString, text);
        const auto set = RankSet::parse(text.toStdString(), RankSet::firstN(4));
        QVERIFY(!set.has_value());
        QVERIFY(set.error().code == std::errc::invalid_argument);
        QVERIFY(!set.error().advice.empty());
    }

    void adjacentIntervalsBecomeOne()
    {
        RankSet set{Rank(5), Rank(3), Rank(4)};
        QCOMPARE(set.intervals().size(), std::size_t(1));
        set.erase(Rank(4));
        QCOMPARE(set.toString(), std::string("3,5"));
    }

    void knowsTheLastRankThereIs()
    {
        RankSet set = RankSet::range(Rank(0xfffffffe), Rank(0xffffffff));
        QCOMPARE(set.size(), std::uint64_t(2));
        QCOMPARE(plain(set).size(), std::size_t(2));
        set |= RankSet{Rank(0xfffffffd)};
        QCOMPARE(set.intervals().size(), std::size_t(1));
        set -= RankSet::range(Rank(0), Rank(0xfffffffe));
        QCOMPARE(set.lowest().value(), Rank(0xffffffff));
    }

    void agreesWithPlainSets_data()
    {
        QTest::addColumn<unsigned>("ranks");
        QTest::addColumn<unsigned>("others");
        QTest::addColumn<unsigned>("below");
        QTest::newRow("alike") << 20U << 20U << 32U;
        QTest::newRow("few into many") << 400U << 5U << 600U;
        QTest::newRow("many into few") << 5U << 400U << 600U;
        QTest::newRow("dense, and few") << 2000U << 5U << 300U;
    }
    void agreesWithPlainSets()
    {
        QFETCH(unsigned, ranks);
        QFETCH(unsigned, others);
        QFETCH(unsigned, below);
        std::mt19937 random(1);
        for (int round = 0; round < 1000; ++round) {
            const auto a = randomRanks(random, ranks, below);
            const auto b = randomRanks(random, others, below);
            const RankSet x = fromPlain(a);
            const RankSet y = fromPlain(b);
            std::set<std::uint32_t> both = a;
            both.insert(b.begin(), b.end());
            QCOMPARE(plain(x | y), both);
            std::set<std::uint32_t> common;
            std::set<std::uint32_t> left;
            for (const std::uint32_t r : a)
                (b.count(r) ? common : left).insert(r);
            QCOMPARE(plain(x & y), common);
            QCOMPARE(plain(x - y), left);
            for (const RankSet& made : {x | y, x & y, x - y})
                QCOMPARE(made, RankSet::fromIntervals(made.intervals())); // sorted, apart, not adjacent
            QCOMPARE(x.intersects(y), !common.empty());
            QCOMPARE(x.containsAll(y), common == b);
            QVERIFY(x.containsAll(x & y) && (x | y).containsAll(y));
            QCOMPARE(x.size(), std::uint64_t(a.size()));
            for (std::uint32_t r = 0; r < below; r += 7)
                QCOMPARE(x.contains(Rank(r)), a.count(r) == 1);
            QCOMPARE(x == y, a == b);
        }
    }

    void oneSetWithItself()
    {
        RankSet set{Rank(1), Rank(3), Rank(7)};
        const RankSet copy = set;
        RankSet& same = set;
        set |= same;
        QCOMPARE(set, copy);
        set &= same;
        QCOMPARE(set, copy);
        set -= same;
        QVERIFY(set.empty());
    }

    void costFollowsIntervals()
    {
        const RankSet all = RankSet::firstN(1'000'000'000);
        QCOMPARE((all - RankSet{Rank(500)}).intervals().size(), std::size_t(2));
        QVERIFY(all.containsAll(RankSet::range(Rank(7), Rank(999'999'999))));
    }
};

DBGR_TEST(TestRankSet);

} // namespace tst_rank_set

#include "tst_rank_set.moc"
