// SPDX-License-Identifier: GPL-3.0-or-later
// Both sides of ours over a stream that comes in pieces, is cut at every step, or falls silent.
#include "pmix/handshake/server_handshake.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/session/handshake_runner.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_handshake_runner {

using namespace dbgr::pmix;
using dbgr::test::ManualScheduler;
using dbgr::test::MemoryStream;
using dbgr::util::Result;
using namespace std::chrono_literals;

using ToolRunner = HandshakeRunner<ToolHandshake>;
using ServerRunner = HandshakeRunner<ServerHandshake>;

namespace {

ToolHandshake tool()
{
    ConnectMessage hello;
    hello.role = PeerRole::ToolNeedsName;
    hello.ids = UserIds::ofThisProcess();
    return ToolHandshake(hello);
}

ServerHandshake server()
{
    return ServerHandshake(Proc{"server", ProcRank(0)});
}

/// Runs the server's side, which lets everybody in at once.
struct OpenServer
{
    OpenServer(ManualScheduler& scheduler, std::unique_ptr<MemoryStream> stream, ServerRunner::OnDone onDone)
        : runner(std::make_unique<ServerRunner>(scheduler, std::move(stream), server(), 5s, std::move(onDone),
                                                [this](const ServerHandshake&) {
                                                    runner->decide(Proc{"tool@2", ProcRank(0)});
                                                }))
    {}
    std::unique_ptr<ServerRunner> runner;
};

} // namespace

class TestHandshakeRunner : public QObject
{
    Q_OBJECT

private slots:
    void bothSidesFinish_data();
    void bothSidesFinish();
    void whatFollowsIsHandedOn();
    void bytesInTheGapAreNotLost();
    void breaksAtEveryStepAreTold_data();
    void breaksAtEveryStepAreTold();
    void silenceEndsAtTheLimit();
    void theVerdictMayComeLater();
    void noVerdictEndsAtTheLimit();
};

void TestHandshakeRunner::bothSidesFinish_data()
{
    QTest::addColumn<int>("chunk");
    for (const int chunk : {0, 1, 7, 259})
        QTest::addRow("%d", chunk) << chunk;
}

void TestHandshakeRunner::bothSidesFinish()
{
    QFETCH(int, chunk);
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler, std::size_t(chunk));
    std::string toolName, seenByServer;
    ToolRunner toolRunner(scheduler, std::move(pair.first), tool(), 5s, [&](Result<ToolRunner::Outcome> outcome) {
        toolName = outcome.value().handshake.self().nspace;
    });
    const OpenServer opened(scheduler, std::move(pair.second), [&](Result<ServerRunner::Outcome> outcome) {
        seenByServer = outcome.value().handshake.peer().nspace;
    });
    QVERIFY(toolName.empty());
    scheduler.advance(1ms);
    QCOMPARE(toolName, "tool@2");
    QCOMPARE(seenByServer, "tool@2");
}

void TestHandshakeRunner::whatFollowsIsHandedOn()
{
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler);
    std::string surplus;
    const OpenServer opened(scheduler, std::move(pair.second),
                            [&](Result<ServerRunner::Outcome> outcome) { surplus = outcome.value().surplus; });
    auto hello = tool();
    pair.first->write(std::get<WriteBytes>(hello.next()).bytes + "and a frame");
    scheduler.advance(1ms);
    QCOMPARE(surplus, "and a frame");
}

void TestHandshakeRunner::bytesInTheGapAreNotLost()
{
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler);
    std::unique_ptr<dbgr::net::ByteStream> stream;
    OpenServer opened(scheduler, std::move(pair.second),
                      [&](Result<ServerRunner::Outcome> outcome) { stream = std::move(outcome.value().stream); });
    auto hello = tool();
    pair.first->write(std::get<WriteBytes>(hello.next()).bytes);
    scheduler.advance(1ms);
    QVERIFY(stream);
    opened.runner.reset();
    pair.first->write("later");
    pair.first->close();
    scheduler.advance(1ms);
    std::string got;
    bool closed = false;
    stream->setReader([&](std::string_view bytes) { got += bytes; });
    stream->setClosed([&](const Result<void>&) { closed = true; });
    scheduler.advance(1ms);
    QCOMPARE(got, "later");
    QVERIFY(closed);
}

void TestHandshakeRunner::breaksAtEveryStepAreTold_data()
{
    QTest::addColumn<int>("reads");
    for (int reads = 0; reads < 6; ++reads)
        QTest::addRow("after %d reads", reads) << reads;
}

void TestHandshakeRunner::breaksAtEveryStepAreTold()
{
    QFETCH(int, reads);
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler, 100); // an answer of 528 bytes takes six pieces
    pair.first->failAfterReads(std::size_t(reads));
    int told = 0;
    std::string why;
    ToolRunner toolRunner(scheduler, std::move(pair.first), tool(), 5s, [&](Result<ToolRunner::Outcome> outcome) {
        ++told;
        why = outcome ? "" : outcome.error().message();
    });
    const OpenServer opened(scheduler, std::move(pair.second), [](const Result<ServerRunner::Outcome>&) {});
    scheduler.advance(10s);
    QCOMPARE(told, 1);
    QVERIFY(!why.empty());
}

void TestHandshakeRunner::silenceEndsAtTheLimit()
{
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler);
    std::error_code code;
    ToolRunner runner(scheduler, std::move(pair.first), tool(), 5s,
                      [&](Result<ToolRunner::Outcome> outcome) { code = outcome.error().code; });
    scheduler.advance(4999ms);
    QVERIFY(!code);
    scheduler.advance(1ms);
    QCOMPARE(code, make_error_code(Status::ErrTimeout));
}

void TestHandshakeRunner::theVerdictMayComeLater()
{
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler, 100);
    int asked = 0;
    std::string surplus, toolName;
    ServerRunner serverRunner(
        scheduler, std::move(pair.second), server(), 5s,
        [&](Result<ServerRunner::Outcome> outcome) { surplus = outcome.value().surplus; },
        [&](const ServerHandshake& handshake) {
            QVERIFY(handshake.hello().role == PeerRole::ToolNeedsName);
            ++asked;
        });
    ToolRunner toolRunner(scheduler, std::move(pair.first), tool(), 5s, [&](Result<ToolRunner::Outcome> outcome) {
        toolName = outcome.value().handshake.self().nspace;
    });
    scheduler.advance(4s);
    QCOMPARE(asked, 1);
    QVERIFY(toolName.empty());
    serverRunner.decide(Proc{"tool@2", ProcRank(0)});
    scheduler.advance(1ms);
    QCOMPARE(toolName, "tool@2");
}

void TestHandshakeRunner::noVerdictEndsAtTheLimit()
{
    ManualScheduler scheduler;
    auto pair = MemoryStream::makePair(scheduler);
    std::error_code code;
    ServerRunner runner(scheduler, std::move(pair.second), server(), 5s,
                        [&](Result<ServerRunner::Outcome> outcome) { code = outcome.error().code; });
    auto hello = tool();
    pair.first->write(std::get<WriteBytes>(hello.next()).bytes + std::string(1 << 20, 'x'));
    scheduler.advance(5s);
    QCOMPARE(code, make_error_code(Status::ErrTimeout));
}

DBGR_TEST(TestHandshakeRunner);

} // namespace tst_handshake_runner

#include "tst_handshake_runner.moc"
