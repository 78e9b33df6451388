// SPDX-License-Identifier: GPL-3.0-or-later
// Groups whose members nobody names all: PMIX_GROUP_BOOTSTRAP, PMIX_GROUP_ADD_MEMBERS, and the order that they get by
// PMIX_GROUP_FINAL_MEMBERSHIP_ORDER.
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/collectives_fixture.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace tst_open_groups {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

Info processes(std::string_view key, std::vector<Proc> procs)
{
    return Info(key, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(std::move(procs))));
}

Info added(std::vector<Proc> procs)
{
    return processes(keys::kGroupAddMembers, std::move(procs));
}

Info ordered(std::vector<Proc> procs)
{
    return processes(keys::kGroupFinalMembershipOrder, std::move(procs));
}

Info leaders(std::size_t count)
{
    return Info(keys::kGroupBootstrap, Value::of<DataType::Size>(count));
}

std::vector<Proc> ranksOfA(const std::vector<std::uint32_t>& ranks)
{
    std::vector<Proc> procs;
    for (const std::uint32_t rank : ranks)
        procs.push_back(proc("a", rank));
    return procs;
}

struct GroupsFixture : CollectivesFixture
{
    using CollectivesFixture::CollectivesFixture;

    Got<GroupReply>& make(std::uint32_t rank, std::vector<Proc> members, std::vector<Info> infos = {})
    {
        return construct(client("a", rank), "g", std::move(members), std::move(infos));
    }
    /// Of a process that others want in the group.
    Got<GroupReply>& join(std::uint32_t rank, std::vector<Info> infos = {}) { return make(rank, {}, std::move(infos)); }

    [[nodiscard]] bool allAreIn(const std::vector<Proc>& members) const
    {
        return std::ranges::all_of(
            groups, [&](const Got<GroupReply>& each) { return each.ok() && each.result()->members == members; });
    }
    [[nodiscard]] bool nobodyIsAnswered() const
    {
        return std::ranges::none_of(groups, [](const Got<GroupReply>& each) { return each.times() == 1; });
    }
    [[nodiscard]] bool allAreTold(Status status) const
    {
        return std::ranges::all_of(groups, [&](const Got<GroupReply>& each) {
            return each.times() == 1 && !each.ok() && each.code() == make_error_code(status);
        });
    }
};

} // namespace

class TestOpenGroups : public QObject
{
    Q_OBJECT

private slots:
    void everyOrderOfComingMakesTheSameGroup_data();
    void everyOrderOfComingMakesTheSameGroup();
    void leadersNeedNoNames();
    void leadersMustAgreeHowManyTheyAre();
    void aLeaderNamesNobodyElse();
    void badNumbersOfLeadersAreRefused_data();
    void badNumbersOfLeadersAreRefused();
    void aBootstrapDoesNotReplaceTheGroupOfOthers();
    void anyMakerMayAdd();
    void whoIsAMemberAnywayIsNotAdded();
    void wholeJobsAreAdded();
    void groupsOfOneNameGetTheirOwnJoiners();
    void joinersGetTheContextIdAndTell();
    void orderPutsSomeFirst();
    void badOrdersAndAdditionsFailTheGroup_data();
    void badOrdersAndAdditionsFailTheGroup();
    void processesOfOtherNodesAreNotAdded();
    void joinersWaitAsLongAsTheySay();
    void makersWaitAsLongAsTheySay();
    void whoeverEndsFailsTheGroup_data();
    void whoeverEndsFailsTheGroup();
    void optionalJoinersMayBeMissing();
    void whoHasEndedIsNotWaitedFor();
    void droppedJoinersGetNoAnswer();
    void aPeerMayNotWaitForTooManyGroups();
    void theHostIsToldOfAllByName();
    void itIsEndedByAllMembers();
};

void TestOpenGroups::everyOrderOfComingMakesTheSameGroup_data()
{
    QTest::addColumn<bool>("bootstrap");
    QTest::addColumn<std::vector<std::uint32_t>>("order");
    for (const bool bootstrap : {false, true}) {
        std::vector<std::uint32_t> order{0, 1, 2, 3};
        do {
            QTest::addRow("%s, %u %u %u %u", bootstrap ? "bootstrap" : "by name", order[0], order[1], order[2],
                          order[3])
                << bootstrap << order;
        } while (std::ranges::next_permutation(order).found);
    }
}

/// 0 and 2 make the group, and 0 wants 1 and 3 in it.
void TestOpenGroups::everyOrderOfComingMakesTheSameGroup()
{
    QFETCH(bool, bootstrap);
    QFETCH(std::vector<std::uint32_t>, order);
    GroupsFixture f;
    for (const std::uint32_t rank : order) {
        QVERIFY(f.nobodyIsAnswered());
        std::vector<Info> infos;
        if (rank == 0)
            infos.push_back(added(ranksOfA({3, 1})));
        if (rank % 2 == 1)
            f.join(rank);
        else if (bootstrap)
            infos.push_back(leaders(2)), f.make(rank, ranksOfA({rank}), infos);
        else
            f.make(rank, ranksOfA({0, 2}), infos);
    }
    QVERIFY(f.allAreIn(ranksOfA({0, 2, 1, 3})));
    QCOMPARE(f.host.groups.size(), 1U);
}

void TestOpenGroups::leadersNeedNoNames()
{
    GroupsFixture f;
    f.make(3, {}, {leaders(2)});
    QVERIFY(f.nobodyIsAnswered());
    f.make(1, ranksOfA({1}), {leaders(2)});
    QVERIFY(f.allAreIn(ranksOfA({1, 3})));
}

void TestOpenGroups::leadersMustAgreeHowManyTheyAre()
{
    GroupsFixture f;
    f.make(0, {}, {leaders(2)});
    QCOMPARE(f.make(1, {}, {leaders(3)}).code(), make_error_code(Status::ErrBadParam));
    QVERIFY(f.groups.front().times() == 0);
    QVERIFY(f.make(1, {}, {leaders(2)}).ok());
    QVERIFY(f.groups.front().ok());
}

void TestOpenGroups::aLeaderNamesNobodyElse()
{
    GroupsFixture f;
    QCOMPARE(f.make(0, ranksOfA({0, 1}), {leaders(2)}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.make(0, ranksOfA({1}), {leaders(2)}).code(), make_error_code(Status::ErrBadParam));
}

void TestOpenGroups::badNumbersOfLeadersAreRefused_data()
{
    QTest::addColumn<Value>("number");
    QTest::newRow("zero") << Value::of<DataType::Size>(0);
    QTest::newRow("negative") << Value::of<DataType::Int>(-2);
    QTest::newRow("a text") << Value::string("2");
}

void TestOpenGroups::badNumbersOfLeadersAreRefused()
{
    QFETCH(Value, number);
    GroupsFixture f;
    QCOMPARE(f.make(0, {}, {Info(keys::kGroupBootstrap, number)}).code(), make_error_code(Status::ErrBadParam));
}

void TestOpenGroups::aBootstrapDoesNotReplaceTheGroupOfOthers()
{
    GroupsFixture f;
    f.make(0, {}, {leaders(2)});
    f.make(1, {}, {leaders(2)});
    QVERIFY(f.allAreIn(ranksOfA({0, 1})));
    f.make(2, {}, {leaders(2)});
    QCOMPARE(f.make(3, {}, {leaders(2)}).code(), make_error_code(Status::ErrExists));
    QVERIFY(*f.collectives.groupMembers("g") == ranksOfA({0, 1}));
    // The same ones may make it anew.
    f.make(1, {}, {leaders(2)});
    QVERIFY(f.make(0, {}, {leaders(2)}).ok());
}

void TestOpenGroups::anyMakerMayAdd()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), {added(ranksOfA({3}))});
    f.make(1, ranksOfA({0, 1}), {added(ranksOfA({2, 3}))});
    f.join(3);
    QVERIFY(f.nobodyIsAnswered());
    f.join(2);
    QVERIFY(f.allAreIn(ranksOfA({0, 1, 2, 3})));
}

void TestOpenGroups::whoIsAMemberAnywayIsNotAdded()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), {added(ranksOfA({1, 0}))});
    f.make(1, ranksOfA({0, 1}));
    QVERIFY(f.allAreIn(ranksOfA({0, 1})));
}

void TestOpenGroups::wholeJobsAreAdded()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0}), {added({wholeJob("b")})});
    f.construct(client("b", 1), "g", {});
    f.construct(client("b", 0), "g", {});
    QVERIFY(f.allAreIn({proc("a", 0), proc("b", 0), proc("b", 1)}));
}

void TestOpenGroups::groupsOfOneNameGetTheirOwnJoiners()
{
    GroupsFixture f;
    const auto& second = f.make(1, ranksOfA({1}), {added(ranksOfA({3}))});
    const auto& first = f.make(0, ranksOfA({0}), {added(ranksOfA({2}))});
    f.join(2);
    QVERIFY(first.ok() && second.times() == 0);
    QVERIFY(first.result()->members == ranksOfA({0, 2}));
    f.join(3);
    QVERIFY(second.result()->members == ranksOfA({1, 3}));
}

void TestOpenGroups::joinersGetTheContextIdAndTell()
{
    GroupsFixture f;
    const Info told(keys::kGroupInfo, Value::infos({Info("text", Value::string("of the joiner"))}));
    f.join(2, {told, flag(keys::kGroupAssignContextId)}); // it alone wants one
    const auto& maker = f.make(0, ranksOfA({0}), {added(ranksOfA({2}))});
    QVERIFY(maker.result()->contextId.has_value());
    QVERIFY(f.groups.front().result()->contextId == maker.result()->contextId);
    QVERIFY(std::ranges::count(f.host.groups.front().infos, keys::kGroupInfo, &Info::key) == 1);
}

void TestOpenGroups::orderPutsSomeFirst()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), {added(ranksOfA({2, 3}))});
    f.make(1, ranksOfA({0, 1}));
    f.join(3, {ordered(ranksOfA({3, 1}))});
    f.join(2);
    QVERIFY(f.allAreIn(ranksOfA({3, 1, 0, 2})));
    QVERIFY(*f.collectives.groupMembers("g") == ranksOfA({3, 1, 0, 2}));
}

void TestOpenGroups::badOrdersAndAdditionsFailTheGroup_data()
{
    QTest::addColumn<std::vector<Info>>("ofTheFirst");
    QTest::addColumn<std::vector<Info>>("ofTheSecond");
    using Infos = std::vector<Info>;
    const Info text(keys::kGroupAddMembers, Value::string("a:2"));
    QTest::newRow("added: no array") << Infos{text} << Infos{};
    QTest::newRow("added: no such rank") << Infos{} << Infos{added(ranksOfA({9}))};
    QTest::newRow("added: no such job") << Infos{added({wholeJob("nobody")})} << Infos{};
    QTest::newRow("order: no array") << Infos{Info(keys::kGroupFinalMembershipOrder, Value::boolean(true))} << Infos{};
    QTest::newRow("order: no member") << Infos{ordered(ranksOfA({1, 2}))} << Infos{};
    QTest::newRow("order: twice") << Infos{} << Infos{ordered(ranksOfA({1, 1}))};
    QTest::newRow("two orders") << Infos{ordered(ranksOfA({1, 0}))} << Infos{ordered(ranksOfA({0, 1}))};
}

void TestOpenGroups::badOrdersAndAdditionsFailTheGroup()
{
    QFETCH(std::vector<Info>, ofTheFirst);
    QFETCH(std::vector<Info>, ofTheSecond);
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), ofTheFirst);
    f.make(1, ranksOfA({0, 1}), ofTheSecond);
    QVERIFY(f.allAreTold(Status::ErrBadParam));
    QVERIFY(f.collectives.groupNames().empty());
}

void TestOpenGroups::processesOfOtherNodesAreNotAdded()
{
    GroupsFixture f;
    JobRecord far = makeJob("far", 2);
    far.localRanks.clear();
    QVERIFY(f.jobs.add(std::move(far)));
    f.make(0, ranksOfA({0}), {added({proc("far", 1)})});
    QVERIFY(f.allAreTold(Status::ErrNotSupported));
}

void TestOpenGroups::joinersWaitAsLongAsTheySay()
{
    GroupsFixture f;
    f.join(2, {timeout(3)});
    f.scheduler.advance(2s);
    QVERIFY(f.nobodyIsAnswered());
    f.scheduler.advance(1s);
    QVERIFY(f.allAreTold(Status::ErrTimeout));
    // It is not there any more for who comes now.
    QVERIFY(f.make(0, ranksOfA({0}), {added(ranksOfA({2}))}).times() == 0);
}

void TestOpenGroups::makersWaitAsLongAsTheySay()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), {added(ranksOfA({2, 3})), timeout(5)});
    f.scheduler.advance(4s);
    f.make(1, ranksOfA({0, 1}));
    f.join(2);
    QVERIFY(f.nobodyIsAnswered());
    f.scheduler.advance(1s);
    QVERIFY(f.allAreTold(Status::ErrTimeout));
    QCOMPARE(f.groups.size(), 3U);
    QVERIFY(f.collectives.groupNames().empty());
    QVERIFY(f.join(3).times() == 0); // waits for another group of that name
}

void TestOpenGroups::whoeverEndsFailsTheGroup_data()
{
    QTest::addColumn<std::uint32_t>("rank");
    QTest::newRow("a maker") << 0U;
    QTest::newRow("one that joined") << 2U;
    QTest::newRow("one that is waited for") << 3U;
}

void TestOpenGroups::whoeverEndsFailsTheGroup()
{
    QFETCH(std::uint32_t, rank);
    GroupsFixture f;
    f.make(0, ranksOfA({0, 1}), {added(ranksOfA({2, 3}))});
    f.make(1, ranksOfA({0, 1}));
    f.join(2);
    f.end(proc("a", rank));
    QVERIFY(f.allAreTold(Status::GroupMemberFailed));
    QVERIFY(f.collectives.groupNames().empty());
}

void TestOpenGroups::optionalJoinersMayBeMissing()
{
    GroupsFixture f;
    f.make(0, ranksOfA({0}), {added(ranksOfA({1, 2, 3})), flag(keys::kGroupOptional)});
    f.join(1);
    f.join(2);
    f.end(proc("a", 2));
    QVERIFY(f.groups.front().times() == 0);
    f.end(proc("a", 3));
    QVERIFY(f.groups.front().ok());
    QVERIFY(f.groups.front().result()->members == ranksOfA({0, 1}));
    QVERIFY(f.groups[1].ok());
}

void TestOpenGroups::whoHasEndedIsNotWaitedFor()
{
    GroupsFixture f;
    f.join(2);
    f.end(proc("a", 2));
    QCOMPARE(f.make(0, ranksOfA({0}), {added(ranksOfA({2}))}).code(), make_error_code(Status::GroupMemberFailed));
    const auto& optional = f.make(0, ranksOfA({0}), {added(ranksOfA({2})), flag(keys::kGroupOptional)});
    QVERIFY(optional.ok());
    QVERIFY(optional.result()->members == ranksOfA({0}));
}

void TestOpenGroups::droppedJoinersGetNoAnswer()
{
    GroupsFixture f;
    const auto& gone = f.join(2);
    f.collectives.dropPeer(client("a", 2).id);
    const auto& maker = f.make(0, ranksOfA({0}), {added(ranksOfA({2, 3}))});
    QVERIFY(maker.times() == 0);
    const auto& left = f.join(3);
    f.collectives.dropPeer(client("a", 3).id);
    f.join(2);
    QVERIFY(maker.ok());
    QVERIFY(gone.times() == 0 && left.times() == 0);
}

void TestOpenGroups::aPeerMayNotWaitForTooManyGroups()
{
    GroupsFixture f;
    for (std::size_t i = 0; i < GroupJoiners::kMaxPerPeer; ++i)
        f.construct(client("a", 1), "g" + std::to_string(i), {});
    QVERIFY(f.nobodyIsAnswered());
    QCOMPARE(f.join(1).code(), make_error_code(Status::ErrOutOfResource));
    QVERIFY(f.join(2).times() == 0);
}

void TestOpenGroups::theHostIsToldOfAllByName()
{
    GroupsFixture f;
    f.make(2, {}, {leaders(1), added(ranksOfA({0})), ordered(ranksOfA({0, 2}))});
    f.join(0);
    const auto& call = f.host.groups.front();
    QVERIFY(call.procs == ranksOfA({2, 0}));
    QVERIFY(call.infos.empty());
    QVERIFY(f.allAreIn(ranksOfA({0, 2})));
}

void TestOpenGroups::itIsEndedByAllMembers()
{
    GroupsFixture f;
    f.make(0, {}, {leaders(1), added(ranksOfA({3}))});
    f.join(3);
    QVERIFY(f.allAreIn(ranksOfA({0, 3})));
    const auto& first = f.destruct(client("a", 0), "g");
    QVERIFY(first.times() == 0);
    QVERIFY(f.destruct(client("a", 3), "g").ok());
    QVERIFY(first.ok());
    QVERIFY(f.host.groups.back().procs == ranksOfA({0, 3}));
    QVERIFY(f.collectives.groupNames().empty());
}

DBGR_TEST(TestOpenGroups, QCoreApplication);

} // namespace tst_open_groups

#include "tst_open_groups.moc"
