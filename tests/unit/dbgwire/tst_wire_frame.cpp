// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgwire/wire_error.h"
#include "dbgwire/wire_frame.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <vector>

namespace tst_wire_frame {

using namespace dbgr;
using dbgwire::frameMessage;
using dbgwire::FrameReader;

namespace {

/// The messages that come out when `bytes` go in in pieces of `step` bytes.
std::vector<std::string> readAll(std::string_view bytes, std::size_t step)
{
    FrameReader reader;
    std::vector<std::string> messages;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size()))) {
        reader.feed(bytes.substr(0, step));
        while (const auto message = reader.next().value())
            messages.emplace_back(*message);
    }
    return messages;
}

} // namespace

class TestWireFrame : public QObject
{
    Q_OBJECT
private slots:
    void hasTheLayoutThatTheHeaderSays()
    {
        QCOMPARE(frameMessage("abc"), std::string("\x03\x00\x00\x00\x00"
                                                  "abc",
                                                  8));
    }

    void findsTheMessagesHoweverTheyCome()
    {
        const std::vector<std::string> messages{"one", "", std::string(70'000, 'x'), "four"};
        std::string bytes;
        for (const auto& message : messages)
            bytes += frameMessage(message);
        for (const std::size_t step : {std::size_t(1), std::size_t(3), std::size_t(4096), bytes.size()})
            QCOMPARE(readAll(bytes, step), messages);
    }

    void waitsForTheRest()
    {
        FrameReader reader;
        QVERIFY(!reader.next().value());
        reader.feed(frameMessage("abc").substr(0, 7));
        QVERIFY(!reader.next().value());
    }

    void refusesTooLargeMessagesBeforeTheyCome()
    {
        FrameReader reader;
        reader.feed(std::string("\x01\x00\x00\x01\x00", 5)); // 16 MiB and a byte
        QVERIFY(reader.next().error().code == dbgwire::Errc::TooLarge);
        reader.feed("more");
        QVERIFY(reader.next().error().code == dbgwire::Errc::TooLarge);
    }

    void refusesUnknownFlags()
    {
        FrameReader reader;
        reader.feed(std::string("\x01\x00\x00\x00\x80", 5));
        QVERIFY(reader.next().error().code == dbgwire::Errc::Malformed);
    }
};

DBGR_TEST(TestWireFrame);

} // namespace tst_wire_frame

#include "tst_wire_frame.moc"
