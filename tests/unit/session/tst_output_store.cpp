// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/output_store.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::session;
using util::Rank;

namespace {

constexpr auto kOut = OutputChannel::Stdout;
constexpr auto kErr = OutputChannel::Stderr;

/// "one|two|thr..." for lines one, two, and thr that is open.
std::string shown(const OutputStore& store, OutputStore::Source source)
{
    std::string text;
    for (const OutputLine& line : store.lines(source))
        text += (text.empty() ? "" : "|") + line.text + (line.open ? "..." : "");
    return text;
}

} // namespace

class TestOutputStore : public QObject
{
    Q_OBJECT

private slots:
    void cutsAtLines()
    {
        OutputStore store;
        QCOMPARE(store.append(Rank(0), kOut, "one\ntwo\nthr"), std::string("one\ntwo\n"));
        QCOMPARE(store.append(Rank(0), kOut, "ee"), std::string());
        QCOMPARE(store.append(Rank(0), kOut, "\n\n"), std::string("three\n\n"));
        QCOMPARE(shown(store, Rank(0)), std::string("one|two|three|"));
        QVERIFY(!store.hasTails());
    }

    void anOpenLineGoesOnWhereItStopped()
    {
        OutputStore store;
        (void)store.append(Rank(0), kOut, "how many? ");
        QCOMPARE(shown(store, Rank(0)), std::string());
        QCOMPARE(store.takeTails().at(0).text, std::string("how many? "));
        QCOMPARE(shown(store, Rank(0)), std::string("how many? ..."));
        (void)store.append(Rank(0), kErr, "noise\n");
        QCOMPARE(store.append(Rank(0), kOut, "seven\n"), std::string("seven\n"));
        QCOMPARE(shown(store, Rank(0)), std::string("how many? seven|noise"));
    }

    void quietTailsAreThoseThatNothingFollowed()
    {
        OutputStore store;
        (void)store.append(Rank(0), kOut, "prompt");
        (void)store.append(Rank(1), kOut, "par");
        QVERIFY(store.takeQuietTails().empty()); // both are fresh
        (void)store.append(Rank(1), kOut, "t");
        const auto tails = store.takeQuietTails();
        QCOMPARE(tails.size(), std::size_t(1));
        QCOMPARE(tails.at(0).source, OutputStore::Source(Rank(0)));
        QCOMPARE(store.takeQuietTails().at(0).text, std::string("part"));
        QVERIFY(!store.hasTails());
    }

    void mergedIsTheOrderInWhichLinesBegan()
    {
        OutputStore store;
        (void)store.append(Rank(1), kOut, "a\n");
        (void)store.append(std::nullopt, kErr, "b\n");
        (void)store.append(Rank(0), kOut, "c\n");
        (void)store.append(Rank(1), kErr, "d\n");
        std::string text;
        for (const auto& [source, line] : store.merged(2, 2))
            text += (source ? std::to_string(source->value()) : "-") + line.text;
        QCOMPARE(text, std::string("-b0c"));
    }

    void aRankKeepsItsNewestLines()
    {
        OutputStore::Limits limits;
        limits.linesPerRank = 3;
        OutputStore store(limits);
        (void)store.append(Rank(0), kOut, "1\n2\n3\n4\n5\n");
        (void)store.append(Rank(1), kOut, "x\n");
        QCOMPARE(shown(store, Rank(0)), std::string("3|4|5"));
        QCOMPARE(store.dropped(Rank(0)), std::uint64_t(2));
        QCOMPARE(store.dropped(Rank(1)), std::uint64_t(0));
    }

    void aRankKeepsWithinItsBytes()
    {
        OutputStore::Limits limits;
        limits.bytesPerRank = 1000;
        OutputStore store(limits);
        for (int i = 0; i < 100; ++i)
            (void)store.append(Rank(0), kOut, std::string(50, 'x') + '\n');
        QVERIFY(store.lines(Rank(0)).size() <= 20);
        QVERIFY(!store.lines(Rank(0)).empty());
    }

    void theTalkativeMakeRoomForAll()
    {
        OutputStore::Limits limits;
        limits.bytesInAll = 100000;
        OutputStore store(limits);
        (void)store.append(Rank(0), kOut, "said once\n");
        for (int i = 0; i < 10000; ++i)
            (void)store.append(Rank(1 + i % 2), kOut, std::string(50, 'x') + '\n');
        QCOMPARE(shown(store, Rank(0)), std::string("said once"));
        QVERIFY(store.dropped(Rank(1)) > 0 && store.dropped(Rank(2)) > 0);
    }

    void aLineWithoutEndIsCut()
    {
        OutputStore::Limits limits;
        limits.bytesPerLine = 10;
        OutputStore store(limits);
        std::string told;
        for (int i = 0; i < 5; ++i)
            told += store.append(Rank(0), kOut, "abcdefg");
        for (const auto& tail : store.takeTails())
            told += tail.text;
        QCOMPARE(told.size(), std::size_t(35));
        for (const OutputLine& line : store.lines(Rank(0)))
            QVERIFY(line.text.size() <= 10);
        QCOMPARE(shown(store, Rank(0)), std::string("abcdefgabc|defgabcdef|gabcdefgab|cdefg..."));
    }

    void anyBytesAreText()
    {
        OutputStore store;
        const std::string bytes("\0\xff\r\n\0", 5);
        QCOMPARE(store.append(Rank(0), kOut, bytes), bytes.substr(0, 4));
        QCOMPARE(store.append(Rank(0), kOut, ""), std::string());
        QVERIFY(store.lines(Rank(9)).empty());
    }
};

QTEST_APPLESS_MAIN(TestOutputStore)
#include "tst_output_store.moc"
