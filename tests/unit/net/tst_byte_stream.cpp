// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/fd_stream.h"
#include "net/net_error.h"
#include "net/unix_stream.h"
#include "tests/support/net/run_until.h"
#include "tests/support/net/stream_log.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>

namespace tst_byte_stream {

using namespace dbgr;
using net::ByteStream;
using test::runReady;
using test::runUntil;
using test::StreamLog;

namespace {

std::string manyBytes(std::size_t count)
{
    std::string bytes(count, '\0');
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<char>(i * 131 >> 3);
    return bytes;
}

} // namespace

class TestByteStream : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<ByteStream> m_a, m_b;

private slots:
    void init()
    {
        m_loop = net::EventLoop::create().value();
        auto pair = net::streamPair(*m_loop).value();
        m_a = std::move(pair.first);
        m_b = std::move(pair.second);
    }
    void cleanup()
    {
        m_a.reset();
        m_b.reset();
        m_loop.reset();
    }

    void carriesMoreThanTheSystemBuffers()
    {
        StreamLog log(*m_b);
        const std::string sent = manyBytes(5 << 20);
        m_a->write(sent);
        QVERIFY(m_a->outputBytes() > 0);
        QVERIFY(runUntil(*m_loop, [&] { return log.received.size() >= sent.size(); }));
        QCOMPARE(log.received, sent);
        QCOMPARE(m_a->outputBytes(), std::size_t(0));
    }

    void deliversLastWordsThenTheCleanEnd()
    {
        StreamLog log(*m_b);
        m_a->write("bye");
        m_a.reset();
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); }));
        QCOMPARE(log.received, std::string("bye"));
        QVERIFY(log.endedCleanly());
        QVERIFY(!m_b->isOpen());
    }

    void keepsBytesForALateReader()
    {
        m_a->write("early");
        runReady(*m_loop);
        StreamLog log(*m_b);
        QVERIFY(log.received.empty());
        QVERIFY(runUntil(*m_loop, [&] { return log.received == "early"; }));
    }

    void tellsTheEndToALateListener()
    {
        m_b->setReader([](std::string_view) {});
        m_a.reset();
        runReady(*m_loop);
        bool told = false;
        m_b->setClosed([&](const util::Result<void>&) { told = true; });
        QVERIFY(!told);
        QVERIFY(runUntil(*m_loop, [&] { return told; }));
    }

    void pausedStreamDeliversNothing()
    {
        StreamLog log(*m_b);
        m_b->pauseReading();
        m_a->write("later");
        runReady(*m_loop);
        QVERIFY(log.received.empty());
        m_b->resumeReading();
        QVERIFY(runUntil(*m_loop, [&] { return log.received == "later"; }));
    }

    void closeSilencesAllCallbacks()
    {
        StreamLog log(*m_b);
        m_a->write("x");
        m_a.reset();
        m_b->close();
        runReady(*m_loop);
        QVERIFY(log.received.empty());
        QVERIFY(!log.ended());
    }

    void readerMayDestroyTheStream()
    {
        const auto held = std::make_shared<int>(5);
        int seen = 0;
        m_b->setReader([&, value = held](std::string_view) {
            m_b.reset();
            seen = *value;
        });
        m_a->write("x");
        QVERIFY(runUntil(*m_loop, [&] { return seen == 5; }));
        QCOMPARE(held.use_count(), 1L);
    }

    void closedCallbackMayDestroyTheStream()
    {
        bool told = false;
        m_b->setReader([](std::string_view) {});
        m_b->setClosed([&](const util::Result<void>&) {
            m_b.reset();
            told = true;
        });
        m_a.reset();
        QVERIFY(runUntil(*m_loop, [&] { return told; }));
    }

    void readerMayChangeTheReader()
    {
        std::string first, second;
        m_b->setReader([&](std::string_view bytes) {
            first += bytes;
            m_b->setReader([&](std::string_view rest) { second += rest; });
        });
        m_a->write("1");
        QVERIFY(runUntil(*m_loop, [&] { return first == "1"; }));
        m_a->write("2");
        QVERIFY(runUntil(*m_loop, [&] { return second == "2"; }));
        QCOMPARE(first, std::string("1"));
    }

    void tellsAboutPressureOnceEachWay()
    {
        std::vector<bool> news;
        m_a->setPressure(1000, 100'000, [&](bool high) { news.push_back(high); });
        const std::string sent = manyBytes(2 << 20);
        m_a->write(sent);
        QVERIFY(news.empty());
        runReady(*m_loop);
        QCOMPARE(news, (std::vector<bool>{true}));
        StreamLog log(*m_b);
        QVERIFY(runUntil(*m_loop, [&] { return log.received.size() == sent.size(); }));
        runReady(*m_loop);
        QCOMPARE(news, (std::vector<bool>{true, false}));
    }

    void endsWhenNobodyReads()
    {
        StreamLog log(*m_a);
        const std::string sent(1 << 20, 'x');
        for (std::size_t i = 0; i < ByteStream::kMaxOutputBytes / sent.size() + 2; ++i)
            m_a->write(sent);
        QVERIFY(!log.ended());
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); }));
        QVERIFY(log.errorCode() == net::Errc::TooMuchOutput);
        m_a->write("no effect");
        QCOMPARE(m_a->outputBytes(), std::size_t(0));
    }

    void writingToAStreamThatIsGoneIsAnErrorAfterItsLastWords()
    {
        StreamLog log(*m_a);
        m_a->pauseReading();
        m_b->write("last words");
        m_b.reset();
        m_a->resumeReading();
        m_a->write("too late"); // EPIPE
        QVERIFY(!log.ended());
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); }));
        QCOMPARE(log.received, std::string("last words"));
        QVERIFY(!log.endedCleanly());
    }

    void worksOnBothEndsOfAPipe()
    {
        int fds[2];
        QCOMPARE(::pipe2(fds, O_CLOEXEC), 0);
        auto in = net::FdStream::create(*m_loop, util::UniqueFd(fds[0]), "a pipe").value();
        auto out = net::FdStream::create(*m_loop, util::UniqueFd(fds[1]), "a pipe").value();
        StreamLog log(*in);
        out->write("through");
        out.reset();
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); }));
        QCOMPARE(log.received, std::string("through"));
    }

    void brokenPipeIsAnErrorNotASignal()
    {
        int fds[2];
        QCOMPARE(::pipe2(fds, O_CLOEXEC), 0);
        ::close(fds[0]);
        auto out = net::FdStream::create(*m_loop, util::UniqueFd(fds[1]), "a pipe").value();
        std::error_code code;
        out->setClosed([&](const util::Result<void>& why) { code = why.error().code; });
        out->write("x");
        QVERIFY(runUntil(*m_loop, [&] { return bool(code); }));
        QVERIFY(code == std::errc::broken_pipe);
    }
};

DBGR_TEST(TestByteStream);

} // namespace tst_byte_stream

#include "tst_byte_stream.moc"
