// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/guard/rank_relay.h"
#include "rsp/packet.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

/// The relay between two ends that the test plays.
struct Rig
{
    explicit Rig(std::size_t chunkBytes = 0, bool adopted = false, bool running = false)
    {
        auto clientPair = MemoryStream::makePair(scheduler, chunkBytes);
        auto stubPair = MemoryStream::makePair(scheduler, chunkBytes);
        client = std::move(clientPair.first);
        stub = std::move(stubPair.first);
        stub->setReader([this](std::string_view bytes) { atStub += bytes; });
        client->setReader([this](std::string_view bytes) { atClient += bytes; });
        RankRelay::Parts parts;
        parts.rank = util::Pid(0x1234);
        parts.hostInfo = hostInfo;
        relaysEnd = clientPair.second.get();
        if (!adopted)
            parts.client = std::move(clientPair.second);
        parts.stub = std::move(stubPair.second);
        parts.hangUp = [this] { ++hungUp; };
        parts.onEnd = [this](RankRelay::End how) { end = how; };
        PlantedBreakpoints planted(ledger, 0, std::make_unique<FakeMemory>(text));
        if (adopted)
            planted.adoptLedger();
        relay = std::make_unique<RankRelay>(scheduler, std::move(parts), std::move(planted), running);
        relay->start();
        scheduler.runUntilIdle();
    }

    void ask(const std::string& payload)
    {
        client->write(rsp::packet(payload));
        scheduler.runUntilIdle();
    }
    void answer(const std::string& payload)
    {
        stub->write(rsp::packet(payload));
        scheduler.runUntilIdle();
    }
    void talk(const std::string& question, const std::string& reply)
    {
        ask(question);
        answer(reply);
    }
    void insertAt2()
    {
        ask("Z0,2,1");
        text->bytes[2] = '\xcc';
        answer("OK");
    }
    std::string takeAtStub() { return std::exchange(atStub, {}); }
    void killClient()
    {
        takeAtStub();
        client.reset();
        scheduler.runUntilIdle();
    }
    /// The breakpoint and the rank are let go.
    void expectFarewell()
    {
        QCOMPARE(takeAtStub(), rsp::packet("z0,2,1"));
        answer("OK");
        QCOMPARE(takeAtStub(), rsp::packet("D"));
        answer("OK");
        QCOMPARE(hungUp, 1);
        stub->close();
        scheduler.runUntilIdle();
        QVERIFY(end == RankRelay::End::LetGo);
    }

    ManualScheduler scheduler;
    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    BreakpointLedger ledger = BreakpointLedger::create().value();
    std::unique_ptr<MemoryStream> client, stub;
    MemoryStream* relaysEnd = nullptr; // of the client's connection
    std::string atClient, atStub;
    std::shared_ptr<std::string> hostInfo = std::make_shared<std::string>();
    std::unique_ptr<RankRelay> relay;
    std::optional<RankRelay::End> end;
    int hungUp = 0;
};

const std::string kClean = "abcdefghijklmnop";

} // namespace

class TestRankRelay : public QObject
{
    Q_OBJECT

private slots:
    void bytesPassUnchanged_data();
    void bytesPassUnchanged();
    void textIsCleanWhenTheClientLearnsOfAStop();
    void trapsAreBackBeforeTheStubIsTold();
    void farewellOfAStoppedRank();
    void farewellOfARunningRankStopsItFirst();
    void farewellWaitsForTheReplyThatTheClientDidNotGet();
    void farewellDropsAHalfSentPacket();
    void farewellConfirmsPacketsIfAcksAreOn();
    void farewellOfADetachedRankOnlyHangsUp();
    void aRankThatDoesNotStopIsHungUpOn();
    void aStubThatDoesNotEndIsStuck();
    void aLostStubMakesTheTextClean();
    void anAdoptedRankIsLetGo();
    void anAdoptedRankThatRunsIsStopped();
    void aSlowClientHoldsTheStubBack();
    void hostInfoIsAskedOfOneStubOnly();
};

void TestRankRelay::bytesPassUnchanged_data()
{
    QTest::addColumn<int>("chunkBytes");
    for (const int chunkBytes : {0, 1, 7})
        QTest::addRow("%d", chunkBytes) << chunkBytes;
}

void TestRankRelay::bytesPassUnchanged()
{
    QFETCH(int, chunkBytes);
    Rig rig(static_cast<std::size_t>(chunkBytes));
    const std::string question = "+" + rsp::packet("qC") + "\x03" + rsp::packet("m1000,4") + "+";
    const std::string reply = "+" + rsp::packet("QC1") + "%Stop:T05#00" + rsp::packet("0* ");
    rig.client->write(question);
    rig.stub->write(reply);
    rig.scheduler.runUntilIdle();
    QCOMPARE(rig.atStub, question);
    QCOMPARE(rig.atClient, reply);
    QVERIFY(rig.relay->stubSpoke());
}

void TestRankRelay::textIsCleanWhenTheClientLearnsOfAStop()
{
    Rig rig;
    rig.insertAt2();
    QCOMPARE(rig.text->bytes, kClean);
    rig.ask("vCont;c");
    QCOMPARE(rig.text->bytes[2], '\xcc');
    QVERIFY(rig.ledger.running(0));
    std::string seen;
    rig.client->setReader([&](std::string_view) { seen = rig.text->bytes; });
    rig.answer("T05");
    QCOMPARE(seen, kClean);
    QVERIFY(!rig.ledger.running(0));
}

void TestRankRelay::trapsAreBackBeforeTheStubIsTold()
{
    Rig rig;
    rig.insertAt2();
    std::string seen;
    rig.stub->setReader([&](std::string_view) { seen = rig.text->bytes; });
    rig.ask("vCont;s:1234");
    QCOMPARE(seen[2], '\xcc');
}

void TestRankRelay::farewellOfAStoppedRank()
{
    Rig rig;
    rig.talk("QStartNoAckMode", "OK");
    rig.insertAt2();
    rig.killClient();
    rig.expectFarewell();
    QCOMPARE(rig.text->bytes, kClean);
}

void TestRankRelay::farewellOfARunningRankStopsItFirst()
{
    Rig rig;
    rig.talk("QStartNoAckMode", "OK");
    rig.insertAt2();
    rig.ask("vCont;c");
    rig.killClient();
    QCOMPARE(rig.text->bytes, kClean); // at once, while it runs
    QCOMPARE(rig.takeAtStub(), "\x03");
    rig.answer("T13");
    rig.expectFarewell();
}

void TestRankRelay::farewellWaitsForTheReplyThatTheClientDidNotGet()
{
    Rig rig;
    rig.talk("QStartNoAckMode", "OK");
    rig.ask("Z0,2,1");
    rig.killClient();
    QCOMPARE(rig.takeAtStub(), "");
    rig.answer("OK");
    rig.expectFarewell();
}

void TestRankRelay::farewellDropsAHalfSentPacket()
{
    Rig rig;
    rig.talk("QStartNoAckMode", "OK");
    rig.insertAt2();
    rig.takeAtStub();
    rig.client->write("$vCont;");
    rig.scheduler.runUntilIdle();
    QCOMPARE(rig.takeAtStub(), "");
    rig.killClient();
    rig.expectFarewell();
}

void TestRankRelay::farewellConfirmsPacketsIfAcksAreOn()
{
    Rig rig;
    rig.killClient();
    QCOMPARE(rig.takeAtStub(), rsp::packet("D"));
    rig.answer("OK");
    QCOMPARE(rig.takeAtStub(), "+");
    QCOMPARE(rig.hungUp, 1);
}

void TestRankRelay::farewellOfADetachedRankOnlyHangsUp()
{
    Rig rig;
    rig.talk("D", "OK");
    rig.killClient();
    QCOMPARE(rig.takeAtStub(), "");
    QCOMPARE(rig.hungUp, 1);
}

void TestRankRelay::aRankThatDoesNotStopIsHungUpOn()
{
    Rig rig;
    rig.ask("vCont;c");
    rig.killClient();
    rig.scheduler.advance(RankRelay::kStopLimit);
    QCOMPARE(rig.hungUp, 1);
    QVERIFY(!rig.end);
}

void TestRankRelay::aStubThatDoesNotEndIsStuck()
{
    Rig rig;
    rig.killClient();
    rig.scheduler.advance(RankRelay::kLeaveLimit);
    QVERIFY(rig.end == RankRelay::End::Stuck);
}

void TestRankRelay::aLostStubMakesTheTextClean()
{
    Rig rig;
    rig.insertAt2();
    rig.ask("vCont;c");
    rig.stub->close();
    rig.scheduler.runUntilIdle();
    QVERIFY(rig.end == RankRelay::End::StubLost);
    QCOMPARE(rig.text->bytes, kClean);
}

void TestRankRelay::anAdoptedRankIsLetGo()
{
    Rig rig(0, true);
    QCOMPARE(rig.takeAtStub(), rsp::packet("D"));
    rig.answer("OK");
    QCOMPARE(rig.hungUp, 1);
}

void TestRankRelay::anAdoptedRankThatRunsIsStopped()
{
    Rig rig(0, true, true);
    QCOMPARE(rig.takeAtStub(), "\x03" + rsp::packet("?")); // it may have stopped without our knowing
    rig.answer("T13");
    QCOMPARE(rig.takeAtStub(), "+" + rsp::packet("D")); // acks may be on
    rig.answer("T13");                                  // to both, the interrupt and the question
    QCOMPARE(rig.takeAtStub(), "+");
    rig.answer("OK");
    QCOMPARE(rig.hungUp, 1);
}

void TestRankRelay::aSlowClientHoldsTheStubBack()
{
    Rig rig(65536);
    rig.relaysEnd->holdOutput(true);
    const std::string replies = rsp::packet("x") + rsp::packet(std::string(std::size_t{8} << 20, 'x'));
    rig.stub->write(replies);
    rig.scheduler.runUntilIdle();
    QVERIFY(rig.relaysEnd->outputBytes() >= net::ByteStream::kDefaultHighMark);
    QVERIFY(rig.relaysEnd->outputBytes() < 2 * net::ByteStream::kDefaultHighMark);
    rig.relaysEnd->holdOutput(false);
    rig.scheduler.runUntilIdle();
    QVERIFY(rig.atClient == replies);
}

void TestRankRelay::hostInfoIsAskedOfOneStubOnly()
{
    Rig rig;
    rig.talk("QStartNoAckMode", "OK");
    rig.talk("qHostInfo", "triple:abc;");
    QCOMPARE(*rig.hostInfo, rsp::packet("triple:abc;"));
    rig.takeAtStub();
    rig.atClient.clear();
    rig.ask("qHostInfo");
    QCOMPARE(rig.takeAtStub(), "");
    QCOMPARE(rig.atClient, rsp::packet("triple:abc;"));

    rig.ask("m0,1");
    rig.ask("qHostInfo"); // out of turn: the stub keeps the order
    QCOMPARE(rig.takeAtStub(), rsp::packet("m0,1") + rsp::packet("qHostInfo"));
}

QTEST_APPLESS_MAIN(TestRankRelay)
#include "tst_rank_relay.moc"
