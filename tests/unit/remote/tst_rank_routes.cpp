// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/rank_routes.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_rank_routes {

using dbgr::session::RankRoutes;
using dbgr::util::NodeId;
using dbgr::util::Rank;
using dbgr::util::RankSet;

namespace {

std::string told(const std::vector<RankRoutes::Part>& parts)
{
    std::string text;
    for (const RankRoutes::Part& part : parts)
        text += std::to_string(part.node.value()) + ":" + part.ranks.toString() + " ";
    return text;
}

RankSet randomSet(std::mt19937& random)
{
    std::vector<RankSet::Interval> intervals;
    for (unsigned i = random() % 4; i > 0; --i) {
        const auto first = static_cast<std::uint32_t>(random() % 60);
        intervals.push_back({first, first + static_cast<std::uint32_t>(random() % 9)});
    }
    return RankSet::fromIntervals(std::move(intervals));
}

} // namespace

class TestRankRoutes : public QObject
{
    Q_OBJECT

private slots:
    void eachNodeHasItsPart()
    {
        RankRoutes routes;
        routes.assign(RankSet::range(Rank(0), Rank(3)), NodeId(0));
        routes.assign(RankSet{Rank(4), Rank(6), Rank(8)}, NodeId(1));
        routes.assign(RankSet{Rank(5), Rank(7)}, NodeId(2));
        QCOMPARE(told(routes.split(RankSet::firstN(100))), std::string("0:0-3 1:4,6,8 2:5,7 "));
        QCOMPARE(told(routes.split(RankSet{Rank(2), Rank(7), Rank(8), Rank(9)})), std::string("0:2 1:8 2:7 "));
        QCOMPARE(told(routes.split(RankSet{Rank(9)})), std::string());
        QCOMPARE(told(routes.split({})), std::string());
    }

    void theLastWordCounts()
    {
        RankRoutes routes;
        routes.assign(RankSet::firstN(10), NodeId(0));
        routes.assign(RankSet::range(Rank(3), Rank(5)), NodeId(1));
        QCOMPARE(told(routes.split(RankSet::firstN(10))), std::string("0:0-2,6-9 1:3-5 "));
        routes.remove(RankSet::range(Rank(5), Rank(6)));
        QCOMPARE(told(routes.split(RankSet::firstN(10))), std::string("0:0-2,7-9 1:3-4 "));
    }

    void knowsTheLastRankThereIs()
    {
        RankRoutes routes;
        routes.assign(RankSet::range(Rank(0), Rank(UINT32_MAX)), NodeId(0));
        routes.assign(RankSet{Rank(UINT32_MAX)}, NodeId(1));
        QCOMPARE(told(routes.split(RankSet::range(Rank(7), Rank(UINT32_MAX)))),
                 std::string("0:7-4294967294 1:4294967295 "));
        routes.remove(RankSet{Rank(0), Rank(UINT32_MAX)});
        QCOMPARE(told(routes.split(RankSet{Rank(0), Rank(1), Rank(UINT32_MAX)})), std::string("0:1 "));
    }

    void agreesWithATableOfRanks()
    {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            RankRoutes routes;
            std::map<std::uint32_t, NodeId> table;
            for (int change = 0; change < 20; ++change) {
                const RankSet ranks = randomSet(random);
                const NodeId node(static_cast<std::uint32_t>(random() % 5));
                const bool isGone = random() % 4 == 0;
                isGone ? routes.remove(ranks) : routes.assign(ranks, node);
                ranks.forEach([&](Rank rank) {
                    table.erase(rank.value());
                    if (!isGone)
                        table.emplace(rank.value(), node);
                });
                const RankSet asked = randomSet(random);
                std::map<NodeId, RankSet> expected;
                asked.forEach([&](Rank rank) {
                    if (const auto found = table.find(rank.value()); found != table.end())
                        expected[found->second].insert(rank);
                });
                std::vector<RankRoutes::Part> parts;
                for (const auto& [its, part] : expected)
                    parts.push_back({its, part});
                QCOMPARE(told(routes.split(asked)), told(parts));
            }
        }
    }
};

DBGR_TEST(TestRankRoutes);

} // namespace tst_rank_routes

#include "tst_rank_routes.moc"
