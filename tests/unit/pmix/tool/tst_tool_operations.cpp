// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/tool/tool_scenario.h"

namespace tst_tool_operations {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;
using namespace std::chrono_literals;

namespace {

std::string status(Status code)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Status>(code);
    return packer.finish().value();
}

std::string eventBody(Status code)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Command>(Command::Notify);
    packer.pack<DataType::Status>(code);
    packer.pack<DataType::Proc>(Proc{"server@0", ProcRank(0)});
    packer.pack<DataType::Size>(0);
    return packer.finish().value();
}

std::string output(std::uint64_t localId, const std::string& bytes)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Proc>(Proc{"job@1", ProcRank(3)});
    packer.pack<DataType::IofChannel>(IofChannel::Stdout);
    packer.pack<DataType::Size>(localId);
    packer.pack<DataType::Size>(0);
    packer.pack<DataType::ByteObject>(ByteObject{bytes});
    return packer.finish().value();
}

std::string pullReply(std::uint64_t id)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Status>(Status::Success);
    packer.pack<DataType::Size>(id);
    return packer.finish().value();
}

} // namespace

class TestToolOperations : public QObject
{
    Q_OBJECT

private slots:
    void failWithoutAServer();
    void failWithTheServersStatus_data();
    void failWithTheServersStatus();
    void silenceEndsAtTheLimit();
    void aLostConnectionEndsWhatWaitsAndIsToldOnce();
    void garbageInAReplyIsAnError();
    void garbageInEventsAndOutputIsDropped();
    void eventsAreAnnouncedToANewServer();
    void droppedSubscriptionIsDeregistered();
    void outputGoesToWhoeverPulledIt();
    void inputNeedsRanksAndFewBytes();
    void closingInputSucceedsWithItsOwnStatus();
    void finalizeClosesAndIsNoLoss();
    void leavingAPrrte4IsAtOnce();
    void requestsOfAPlainServerAreRefused();

private:
    static Result<QueryReply> query(ToolScenario& scenario, Tool::Limit limit = {})
    {
        return scenario.await<QueryReply>(
            [&](Tool::Done<QueryReply> done) { scenario.tool->query({namespacesQuery()}, done, limit); });
    }
};

void TestToolOperations::failWithoutAServer()
{
    ToolScenario scenario;
    QCOMPARE(query(scenario).error().code, make_error_code(Status::ErrUnreach));
    const auto released = scenario.await<void>([&](Tool::Done<void> done) { scenario.tool->releaseLauncher(done); });
    QCOMPARE(released.error().code, make_error_code(Status::ErrUnreach));
}

void TestToolOperations::failWithTheServersStatus_data()
{
    QTest::addColumn<int>("command");
    for (const Command command : {Command::Query, Command::Spawn, Command::Get, Command::JobControl, Command::Notify,
                                  Command::IofPull, Command::IofPush, Command::IofDeregister, Command::RegisterEvents})
        QTest::newRow(toString(command).c_str()) << int(command);
}

void TestToolOperations::failWithTheServersStatus()
{
    QFETCH(int, command);
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    scenario.onLoop([&] { scenario.server->replies[static_cast<Command>(command)] = status(Status::ErrBadParam); });
    Tool& tool = *scenario.tool;
    const Proc rank{"job@1", ProcRank(0)};
    const auto outcome = scenario.await<void>([&](Tool::Done<void> done) {
        const auto ended = [done](const auto& result) {
            done(result ? dbgr::util::ok() : Result<void>(dbgr::util::fail(result.error())));
        };
        switch (static_cast<Command>(command)) {
        case Command::Query:
            return tool.query({namespacesQuery()}, ended);
        case Command::Spawn:
            return tool.spawn({}, ended);
        case Command::Get:
            return tool.get(rank, "k", ended);
        case Command::JobControl:
            return tool.jobControl({rank}, {}, ended);
        case Command::Notify:
            return tool.releaseProcesses({rank}, ended);
        case Command::IofPull:
            return tool.pullIo({rank}, IofChannel::Stdout, {}, ended);
        case Command::IofPush:
            return tool.pushIo({rank}, "x", ended);
        case Command::IofDeregister:
            return tool.deregisterIo({1, 1}, ended);
        default:
            scenario.subscriptions.push_back(tool.registerEvents({Status::ReadyForDebug}, {}, ended));
        }
    });
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, make_error_code(Status::ErrBadParam));
    QVERIFY(QString::fromStdString(outcome.error().message()).startsWith("PMIx_"));
}

void TestToolOperations::silenceEndsAtTheLimit()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    scenario.onLoop([&] { scenario.server->replies[Command::Query] = ""; });
    QCOMPARE(query(scenario, 20ms).error().code, make_error_code(Status::ErrTimeout));
}

void TestToolOperations::aLostConnectionEndsWhatWaitsAndIsToldOnce()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    int lost = 0;
    scenario.onLoop([&] {
        scenario.server->replies[Command::Query] = "";
        scenario.tool->onLostConnection([&](const dbgr::util::Error&) { ++lost; });
    });
    const auto reply = scenario.await<QueryReply>([&](Tool::Done<QueryReply> done) {
        scenario.tool->query({namespacesQuery()}, done);
        scenario.server->breakOff();
    });
    QCOMPARE(reply.error().code, make_error_code(Status::ErrLostConnection));
    QTRY_COMPARE(scenario.onLoop([&] { return lost; }), 1);
    QVERIFY(scenario.onLoop([&] { return scenario.tool->server() == nullptr; }));
    QCOMPARE(query(scenario).error().code, make_error_code(Status::ErrUnreach));
}

void TestToolOperations::garbageInAReplyIsAnError()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    for (const std::string& garbage :
         {std::string("\xff"), std::string("\x02\x00\x02\x7f\x02", 5), std::string(7, 'z')}) {
        scenario.onLoop([&] { scenario.server->replies[Command::Query] = garbage; });
        QVERIFY(!query(scenario));
    }
    QVERIFY(scenario.onLoop([&] { return scenario.tool->server() != nullptr; })); // one bad answer is not the end
}

void TestToolOperations::garbageInEventsAndOutputIsDropped()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    int heard = 0;
    scenario.onLoop([&] {
        scenario.subscriptions.push_back(
            scenario.tool->registerEvents({Status::ReadyForDebug}, [&](const Event&) { ++heard; }));
        scenario.server->send(kNotifyTag, "garbage");
        scenario.server->send(kIofTag, "garbage");
        scenario.server->send(kNotifyTag, eventBody(Status::ReadyForDebug));
    });
    QTRY_COMPARE(scenario.onLoop([&] { return heard; }), 1);
}

void TestToolOperations::eventsAreAnnouncedToANewServer()
{
    ToolScenario scenario;
    int ready = 0, any = 0, registered = 0;
    scenario.onLoop([&] {
        Tool& tool = *scenario.tool;
        scenario.subscriptions.push_back(tool.registerEvents(
            {Status::ReadyForDebug, Status::EventJobEnd}, [&](const Event&) { ++ready; },
            [&](const Result<void>& r) { registered += r ? 1 : 0; }));
        scenario.subscriptions.push_back(tool.registerEvents({}, [&](const Event&) { ++any; }));
    });
    QVERIFY(scenario.connect());
    QTRY_COMPARE(scenario.onLoop([&] { return registered; }), 1);
    scenario.onLoop([&] {
        QCOMPARE(scenario.server->count(Command::RegisterEvents), 2);
        scenario.server->send(kNotifyTag, eventBody(Status::ReadyForDebug));
        scenario.server->send(kNotifyTag, eventBody(Status::EventNodeDown)); // only the default handler's
    });
    QTRY_COMPARE(scenario.onLoop([&] { return any; }), 1);
    QCOMPARE(scenario.onLoop([&] { return ready; }), 1);
}

void TestToolOperations::droppedSubscriptionIsDeregistered()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    int first = 0, second = 0;
    scenario.onLoop([&] {
        Tool& tool = *scenario.tool;
        scenario.subscriptions.push_back(
            tool.registerEvents({Status::ReadyForDebug, Status::EventJobEnd}, [&](const Event&) { ++first; }));
        scenario.subscriptions.push_back(tool.registerEvents({Status::ReadyForDebug}, [&](const Event&) { ++second; }));
        scenario.subscriptions.erase(scenario.subscriptions.begin());
    });
    QTRY_COMPARE(scenario.onLoop([&] { return scenario.server->count(Command::DeregisterEvents); }), 1);
    scenario.onLoop([&] { scenario.server->send(kNotifyTag, eventBody(Status::ReadyForDebug)); });
    QTRY_COMPARE(scenario.onLoop([&] { return second; }), 1);
    scenario.onLoop([&] {
        QCOMPARE(first, 0);
        QCOMPARE(scenario.server->count(Command::RegisterEvents), 1); // the second code was known already
        Packer packer((WireFormat()));
        packer.pack<DataType::Status>(Status::EventJobEnd); // the other one is still wanted
        QCOMPARE(scenario.server->requests.back().second, packer.finish().value());
    });
}

void TestToolOperations::outputGoesToWhoeverPulledIt()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    std::string first, second, unasked;
    const auto pull = [&](std::string& into, std::uint64_t remoteId) {
        scenario.onLoop([&] { scenario.server->replies[Command::IofPull] = pullReply(remoteId); });
        return scenario.await<IoPull>([&](Tool::Done<IoPull> done) {
            scenario.tool->pullIo(
                {Proc{"", kRankWildcard}}, IofChannel::Stdout,
                [&into](const Proc& source, IofChannel, std::string_view bytes) {
                    into += std::to_string(source.rank.value()) + ":" + std::string(bytes);
                },
                done);
        });
    };
    const auto one = pull(first, 40);
    const auto two = pull(second, 41);
    QVERIFY(one && two);
    QCOMPARE(one->remoteId, std::uint64_t(40));
    QVERIFY(one->localId != 0 && one->localId != two->localId);
    scenario.onLoop([&] {
        scenario.tool->onUnaskedIo([&](const Proc&, IofChannel, std::string_view bytes) { unasked += bytes; });
        scenario.server->send(kIofTag, output(two->localId, "for two"));
        scenario.server->send(kIofTag, output(one->localId, "for one"));
        scenario.server->send(kIofTag, output(99, "for nobody"));
        scenario.server->send(kIofTag, output(0, "unasked"));
    });
    QTRY_COMPARE(scenario.onLoop([&] { return unasked; }), "unasked");
    QCOMPARE(scenario.onLoop([&] { return first; }), "3:for one");
    QCOMPARE(scenario.onLoop([&] { return second; }), "3:for two");

    QVERIFY(scenario.await<void>([&](Tool::Done<void> done) { scenario.tool->deregisterIo(*one, done); }));
    scenario.onLoop([&] {
        scenario.server->send(kIofTag, output(one->localId, "late"));
        scenario.server->send(kIofTag, output(0, "!"));
    });
    QTRY_COMPARE(scenario.onLoop([&] { return unasked; }), "unasked!");
    QCOMPARE(scenario.onLoop([&] { return first; }), "3:for one");
}

void TestToolOperations::inputNeedsRanksAndFewBytes()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    const auto push = [&](std::vector<Proc> targets, std::string bytes) {
        return scenario.await<void>([&](Tool::Done<void> done) { scenario.tool->pushIo(targets, bytes, done); });
    };
    const Proc rank{"job@1", ProcRank(0)};
    for (const auto& outcome : {push({}, "x"), push({rank, Proc{"job@1", kRankWildcard}}, "x"), push({rank}, ""),
                                push({rank}, std::string(kMaxPushBytes + 1, 'x'))})
        QCOMPARE(outcome.error().code, make_error_code(Status::ErrBadParam));
    QCOMPARE(scenario.onLoop([&] { return scenario.server->count(Command::IofPush); }), 0);
    QVERIFY(push({rank}, std::string(kMaxPushBytes, 'x')));
}

void TestToolOperations::closingInputSucceedsWithItsOwnStatus()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    scenario.onLoop([&] { scenario.server->replies[Command::IofPush] = status(Status::ErrIofComplete); });
    QVERIFY(scenario.await<void>([&](Tool::Done<void> done) {
        scenario.tool->closeIo({Proc{"job@1", ProcRank(0)}}, done);
    }));
}

void TestToolOperations::finalizeClosesAndIsNoLoss()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    bool lost = false;
    scenario.onLoop([&] { scenario.tool->onLostConnection([&](const dbgr::util::Error&) { lost = true; }); });
    QVERIFY(scenario.await<void>(
        [&](Tool::Done<void> done) { scenario.tool->finalize([done] { done(dbgr::util::ok()); }); }));
    scenario.onLoop([&] {
        QCOMPARE(scenario.server->count(Command::Finalize), 1);
        QVERIFY(scenario.tool->server() == nullptr);
        QVERIFY(!lost);
    });
    // And again, without a server: says so, and does not hang.
    QVERIFY(scenario.await<void>(
        [&](Tool::Done<void> done) { scenario.tool->finalize([done] { done(dbgr::util::ok()); }); }));
}

void TestToolOperations::leavingAPrrte4IsAtOnce()
{
    ToolScenario scenario; // a URI tells no version: we leave as the newest ones need it
    QVERIFY(scenario.connect());
    QVERIFY(scenario.await<void>(
        [&](Tool::Done<void> done) { scenario.tool->leaveAfterJobEnd([done] { done(dbgr::util::ok()); }); }));
    QCOMPARE(scenario.onLoop([&] { return scenario.server->count(Command::Finalize); }), 1);
}

void TestToolOperations::requestsOfAPlainServerAreRefused()
{
    ToolScenario scenario;
    QVERIFY(scenario.connect());
    scenario.onLoop([&] { scenario.server->send(kFirstAcceptorTag, std::string("\x02\x05", 2)); });
    // The refusal arrives there as a "request" with a status where its command should be: -47 is 0x5d.
    QTRY_VERIFY(scenario.onLoop([&] { return scenario.server->requests.back().first; }) == static_cast<Command>(0x5d));
}

DBGR_TEST(TestToolOperations, QCoreApplication);

} // namespace tst_tool_operations

#include "tst_tool_operations.moc"
