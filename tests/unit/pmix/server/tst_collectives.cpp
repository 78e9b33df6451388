// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that do something together: who is waited for, who is answered, and what happens when one is missing.
#include "pmix/server/directives.h"
#include "pmix/server/value_size.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/collectives_fixture.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_collectives {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

class TestCollectives : public QObject
{
    Q_OBJECT

private slots:
    void fenceEndsForAllWhenTheLastCame();
    void orderAndFormOfTheListDoNotMatter();
    void aFenceOfItselfEndsAtOnce();
    void fencesOfDifferentListsDoNotMix();
    void aProcessMayBeginTheNextFenceBeforeTheFirstEnds();
    void operationsOfTheSameListDoNotMix();
    void collectedDataGoesToTheHost();
    void fenceWaitsForTheHost();
    void whatTheHostRefusesAllAreTold();
    void hostAnswersAfterTheEndAreDropped();
    void theAskerMustTakePart();
    void unknownRanksAndJobsAreRefused();
    void jobsOfAnotherUserAreRefused();
    void listsAndDirectivesMayNotBeLarge();
    void timeoutIsTheShortestThatWasAskedFor();
    void limitHoldsWithoutATimeout();
    void aProcessThatEndsFailsTheFence();
    void aProcessThatHasEndedFailsTheFence();
    void aProcessThatEndsAfterItCameDoesNotFailTheFence();
    void aProcessThatFinalizedIsWaitedForWhileItLives();
    void aToolFencesItself();
    void droppedPeersGetNoAnswer();
    void aPeerMayNotWaitForTooMany();
    void ranksOfOtherNodesAreTheHostsConcern();
    void connectTellsOfAllJobs();
    void connectKeepsTheEndpoint();
    void connectFailsWhenOneEndsMeanwhile();
    void theConnectedAreToldOfAnEnd();
    void disconnectDoesNotWaitForTheEnded();
    void groupsHaveMembersAndAContextId();
    void contextIdsAreNotUsedTwice();
    void groupsOfOneNameDoNotMix();
    void aGroupMayBeMadeOnceMore();
    void anEndedMemberFailsTheGroup();
    void optionalMembersMayBeMissing();
    void destructWithoutMembersKnowsThem();
    void destructOfAnUnknownGroup();
    void membersLeave();
    void aHostSaysWhoIsInAGroupAndWhatItsNumberIs();
    void aHostMayRefuseAGroup();
    void whoEndsWhileTheHostThinksIsNoMember();
    void groupInfosAreFoundByContextId();
    void badGroupInfosFailTheGroup();
    void whoWantsToBeToldOfFailuresIs();
    void membersThatEndAreNotWaitedForAtDestruct();
    void randomArrivalsOfOverlappingFencesEndRight();
};

void TestCollectives::fenceEndsForAllWhenTheLastCame()
{
    CollectivesFixture f;
    for (std::uint32_t rank : {2u, 0u, 3u})
        QCOMPARE(f.fence(rank).times(), 0);
    QVERIFY(f.fence(1).ok());
    for (const auto& each : f.results)
        QVERIFY(each.ok());
    QCOMPARE(f.fence(0).times(), 0);
}

void TestCollectives::orderAndFormOfTheListDoNotMatter()
{
    CollectivesFixture f;
    f.fence(client("b", 0), {wholeJob("b")});
    QVERIFY(f.fence(client("b", 1), {proc("b", 1), proc("b", 0), proc("b", 1)}).ok());
    QVERIFY(f.results.front().ok());
}

void TestCollectives::aFenceOfItselfEndsAtOnce()
{
    CollectivesFixture f;
    QVERIFY(f.fence(client("a", 2), {proc("a", 2)}).ok());
}

void TestCollectives::fencesOfDifferentListsDoNotMix()
{
    CollectivesFixture f;
    Got<void>& all = f.fence(0);
    f.fence(client("a", 0), {proc("a", 0), proc("a", 1)});
    f.fence(1);
    QVERIFY(f.fence(client("a", 1), {proc("a", 0), proc("a", 1)}).ok());
    QCOMPARE(all.times(), 0);
}

void TestCollectives::aProcessMayBeginTheNextFenceBeforeTheFirstEnds()
{
    CollectivesFixture f;
    const auto both = std::vector{wholeJob("b")};
    Got<void>& first = f.fence(client("b", 0), both);
    Got<void>& second = f.fence(client("b", 0), both);
    QVERIFY(f.fence(client("b", 1), both).ok());
    QVERIFY(first.ok());
    QCOMPARE(second.times(), 0);
    QVERIFY(f.fence(client("b", 1), both).ok());
    QVERIFY(second.ok());
}

void TestCollectives::operationsOfTheSameListDoNotMix()
{
    CollectivesFixture f;
    f.fence(client("b", 0), {wholeJob("b")});
    QCOMPARE(f.connect(client("b", 1), {wholeJob("b")}).times(), 0);
    QCOMPARE(f.disconnect(client("b", 1), {wholeJob("b")}).times(), 0);
    QVERIFY(f.connect(client("b", 0), {wholeJob("b")}).ok());
}

void TestCollectives::collectedDataGoesToTheHost()
{
    CollectivesFixture f;
    QVERIFY(f.jobs.commit(proc("b", 1), {CommitBlock{Scope::Remote, {pair("r", Value::string("far"))}},
                                         CommitBlock{Scope::Local, {pair("l", Value::string("near"))}}}));
    f.fence(client("b", 0), {wholeJob("b")}, {flag(keys::kCollectData)});
    f.fence(client("b", 1), {wholeJob("b")});
    QCOMPARE(f.host.fenced.size(), std::size_t(1));
    QCOMPARE(f.host.fenced[0].size(), std::size_t(2));
    QCOMPARE(f.host.fenced[0][1].values.size(), std::size_t(1));
    QCOMPARE(f.host.fenced[0][1].values[0].key, std::string("r"));

    f.fence(client("b", 0), {wholeJob("b")}, {Info(keys::kCollectData, Value::boolean(false))});
    f.fence(client("b", 1), {wholeJob("b")});
    QVERIFY(f.host.fenced[1].empty());
}

void TestCollectives::fenceWaitsForTheHost()
{
    CollectivesFixture f;
    f.host.holds = true;
    Got<void>& got = f.fence(client("a", 0), {proc("a", 0)});
    QCOMPARE(got.times(), 0);
    Got<void>& next = f.fence(client("a", 0), {proc("a", 0)}, {timeout(2)});
    f.scheduler.advance(2s);
    QCOMPARE(next.code(), make_error_code(Status::ErrTimeout));
    f.host.held(std::vector<ProcValues>());
    QCOMPARE(next.times(), 1);
}

void TestCollectives::whatTheHostRefusesAllAreTold()
{
    CollectivesFixture f;
    f.host.holds = true;
    Got<void>& first = f.fence(client("b", 0), {wholeJob("b")});
    Got<void>& second = f.fence(client("b", 1), {wholeJob("b")});
    f.host.held(util::fail(Status::ErrUnreach, "no network"));
    QCOMPARE(first.code(), make_error_code(Status::ErrUnreach));
    QCOMPARE(second.code(), make_error_code(Status::ErrUnreach));
}

void TestCollectives::hostAnswersAfterTheEndAreDropped()
{
    CollectivesHost host;
    host.holds = true;
    ManualScheduler scheduler;
    JobStore jobs(scheduler, nullptr);
    Got<void> got;
    {
        Collectives collectives(scheduler, jobs, host, 5s);
        collectives.fence(client("tool", 0), CollectiveRequest{{proc("tool", 0)}, {}}, got.answer());
    }
    host.held(std::vector<ProcValues>());
    scheduler.advance(10s);
    QCOMPARE(got.times(), 0);
}

void TestCollectives::theAskerMustTakePart()
{
    CollectivesFixture f;
    QCOMPARE(f.fence(client("a", 0), {proc("a", 1)}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.fence(client("a", 0), {wholeJob("b")}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.fence(client("a", 0), {}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.connect(client("a", 0), {wholeJob("b")}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.construct(client("a", 0), "g", {proc("a", 1)}).code(), make_error_code(Status::ErrBadParam));
}

void TestCollectives::unknownRanksAndJobsAreRefused()
{
    CollectivesFixture f;
    QCOMPARE(f.fence(client("a", 0), {proc("a", 0), proc("a", 4)}).code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(f.fence(client("a", 0), {proc("a", 0), wholeJob("none")}).code(), make_error_code(Status::ErrBadParam));
}

void TestCollectives::jobsOfAnotherUserAreRefused()
{
    CollectivesFixture f;
    JobRecord theirs = makeJob("theirs", 1);
    theirs.uid = kOtherUser;
    QVERIFY(f.jobs.add(std::move(theirs)).has_value());
    QCOMPARE(f.connect(client("a", 0), {proc("a", 0), wholeJob("theirs")}).code(),
             make_error_code(Status::ErrBadParam));
    QCOMPARE(f.connect(client("a", 0), {proc("a", 0), proc("theirs", 0)}).code(), make_error_code(Status::ErrBadParam));
}

void TestCollectives::listsAndDirectivesMayNotBeLarge()
{
    CollectivesFixture f;
    std::vector<Proc> tools{proc("a", 0)};
    for (std::uint32_t i = 0; i <= Participants::kMaxUnknown; ++i)
        tools.push_back(proc("tool" + std::to_string(i), 0));
    QCOMPARE(f.fence(client("a", 0), tools).code(), make_error_code(Status::ErrOutOfResource));
    QCOMPARE(f.fence(client("a", 0), {proc("a", 0), proc(std::string(300, 't'), 0)}).code(),
             make_error_code(Status::ErrBadParam));
    const Info large("x", Value::string(std::string(kMaxKeptInfoBytes, 'x')));
    QCOMPARE(f.fence(client("a", 0), {wholeJob("a")}, {large}).code(), make_error_code(Status::ErrOutOfResource));
}

void TestCollectives::timeoutIsTheShortestThatWasAskedFor()
{
    CollectivesFixture f;
    Got<void>& first = f.fence(client("a", 0), {wholeJob("a")}, {timeout(9)});
    Got<void>& second = f.fence(client("a", 1), {wholeJob("a")}, {timeout(3)});
    f.fence(client("a", 2), {wholeJob("a")}, {timeout(5)});
    f.scheduler.advance(2900ms);
    QCOMPARE(first.times(), 0);
    f.scheduler.advance(100ms);
    QCOMPARE(first.code(), make_error_code(Status::ErrTimeout));
    QCOMPARE(second.code(), make_error_code(Status::ErrTimeout));
    QCOMPARE(f.scheduler.pendingTimers(), std::size_t(0));
    QCOMPARE(f.fence(3).times(), 0);
}

void TestCollectives::limitHoldsWithoutATimeout()
{
    CollectivesFixture f(7s);
    Got<void>& got = f.fence(0);
    f.scheduler.advance(7s);
    QCOMPARE(got.code(), make_error_code(Status::ErrTimeout));
}

void TestCollectives::aProcessThatEndsFailsTheFence()
{
    CollectivesFixture f;
    Got<void>& first = f.fence(0);
    Got<void>& other = f.fence(client("b", 0), {wholeJob("b")});
    f.end(proc("a", 3));
    QCOMPARE(first.code(), make_error_code(Status::ErrLostConnection));
    QCOMPARE(other.times(), 0);
}

void TestCollectives::aProcessThatHasEndedFailsTheFence()
{
    CollectivesFixture f;
    f.end(proc("a", 3));
    QCOMPARE(f.fence(0).code(), make_error_code(Status::ErrLostConnection));
    f.jobs.processConnected(proc("a", 3));
    QCOMPARE(f.fence(1).times(), 0);
}

void TestCollectives::aProcessThatEndsAfterItCameDoesNotFailTheFence()
{
    CollectivesFixture f;
    f.fence(client("b", 0), {wholeJob("b")});
    f.collectives.dropPeer(client("b", 0).id);
    f.end(proc("b", 0));
    QCOMPARE(f.results.front().times(), 0);
    QVERIFY(f.fence(client("b", 1), {wholeJob("b")}).ok());
    QCOMPARE(f.fence(client("b", 1), {wholeJob("b")}).code(), make_error_code(Status::ErrLostConnection));
}

void TestCollectives::aProcessThatFinalizedIsWaitedForWhileItLives()
{
    CollectivesFixture f;
    Got<void>& first = f.fence(client("b", 0), {wholeJob("b")});
    f.collectives.processFinalized(proc("b", 1));
    QCOMPARE(first.times(), 0);
    QVERIFY2(f.fence(client("b", 1), {wholeJob("b")}).ok(), "it has come back");
    QVERIFY(first.ok());
    Got<void>& second = f.fence(client("b", 0), {wholeJob("b")});
    Got<void>& disconnect = f.disconnect(client("b", 0), {wholeJob("b")});
    f.collectives.processFinalized(proc("b", 1));
    QCOMPARE(second.times(), 0);
    QVERIFY(disconnect.ok());
    f.end(proc("b", 1));
    QCOMPARE(second.code(), make_error_code(Status::ErrLostConnection));
}

void TestCollectives::aToolFencesItself()
{
    CollectivesFixture f;
    QVERIFY(f.fence(client("tool", 0), {wholeJob("tool")}).ok());
    Got<void>& got = f.fence(client("a", 0), {proc("a", 0), proc("tool", 0)});
    QCOMPARE(got.times(), 0);
    QVERIFY(f.fence(client("tool", 0), {proc("a", 0), proc("tool", 0)}).ok());
    QVERIFY(got.ok());
}

void TestCollectives::droppedPeersGetNoAnswer()
{
    CollectivesFixture f;
    Got<void>& gone = f.fence(client("b", 0), {wholeJob("b")});
    f.collectives.dropPeer(client("b", 0).id);
    QVERIFY(f.fence(client("b", 1), {wholeJob("b")}).ok());
    QCOMPARE(gone.times(), 0);
}

void TestCollectives::aPeerMayNotWaitForTooMany()
{
    CollectivesFixture f;
    for (std::size_t i = 0; i < Rounds::kMaxPerPeer; ++i)
        QCOMPARE(f.fence(0).times(), 0);
    QCOMPARE(f.fence(0).code(), make_error_code(Status::ErrOutOfResource));
    QCOMPARE(f.fence(1).times(), 0);
}

void TestCollectives::ranksOfOtherNodesAreTheHostsConcern()
{
    CollectivesFixture f;
    JobRecord wide = makeJob("wide", 3);
    wide.localRanks = {ProcRank(0)};
    QVERIFY(f.jobs.add(std::move(wide)).has_value());
    f.host.holds = true;
    Got<void>& got = f.fence(client("wide", 0), {wholeJob("wide")}, {flag(keys::kCollectData)});
    QCOMPARE(got.times(), 0);
    f.host.held(std::vector{ProcValues{proc("wide", 2), {pair("far", Value::string("away"))}}});
    QVERIFY(got.ok());
    Got<std::vector<ProcValues>> value;
    f.jobs.get(client("wide", 0), GetRequest{proc("wide", 2), {}, "far"}, value.answer());
    QVERIFY(value.ok());
}

void TestCollectives::connectTellsOfAllJobs()
{
    CollectivesFixture f;
    const std::vector both{wholeJob("a"), wholeJob("b")};
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        f.connect(client("a", rank), both);
    f.connect(client("b", 0), both);
    const auto& last = f.connect(client("b", 1), both);
    QVERIFY(last.ok());
    for (const auto& each : f.connected) {
        QCOMPARE(each.result()->size(), std::size_t(2));
        QCOMPARE(each.result()->at(0).nspace, std::string("a"));
        QCOMPARE(each.result()->at(0).ofRank.size(), std::size_t(4));
        QCOMPARE(each.result()->at(1).nspace, std::string("b"));
    }
}

void TestCollectives::connectKeepsTheEndpoint()
{
    CollectivesFixture f;
    const Info endpoint(keys::kProcData, Value::infos({Info(keys::kProcid, Value::proc(proc("b", 0))),
                                                       Info("address", Value::string("10.0.0.1"))}));
    f.connect(client("b", 0), {wholeJob("b")}, endpoint);
    QCOMPARE(f.jobs.committed(proc("b", 0), true).values.size(), std::size_t(1));
    QCOMPARE(f.jobs.committed(proc("b", 0), false).values.size(), std::size_t(1));
}

void TestCollectives::connectFailsWhenOneEndsMeanwhile()
{
    CollectivesFixture f;
    const auto& first = f.connect(client("a", 0), {wholeJob("a")});
    f.connect(client("a", 1), {wholeJob("a")});
    f.end(proc("a", 1));
    QCOMPARE(first.code(), make_error_code(Status::ErrLostConnection));
}

void TestCollectives::theConnectedAreToldOfAnEnd()
{
    CollectivesFixture f;
    const std::vector pairOf{proc("a", 0), proc("b", 0)};
    f.connect(client("a", 0), pairOf);
    f.connect(client("b", 0), pairOf);
    f.connect(client("a", 0), pairOf);
    f.connect(client("b", 0), pairOf);
    f.disconnect(client("a", 0), pairOf);
    QVERIFY(f.disconnect(client("b", 0), pairOf).ok());
    QVERIFY2(f.end(proc("b", 0)).connected == std::vector{proc("a", 0)}, "connected twice, disconnected once");
    QVERIFY(f.end(proc("a", 0)).connected.empty());
}

void TestCollectives::disconnectDoesNotWaitForTheEnded()
{
    CollectivesFixture f;
    Got<void>& first = f.disconnect(client("a", 0), {wholeJob("a")});
    f.end(proc("a", 3));
    f.disconnect(client("a", 1), {wholeJob("a")});
    QCOMPARE(first.times(), 0);
    f.end(proc("a", 2));
    QVERIFY(first.ok());
    f.disconnect(client("a", 0), {wholeJob("a")});
    QVERIFY(f.disconnect(client("a", 1), {wholeJob("a")}).ok());
}

void TestCollectives::groupsHaveMembersAndAContextId()
{
    CollectivesFixture f;
    const std::vector members{proc("b", 1), proc("a", 0)};
    f.construct(client("a", 0), "g", members, {flag(keys::kGroupAssignContextId)});
    const auto& reply = f.construct(client("b", 1), "g", members);
    QVERIFY(reply.ok());
    QVERIFY((reply.result()->members == std::vector{proc("a", 0), proc("b", 1)}));
    QVERIFY(reply.result()->contextId.has_value());
    QVERIFY(f.groups.front().result()->contextId == reply.result()->contextId);
    QCOMPARE(f.collectives.groupNames(), std::vector<std::string>{"g"});
    QVERIFY(*f.collectives.groupMembers("g") == reply.result()->members);
    QVERIFY(f.collectives.groupMembers("h") == nullptr);
}

void TestCollectives::contextIdsAreNotUsedTwice()
{
    CollectivesFixture f;
    const auto& one = f.construct(client("a", 0), "g", {proc("a", 0)}, {flag(keys::kGroupAssignContextId)});
    const auto& two = f.construct(client("a", 0), "h", {proc("a", 0)}, {flag(keys::kGroupAssignContextId)});
    const auto& none = f.construct(client("a", 0), "i", {proc("a", 0)});
    QVERIFY(one.result()->contextId != two.result()->contextId);
    QVERIFY(!none.result()->contextId);
}

void TestCollectives::groupsOfOneNameDoNotMix()
{
    CollectivesFixture f;
    const std::vector two{proc("a", 0), proc("a", 1)};
    f.construct(client("a", 0), "g", two);
    QVERIFY2(f.construct(client("a", 2), "g", {proc("a", 2)}).ok(), "others may take the same name");
    QVERIFY(f.construct(client("a", 1), "g", two).ok());
    QCOMPARE(f.collectives.groupNames(), std::vector<std::string>{"g"});
    QVERIFY(f.destruct(client("a", 2), "g").ok());
    QVERIFY(*f.collectives.groupMembers("g") == two);
}

void TestCollectives::aGroupMayBeMadeOnceMore()
{
    CollectivesFixture f;
    const auto& one = f.construct(client("a", 0), "g", {proc("a", 0)}, {flag(keys::kGroupAssignContextId)});
    const auto& two = f.construct(client("a", 0), "g", {proc("a", 0)}, {flag(keys::kGroupAssignContextId)});
    QVERIFY(one.result()->contextId != two.result()->contextId);
    QVERIFY(f.destruct(client("a", 0), "g").ok());
    QVERIFY(f.collectives.groupNames().empty());
    QCOMPARE(f.construct(client("a", 3), std::string(5000, 'g'), {proc("a", 3)}).code(),
             make_error_code(Status::ErrBadParam));
}

void TestCollectives::anEndedMemberFailsTheGroup()
{
    CollectivesFixture f;
    const auto& got = f.construct(client("a", 0), "g", {wholeJob("a")});
    f.end(proc("a", 1));
    QCOMPARE(got.code(), make_error_code(Status::GroupMemberFailed));
    QCOMPARE(f.construct(client("a", 0), "g", {wholeJob("a")}).code(), make_error_code(Status::GroupMemberFailed));
    QVERIFY(f.collectives.groupNames().empty());
}

void TestCollectives::optionalMembersMayBeMissing()
{
    CollectivesFixture f;
    f.construct(client("a", 0), "g", {wholeJob("a")}, {flag(keys::kGroupOptional)});
    const auto& got = f.construct(client("a", 2), "g", {wholeJob("a")}, {flag(keys::kGroupOptional)});
    f.construct(client("a", 3), "g", {wholeJob("a")}, {flag(keys::kGroupOptional)});
    f.end(proc("a", 0));
    QCOMPARE(got.times(), 0);
    f.end(proc("a", 1));
    QVERIFY((got.result()->members == std::vector{proc("a", 2), proc("a", 3)}));
}

void TestCollectives::destructWithoutMembersKnowsThem()
{
    CollectivesFixture f;
    f.construct(client("b", 0), "g", {wholeJob("b")});
    f.construct(client("b", 1), "g", {wholeJob("b")});
    Got<void>& first = f.destruct(client("b", 0), "g");
    QCOMPARE(first.times(), 0);
    QCOMPARE(f.destruct(client("a", 0), "g").code(), make_error_code(Status::ErrNotFound));
    QVERIFY(f.destruct(client("b", 1), "g", {wholeJob("b")}).ok());
    QVERIFY(first.ok());
    QVERIFY(f.collectives.groupMembers("g") == nullptr);
}

void TestCollectives::destructOfAnUnknownGroup()
{
    CollectivesFixture f;
    QCOMPARE(f.destruct(client("b", 0), "g").code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(f.destruct(client("b", 0), "g", {wholeJob("b")}).times(), 0);
    QVERIFY2(f.destruct(client("b", 1), "g", {wholeJob("b")}).ok(), "made by invitation, which is no business of ours");
}

void TestCollectives::membersLeave()
{
    CollectivesFixture f;
    f.construct(client("b", 0), "g", {wholeJob("b")});
    f.construct(client("b", 1), "g", {wholeJob("b")});
    Got<void>& destruct = f.destruct(client("b", 1), "g");
    const auto stranger = f.collectives.leaveGroup(client("a", 0), "g");
    const auto none = f.collectives.leaveGroup(client("b", 0), "h");
    QCOMPARE(stranger.error().code, make_error_code(Status::ErrNotFound));
    QCOMPARE(none.error().code, make_error_code(Status::ErrNotFound));
    QCOMPARE(destruct.times(), 0);
    const auto left = f.collectives.leaveGroup(client("b", 0), "g");
    QVERIFY(left && *left == std::vector{proc("b", 1)});
    QVERIFY2(destruct.ok(), "the others do not wait for who has left");
}

void TestCollectives::aHostSaysWhoIsInAGroupAndWhatItsNumberIs()
{
    CollectivesFixture f;
    const std::vector<Proc> members{proc("b", 0)}; // without the other
    f.host.groupAnswer.infos = {
        Info(keys::kGroupContextId, Value::of<DataType::Size>(4711)),
        Info(keys::kGroupMembership, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(members)))};
    const Info brought(keys::kGroupInfo, Value::infos({Info("k", Value::of<DataType::Size>(7))}));
    f.construct(client("b", 0), "g", {wholeJob("b")}, {flag(keys::kGroupAssignContextId), brought});
    QVERIFY2(f.host.groups.empty(), "one is still missing");
    const auto& reply = f.construct(client("b", 1), "g", {wholeJob("b")});
    QVERIFY(reply.result()->members == members && reply.result()->contextId == 4711U);
    const auto& asked = f.host.groups.at(0);
    QVERIFY(asked.operation == GroupOperation::Construct && asked.id == "g" &&
            asked.procs == (std::vector{proc("b", 0), proc("b", 1)}));
    QVERIFY2(hasFlag(asked.infos, keys::kGroupAssignContextId), "whoever of them wanted it");
    QVERIFY(std::ranges::count(asked.infos, brought) == 1);
    QVERIFY(f.destruct(client("b", 0), "g").ok());
    QVERIFY(f.host.groups.size() == 2 && f.host.groups[1].operation == GroupOperation::Destruct);
    // Nonsense of a host is left aside.
    f.host.groupAnswer.infos = {Info(keys::kGroupContextId, Value::string("x")),
                                Info(keys::kGroupMembership, Value::string("y"))};
    const auto& own = f.construct(client("a", 0), "h", {proc("a", 0)}, {flag(keys::kGroupAssignContextId)});
    QVERIFY(own.result()->members == std::vector{proc("a", 0)} && own.result()->contextId);
}

void TestCollectives::aHostMayRefuseAGroup()
{
    CollectivesFixture f;
    f.host.groupError = Status::ErrNoPermissions;
    const auto& one = f.construct(client("b", 0), "g", {wholeJob("b")});
    const auto& two = f.construct(client("b", 1), "g", {wholeJob("b")});
    QCOMPARE(one.code(), make_error_code(Status::ErrNoPermissions));
    QCOMPARE(two.code(), make_error_code(Status::ErrNoPermissions));
    QVERIFY(f.collectives.groupNames().empty());
}

void TestCollectives::whoEndsWhileTheHostThinksIsNoMember()
{
    CollectivesFixture f;
    f.host.holdsGroups = true;
    f.construct(client("b", 0), "g", {wholeJob("b")});
    const auto& two = f.construct(client("b", 1), "g", {wholeJob("b")});
    f.end(proc("b", 0));
    f.host.heldGroup(InfoReply{});
    QVERIFY(!two.ok() || two.result()->members == std::vector{proc("b", 1)});
    for (const std::string& name : f.collectives.groupNames())
        QVERIFY(*f.collectives.groupMembers(name) == std::vector{proc("b", 1)});
}

void TestCollectives::groupInfosAreFoundByContextId()
{
    CollectivesFixture f;
    const auto has = [&](std::uint64_t context, const Proc& owner, const std::string& key) -> std::optional<Value> {
        Got<std::vector<ProcValues>> got;
        GetRequest request{owner, {Info(keys::kGroupContextId, Value::of<DataType::Size>(context))}, key};
        f.jobs.get(client("b", 1), request, got.answer());
        if (!got.ok())
            return std::nullopt;
        const Value* value = findOfGroup(*got.result(), owner, key, context);
        return value == nullptr ? std::nullopt : std::optional(*value);
    };
    const auto telling = [](std::uint64_t number) {
        return std::vector{Info(keys::kGroupAssignContextId, Value::boolean(true)),
                           Info(keys::kGroupInfo, Value::infos({Info("k", Value::of<DataType::Size>(number))}))};
    };
    f.construct(client("b", 0), "g", {wholeJob("b")}, telling(7));
    const auto& made = f.construct(client("b", 1), "g", {wholeJob("b")}, telling(8));
    const std::uint64_t context = *made.result()->contextId;
    QVERIFY(has(context, proc("b", 0), "k") == Value::of<DataType::Size>(7));
    QVERIFY(has(context, proc("b", 1), "k") == Value::of<DataType::Size>(8));
    QVERIFY(!has(context, proc("b", 0), "other"));
    QVERIFY(!has(context + 1, proc("b", 0), "k"));
    QVERIFY(!has(context, proc("a", 0), "k"));
    f.destruct(client("b", 0), "g");
    f.destruct(client("b", 1), "g");
    QVERIFY2(!has(context, proc("b", 0), "k"), "the group is no more");
}

void TestCollectives::badGroupInfosFailTheGroup()
{
    CollectivesFixture f;
    const auto& first =
        f.construct(client("b", 0), "g", {wholeJob("b")}, {Info(keys::kGroupInfo, Value::string("no array"))});
    const auto& second = f.construct(client("b", 1), "g", {wholeJob("b")});
    QCOMPARE(first.code(), make_error_code(Status::ErrBadParam));
    QCOMPARE(second.code(), make_error_code(Status::ErrBadParam));
    QVERIFY(f.collectives.groupMembers("g") == nullptr);
}

void TestCollectives::whoWantsToBeToldOfFailuresIs()
{
    CollectivesFixture f;
    f.construct(client("b", 0), "g", {wholeJob("b")}, {Info(keys::kGroupNotifyTermination, Value::boolean(true))});
    f.construct(client("b", 1), "g", {wholeJob("b")});
    const Departure departure = f.end(proc("b", 1));
    QCOMPARE(departure.groups.size(), std::size_t(1));
    QVERIFY(departure.groups.front().notify && departure.groups.front().members == std::vector{proc("b", 0)});
}

void TestCollectives::membersThatEndAreNotWaitedForAtDestruct()
{
    CollectivesFixture f;
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        f.construct(client("a", rank), "g", {wholeJob("a")});
    Got<void>& first = f.destruct(client("a", 0), "g");
    const Departure departure = f.end(proc("a", 1));
    QCOMPARE(departure.groups.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(departure.groups.front().id), QString("g"));
    QCOMPARE(departure.groups.front().members.size(), std::size_t(3));
    QVERIFY(!departure.groups.front().notify);
    QCOMPARE(f.destruct(client("a", 2), "g").times(), 0);
    QVERIFY(f.destruct(client("a", 3), "g").ok());
    QVERIFY(first.ok());
}

/// Every process fences three times over each of several overlapping lists; arrivals are in random order. A list's
/// n-th fence ends exactly when each of its processes has come n times.
void TestCollectives::randomArrivalsOfOverlappingFencesEndRight()
{
    const std::vector<std::vector<Proc>> lists{
        {proc("a", 0), proc("a", 1), proc("a", 2), proc("a", 3)},
        {proc("a", 0), proc("a", 1), proc("a", 2), proc("a", 3), proc("b", 0), proc("b", 1)},
        {proc("a", 0), proc("a", 1), proc("b", 0)},
        {proc("a", 1), proc("a", 2), proc("b", 1)},
        {proc("b", 0), proc("b", 1)},
    };
    for (unsigned seed = 0; seed < 40; ++seed) {
        CollectivesFixture f;
        std::mt19937 random(seed);
        std::vector<std::pair<Proc, std::size_t>> arrivals;
        for (std::size_t list = 0; list < lists.size(); ++list)
            for (const Proc& each : lists[list])
                arrivals.insert(arrivals.end(), 3, std::pair(each, list));
        std::ranges::shuffle(arrivals, random);

        std::vector<std::map<Proc, std::size_t>> came(lists.size());
        std::vector<std::vector<const Got<void>*>> waiting(lists.size());
        for (const auto& [who, list] : arrivals) {
            std::vector<Proc> procs = lists[list];
            std::ranges::shuffle(procs, random);
            waiting[list].push_back(&f.fence(client(who), procs));
            ++came[list][who];
            std::size_t rounds = 3;
            for (const Proc& each : lists[list])
                rounds = std::min(rounds, came[list][each]);
            QCOMPARE(std::size_t(std::ranges::count_if(waiting[list], &Got<void>::ok)), rounds * lists[list].size());
        }
        QCOMPARE(f.host.fenced.size(), lists.size() * 3);
    }
}

DBGR_TEST(TestCollectives, QCoreApplication);

} // namespace tst_collectives

#include "tst_collectives.moc"
