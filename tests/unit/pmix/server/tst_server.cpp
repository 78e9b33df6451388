// SPDX-License-Identifier: GPL-3.0-or-later
// What a connected peer can do, what it is told, and what its end means.
#include "pmix/ops/commit.h"
#include "pmix/ops/fabric.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/finalize.h"
#include "pmix/ops/get.h"
#include "pmix/ops/info_reply.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/session_control.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/server_scenario.h"

#include <QTest>

namespace tst_server {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

const Proc kJob{"job@1", kRankWildcard};

std::error_code statusOfReply(const util::Result<std::string>& reply)
{
    if (!reply)
        return reply.error().code;
    const auto status = decodeStatusReply({}, *reply);
    return status ? std::error_code() : status.error().code;
}

std::string command(int code)
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Command>(static_cast<Command>(code));
    return packer.finish().value();
}

std::string pull(std::uint64_t localId)
{
    const std::vector<Proc> sources{kJob};
    return encodeIofPull({}, sources, IofChannel::Stdout, localId).value();
}

EventNotice notice(Status code, DataRange range, std::vector<Info> infos = {})
{
    EventNotice made;
    made.code = code;
    made.range = range;
    made.infos = std::move(infos);
    return made;
}

} // namespace

class TestServer : public QObject
{
    Q_OBJECT

private slots:
    void aClientLearnsOfItsJob();
    void aToolLearnsThatItIsAlone();
    void dataGoesFromRankToRank();
    void finalizeThenTheEndIsNoLoss();
    void anEndWithoutFinalizeIsALoss();
    void toolsComeAndGo();
    void unknownCommandsAreNotSupported();
    void fabricsAndSessionsAreTheHosts();
    void brokenRequestsAreAnsweredAndTheConnectionGoesOn();
    void everyNoticeIsAnswered_data();
    void everyNoticeIsAnswered();
    void readyForDebugIsForTheHostAlone();
    void aReleaseReachesWhomItNames();
    void eventsComeBeforeTheReplyOfTheirRegistration();
    void oldPeersGetEventsWithoutRange();
    void internalNoticesAreDropped();
    void outputComesBehindTheReplyOfItsPull();
    void theHostLearnsWhoWantsOutput();
    void theHostRefusesOutput();
    void aSlowToolStallsNobody();
    void heartbeatsReachTheHost();
    void adoptedConnectionsAreServed();
    void aHostMayDisconnectInsideACall();
    void tooManyWaitingRequestsAreRefused();
    void answersOutliveNobody();
};

void TestServer::aClientLearnsOfItsJob()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(2);
    const auto info = decodeJobInfo({}, client->ask(encodeJobInfoRequest({})).value());
    QVERIFY(info);
    QCOMPARE(info->nspace, "job@1");
    QCOMPARE(info->find(keys::kJobSize)->asUnsigned().value(), 4u);
    QCOMPARE(info->find(ProcRank(2), keys::kLocalRank)->asUnsigned().value(), 2u);
}

void TestServer::aToolLearnsThatItIsAlone()
{
    ServerScenario scenario;
    ServerPeer* tool = scenario.tool();
    const auto info = decodeJobInfo({}, tool->ask(encodeJobInfoRequest({})).value());
    QVERIFY(info);
    QCOMPARE(info->nspace, tool->self.nspace);
    QCOMPARE(info->find(keys::kJobSize)->asUnsigned().value(), 1u);
    QCOMPARE(info->find(keys::kServerNspace)->asString(), scenario.server->self().nspace);
}

void TestServer::dataGoesFromRankToRank()
{
    ServerScenario scenario;
    QVERIFY(scenario.server->registerJob(jobRecord(2, "pair@1")));
    std::vector<ServerPeer*> ranks;
    for (std::uint32_t rank = 0; rank < 2; ++rank)
        ranks.push_back(scenario.enter(helloAs(PeerRole::Client, Proc{"pair@1", ProcRank(rank)})));
    const std::vector<CommitBlock> blocks{{Scope::Global, {{"my.card", Value::string("card of 0")}}}};
    QVERIFY(!statusOfReply(ranks[0]->ask(encodeCommit({}, blocks))));

    CollectiveRequest all;
    all.procs = {Proc{"pair@1", kRankWildcard}};
    all.infos.emplace_back(keys::kCollectData, Value::boolean(true));
    const std::string fence = encodeFence({}, all).value();
    int done = 0;
    ranks[0]->connection->request("fence", fence, 5s,
                                  [&](util::Result<std::string_view> reply) { done += bool(reply); });
    runReady(*scenario.loop, 50);
    QCOMPARE(done, 0); // waits for the other
    QVERIFY(!statusOfReply(ranks[1]->ask(fence)));
    QVERIFY(scenario.wait([&] { return done == 1; }));

    const Proc first{"pair@1", ProcRank(0)};
    const auto reply = ranks[1]->ask(encodeGet({}, first, "my.card"));
    QCOMPARE(decodeGetReply({}, reply.value(), first, "my.card").value().asString(), "card of 0");
}

void TestServer::finalizeThenTheEndIsNoLoss()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    QVERIFY(!statusOfReply(client->ask(encodeFinalize({}))));
    QVERIFY(scenario.host.has("finalized job@1.0"));
    client->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.server->peers().empty(); }));
    QVERIFY(!scenario.host.has("lost job@1.0"));
}

void TestServer::anEndWithoutFinalizeIsALoss()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    client->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.host.has("lost job@1.0"); }));
    QVERIFY(scenario.server->peers().empty());
    QVERIFY(!scenario.host.has("finalized job@1.0"));
}

void TestServer::toolsComeAndGo()
{
    ServerScenario scenario;
    ServerPeer* polite = scenario.tool();
    QVERIFY(!statusOfReply(polite->ask(encodeFinalize({}))));
    polite->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.host.has("tool left tool@1.0"); }));
    scenario.tool()->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.host.has("tool lost tool@2.0"); }));
    QVERIFY(scenario.server->peers().empty());
}

void TestServer::unknownCommandsAreNotSupported()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    for (const int code : {25, 26, 32, 34, 36, 39, 60, 255})
        QCOMPARE(statusOfReply(client->ask(command(code))), make_error_code(Status::ErrNotSupported));
}

/// Of a host that has neither.
void TestServer::fabricsAndSessionsAreTheHosts()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    const WireFormat format;
    for (const auto& request :
         {encodeFabricRegister(format, {}), encodeFabricUpdate(format, 3), encodeSessionControl(format, {17, {}})})
        QCOMPARE(statusOfReply(client->ask(request)), make_error_code(Status::ErrNotSupported));
    for (const int code : {30, 31, 35}) // without a body
        QVERIFY(statusOfReply(client->ask(command(code))) != make_error_code(Status::ErrNotSupported));
}

void TestServer::brokenRequestsAreAnsweredAndTheConnectionGoesOn()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    for (int code = 0; code < 39; ++code) {
        if (static_cast<Command>(code) == Command::DeregisterEvents || static_cast<Command>(code) == Command::Finalize)
            continue; // has no reply; has no fields
        QVERIFY2(client->ask(command(code)), std::to_string(code).c_str());
    }
    QCOMPARE(statusOfReply(client->ask(command(3))), make_error_code(Status::ErrUnpackReadPastEnd));
    QVERIFY(statusOfReply(client->ask(std::string("\xff\xff\xff"))));
    QVERIFY(statusOfReply(client->ask(std::string())));
    QVERIFY(client->ask(encodeJobInfoRequest({})));
    QVERIFY(!client->lost);
}

void TestServer::everyNoticeIsAnswered_data()
{
    QTest::addColumn<int>("range");
    for (const int range : {0, 1, 2, 3, 4, 5, 7})
        QTest::addRow("range %d", range) << range;
}

void TestServer::everyNoticeIsAnswered()
{
    QFETCH(int, range);
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    const auto reply = client->ask(encodeNotify({}, notice(Status{-4711}, static_cast<DataRange>(range))));
    QVERIFY(!statusOfReply(reply));
    QVERIFY(scenario.host.has("notified -4711 of job@1.0"));
}

void TestServer::readyForDebugIsForTheHostAlone()
{
    ServerScenario scenario;
    ServerPeer* tool = scenario.tool();
    const std::vector<Status> codes{Status::ReadyForDebug};
    QVERIFY(!statusOfReply(tool->ask(encodeEventRegistration({}, codes))));
    ServerPeer* client = scenario.client(0, "6.1.0");
    // What 6.1 sends: a custom range whose only target is nobody.
    const auto ready =
        notice(Status::ReadyForDebug, DataRange::Custom,
               {Info(keys::kEventCustomRange, Value::proc(Proc{std::string("\xfe\x01", 2), ProcRank(0)})),
                Info(keys::kBreakpoint, Value::string("pmix-init"))});
    QVERIFY(!statusOfReply(client->ask(encodeNotify({}, ready))));
    QVERIFY(scenario.host.has("notified -58 of job@1.0"));
    // A range without its targets would be refused for any other event.
    QVERIFY(!statusOfReply(client->ask(encodeNotify({}, notice(Status::ReadyForDebug, DataRange::Custom)))));
    QVERIFY(tool->ask(encodeJobInfoRequest({})));
    QVERIFY(tool->events.empty());
    // A launcher that is our tool may well tell of it.
    QVERIFY(!statusOfReply(scenario.tool()->ask(encodeNotify({}, notice(Status::ReadyForDebug, DataRange::Session)))));
    QVERIFY(scenario.wait([&] { return tool->events.size() == 1; }));
}

void TestServer::aReleaseReachesWhomItNames()
{
    ServerScenario scenario;
    const std::vector<Status> codes{Status::DebuggerRelease};
    ServerPeer* held = scenario.client(0);
    ServerPeer* other = scenario.client(1);
    for (ServerPeer* client : {held, other})
        QVERIFY(!statusOfReply(client->ask(encodeEventRegistration({}, codes))));
    ServerPeer* tool = scenario.tool();
    const auto release = EventNotice::debuggerRelease({Proc{"job@1", ProcRank(0)}});
    QVERIFY(!statusOfReply(tool->ask(encodeNotify({}, release))));
    QVERIFY(scenario.wait([&] { return held->events.size() == 1; }));
    QVERIFY(held->events.front().source == tool->self);
    QVERIFY(other->events.empty());
    QVERIFY(scenario.host.has("notified -3 of tool@1.0"));
}

void TestServer::eventsComeBeforeTheReplyOfTheirRegistration()
{
    ServerScenario scenario;
    scenario.server->notify(Event{Status::EventJobEnd, Proc{"old@1", ProcRank(0)}, {}}, DataRange::Session);
    ServerPeer* tool = scenario.tool();
    const std::vector<Status> codes{Status::EventJobEnd};
    bool before = false;
    std::optional<bool> done;
    tool->connection->request("register", encodeEventRegistration({}, codes).value(), 5s,
                              [&](const util::Result<std::string_view>&) {
                                  before = tool->events.size() == 1;
                                  done = true;
                              });
    QVERIFY(scenario.wait([&] { return done.has_value(); }));
    QVERIFY(before);
}

void TestServer::oldPeersGetEventsWithoutRange()
{
    for (const auto& [version, hasRange] : {std::pair("3.2.5", false), std::pair("4.2.2", true)}) {
        ServerScenario scenario;
        ServerPeer* tool = scenario.tool(version);
        const std::vector<Status> codes{Status{-4711}};
        QVERIFY(!statusOfReply(tool->ask(encodeEventRegistration({}, codes))));
        const Event event{Status{-4711}, scenario.server->self(), {}};
        scenario.server->notify(event, DataRange::Session);
        QVERIFY(scenario.wait([&] { return tool->events.size() == 1; }));
        // ServerPeer reads both; how long it was tells.
        const auto expected = encodeEvent({}, event, hasRange ? std::optional(DataRange::Session) : std::nullopt);
        QVERIFY(expected);
        QVERIFY(expected->size() == encodeEvent({}, event, std::nullopt)->size() + (hasRange ? 2u : 0u));
    }
}

void TestServer::internalNoticesAreDropped()
{
    ServerScenario scenario;
    ServerPeer* tool = scenario.tool();
    const std::vector<Status> codes{Status{-4711}};
    QVERIFY(!statusOfReply(tool->ask(encodeEventRegistration({}, codes))));
    ServerPeer* client = scenario.client(0);
    const auto internal =
        notice(Status{-4711}, DataRange::Session, {Info(keys::kServerInternalNotify, Value::boolean(true))});
    QVERIFY(!statusOfReply(client->ask(encodeNotify({}, internal))));
    QVERIFY(tool->ask(encodeJobInfoRequest({})));
    QVERIFY(tool->events.empty());
    QVERIFY(scenario.host.notices.empty());
}

void TestServer::outputComesBehindTheReplyOfItsPull()
{
    ServerScenario scenario;
    const Proc source{"job@1", ProcRank(0)};
    QVERIFY(scenario.server->deliverOutput(source, IofChannel::Stdout, "early\n")); // nobody redirects it
    ServerPeer* tool = scenario.tool();
    std::optional<std::size_t> before;
    tool->connection->request("pull", pull(7), 5s, [&](util::Result<std::string_view> reply) {
        QVERIFY(decodeIofPullReply({}, reply.value()));
        before = tool->output.size();
    });
    QVERIFY(scenario.wait([&] { return before && tool->output.size() == 1; }));
    QCOMPARE(*before, std::size_t(0));
    QCOMPARE(tool->output.front().bytes, "early\n");
    QCOMPARE(tool->output.front().localId, std::uint64_t(7));
    (void)scenario.server->deliverOutput(source, IofChannel::Stdout, "late\n");
    scenario.server->endOutput(source, IofChannel::Stdout);
    QVERIFY(scenario.wait([&] { return tool->output.size() == 3; }));
    QCOMPARE(tool->output[1].bytes, "late\n");
    QVERIFY(tool->output[2].bytes.empty());
}

void TestServer::theHostRefusesOutput()
{
    ServerScenario scenario;
    scenario.host.refusesOutput = true;
    ServerPeer* tool = scenario.tool();
    const auto refused = tool->ask(pull(7));
    QVERIFY(refused.has_value());
    QVERIFY(!decodeIofPullReply({}, *refused));
    (void)scenario.server->deliverOutput(Proc{"job@1", ProcRank(0)}, IofChannel::Stdout, "not for it\n");
    scenario.host.refusesOutput = false;
    QVERIFY(decodeIofPullReply({}, tool->ask(pull(8)).value())); // the host is asked again
    QVERIFY(scenario.wait([&] { return tool->output.size() == 1; }));
    QCOMPARE(tool->output.front().localId, std::uint64_t(8));
}

void TestServer::theHostLearnsWhoWantsOutput()
{
    ServerScenario scenario;
    ServerPeer* tool = scenario.tool();
    const auto id = decodeIofPullReply({}, tool->ask(pull(7)).value()).value();
    QVERIFY(scenario.host.has("output wanted"));
    QVERIFY(!scenario.host.has("output no longer wanted"));
    // Tools up to 5.0 wait for a number in this reply, too.
    QCOMPARE(decodeIofPullReply({}, tool->ask(encodeIofDeregister({}, id)).value()).value(), id);
    QVERIFY(scenario.host.has("output no longer wanted"));
    scenario.host.lines.clear();
    QVERIFY(tool->ask(pull(8)));
    // What others want, too, is asked for once, and wanted until the last of them goes.
    ServerPeer* other = scenario.tool();
    scenario.host.lines.clear();
    const auto same = decodeIofPullReply({}, other->ask(pull(9)).value()).value();
    QVERIFY(!scenario.host.has("output wanted"));
    QVERIFY(other->ask(encodeIofDeregister({}, same)));
    QVERIFY(!scenario.host.has("output no longer wanted"));
    tool->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.host.has("output no longer wanted"); }));
}

void TestServer::aSlowToolStallsNobody()
{
    ServerScenario scenario;
    ServerPeer* slow = scenario.tool();
    ServerPeer* quick = scenario.tool();
    QVERIFY(slow->ask(pull(1)) && quick->ask(pull(1)));
    slow->connection->pauseReading(true);
    const std::string piece(256 << 10, 'x');
    constexpr std::size_t kPieces = 320; // 80 MiB: more than may wait for anybody
    for (std::size_t i = 0; i < kPieces; ++i) {
        (void)scenario.server->deliverOutput(Proc{"job@1", ProcRank(0)}, IofChannel::Stdout, piece);
        QVERIFY(scenario.wait([&] { return quick->output.size() == i + 1; }));
    }
    QVERIFY(scenario.host.has("output held"));
    QVERIFY(quick->ask(encodeJobInfoRequest({})));
    // It has lost output, and nothing else.
    slow->connection->pauseReading(false);
    QVERIFY(scenario.wait([&] { return scenario.host.has("output flows"); }));
    QVERIFY(slow->ask(encodeJobInfoRequest({})));
    QVERIFY(slow->output.size() > 100 && slow->output.size() < kPieces);
}

void TestServer::heartbeatsReachTheHost()
{
    ServerScenario scenario;
    scenario.client(3)->connection->tell(kHeartbeatTag, {});
    QVERIFY(scenario.wait([&] { return scenario.host.has("heartbeat of job@1.3"); }));
}

void TestServer::adoptedConnectionsAreServed()
{
    ServerScenario scenario;
    // A tool with a server of its own, which is the one that started us.
    ServerScenario parent;
    ServerPeer us(*parent.loop, parent.server->uri(), helloAs(PeerRole::ToolNamed, Proc{"launcher", ProcRank(0)}));
    QVERIFY(us.enter());
    auto tool = scenario.tool();
    const auto peersBefore = scenario.server->peers();
    // The same wire, seen from the other side: who connected does not matter to what is served.
    QCOMPARE(peersBefore.size(), std::size_t(1));
    Requester requester;
    requester.role = PeerRole::ToolNamed;
    requester.peer.proc = Proc{"debugger", ProcRank(0)};
    const PeerId id = scenario.server->adopt(std::move(us.connection), requester);
    QVERIFY(id != peersBefore.front().id);
    QCOMPARE(scenario.server->peers().size(), std::size_t(2));
    parent.server->disconnect(parent.server->peers().front().id);
    runReady(*parent.loop);
    QVERIFY(tool->ask(encodeJobInfoRequest({})));
}

void TestServer::aHostMayDisconnectInsideACall()
{
    struct Impatient : RecordingHost
    {
        Server* server = nullptr;
        void log(const Requester& who, const LogRequest&, Answer<void> answer) override
        {
            server->disconnect(who.id);
            answer(util::ok());
        }
    };
    const auto loop = net::EventLoop::create().value();
    Impatient host;
    ServerConfig config;
    config.self = Proc{"server", ProcRank(0)};
    const auto server = Server::create(*loop, config, host).value();
    host.server = server.get();
    ServerPeer peer(*loop, server->uri(), helloAs(PeerRole::ToolNeedsName));
    QVERIFY(peer.enter());
    QVERIFY(!peer.ask(encodeLog({}, LogRequest{})));
    QVERIFY(server->peers().empty());
    QVERIFY(host.lines.empty()); // the host knows what it did
}

void TestServer::tooManyWaitingRequestsAreRefused()
{
    ServerScenario scenario;
    ServerPeer* client = scenario.client(0);
    GetRequest waiting;
    waiting.proc = Proc{"job@1", ProcRank(1)};
    waiting.key = "never.put";
    const std::string request = encodeGetRequest({}, waiting).value();
    constexpr int kMany = 20000;
    int refused = 0;
    for (int i = 0; i < kMany; ++i)
        client->connection->request("get", request, 60s, [&](util::Result<std::string_view> reply) {
            if (reply && statusOfReply(std::string(*reply)) == make_error_code(Status::ErrOutOfResource))
                ++refused;
        });
    QVERIFY(scenario.wait([&] { return refused > 0; }));
    QVERIFY(scenario.client(2)->ask(encodeJobInfoRequest({}))); // others are served
    QVERIFY(!client->lost);
}

void TestServer::answersOutliveNobody()
{
    struct Slow : RecordingHost
    {
        std::vector<Answer<SpawnReply>> answers;
        void spawn(const Requester&, const SpawnRequest&, Answer<SpawnReply> answer) override
        {
            answers.push_back(std::move(answer));
        }
    };
    const auto loop = net::EventLoop::create().value();
    Slow host;
    ServerConfig config;
    config.self = Proc{"server", ProcRank(0)};
    auto server = Server::create(*loop, config, host).value();
    ServerPeer peer(*loop, server->uri(), helloAs(PeerRole::ToolNeedsName));
    QVERIFY(peer.enter());
    SpawnRequest request;
    request.apps.emplace_back().command = "a.out";
    const std::string body = encodeSpawn({}, request).value();
    for (int i = 0; i < 2; ++i)
        peer.connection->request("spawn", body, 5s, [](const util::Result<std::string_view>&) {});
    QVERIFY(runUntil(*loop, [&] { return host.answers.size() == 2; }));
    peer.connection->close();
    QVERIFY(runUntil(*loop, [&] { return server->peers().empty(); }));
    host.answers[0](SpawnReply{"late@1"});
    server.reset();
    host.answers[1](SpawnReply{"too late@1"});
}

DBGR_TEST(TestServer, QCoreApplication);

} // namespace tst_server

#include "tst_server.moc"
