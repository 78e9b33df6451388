// SPDX-License-Identifier: GPL-3.0-or-later
// Who is given the daemons' archive, and who is not, over real sockets.
#include "net/tcp_connect.h"
#include "session/remote/push/archive_server.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"
#include "util/memory_file.h"

#include <QtTest>

#include <unistd.h>

namespace tst_archive_server {

using namespace dbgr;
using namespace dbgr::session;

namespace {

constexpr std::size_t kFileBytes = 3'000'001; // some pieces, and a rest

class Caller
{
public:
    Caller(net::EventLoop& loop, std::uint16_t port)
        : m_connecting(net::connectTcp(loop, net::Address::loopback().withPort(port), std::chrono::seconds(5),
                                       [this](auto stream) { onConnected(*std::move(stream)); }))
    {}

    std::unique_ptr<net::ByteStream> stream;
    std::string got;
    bool closed = false;

private:
    void onConnected(std::unique_ptr<net::ByteStream> connected)
    {
        stream = std::move(connected);
        stream->setReader([this](std::string_view bytes) { got += bytes; });
        stream->setClosed([this](const util::Result<void>&) { closed = true; });
    }

    util::Subscription m_connecting;
};

} // namespace

class TestArchiveServer : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_loop = net::EventLoop::create().value();
        m_bytes.resize(kFileBytes);
        for (std::size_t i = 0; i < kFileBytes; ++i)
            m_bytes[i] = static_cast<char>(i * 7 + i / 256);
        m_server = ArchiveServer::listen(*m_loop, [this] {
                       auto file = util::makeMemoryFile("archive", m_bytes);
                       if (file)
                           ::lseek(file->get(), 0, SEEK_SET);
                       return file;
                   }).value();
    }

    void whoSaysTheKeyIsGivenAll()
    {
        Caller caller(*m_loop, m_server->port());
        QVERIFY(connected(caller));
        for (const char c : m_server->key() + '\n') // as it may come
            caller.stream->write(std::string(1, c));
        QVERIFY(test::runUntil(*m_loop, [&] { return caller.closed; }));
        QVERIFY(caller.got == m_bytes);
    }

    void othersAreGivenNothing_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("another key") << QByteArray(64, 'a') + '\n';
        QTest::newRow("a beginning") << QByteArray("BEGINNING\n") + QByteArray(64, 'a');
        QTest::newRow("more behind it") << QByteArray("KEYx\n");
        QTest::newRow("much more") << QByteArray(1 << 20, '\0');
        QTest::newRow("HTTP") << QByteArray(
            "GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: somebody/1.0 (any)\r\n\r\n");
    }
    void othersAreGivenNothing()
    {
        QFETCH(QByteArray, said);
        const QByteArray key = QByteArray::fromStdString(m_server->key());
        said.replace("KEY", key).replace("BEGINNING", key.left(10));
        Caller caller(*m_loop, m_server->port());
        QVERIFY(connected(caller));
        caller.stream->write(said.toStdString());
        QVERIFY(test::runUntil(*m_loop, [&] { return caller.closed; }));
        QCOMPARE(caller.got.size(), std::size_t{0});
        whoSaysTheKeyIsGivenAll();
    }

    void oneThatLeavesIsNotMissed()
    {
        Caller leaves(*m_loop, m_server->port());
        Caller stays(*m_loop, m_server->port());
        QVERIFY(connected(leaves) && connected(stays));
        leaves.stream->write(m_server->key() + '\n');
        leaves.stream->pauseReading();
        stays.stream->write(m_server->key() + '\n');
        QVERIFY(test::runUntil(*m_loop, [&] { return !stays.got.empty(); }));
        leaves.stream->close();
        QVERIFY(test::runUntil(*m_loop, [&] { return stays.closed; }));
        QVERIFY(stays.got == m_bytes);
    }

    void manyAreGivenItAtOnce()
    {
        std::vector<std::unique_ptr<Caller>> callers;
        for (int i = 0; i < 40; ++i) {
            callers.push_back(std::make_unique<Caller>(*m_loop, m_server->port()));
            QVERIFY(connected(*callers.back()));
            callers.back()->stream->write(m_server->key() + '\n');
        }
        for (const auto& caller : callers) {
            QVERIFY(test::runUntil(*m_loop, [&] { return caller->closed; }));
            QVERIFY(caller->got == m_bytes);
        }
    }

    void itsEndIsEverybodys()
    {
        Caller caller(*m_loop, m_server->port());
        QVERIFY(connected(caller));
        caller.stream->pauseReading();
        caller.stream->write(m_server->key() + '\n');
        test::runReady(*m_loop);
        m_server.reset();
        caller.stream->resumeReading();
        QVERIFY(test::runUntil(*m_loop, [&] { return caller.closed; }));
    }

private:
    [[nodiscard]] bool connected(const Caller& caller)
    {
        return test::runUntil(*m_loop, [&] { return caller.stream != nullptr; });
    }

    std::unique_ptr<net::EventLoop> m_loop;
    std::string m_bytes;
    std::unique_ptr<ArchiveServer> m_server;
};

DBGR_TEST(TestArchiveServer);

} // namespace tst_archive_server

#include "tst_archive_server.moc"
