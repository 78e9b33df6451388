// SPDX-License-Identifier: GPL-3.0-or-later
// The traps here are those of x86-64; on other machines the rules are the same and the bytes are not.
#include "dbgdaemon/guard/planted_breakpoints.h"
#include "tests/support/dbgdaemon/fake_memory.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

constexpr RspBreakpoint kAt2{'0', 2, 1};
constexpr RspBreakpoint kAt5{'0', 5, 1};
constexpr RspBreakpoint kWatch{'2', 64, 8};

struct Rank
{
    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    BreakpointLedger ledger = BreakpointLedger::create().value();
    PlantedBreakpoints planted{ledger, 0, std::make_unique<FakeMemory>(text)};

    /// What the stub does when it is asked to insert.
    void insert(const RspBreakpoint& breakpoint)
    {
        planted.willInsert(breakpoint);
        if (breakpoint.isSoftware())
            text->bytes[breakpoint.address] = '\xcc';
        planted.inserted(breakpoint);
    }
};

} // namespace

class TestPlantedBreakpoints : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void textIsCleanAfterInsertion();
    void trapsStandOnlyWhileTheRankRuns();
    void removedBreakpointsAreNotArmed();
    void aBreakpointInsertedTwiceLeavesWithTheSecondRemoval();
    void aRefusedInsertionLeavesNoTrace();
    void theProgramsOwnTrapStays();
    void textThatWasReplacedIsLeftAlone();
    void forgetLeavesTheNewProgramAlone();
    void aCopyIsCleaned();
    void successorReadsTheLedger();
    void unreadableTextIsNotWritten();
};

void TestPlantedBreakpoints::initTestCase()
{
#if !defined(__x86_64__)
    QSKIP("bytes of x86-64");
#endif
}

void TestPlantedBreakpoints::textIsCleanAfterInsertion()
{
    Rank rank;
    rank.insert(kAt2);
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
}

void TestPlantedBreakpoints::trapsStandOnlyWhileTheRankRuns()
{
    Rank rank;
    rank.insert(kAt2);
    rank.insert(kAt5);
    rank.planted.armText();
    QCOMPARE(rank.text->bytes, "ab\xcc"
                               "de\xccghijklmnop");
    rank.planted.cleanText();
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
}

void TestPlantedBreakpoints::removedBreakpointsAreNotArmed()
{
    Rank rank;
    rank.insert(kAt2);
    rank.planted.removed(kAt2);
    rank.planted.removed(kAt5); // never was there
    rank.planted.armText();
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
    QVERIFY(rank.planted.all().empty());
    QVERIFY(rank.ledger.entriesOf(0).empty());
}

void TestPlantedBreakpoints::aBreakpointInsertedTwiceLeavesWithTheSecondRemoval()
{
    Rank rank;
    rank.insert(kAt2);
    rank.insert(kAt2);
    rank.planted.removed(kAt2);
    QCOMPARE(rank.planted.all().size(), 1U);
    rank.planted.removed(kAt2);
    QVERIFY(rank.planted.all().empty());
}

void TestPlantedBreakpoints::aRefusedInsertionLeavesNoTrace()
{
    Rank rank;
    rank.planted.willInsert(kAt2);
    QCOMPARE(rank.ledger.entriesOf(0).size(), 1U); // before anybody can write a trap
    rank.planted.armText();
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
    rank.planted.notInserted(kAt2);
    QVERIFY(rank.ledger.entriesOf(0).empty());
}

void TestPlantedBreakpoints::theProgramsOwnTrapStays()
{
    Rank rank;
    rank.text->bytes[2] = '\xcc';
    rank.insert(kAt2);
    rank.planted.cleanText();
    QCOMPARE(rank.text->bytes[2], '\xcc');
}

void TestPlantedBreakpoints::textThatWasReplacedIsLeftAlone()
{
    Rank rank;
    rank.insert(kAt2);
    rank.text->bytes[2] = 'X'; // another library lies there now
    rank.planted.armText();
    QCOMPARE(rank.text->bytes[2], 'X');
    rank.planted.cleanText();
    QCOMPARE(rank.text->bytes[2], 'X');
}

void TestPlantedBreakpoints::forgetLeavesTheNewProgramAlone()
{
    Rank rank;
    rank.insert(kAt2);
    rank.planted.forget();
    rank.planted.armText();
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
    QCOMPARE(rank.text->reopened, 1);
    QVERIFY(rank.ledger.entriesOf(0).empty());
}

void TestPlantedBreakpoints::aCopyIsCleaned()
{
    Rank rank;
    rank.insert(kAt2);
    rank.planted.armText();
    const auto copy = std::make_shared<FakeText>(*rank.text);
    FakeMemory child(copy);
    rank.planted.cleanCopy(child);
    QCOMPARE(copy->bytes, "abcdefghijklmnop");
    QCOMPARE(rank.text->bytes[2], '\xcc');
}

void TestPlantedBreakpoints::successorReadsTheLedger()
{
    Rank rank;
    rank.insert(kAt2);
    rank.insert(kWatch);
    rank.planted.armText();
    PlantedBreakpoints successor(rank.ledger, 0, std::make_unique<FakeMemory>(rank.text));
    successor.adoptLedger();
    successor.cleanText();
    QCOMPARE(rank.text->bytes, "abcdefghijklmnop");
    QVERIFY((successor.all() == std::vector{kAt2, kWatch}));
}

void TestPlantedBreakpoints::unreadableTextIsNotWritten()
{
    Rank rank;
    const RspBreakpoint beyond{'0', 4000, 1};
    rank.planted.willInsert(beyond);
    rank.planted.inserted(beyond);
    rank.planted.armText();
    QCOMPARE(rank.planted.all().size(), 1U); // the stub is still asked to take it out
}

QTEST_APPLESS_MAIN(TestPlantedBreakpoints)
#include "tst_planted_breakpoints.moc"
