// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgwire/channel.h"
#include "dbgwire/convert.h"
#include "dbgwire/wire_error.h"
#include "debug/debug_error.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <vector>

namespace tst_channel {

using namespace dbgr;
using namespace std::chrono_literals;
using dbgwire::Channel;
using dbgwire::Hello;
using dbgwire::LinkState;
using test::ManualScheduler;
using test::MemoryStream;

namespace {

Hello helloOf(std::string program, std::string host)
{
    Hello hello;
    hello.features.emplace_back(dbgwire::kCancelFeature);
    hello.program = std::move(program);
    hello.host = std::move(host);
    return hello;
}

/// All that one channel told.
struct Told
{
    std::vector<Hello> hellos;
    std::vector<std::pair<debug::EngineCommand, Channel::Respond>> requests;
    std::vector<util::RequestId> ids; ///< of the requests
    std::vector<util::RequestId> cancelled;
    std::vector<debug::AttachOrder> orders;
    std::vector<debug::DaemonEvent> events;
    std::vector<LinkState> links;
    std::vector<util::Result<debug::EngineReply>> replies;
    std::optional<util::Result<void>> closed;

    Channel::Handlers handlers()
    {
        Channel::Handlers made;
        made.onHello = [this](const Hello& hello) { hellos.push_back(hello); };
        made.onCancel = [this](util::RequestId id) { cancelled.push_back(id); };
        made.onRequest = [this](util::RequestId id, debug::EngineCommand command, Channel::Respond respond) {
            ids.push_back(id);
            requests.emplace_back(std::move(command), std::move(respond));
        };
        made.onAttach = [this](debug::AttachOrder order) { orders.push_back(std::move(order)); };
        made.onLink = [this](LinkState state) { links.push_back(state); };
        made.onEvent = [this](debug::DaemonEvent event) { events.push_back(std::move(event)); };
        made.onClosed = [this](util::Result<void> why) { closed = std::move(why); };
        return made;
    }
    Channel::OnReply onReply()
    {
        return [this](util::Result<debug::EngineReply> reply) { replies.push_back(std::move(reply)); };
    }
    [[nodiscard]] std::error_code closedCode() const
    {
        return closed && !*closed ? closed->error().code : std::error_code();
    }
};

debug::EngineCommand command(debug::EngineRequest request = debug::Continue{})
{
    return {util::RankSet::firstN(4), std::move(request)};
}

} // namespace

class TestChannel : public QObject
{
    Q_OBJECT

    /// A front end and a daemon.
    struct Sides
    {
        ManualScheduler scheduler;
        Told frontTold, daemonTold;
        MemoryStream *frontStream, *daemonStream;
        std::unique_ptr<Channel> front, daemon;

        explicit Sides(std::size_t chunkBytes = 0, Hello daemonHello = helloOf("dbgd 0.1.0", "node7"))
        {
            auto pair = MemoryStream::makePair(scheduler, chunkBytes);
            frontStream = pair.first.get();
            daemonStream = pair.second.get();
            front = std::make_unique<Channel>(scheduler, std::move(pair.first), helloOf("dbgr 0.1.0", "head"),
                                              frontTold.handlers());
            daemon = std::make_unique<Channel>(scheduler, std::move(pair.second), std::move(daemonHello),
                                               daemonTold.handlers());
        }
        void run() { scheduler.runUntilIdle(); }
    };

    /// A front end that talks to whatever the test writes.
    struct FrontAlone
    {
        ManualScheduler scheduler;
        Told told;
        std::unique_ptr<MemoryStream> peer;
        std::unique_ptr<Channel> front;

        FrontAlone()
        {
            auto pair = MemoryStream::makePair(scheduler);
            peer = std::move(pair.second);
            front = std::make_unique<Channel>(scheduler, std::move(pair.first), helloOf("dbgr 0.1.0", "head"),
                                              told.handlers());
        }
        void say(const dbgwire::Message& message) { peer->write(dbgwire::frameMessage(dbgwire::encode(message))); }
        void sayHello() { say(helloOf("dbgd 0.1.0", "node7")); }
        void run() { scheduler.runUntilIdle(); }
    };

private slots:
    void carriesEverythingInPiecesOfAnySize_data()
    {
        QTest::addColumn<std::size_t>("chunkBytes");
        QTest::newRow("whole") << std::size_t(0);
        QTest::newRow("single bytes") << std::size_t(1);
    }
    void carriesEverythingInPiecesOfAnySize()
    {
        QFETCH(std::size_t, chunkBytes);
        Sides sides(chunkBytes);
        QVERIFY(sides.frontTold.hellos.empty());
        sides.run();
        QCOMPARE(sides.frontTold.hellos.size(), std::size_t(1));
        QCOMPARE(sides.frontTold.hellos[0].host, std::string("node7"));
        QCOMPARE(sides.front->peerName(), std::string("dbgd 0.1.0 on node7"));
        QCOMPARE(sides.daemon->peer()->host, std::string("head"));

        sides.front->sendRequest(command(debug::Evaluate{"rank", {}, 0}), 10s, sides.frontTold.onReply());
        sides.daemon->sendEvent(debug::RanksResumed{util::RankSet::firstN(2)});
        const debug::AttachOrder order{util::RankSet::firstN(2), {{util::Rank(0), util::Pid(7), "ring"}}, {}};
        sides.front->sendAttach(order);
        QVERIFY(sides.daemonTold.requests.empty());
        sides.run();
        QCOMPARE(sides.daemonTold.orders.size(), std::size_t(1));
        QVERIFY(sides.daemonTold.orders[0] == order);
        QCOMPARE(sides.frontTold.events.size(), std::size_t(1));
        QCOMPARE(sides.daemonTold.requests.size(), std::size_t(1));
        QCOMPARE(std::get<debug::Evaluate>(sides.daemonTold.requests[0].first.request).expression, std::string("rank"));

        sides.daemonTold.requests[0].second(
            debug::EngineReply{debug::ValuesReply{{{util::RankSet::firstN(4), "3", "int", ""}}}, {}});
        QVERIFY(sides.frontTold.replies.empty());
        sides.run();
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
        QCOMPARE(std::get<debug::ValuesReply>(sides.frontTold.replies[0]->body).values[0].value, std::string("3"));
    }

    void repliesFindTheirRequestsInAnyOrder()
    {
        Sides sides;
        sides.run();
        std::vector<int> order;
        for (int i = 0; i < 3; ++i)
            sides.front->sendRequest(command(), 10s, [&order, i](const auto& reply) {
                QVERIFY(reply);
                order.push_back(i);
            });
        sides.run();
        for (const std::size_t i : {2, 0, 1}) {
            sides.daemonTold.requests[i].second(debug::EngineReply{});
            sides.daemonTold.requests[i].second(debug::EngineReply{}); // only the first counts
        }
        sides.run();
        QCOMPARE(order, (std::vector<int>{2, 0, 1}));
    }

    void refusalsComeAsErrors()
    {
        Sides sides;
        sides.run();
        sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
        sides.run();
        sides.daemonTold.requests[0].second(util::fail(debug::Errc::NotStopped, "rank 3 runs"));
        sides.run();
        QVERIFY(sides.frontTold.replies[0].error().code == debug::Errc::NotStopped);
        QCOMPARE(sides.frontTold.replies[0].error().detail, std::string("rank 3 runs"));
    }

    void requestFailsAtItsDeadlineAndTheLateReplyIsDropped()
    {
        Sides sides;
        sides.run();
        sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
        sides.scheduler.advance(9s);
        QVERIFY(sides.frontTold.replies.empty());
        sides.scheduler.advance(1s);
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
        QVERIFY(sides.frontTold.replies[0].error().code == debug::Errc::Timeout);
        QCOMPARE(sides.frontTold.replies[0].error().detail,
                 std::string("dbgd 0.1.0 on node7 did not answer 'continue' in 10 s"));
        sides.daemonTold.requests[0].second(debug::EngineReply{});
        sides.run();
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
        QVERIFY(sides.front->isOpen());
    }

    void heartbeatsKeepASilentConnectionOpen()
    {
        Sides sides;
        sides.scheduler.advance(10 * dbgwire::kHelloMayTake);
        QVERIFY(sides.front->isOpen() && sides.daemon->isOpen());
        QVERIFY(sides.frontTold.links.empty() && sides.daemonTold.links.empty());
        QVERIFY(!sides.frontTold.closed && !sides.daemonTold.closed);
    }

    void silenceIsNoticedAndFailsOpenRequests()
    {
        Sides sides;
        sides.run();
        sides.daemonStream->holdOutput(true);
        sides.front->loseAfter(60s);
        sides.front->sendRequest(command(), 1h, sides.frontTold.onReply());
        sides.scheduler.advance(11s);
        QCOMPARE(sides.frontTold.links, (std::vector{LinkState::Suspected}));
        QVERIFY(sides.front->isOpen() && sides.frontTold.replies.empty());
        sides.scheduler.advance(50s);
        QVERIFY(sides.frontTold.closedCode() == dbgwire::Errc::Silent);
        QCOMPARE(sides.frontTold.closed->error().detail, std::string("no word from dbgd 0.1.0 on node7 for 60 s"));
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
        QVERIFY(sides.frontTold.replies[0].error().code == debug::Errc::DaemonLost);
        QVERIFY(!sides.front->isOpen());
        QVERIFY(sides.daemonTold.closed.has_value());
    }

    /// What was asked meanwhile is answered, and what was told comes after that it is heard again.
    void aSideThatIsHeardAgainHasLostNothing()
    {
        Sides sides;
        sides.run();
        sides.front->loseAfter(60s);
        sides.daemonStream->holdOutput(true);
        sides.front->sendRequest(command(), 1h, sides.frontTold.onReply());
        sides.scheduler.advance(55s);
        sides.daemonTold.requests.at(0).second(debug::EngineReply{});
        sides.daemon->sendEvent(debug::RanksResumed{util::RankSet::firstN(2)});
        QCOMPARE(sides.frontTold.links, (std::vector{LinkState::Suspected}));
        sides.daemonStream->holdOutput(false);
        sides.run();
        QCOMPARE(sides.frontTold.links, (std::vector{LinkState::Suspected, LinkState::Alive}));
        QVERIFY(sides.frontTold.replies.at(0).has_value());
        QCOMPARE(sides.frontTold.events.size(), std::size_t(1));
        sides.scheduler.advance(1h);
        QVERIFY(sides.front->isOpen());
        QCOMPARE(sides.frontTold.links.size(), std::size_t(2));
    }

    void aSideThatWasSuspendedGivesNobodyUp()
    {
        Sides sides;
        sides.run();
        sides.scheduler.passUnseen(5min);
        sides.scheduler.advance(1h);
        QVERIFY(sides.front->isOpen() && sides.daemon->isOpen());
        QVERIFY(sides.frontTold.links.empty() && sides.daemonTold.links.empty());
    }

    /// Silence of one side is suspicious for the other only.
    void eachSideHasItsOwnPatience()
    {
        Sides sides;
        sides.run();
        sides.front->loseAfter(15s);
        sides.daemon->loseAfter(1h);
        sides.frontStream->holdOutput(true);
        sides.scheduler.advance(59min);
        QVERIFY(sides.front->isOpen() && sides.frontTold.links.empty());
        QVERIFY(sides.daemon->isOpen());
        QCOMPARE(sides.daemonTold.links, (std::vector{LinkState::Suspected}));
        sides.scheduler.advance(2min);
        QVERIFY(sides.daemonTold.closedCode() == dbgwire::Errc::Silent);
    }

    void silenceBeforeTheHelloIsNoticedToo()
    {
        FrontAlone alone;
        alone.front->loseAfter(1h);
        alone.scheduler.advance(dbgwire::kHelloMayTake);
        QVERIFY(alone.told.closedCode() == dbgwire::Errc::Silent);
    }

    void otherVersionsAreAnErrorThatNamesBoth()
    {
        Hello newer = helloOf("dbgd 9.0.0", "node7");
        newer.lowestVersion = newer.highestVersion = dbgwire::kHighestVersion + 1;
        Sides sides(0, newer);
        sides.run();
        QVERIFY(sides.frontTold.closedCode() == dbgwire::Errc::VersionMismatch);
        QVERIFY(sides.daemonTold.closed.has_value());
        QVERIFY(sides.frontTold.hellos.empty() && sides.daemonTold.hellos.empty());
        const std::string text = sides.frontTold.closed->error().message();
        QVERIFY(text.find("dbgr 0.1.0") != std::string::npos && text.find("dbgd 9.0.0") != std::string::npos);
    }

    void orderlyEndComesAfterAllThatWasSent()
    {
        Sides sides(1);
        sides.run();
        sides.daemon->sendEvent(debug::RanksDetached{util::RankSet::firstN(4)});
        sides.daemon->close();
        sides.run();
        QCOMPARE(sides.frontTold.events.size(), std::size_t(1));
        QVERIFY(sides.frontTold.closed && sides.frontTold.closed->has_value());
        QVERIFY(!sides.daemonTold.closed); // it closed the channel itself
    }

    void malformedBytesCloseTheChannelWithAnError_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("afterHello");
        const auto framed = [](const dbgwire::Message& message) {
            return QByteArray::fromStdString(dbgwire::frameMessage(dbgwire::encode(message)));
        };
        QTest::newRow("http") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n") << false;
        QTest::newRow("no hello first") << framed(dbgwire::Heartbeat{}) << false;
        QTest::newRow("second hello") << framed(helloOf("dbgd", "node7")) << true;
        QTest::newRow("huge message") << QByteArray("\xff\xff\xff\xff\x00", 5) << true;
        QTest::newRow("garbage in a frame") << QByteArray::fromStdString(dbgwire::frameMessage("\xff\xff\xff")) << true;
        QTest::newRow("empty frame") << QByteArray(5, '\0') << true;
    }
    void malformedBytesCloseTheChannelWithAnError()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, afterHello);
        FrontAlone alone;
        if (afterHello)
            alone.sayHello();
        alone.run();
        alone.front->sendRequest(command(), 1h, alone.told.onReply());
        alone.peer->write(bytes.toStdString());
        alone.run();
        QVERIFY(alone.told.closed && !*alone.told.closed);
        QVERIFY(alone.told.closedCode().category() == dbgwire::wireCategory());
        QCOMPARE(alone.told.replies.size(), std::size_t(1));
        QVERIFY(!alone.front->isOpen());
    }

    void repliesThatNobodyWaitsForAreDropped()
    {
        FrontAlone alone;
        alone.sayHello();
        alone.say(dbgwire::Reply{util::RequestId(77), debug::EngineReply{}});
        alone.run();
        QVERIFY(alone.front->isOpen());
    }

    void sideWithoutARequestHandlerRefuses()
    {
        FrontAlone alone;
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler);
        Told told;
        Channel front(scheduler, std::move(pair.first), helloOf("dbgr", "head"), {});
        Channel daemon(scheduler, std::move(pair.second), helloOf("dbgd", "node7"), told.handlers());
        scheduler.runUntilIdle();
        daemon.sendRequest(command(), 10s, told.onReply());
        scheduler.runUntilIdle();
        QVERIFY(told.replies.at(0).error().code == std::errc::operation_not_supported);
    }

    void whatWasAskedFirstAndNeverAnsweredIsKnown()
    {
        Sides sides;
        sides.run();
        sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
        sides.run();
        sides.daemonTold.requests.at(0).second(debug::EngineReply{});
        sides.run();
        sides.front->sendRequest(command(debug::Evaluate{"vec[0]", {}, 0}), 10s, sides.frontTold.onReply());
        sides.front->sendRequest(command(debug::GetStacks{}), 10s, sides.frontTold.onReply());
        sides.run();
        QVERIFY(!sides.front->unanswered());
        sides.daemon.reset();
        sides.run();
        QVERIFY(sides.front->unanswered());
        QCOMPARE(sides.front->unanswered()->request, std::string("print vec[0]"));
        QCOMPARE(sides.front->unanswered()->ranks.toString(), std::string("0-3"));
    }

    void aChannelThatOwesNothingHasNothingUnanswered()
    {
        Sides sides;
        sides.run();
        sides.daemon.reset();
        sides.run();
        QVERIFY(sides.frontTold.closed && !sides.front->unanswered());
    }

    void requestOnAClosedChannelFailsLater()
    {
        FrontAlone alone;
        alone.sayHello();
        alone.run();
        alone.peer.reset();
        alone.run();
        QVERIFY(alone.told.closed.has_value());
        alone.front->sendRequest(command(), 1h, alone.told.onReply());
        QVERIFY(alone.told.replies.empty());
        alone.scheduler.advance(0s);
        QVERIFY(alone.told.replies.at(0).error().code == debug::Errc::DaemonLost);
    }

    void tooLargeMessagesFailWithoutHarmToTheChannel()
    {
        Sides sides;
        sides.run();
        debug::ValuesReply huge;
        for (int i = 0; i < 20; ++i)
            huge.values.push_back({util::RankSet::firstN(1), std::string(dbgwire::kMaxTextBytes, 'x'), "", ""});
        sides.front->sendRequest(command(), 1h, sides.frontTold.onReply());
        sides.run();
        sides.daemonTold.requests[0].second(debug::EngineReply{huge, {}});
        sides.run();
        QVERIFY(!sides.frontTold.replies.at(0));
        QVERIFY(sides.front->isOpen() && sides.daemon->isOpen());
    }

    void aRequestThatIsCancelledIsAnsweredSoon_data()
    {
        QTest::addColumn<QString>("daemon");
        QTest::addColumn<int>("cancels"); // that the daemon hears of
        QTest::newRow("it says what was done") << "answers" << 1;
        QTest::newRow("it does not answer") << "silent" << 1;
        QTest::newRow("it has answered") << "answered" << 0;
        QTest::newRow("it is an older one") << "older" << 0;
    }
    void aRequestThatIsCancelledIsAnsweredSoon()
    {
        QFETCH(QString, daemon);
        QFETCH(int, cancels);
        Hello hello = helloOf("dbgd 0.1.0", "node7");
        if (daemon == "older")
            hello.features.clear();
        Sides sides(0, hello);
        sides.run();
        static_cast<void>(sides.front->sendRequest(command(), 1h, sides.frontTold.onReply()));
        const auto id = sides.front->sendRequest(command(), 1h, sides.frontTold.onReply());
        sides.run();
        const auto respond = sides.daemonTold.requests.at(1).second;
        const debug::EngineReply done{debug::DoneReply{}, {{util::RankSet(util::Rank(3)), {}}}};
        if (daemon == "answered") {
            respond(done);
            sides.run();
        }
        sides.front->cancelRequest(id, 3s);
        sides.run();
        QCOMPARE(sides.daemonTold.cancelled.size(), std::size_t(cancels));
        if (cancels > 0)
            QCOMPARE(sides.daemonTold.cancelled[0], sides.daemonTold.ids.at(1));
        if (daemon == "answers") {
            respond(done);
            sides.run();
        }
        sides.scheduler.advance(3s);
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1)); // the first is still to come
        const auto& reply = sides.frontTold.replies[0];
        const bool isOfDaemon = daemon.startsWith("answer");
        QCOMPARE(reply.has_value(), isOfDaemon);
        QVERIFY(isOfDaemon || reply.error().code == debug::Errc::Cancelled);
        respond(done); // too late, or twice: nobody's
        sides.scheduler.advance(1min);
        QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
        QVERIFY(sides.front->isOpen() && sides.daemon->isOpen());
    }

    void closeSilencesTheChannel()
    {
        Sides sides;
        sides.run();
        sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
        sides.daemon->sendEvent(debug::RanksResumed{});
        sides.front->close();
        sides.scheduler.advance(1h);
        QVERIFY(sides.frontTold.replies.empty() && sides.frontTold.events.empty() && !sides.frontTold.closed);
    }

    void callbacksMayDestroyTheChannel_data()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("hello") << 0;
        QTest::newRow("event") << 1;
        QTest::newRow("reply") << 2;
        QTest::newRow("closed") << 3;
        QTest::newRow("failed request") << 4;
    }
    void callbacksMayDestroyTheChannel()
    {
        QFETCH(int, step);
        FrontAlone alone;
        alone.front.reset();
        auto pair = MemoryStream::makePair(alone.scheduler);
        alone.peer = std::move(pair.second);
        int calls = 0;
        const auto at = [&](int here) {
            return [&, here] {
                ++calls;
                if (step == here)
                    alone.front.reset();
            };
        };
        Channel::Handlers handlers;
        handlers.onHello = [f = at(0)](const Hello&) { f(); };
        handlers.onEvent = [f = at(1)](debug::DaemonEvent) { f(); };
        handlers.onClosed = [f = at(3)](util::Result<void>) { f(); };
        alone.front =
            std::make_unique<Channel>(alone.scheduler, std::move(pair.first), helloOf("dbgr", "head"), handlers);
        alone.front->sendRequest(command(), 1h, [f = at(2)](const auto&) { f(); });
        alone.front->sendRequest(command(), 1h, [f = at(4)](const auto&) { f(); });
        alone.sayHello();
        alone.say(debug::DaemonEvent(debug::RanksResumed{}));
        alone.say(dbgwire::Reply{util::RequestId(1), debug::EngineReply{}});
        alone.peer->close();
        alone.run();
        const std::vector<int> callsBeforeTheEnd{1, 2, 3, 5, 4};
        QCOMPARE(calls, callsBeforeTheEnd[static_cast<std::size_t>(step)]);
        QVERIFY(!alone.front);
    }

    void answerToAChannelThatIsGoneIsDropped()
    {
        Sides sides;
        sides.run();
        sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
        sides.run();
        sides.daemon.reset();
        sides.daemonTold.requests[0].second(debug::EngineReply{});
        sides.run();
        QVERIFY(sides.frontTold.replies.at(0).error().code == debug::Errc::DaemonLost);
    }

    void brokenStreamIsReportedAtEveryStep()
    {
        for (std::size_t reads = 0; reads < 3; ++reads) {
            Sides sides;
            sides.frontStream->failAfterReads(reads);
            sides.run();
            sides.front->sendRequest(command(), 10s, sides.frontTold.onReply());
            sides.run();
            for (const auto& [asked, respond] : sides.daemonTold.requests)
                respond(debug::EngineReply{});
            sides.run();
            sides.daemon->sendEvent(debug::RanksResumed{});
            sides.scheduler.advance(1s);
            QVERIFY(sides.frontTold.closed && !*sides.frontTold.closed);
            QCOMPARE(sides.frontTold.replies.size(), std::size_t(1));
            QVERIFY(sides.daemonTold.closed.has_value());
        }
    }
};

DBGR_TEST(TestChannel);

} // namespace tst_channel

#include "tst_channel.moc"
