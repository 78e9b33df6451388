// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/net_error.h"
#include "net/tls_stream.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"
#include "tests/support/net/stream_log.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_tls_stream {

using namespace dbgr;
using namespace std::chrono_literals;
using net::ByteStream;
using net::Secret;
using test::ManualScheduler;
using test::MemoryStream;
using test::StreamLog;

class TestTlsStream : public QObject
{
    Q_OBJECT

    const Secret m_secret = Secret::generate().value();
    const Secret m_otherSecret = Secret::generate().value();

    /// The two sides of one connection, each with what it told.
    struct Sides
    {
        ManualScheduler scheduler;
        MemoryStream *clientTransport, *serverTransport;
        std::unique_ptr<ByteStream> client, server;
        std::unique_ptr<StreamLog> clientLog, serverLog;

        Sides(const Secret& clientSecret, const Secret& serverSecret, std::size_t chunkBytes = 0)
        {
            auto pair = MemoryStream::makePair(scheduler, chunkBytes);
            clientTransport = pair.first.get();
            serverTransport = pair.second.get();
            client = net::tlsClient(scheduler, std::move(pair.first), clientSecret).value();
            server = net::tlsServer(scheduler, std::move(pair.second), serverSecret).value();
            clientLog = std::make_unique<StreamLog>(*client);
            serverLog = std::make_unique<StreamLog>(*server);
        }
    };

    /// A server that talks to whatever the test writes into the other end.
    struct ServerAlone
    {
        ManualScheduler scheduler;
        std::unique_ptr<MemoryStream> peer;
        std::unique_ptr<ByteStream> server;
        std::unique_ptr<StreamLog> log;

        explicit ServerAlone(const Secret& secret)
        {
            auto pair = MemoryStream::makePair(scheduler);
            peer = std::move(pair.first);
            server = net::tlsServer(scheduler, std::move(pair.second), secret).value();
            log = std::make_unique<StreamLog>(*server);
        }
    };

private slots:
    void carriesBytesBothWays_data()
    {
        QTest::addColumn<std::size_t>("chunkBytes");
        QTest::newRow("whole") << std::size_t(0);
        QTest::newRow("single bytes") << std::size_t(1);
        QTest::newRow("seven bytes") << std::size_t(7);
    }
    void carriesBytesBothWays()
    {
        QFETCH(std::size_t, chunkBytes);
        Sides sides(m_secret, m_secret, chunkBytes);
        const std::string request(50'000, 'q'), reply(40'000, 'r');
        sides.client->write(request); // before the handshake
        sides.scheduler.runUntilIdle();
        sides.server->write(reply);
        sides.scheduler.runUntilIdle();
        QVERIFY2(!sides.serverLog->ended(), sides.serverLog->errorText().c_str());
        QVERIFY2(!sides.clientLog->ended(), sides.clientLog->errorText().c_str());
        QCOMPARE(sides.serverLog->received, request);
        QCOMPARE(sides.clientLog->received, reply);
        QVERIFY(!sides.clientLog->ended() && !sides.serverLog->ended());
        QVERIFY(sides.clientTransport->written().find("qqqq") == std::string::npos);
        QCOMPARE(sides.scheduler.pendingTimers(), std::size_t(0));
    }

    void deliversNothingInsideACall()
    {
        Sides sides(m_secret, m_secret);
        sides.client->write("x");
        sides.server->write("y");
        QVERIFY(sides.serverLog->received.empty() && sides.clientLog->received.empty());
    }

    void wrongSecretClosesBothSidesAndDeliversNothing()
    {
        Sides sides(m_otherSecret, m_secret);
        sides.client->write("hello");
        sides.server->write("hello");
        sides.scheduler.runUntilIdle();
        QVERIFY(sides.clientLog->errorCode() == net::Errc::HandshakeFailed);
        QVERIFY(sides.serverLog->errorCode() == net::Errc::HandshakeFailed);
        QVERIFY(sides.serverLog->received.empty() && sides.clientLog->received.empty());
        QVERIFY(!sides.client->isOpen() && !sides.server->isOpen());
    }

    void plainTextAndGarbageAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("http") << QByteArray("GET / HTTP/1.0\r\n\r\n");
        QTest::newRow("zeros") << QByteArray(1000, '\0');
        QTest::newRow("huge record") << QByteArray("\x16\x03\x01\xff\xff", 5) + QByteArray(1000, 'x');
        QTest::newRow("empty record") << QByteArray("\x16\x03\x01\x00\x00", 5);
        QTest::newRow("application data") << QByteArray("\x17\x03\x03\x00\x05hello", 10);
    }
    void plainTextAndGarbageAreRefused()
    {
        QFETCH(QByteArray, bytes);
        ServerAlone alone(m_secret);
        alone.peer->write(bytes.toStdString());
        alone.scheduler.runUntilIdle();
        alone.scheduler.advance(net::kTlsHandshakeTimeout);
        QVERIFY(alone.log->ended());
        QVERIFY(!alone.log->endedCleanly());
        QVERIFY(alone.log->received.empty());
    }

    void silentPeerIsGivenUpInTime()
    {
        ServerAlone alone(m_secret);
        alone.scheduler.advance(net::kTlsHandshakeTimeout - 1ms);
        QVERIFY(!alone.log->ended());
        alone.scheduler.advance(1ms);
        QVERIFY(alone.log->errorCode() == net::Errc::Timeout);
    }

    void peerThatLeavesDuringTheHandshakeIsAnError()
    {
        ServerAlone alone(m_secret);
        alone.peer->write("\x16\x03\x01");
        alone.peer.reset();
        alone.scheduler.runUntilIdle();
        QVERIFY(alone.log->errorCode() == net::Errc::HandshakeFailed);
    }

    void farewellIsACleanEndAfterAllBytes()
    {
        Sides sides(m_secret, m_secret, 5);
        sides.scheduler.runUntilIdle();
        sides.client->write("last words");
        sides.client->close();
        sides.scheduler.runUntilIdle();
        QCOMPARE(sides.serverLog->received, std::string("last words"));
        QVERIFY(sides.serverLog->endedCleanly());
        QVERIFY(!sides.clientLog->ended()); // it closed the stream itself
    }

    void endWithoutFarewellIsCutOff()
    {
        Sides sides(m_secret, m_secret);
        sides.scheduler.runUntilIdle();
        sides.client->write("half");
        sides.clientTransport->close();
        sides.scheduler.runUntilIdle();
        QCOMPARE(sides.serverLog->received, std::string("half"));
        QVERIFY(sides.serverLog->errorCode() == net::Errc::CutOff);
    }

    void changedBytesAreAnError()
    {
        Sides sides(m_secret, m_secret);
        sides.scheduler.runUntilIdle();
        sides.clientTransport->write(std::string("\x17\x03\x03\x00\x20", 5) + std::string(32, 'x'));
        sides.scheduler.runUntilIdle();
        QVERIFY(sides.serverLog->errorCode() == net::Errc::CutOff);
        QVERIFY(sides.serverLog->received.empty());
    }

    void brokenTransportIsReportedAtEveryStep()
    {
        for (std::size_t writes = 0; writes < 3; ++writes) {
            Sides sides(m_secret, m_secret);
            sides.serverTransport->failAfterWrites(writes);
            sides.scheduler.runUntilIdle();
            sides.server->write("one");
            sides.server->write("two");
            sides.server->write("three");
            sides.scheduler.runUntilIdle();
            QVERIFY(sides.serverLog->ended() && !sides.serverLog->endedCleanly());
            QVERIFY(sides.clientLog->ended() && !sides.clientLog->endedCleanly());
        }
    }

    void pauseHoldsBackAndLosesNothing()
    {
        Sides sides(m_secret, m_secret);
        sides.scheduler.runUntilIdle();
        std::string received;
        sides.server->setReader([&](std::string_view bytes) {
            received += bytes;
            sides.server->pauseReading();
        });
        for (int i = 0; i < 3; ++i)
            sides.client->write(std::string(16'000, static_cast<char>('a' + i)));
        sides.client->close();
        sides.scheduler.runUntilIdle();
        QCOMPARE(received.size(), std::size_t(16'000));
        QVERIFY(!sides.serverLog->ended());
        for (int i = 0; i < 4; ++i) {
            sides.server->resumeReading();
            sides.scheduler.runUntilIdle();
        }
        QCOMPARE(received.size(), std::size_t(48'000));
        QVERIFY(sides.serverLog->endedCleanly());
    }

    void readerMayDestroyTheStream()
    {
        Sides sides(m_secret, m_secret);
        sides.scheduler.runUntilIdle();
        int calls = 0;
        sides.server->setReader([&](std::string_view) {
            ++calls;
            sides.server.reset();
        });
        sides.client->write(std::string(40'000, 'x'));
        sides.scheduler.runUntilIdle();
        QCOMPARE(calls, 1);
        QVERIFY(sides.clientLog->ended());
    }
};

DBGR_TEST(TestTlsStream);

} // namespace tst_tls_stream

#include "tst_tls_stream.moc"
