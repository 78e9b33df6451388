// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/frame_writer.h"
#include "pmix/session/connection.h"
#include "pmix/types/status.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_connection {

using namespace dbgr::pmix;
using dbgr::test::ManualScheduler;
using dbgr::test::MemoryStream;
using dbgr::util::Result;
using namespace std::chrono_literals;

class TestConnection : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sortsMessagesByTheirTag_data();
    void sortsMessagesByTheirTag();
    void surplusOfTheHandshakeComesFirst();
    void repliesComeInAnyOrder();
    void endOfTheStreamEndsWhatWaits();
    void aBrokenStreamAtEveryStepEndsWhatWaits_data();
    void aBrokenStreamAtEveryStepEndsWhatWaits();
    void oversizeFramesEndTheConnection();
    void requestsOnAClosedConnectionFailLater();
    void closeTellsWhatWaitsLater();
    void handlersMayDestroyIt_data();
    void handlersMayDestroyIt();

private:
    void open(std::size_t chunkBytes = 0, std::string surplus = {})
    {
        auto pair = MemoryStream::makePair(*m_scheduler, chunkBytes);
        m_peer = std::move(pair.second);
        m_peer->setReader([this](std::string_view bytes) { m_sent += bytes; });
        m_stream = pair.first.get();
        m_connection =
            std::make_unique<Connection>(*m_scheduler, std::move(pair.first), std::move(surplus), WireFormat(),
                                         ConnectionRole::Connector, Peer{Proc{"server", ProcRank(0)}, "5.0.7", {}});
        Connection::Handlers handlers;
        handlers.onEvent = [this](std::string_view body) { note("event", body); };
        handlers.onIo = [this](std::string_view body) { note("io", body); };
        handlers.onRequest = [this](Tag tag, std::string_view body) {
            note("request " + std::to_string(tag.value()), body);
        };
        handlers.onClosed = [this](const dbgr::util::Error& why) {
            m_closedBecause = why.message();
            note("closed", "");
        };
        m_connection->start(std::move(handlers));
    }
    void note(const std::string& what, std::string_view body)
    {
        m_log.push_back(what + (body.empty() ? "" : " " + std::string(body)));
        if (what == m_destroyAt)
            m_connection.reset();
    }
    void ask(const std::string& what)
    {
        m_connection->request(what, what, 5s, [this, what](Result<std::string_view> body) {
            note(body ? "reply to " + what : "no reply to " + what, body ? *body : std::string_view());
        });
    }
    void answer(std::uint32_t tag, std::string_view body) { m_peer->write(encodeFrame(0, Tag(tag), body)); }

    std::unique_ptr<ManualScheduler> m_scheduler;
    std::unique_ptr<MemoryStream> m_peer;
    MemoryStream* m_stream = nullptr;
    std::unique_ptr<Connection> m_connection;
    std::vector<std::string> m_log;
    std::string m_sent;
    std::string m_closedBecause;
    std::string m_destroyAt;
};

void TestConnection::init()
{
    m_scheduler = std::make_unique<ManualScheduler>();
    m_log.clear();
    m_sent.clear();
    m_destroyAt.clear();
}

void TestConnection::cleanup()
{
    m_connection.reset();
    m_peer.reset();
}

void TestConnection::sortsMessagesByTheirTag_data()
{
    QTest::addColumn<int>("chunk");
    QTest::newRow("whole") << 0;
    QTest::newRow("byte by byte") << 1;
}

void TestConnection::sortsMessagesByTheirTag()
{
    QFETCH(int, chunk);
    open(std::size_t(chunk));
    ask("q");
    answer(0, "e");
    answer(2, "o");
    answer(1, "heartbeat");
    answer(0x80000032, "theirs");
    answer(0x40000000, "yes");
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"event e", "io o", "request 2147483698 theirs", "reply to q yes"}));
    QCOMPARE(m_sent, encodeFrame(0, Tag(0x40000000), "q"));
}

void TestConnection::surplusOfTheHandshakeComesFirst()
{
    const std::string event = encodeFrame(0, kNotifyTag, "first");
    open(0, event.substr(0, 18));
    m_peer->write(event.substr(18) + encodeFrame(0, kNotifyTag, "second"));
    QVERIFY(m_log.empty()); // never inside start()
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"event first", "event second"}));
}

void TestConnection::repliesComeInAnyOrder()
{
    open();
    ask("a");
    ask("b");
    answer(0x40000001, "2");
    answer(0x40000000, "1");
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"reply to b 2", "reply to a 1"}));
}

void TestConnection::endOfTheStreamEndsWhatWaits()
{
    open();
    ask("a");
    m_peer->close();
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"no reply to a", "closed"}));
    QVERIFY(!m_connection->isOpen());
    QVERIFY(QString::fromStdString(m_closedBecause).contains("server"));
}

void TestConnection::aBrokenStreamAtEveryStepEndsWhatWaits_data()
{
    QTest::addColumn<int>("reads");
    for (int reads = 0; reads < 40; reads += 3)
        QTest::addRow("after %d reads", reads) << reads;
}

void TestConnection::aBrokenStreamAtEveryStepEndsWhatWaits()
{
    QFETCH(int, reads);
    open(1);
    m_stream->failAfterReads(std::size_t(reads));
    ask("a");
    answer(0, "event");
    answer(0x40000000, "a long answer, so that the stream breaks within it");
    m_scheduler->runUntilIdle();
    QCOMPARE(m_log.back(), "closed");
    QCOMPARE(m_log[m_log.size() - 2], "no reply to a");
}

void TestConnection::oversizeFramesEndTheConnection()
{
    open();
    ask("a");
    m_peer->write(encodeHeader({0, Tag(0x40000000), 0xffffffff}));
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"no reply to a", "closed"}));
}

void TestConnection::requestsOnAClosedConnectionFailLater()
{
    open();
    m_connection->close();
    ask("a");
    QVERIFY(m_log.empty());
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"no reply to a"}));
}

void TestConnection::closeTellsWhatWaitsLater()
{
    open();
    ask("a");
    m_connection->close();
    QVERIFY(m_log.empty());
    m_scheduler->runUntilIdle();
    QVERIFY((m_log == std::vector<std::string>{"no reply to a"})); // and nobody is told "closed"
}

void TestConnection::handlersMayDestroyIt_data()
{
    QTest::addColumn<QString>("at");
    for (const char* at : {"event", "io", "request 2147483698", "reply to a", "no reply to b", "closed"})
        QTest::newRow(at) << at;
}

void TestConnection::handlersMayDestroyIt()
{
    QFETCH(QString, at);
    m_destroyAt = at.toStdString();
    open();
    ask("a");
    ask("b");
    for (int i = 0; i < 2; ++i) {
        answer(0, "e");
        answer(2, "o");
        answer(0x80000032, "theirs");
        answer(0x40000000, "1");
    }
    m_peer->close();
    m_scheduler->runUntilIdle();
    QVERIFY(!m_connection);
}

DBGR_TEST(TestConnection);

} // namespace tst_connection

#include "tst_connection.moc"
