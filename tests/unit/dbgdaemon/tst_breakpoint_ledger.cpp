// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/guard/breakpoint_ledger.h"

#include <QTest>

#include <fcntl.h>

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

BreakpointLedger::Entry entry(std::uint64_t address)
{
    return {{'0', address, 1}, {{std::byte{0x55}}, 1}};
}

BreakpointLedger otherSideOf(const BreakpointLedger& ledger)
{
    return BreakpointLedger::open(util::UniqueFd(::fcntl(ledger.file(), F_DUPFD_CLOEXEC, 0))).value();
}

} // namespace

class TestBreakpointLedger : public QObject
{
    Q_OBJECT

private slots:
    void bothSidesReadTheSame();
    void erasedLinesAreUsedAgain();
    void aFullLedgerTakesNoMore();
    void refusesAnotherFile();
};

void TestBreakpointLedger::bothSidesReadTheSame()
{
    auto ours = BreakpointLedger::create().value();
    const auto theirs = otherSideOf(ours);
    QVERIFY(ours.add(3, entry(0x1000)));
    QVERIFY(ours.add(4, entry(0x2000)));
    ours.setRunning(4, true);

    const auto found = theirs.entriesOf(4);
    QCOMPARE(found.size(), 1U);
    QVERIFY((found[0].second.breakpoint == RspBreakpoint{'0', 0x2000, 1}));
    QCOMPARE(found[0].second.original.size, 1U);
    QVERIFY(found[0].second.original.bytes[0] == std::byte{0x55});
    QVERIFY(theirs.running(4));
    QVERIFY(!theirs.running(3));
    QVERIFY(theirs.entriesOf(5).empty());
}

void TestBreakpointLedger::erasedLinesAreUsedAgain()
{
    auto ledger = BreakpointLedger::create().value();
    const auto first = ledger.add(0, entry(1));
    const auto second = ledger.add(0, entry(2));
    ledger.erase(*first);
    QCOMPARE(ledger.entriesOf(0).size(), 1U);
    QCOMPARE(*ledger.add(0, entry(3)), *first);
    QVERIFY(*ledger.add(0, entry(4)) > *second);
}

void TestBreakpointLedger::aFullLedgerTakesNoMore()
{
    auto ledger = BreakpointLedger::create().value();
    for (std::uint32_t i = 0; i < BreakpointLedger::kMaxEntries; ++i)
        QVERIFY(ledger.add(0, entry(i)));
    QVERIFY(!ledger.add(0, entry(7)));
    ledger.erase(99);
    QCOMPARE(*ledger.add(0, entry(7)), 99U);
    ledger.setRunning(BreakpointLedger::kMaxSlots, true); // there is no such slot
    QVERIFY(!ledger.running(BreakpointLedger::kMaxSlots));
}

void TestBreakpointLedger::refusesAnotherFile()
{
    QVERIFY(!BreakpointLedger::open(util::UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC))));
    QVERIFY(!BreakpointLedger::open(util::UniqueFd()));
}

QTEST_APPLESS_MAIN(TestBreakpointLedger)
#include "tst_breakpoint_ledger.moc"
