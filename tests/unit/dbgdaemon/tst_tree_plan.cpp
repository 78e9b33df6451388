// SPDX-License-Identifier: GPL-3.0-or-later
// The tree by classes of sizes, and by whoever is lost of it.
#include "dbgdaemon/relay/tree_plan.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_tree_plan {

using dbgr::daemon::TreePlace;
using dbgr::daemon::TreePlan;

namespace {

std::string told(const std::vector<TreePlace>& places)
{
    std::string text;
    for (const TreePlace place : places)
        text += (text.empty() ? "" : " ") + std::to_string(place.value());
    return text;
}

/// Each node that is left has exactly one parent that is left, the parent awaits it, and its way up ends at the front
/// end.
bool holds(const TreePlan& plan, const TreePlan::Lost& lost)
{
    std::map<TreePlace, int> awaited;
    const auto note = [&](std::optional<TreePlace> parent) {
        const std::vector<TreePlace> children = plan.childrenOf(parent, lost);
        for (const TreePlace child : children) {
            ++awaited[child];
            if (lost.contains(child) || plan.parentOf(child, lost) != parent)
                return false;
        }
        return std::ranges::is_sorted(children);
    };
    bool good = note(std::nullopt);
    for (TreePlace place(0); place.value() < plan.nodes(); place = place.next()) {
        if (lost.contains(place))
            continue;
        good = good && note(place);
        std::uint32_t steps = 0;
        for (auto at = plan.parentOf(place, lost); at; at = plan.parentOf(*at, lost)) {
            good = good && *at < place && plan.branchOf(*at).contains(place) && !lost.contains(*at);
            if (++steps > plan.depth())
                return false;
        }
    }
    return good && awaited.size() == plan.nodes() - lost.size() &&
           std::ranges::all_of(awaited, [](const auto& entry) { return entry.second == 1; });
}

} // namespace

class TestTreePlan : public QObject
{
    Q_OBJECT

private slots:
    void upToTheFanOutItIsFlat_data()
    {
        QTest::addColumn<unsigned>("nodes");
        for (const unsigned nodes : {0U, 1U, 2U, 31U, 32U})
            QTest::newRow(qPrintable(QString::number(nodes))) << nodes;
    }
    void upToTheFanOutItIsFlat()
    {
        QFETCH(unsigned, nodes);
        const TreePlan plan(nodes);
        QCOMPARE(plan.childrenOf(std::nullopt).size(), std::size_t{nodes});
        QCOMPARE(plan.depth(), nodes == 0 ? 0U : 1U);
        for (TreePlace place(0); place.value() < nodes; place = place.next()) {
            QVERIFY(!plan.parentOf(place));
            QVERIFY(plan.childrenOf(place).empty());
        }
    }

    void sizesOfAllClasses_data()
    {
        QTest::addColumn<unsigned>("nodes");
        QTest::addColumn<unsigned>("fanOut");
        QTest::addColumn<unsigned>("depth");
        QTest::newRow("one more than the fan-out") << 33U << 32U << 2U;
        QTest::newRow("two levels, all full") << 32U + 32U * 32U << 32U << 2U;
        QTest::newRow("one more than two levels") << 32U + 32U * 32U + 1 << 32U << 3U;
        QTest::newRow("a thousand") << 1000U << 32U << 2U;
        QTest::newRow("four thousand") << 4000U << 32U << 3U;
        QTest::newRow("no power of anything") << 7U << 2U << 3U;
        QTest::newRow("the narrowest") << 100U << 2U << 6U;
        QTest::newRow("a prime, by three") << 97U << 3U << 4U;
    }
    void sizesOfAllClasses()
    {
        QFETCH(unsigned, nodes);
        QFETCH(unsigned, fanOut);
        QFETCH(unsigned, depth);
        const TreePlan plan(nodes, fanOut);
        QVERIFY(holds(plan, {}));
        QCOMPARE(plan.depth(), depth);
        std::size_t deepest = 0;
        for (TreePlace place(0); place.value() < nodes; place = place.next()) {
            QVERIFY(plan.childrenOf(place).size() <= fanOut);
            deepest = std::max(deepest, plan.aboveOf(place).size() + 1);
        }
        QCOMPARE(deepest, std::size_t{depth});
        QVERIFY(plan.childrenOf(std::nullopt).size() <= fanOut);
    }

    void branchesAreIntervalsOfAllButEqualSize()
    {
        const TreePlan plan(1000);
        std::uint32_t next = 0, least = 1000, most = 0;
        for (const TreePlace child : plan.childrenOf(std::nullopt)) {
            const TreePlan::Branch branch = plan.branchOf(child);
            QCOMPARE(branch.first.value(), next);
            next = branch.end.value();
            least = std::min(least, next - child.value());
            most = std::max(most, next - child.value());
        }
        QCOMPARE(next, 1000U);
        QVERIFY(most - least <= 1);
    }

    void childrenOfALostOneGoToItsParent()
    {
        const TreePlan plan(14, 2); // 0: 1, 4; 7: 8, 11; below each of these two more
        QCOMPARE(told(plan.childrenOf(std::nullopt)), std::string("0 7"));
        QCOMPARE(told(plan.childrenOf(TreePlace(0))), std::string("1 4"));
        QCOMPARE(told(plan.childrenOf(TreePlace(1))), std::string("2 3"));
        QCOMPARE(told(plan.aboveOf(TreePlace(3))), std::string("0 1"));
        QCOMPARE(told(plan.childrenOf(TreePlace(0), {TreePlace(1)})), std::string("2 3 4"));
        QVERIFY(plan.parentOf(TreePlace(3), {TreePlace(1)}) == TreePlace(0));
        const TreePlan::Lost both{TreePlace(0), TreePlace(1)};
        QCOMPARE(told(plan.childrenOf(std::nullopt, both)), std::string("2 3 4 7"));
        QVERIFY(!plan.parentOf(TreePlace(3), both));
        QVERIFY(plan.parentOf(TreePlace(5), both) == TreePlace(4)); // it is not concerned
    }

    void whoeverIsLostAllOthersAreReached()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 150; ++round) {
            const auto nodes = static_cast<std::uint32_t>(random() % 200);
            const TreePlan plan(nodes, 2 + static_cast<std::uint32_t>(random() % 6));
            TreePlan::Lost lost;
            const unsigned oneOf = 1 + static_cast<unsigned>(random() % 10);
            for (TreePlace place(0); place.value() < nodes; place = place.next())
                if (random() % oneOf == 0)
                    lost.insert(place);
            QVERIFY2(holds(plan, lost), qPrintable(QString("%1 nodes, %2 lost").arg(nodes).arg(lost.size())));
        }
    }
};

DBGR_TEST(TestTreePlan);

} // namespace tst_tree_plan

#include "tst_tree_plan.moc"
