// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/output_store.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace tst_output_store {

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
    for (const std::uint64_t sequence : store.linesOf(source)) {
        const OutputLine& line = *store.find(sequence);
        text += (text.empty() ? "" : "|") + line.text + (line.open ? "..." : "");
    }
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
        const std::uint64_t last = store.visit(1, 2, [&text](const OutputLine& line) {
            text += (line.source ? std::to_string(line.source->value()) : "-") + line.text;
        });
        QCOMPARE(text, std::string("-b0c"));
        QCOMPARE(last, std::uint64_t(3));
        QCOMPARE(store.lastSequence(), std::uint64_t(4));
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
        QVERIFY(store.linesOf(Rank(0)).size() <= 20);
        QVERIFY(!store.linesOf(Rank(0)).empty());
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
        QCOMPARE(store.droppedInAll(), store.dropped(Rank(1)) + store.dropped(Rank(2)));
    }

    void whatWasDroppedIsGoneAndTheRestIsFound()
    {
        OutputStore::Limits limits;
        limits.linesPerRank = 300;
        OutputStore store(limits);
        (void)store.append(Rank(0), kOut, "first\n");
        for (int i = 0; i < 5000; ++i)
            (void)store.append(Rank(1), kOut, std::to_string(i) + "\n");
        QCOMPARE(store.find(1)->text, std::string("first"));
        QVERIFY(store.keeps(1, Rank(0), LineKind::Stdout));
        QVERIFY(!store.find(2));
        QVERIFY(!store.keeps(2, Rank(1), LineKind::Stdout));
        QCOMPARE(store.find(store.lastSequence())->text, std::string("4999"));
        QVERIFY(store.keeps(store.lastSequence(), Rank(1), LineKind::Stdout));
        std::vector<std::uint64_t> seen;
        const std::uint64_t last =
            store.visit(0, 1000, [&seen](const OutputLine& line) { seen.push_back(line.sequence); });
        QCOMPARE(seen.size(), std::size_t(301));
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        QCOMPARE(last, store.lastSequence());
        QCOMPARE(store.visit(last, 1000, [](const OutputLine&) { QFAIL("nothing is behind the last line"); }), last);
    }

    void inputStandsAmongTheOutput()
    {
        OutputStore store;
        (void)store.append(Rank(0), kOut, "how many? ");
        (void)store.takeTails();
        store.addInput(InputId(1), util::RankSet(Rank(0)), "7\n8\n", true);
        (void)store.append(Rank(0), kOut, "thanks\n");
        std::string text;
        store.visit(0, 100, [&](const OutputLine& line) { text += (isInput(line.kind) ? ">" : "") + line.text + "|"; });
        QCOMPARE(text, std::string("how many? |>7|>8|>|thanks|"));
        QCOMPARE(store.find(4)->kind, LineKind::InputEnd);
        QCOMPARE(shown(store, Rank(0)), std::string("how many? |thanks"));
    }

    void inputKnowsWhatBecameOfIt()
    {
        OutputStore store;
        store.addInput(InputId(1), util::RankSet::firstN(2), "x\n", false);
        store.addInput(InputId(2), util::RankSet(Rank(1)), "y\n", false);
        QCOMPARE(store.sentInput(InputId(1))->state, InputState::Sending);
        store.inputDone(InputId(1), util::ok());
        store.inputDone(InputId(2), util::fail(std::make_error_code(std::errc::broken_pipe), "sending: gone"));
        store.inputDone(InputId(3), util::ok()); // of a job before
        QCOMPARE(store.sentInput(InputId(1))->state, InputState::Accepted);
        QCOMPARE(store.sentInput(InputId(1))->ranks.toString(), std::string("0-1"));
        QCOMPARE(store.sentInput(InputId(2))->state, InputState::Failed);
        QCOMPARE(store.sentInput(InputId(2))->error->detail, std::string("sending: gone"));
        QVERIFY(!store.sentInput(InputId(3)));
    }

    void inputIsForgottenWithItsLines()
    {
        OutputStore::Limits limits;
        limits.linesPerRank = 2;
        OutputStore store(limits);
        for (std::uint64_t i = 1; i <= 4; ++i)
            store.addInput(InputId(i), util::RankSet(Rank(0)), "x\n", false);
        QVERIFY(!store.sentInput(InputId(2)));
        QVERIFY(store.sentInput(InputId(3)));
    }

    void clearingForgetsAllAndCountsOn()
    {
        OutputStore store;
        (void)store.append(Rank(0), kOut, "old\ntail");
        store.clear();
        QVERIFY(!store.hasTails());
        QVERIFY(!store.find(1));
        QVERIFY(!store.keeps(1, Rank(0), LineKind::Stdout));
        (void)store.append(Rank(0), kOut, "new\n");
        QCOMPARE(store.find(2)->text, std::string("new"));
        QVERIFY(!store.keeps(1, Rank(0), LineKind::Stdout));
    }

    void smallerLimitsTakeEffectAtOnce()
    {
        OutputStore store;
        (void)store.append(Rank(0), kOut, "1\n2\n3\n");
        OutputStore::Limits limits;
        limits.linesPerRank = 1;
        store.setLimits(limits);
        QCOMPARE(shown(store, Rank(0)), std::string("3"));
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
        for (const std::uint64_t sequence : store.linesOf(Rank(0)))
            QVERIFY(store.find(sequence)->text.size() <= 10);
        QCOMPARE(shown(store, Rank(0)), std::string("abcdefgabc|defgabcdef|gabcdefgab|cdefg..."));
    }

    void anyBytesAreText()
    {
        OutputStore store;
        const std::string bytes("\0\xff\r\n\0", 5);
        QCOMPARE(store.append(Rank(0), kOut, bytes), bytes.substr(0, 4));
        QCOMPARE(store.append(Rank(0), kOut, ""), std::string());
        QVERIFY(store.linesOf(Rank(9)).empty());
    }
};

DBGR_TEST(TestOutputStore);

} // namespace tst_output_store

#include "tst_output_store.moc"
