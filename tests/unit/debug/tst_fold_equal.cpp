// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/fold_equal.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_fold_equal {

using namespace dbgr::debug;
using dbgr::util::Rank;
using dbgr::util::RankSet;

namespace {

struct Said
{
    RankSet ranks;
    unsigned what = 0;
    unsigned times = 1;
};

std::string told(const std::vector<Said>& all)
{
    std::string text;
    for (const Said& one : all)
        text += one.ranks.toString() + "=" + std::to_string(one.what) + "*" + std::to_string(one.times) + " ";
    return text;
}

/// \param spread into so many hashes \param compared counts
std::vector<Said> fold(std::vector<Said> items, unsigned spread, std::size_t& compared)
{
    return foldEqual(
        std::move(items), [=](const Said& one) { return std::size_t{one.what % spread}; },
        [&](const Said& a, const Said& b) {
            ++compared;
            return a.what == b.what;
        },
        [](Said& kept, const Said& next) { kept.times += next.times; });
}

} // namespace

class TestFoldEqual : public QObject
{
    Q_OBJECT

private slots:
    void whatHashesAlikeNeedNotBeTheSame()
    {
        std::size_t compared = 0;
        const std::vector<Said> items{{{Rank(3)}, 7}, {{Rank(1)}, 8}, {{Rank(2)}, 7}, {{Rank(0)}, 9}};
        QCOMPARE(told(fold(items, 1, compared)), std::string("0=9*1 1=8*1 2-3=7*2 "));
    }

    void asManySmallSetsWouldBe()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 300; ++round) {
            std::vector<Said> items;
            std::map<unsigned, RankSet> ranks;
            for (std::uint32_t rank = 0; rank < random() % 200; ++rank) {
                items.push_back({RankSet(Rank(rank)), static_cast<unsigned>(random() % 9)});
                ranks[items.back().what].insert(Rank(rank));
            }
            std::shuffle(items.begin(), items.end(), random);
            std::size_t compared = 0;
            const std::vector<Said> folded = fold(items, 4, compared);
            QCOMPARE(folded.size(), ranks.size());
            for (const Said& one : folded) {
                QCOMPARE(one.ranks, ranks.at(one.what));
                QCOMPARE(std::uint64_t{one.times}, one.ranks.size());
            }
            QVERIFY(std::ranges::is_sorted(folded, {}, [](const Said& one) { return one.ranks.lowest(); }));
        }
    }

    /// Each says something else, or all say the same.
    void nothingIsComparedWithAllOthers()
    {
        constexpr std::uint32_t kItems = 20'000;
        for (const unsigned kinds : {1U, 100U, kItems}) {
            std::vector<Said> items;
            for (std::uint32_t rank = 0; rank < kItems; ++rank)
                items.push_back({RankSet(Rank(rank)), rank % kinds});
            std::size_t compared = 0;
            QCOMPARE(fold(std::move(items), kItems, compared).size(), std::size_t{kinds});
            QVERIFY2(compared <= kItems, qPrintable(QString::number(compared)));
        }
    }
};

DBGR_TEST(TestFoldEqual);

} // namespace tst_fold_equal

#include "tst_fold_equal.moc"
