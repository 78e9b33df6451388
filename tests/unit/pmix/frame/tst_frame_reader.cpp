// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/frame_reader.h"
#include "pmix/frame/frame_writer.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_frame_reader {

using namespace dbgr::pmix;

namespace {

/// The frames that are complete by now; stops at an error.
std::vector<Frame> drain(FrameReader& reader)
{
    std::vector<Frame> frames;
    for (auto frame = reader.next(); frame && *frame; frame = reader.next())
        frames.push_back(std::move(**frame));
    return frames;
}

} // namespace

class TestFrameReader : public QObject
{
    Q_OBJECT

private slots:
    void cutsAStreamIntoFrames();
    void sizeOfPiecesDoesNotMatter_data();
    void sizeOfPiecesDoesNotMatter();
    void bodyMayBeEmpty();
    void paddingIsIgnored();
    void refusesABodyOverTheLimit();
    void deliversWhatCameBeforeAnError();
    void waitsForTheRestOfAFrame();
};

void TestFrameReader::cutsAStreamIntoFrames()
{
    FrameReader reader;
    reader.feed(encodeFrame(0, Tag(101), "one") + encodeFrame(-1, kIofTag, "two"));
    const std::vector<Frame> expected{{0, Tag(101), "one"}, {-1, kIofTag, "two"}};
    QVERIFY(drain(reader) == expected);
}

void TestFrameReader::sizeOfPiecesDoesNotMatter_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {1, 2, 15, 16, 17, 19, 40})
        QTest::addRow("%d", size) << size;
}

void TestFrameReader::sizeOfPiecesDoesNotMatter()
{
    QFETCH(int, size);
    const std::string stream = encodeFrame(0, Tag(101), "one") + encodeFrame(0, kNotifyTag, std::string(100, 'x')) +
                               encodeFrame(0, Tag(102), "") + encodeFrame(0, Tag(103), "last");
    FrameReader reader;
    std::vector<Frame> frames;
    for (std::size_t at = 0; at < stream.size(); at += std::size_t(size)) {
        reader.feed(std::string_view(stream).substr(at, std::size_t(size)));
        for (Frame& frame : drain(reader))
            frames.push_back(std::move(frame));
    }
    QCOMPARE(frames.size(), std::size_t{4});
    QCOMPARE(frames[1].body, std::string(100, 'x'));
    QCOMPARE(frames[3].body, std::string("last"));
}

void TestFrameReader::bodyMayBeEmpty()
{
    FrameReader reader;
    reader.feed(encodeFrame(0, kHeartbeatTag, ""));
    const auto frames = drain(reader);
    QCOMPARE(frames.size(), std::size_t{1});
    QVERIFY(frames[0].tag == kHeartbeatTag);
    QVERIFY(frames[0].body.empty());
}

void TestFrameReader::paddingIsIgnored()
{
    std::string bytes = encodeFrame(0, Tag(101), "x");
    bytes.replace(12, 4, "\xde\xad\xbe\xef");
    FrameReader reader;
    reader.feed(bytes);
    QCOMPARE(drain(reader).size(), std::size_t{1});
}

void TestFrameReader::refusesABodyOverTheLimit()
{
    FrameReader reader(4);
    reader.feed(encodeFrame(0, Tag(101), "four"));
    QVERIFY(reader.next().value());
    // The header is enough: nothing is kept waiting for the body.
    reader.feed(encodeHeader({0, Tag(102), 5}));
    for (int again = 0; again < 2; ++again) {
        const auto frame = reader.next();
        QVERIFY(!frame);
        QVERIFY(frame.error().code == Status::ErrOutOfResource);
    }
}

void TestFrameReader::deliversWhatCameBeforeAnError()
{
    FrameReader reader;
    reader.feed(encodeFrame(0, Tag(101), "good") + encodeHeader({0, Tag(102), 0xffffffffu}));
    QCOMPARE(drain(reader).size(), std::size_t{1});
    QVERIFY(!reader.next());
}

void TestFrameReader::waitsForTheRestOfAFrame()
{
    FrameReader reader;
    QVERIFY(!reader.next().value());
    reader.feed(std::string_view("\0", 1));
    QVERIFY(!reader.next().value());
}

DBGR_TEST(TestFrameReader);

} // namespace tst_frame_reader

#include "tst_frame_reader.moc"
