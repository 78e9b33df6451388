// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/debug_error.h"
#include "debug/merge.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <cmath>

namespace tst_merge {

using namespace dbgr::debug;
using namespace dbgr::util;

namespace {

StopEvent stopAt(std::uint32_t rank, std::uint64_t stopId, std::uint32_t line)
{
    StopEvent stop;
    stop.rank = Rank(rank);
    stop.stopId = StopId(stopId);
    stop.cause.reason = StopReason::Breakpoint;
    stop.cause.breakpoints = {BreakpointId(1)};
    stop.cause.top.function = "exchange";
    stop.cause.top.where = {"ring.cpp", line, 0};
    stop.cause.top.pc = 0x1000 + rank;
    return stop;
}

ValueGroup value(std::uint32_t rank, const char* text, const char* problem = "")
{
    return {RankSet(Rank(rank)), text, "int", problem};
}

} // namespace

class TestMerge : public QObject
{
    Q_OBJECT

private slots:
    void stopsAtOnePlaceAreOneGroup()
    {
        const auto groups = groupStops({stopAt(2, 5, 41), stopAt(0, 5, 41), stopAt(1, 6, 41), stopAt(3, 5, 99)});
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].ranks.toString(), std::string("0-2"));
        QCOMPARE(groups[0].stopIds.size(), std::size_t(2));
        QCOMPARE(groups[0].stopIds[0].first.toString(), std::string("0,2"));
        QCOMPARE(groups[0].stopIds[1].second, StopId(6));
        QCOMPARE(groups[0].cause.top.pc, std::uint64_t(0x1000));
        QCOMPARE(groups[1].ranks.toString(), std::string("3"));
    }

    void argumentsOfCallsAreThoseThatAllHave()
    {
        StopEvent one = stopAt(0, 1, 41);
        one.cause.systemCall = SystemCall{1, "write", false, {1, 100, 12}};
        StopEvent other = stopAt(1, 1, 41);
        other.cause.systemCall = SystemCall{1, "write", false, {1, 200, 12}};
        const auto groups = groupStops({one, other});
        QCOMPARE(groups.size(), std::size_t(1));
        const auto& arguments = groups[0].cause.systemCall->arguments;
        QVERIFY(arguments.size() == 3 && arguments[0] == 1 && !arguments[1] && arguments[2] == 12);
    }

    void equalValuesFoldAndProblemsStayApart()
    {
        const auto groups = mergeValues({value(3, "7"), value(1, "7"), value(0, "8"), value(2, "", "optimised out")});
        QCOMPARE(groups.size(), std::size_t(3));
        QCOMPARE(groups[0].ranks.toString(), std::string("0"));
        QCOMPARE(groups[1].ranks.toString(), std::string("1,3"));
        QCOMPARE(groups[2].problem, std::string("optimised out"));
    }

    void statisticsOfRanksAreThoseOfAllNumbers()
    {
        // 0 and 1: {1, 2, 3}; 2: {10, NaN, inf}; 3: nothing; 4: a problem
        const double third = std::sqrt(2.0 / 3);
        std::vector<StatisticsGroup> groups{{RankSet(Rank(0)), "int [3]", 3, 0, 0, "1", "3", "[0]", "[2]", 2, third},
                                            {RankSet(Rank(1)), "int [3]", 3, 0, 0, "1", "3", "[0]", "[2]", 2, third},
                                            {RankSet(Rank(2)), "int [3]", 3, 1, 1, "10", "+Inf", "[0]", "[2]", 10, 0},
                                            {RankSet(Rank(3)), "int [0]", 0, 0, 0, "", "", "", "", 0, 0},
                                            {RankSet(Rank(4)), "", 0, 0, 0, "", "", "", "", 0, 0, "not allocated"}};
        groups = mergeStatistics(std::move(groups));
        QCOMPARE(groups.size(), std::size_t(4));
        QCOMPARE(groups[0].ranks.toString(), std::string("0-1"));
        const WholeStatistics whole = wholeOf(groups);
        QCOMPARE(whole.all.ranks.toString(), std::string("0-3"));
        QCOMPARE(whole.all.count, std::uint64_t(9));
        QCOMPARE(whole.all.finite(), std::uint64_t(7));
        QCOMPARE(whole.all.lowest + " in " + whole.lowestIn.toString() + whole.all.lowestAt,
                 std::string("1 in 0-1[0]"));
        QCOMPARE(whole.all.highest + " in " + whole.highestIn.toString(), std::string("+Inf in 2"));
        const std::vector<double> numbers{1, 2, 3, 1, 2, 3, 10};
        double squares = 0;
        for (const double number : numbers)
            squares += (number - 22.0 / 7) * (number - 22.0 / 7);
        QCOMPARE(whole.all.mean, 22.0 / 7);
        QCOMPARE(whole.all.deviation, std::sqrt(squares / 7));
        QVERIFY(wholeOf({groups[3]}).all.ranks.empty());
        QVERIFY(wholeOf({}).all.lowest.empty());
        groups[0].count = groups[1].count = ~std::uint64_t{0}; // of a peer that says anything
        QCOMPARE(wholeOf(groups).all.count, ~std::uint64_t{0});
    }

    void deviationsOfLargeNumbersAreKept()
    {
        const StatisticsGroup low{RankSet(Rank(0)), "", 2, 0, 0, "", "", "", "", 1e9 + 5.5, 1.5};
        const StatisticsGroup high{RankSet(Rank(1)), "", 2, 0, 0, "", "", "", "", 1e9 + 14.5, 1.5};
        QCOMPARE(wholeOf({low, high}).all.deviation, std::sqrt(22.5)); // of 4, 7, 13 and 16 more
    }

    void numbersAreOrderedExactly()
    {
        const std::vector<std::string> inOrder{"-Inf",
                                               "-9223372036854775808",
                                               "-9223372036854775807",
                                               "-1e-300",
                                               "0",
                                               "9223372036854775806",
                                               "9223372036854775807",
                                               "18446744073709551615",
                                               "1e300",
                                               "inf"};
        for (std::size_t i = 0; i < inOrder.size(); ++i) {
            for (std::size_t k = 0; k < inOrder.size(); ++k)
                QCOMPARE(isBelow(inOrder[i], inOrder[k]), i < k);
        }
        QVERIFY(!isBelow("-0", "0") && !isBelow("0", "-0") && !isBelow("007", "7"));
        QVERIFY(!isBelow("", "") && !isBelow("NaN", "1") && !isBelow("1", "NaN"));
    }

    void contentTellsEqualTextsApart()
    {
        const auto shown = [](std::uint32_t rank, std::uint64_t hash, bool partial, std::uint64_t compared) {
            return ValueGroup{RankSet(Rank(rank)), "{1, 2, ...}", "T", "", {{hash, 1}, partial, compared}, false};
        };
        const auto groups = mergeValues({shown(0, 5, false, 0), shown(1, 5, true, 90), shown(2, 6, false, 0),
                                         shown(3, 5, true, 80), value(4, "{1, 2, ...}")});
        QCOMPARE(groups.size(), std::size_t(3));
        QCOMPARE(groups[0].ranks.toString(), std::string("0-1,3"));
        QVERIFY(groups[0].content.partial);
        QCOMPARE(groups[0].content.compared, std::uint64_t(80));
        QCOMPARE(groups[1].ranks.toString(), std::string("2"));
        QVERIFY(!groups[1].content.partial);
    }

    /// What was there before has a part in it, too.
    void equalChangesFold()
    {
        const auto change = [](std::uint32_t rank, const char* before, const char* after, const char* problem = "") {
            return ChangeGroup{RankSet(Rank(rank)), before, after, "int", problem};
        };
        const auto changes = mergeChanges({change(2, "1", "3"), change(0, "2", "3"), change(1, "1", "3"),
                                           change(3, "", "", "constant"), change(4, "1", "4")});
        QCOMPARE(changes.size(), std::size_t(4));
        QCOMPARE(changes[0].ranks.toString(), std::string("0"));
        QCOMPARE(changes[1].ranks.toString(), std::string("1-2"));
        QCOMPARE(changes[2].problem, std::string("constant"));
    }

    void equalDescriptionsFold()
    {
        const auto type = [](std::uint32_t rank, std::uint64_t offset) {
            return Description{RankSet(Rank(rank)), "T", {{"x", "int", "", 0, offset, 4}}};
        };
        const auto folded = mergeDescriptions({type(1, 8), type(0, 8), type(2, 16)});
        QCOMPARE(folded.size(), std::size_t(2));
        QCOMPARE(folded[0].ranks.toString(), std::string("0-1"));
    }

    void equalFailuresFold()
    {
        const Error running = {make_error_code(Errc::NotStopped), "asking for locals: the rank is running", ""};
        const auto failures = mergeFailures({{RankSet(Rank(4)), running},
                                             {RankSet(Rank(1)), running},
                                             {RankSet(Rank(2)), {make_error_code(Errc::Ended), "", ""}}});
        QCOMPARE(failures.size(), std::size_t(2));
        QCOMPARE(failures[0].ranks.toString(), std::string("1,4"));
    }

    void placesUniteByTheirNames()
    {
        const auto place = [](const char* function, std::uint32_t line, std::uint64_t address, std::uint32_t rank) {
            return BreakpointPlace{
                {"a.cpp", function, "a.out", 0}, {"a.cpp", line, 0}, "/a.out", address, RankSet(Rank(rank))};
        };
        std::vector<BreakpointPlace> whole{place("b()", 2, 0x20, 3), place("d()", 4, 0x40, 3)};
        mergePlaces(whole, {place("a()", 1, 0x10, 1), place("b()", 3, 0x20, 1), place("d()", 4, 0x44, 1)});
        QCOMPARE(whole.size(), std::size_t(3));
        QCOMPARE(whole[0].name.function, std::string("a()"));
        QCOMPARE(whole[1].ranks.toString(), std::string("1,3"));
        QCOMPARE(whole[1].where.line, std::uint32_t(3)); // of the lowest rank
        QVERIFY(whole[1].address == std::uint64_t(0x20));
        QVERIFY(!whole[2].address); // of another build
        for (std::uint32_t i = 0; i < 300; ++i)
            mergePlaces(whole, {place(("f" + std::to_string(i)).c_str(), i, i, 0)});
        QCOMPARE(whole.size(), kMostPlaces);
    }
};

DBGR_TEST(TestMerge);

} // namespace tst_merge

#include "tst_merge.moc"
