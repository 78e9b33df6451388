// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of ranks that is asked for: in batches, with turns of others in between, and as bytes of which each length is
// checked.
#include "keeper/control/memory_orders.h"
#include "keeper/control/memory_part.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <cerrno>

namespace tst_keeper_memory {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

MemoryWish wish(Slot slot, std::uint32_t size)
{
    return {slot, util::RemoteAddress(0x1000), size};
}

/// Tells "7: 0 aa bb; " for the parts of the order 7 from its first piece on: as many letters as bytes, by the slot.
struct Desk
{
    QString said;
    bool isBusy = false;
    ManualScheduler scheduler;
    MemoryOrders orders{scheduler,
                        [](const MemoryWish& wanted) {
                            const int error = wanted.slot == 9 ? ESRCH : 0;
                            return MemoryPiece{error, std::string(error ? 0 : wanted.size, char('a' + wanted.slot))};
                        },
                        [this](std::uint32_t number, const MemoryPart& part) {
                            said += QString("%1: %2").arg(number).arg(part.first);
                            for (const MemoryPiece& piece : part.pieces)
                                said += piece.error               ? QString(" !%1").arg(piece.error)
                                        : piece.bytes.size() > 10 ? QString(" %1").arg(piece.bytes.size())
                                                                  : " " + QString::fromStdString(piece.bytes);
                            said += "; ";
                        },
                        [this] { return isBusy; }};

    QString done() { return std::exchange(said, {}); }
};

} // namespace

class TestKeeperMemory : public QObject
{
    Q_OBJECT

private slots:
    void smallPiecesAreReadTogether()
    {
        Desk desk;
        desk.orders.add(7, {wish(0, 2), wish(9, 3), wish(1, 1)});
        QCOMPARE(desk.done(), ""); // not inside the call
        desk.scheduler.runUntilIdle();
        QCOMPARE(desk.done(), QString("7: 0 aa !%1 b; ").arg(ESRCH));
    }

    void othersHaveTheirTurnsBetweenBatches()
    {
        Desk desk;
        const std::uint32_t half = kMostWishBytes / 2;
        desk.orders.add(1, {wish(0, half), wish(0, half), wish(0, 1), wish(0, kMostWishBytes), wish(0, 3)});
        desk.scheduler.post([&desk] { desk.said += "another; "; });
        desk.orders.add(2, {wish(1, 1)});
        QVERIFY(desk.scheduler.runOne());
        QCOMPARE(desk.done(), QString("1: 0 %1 %1; ").arg(half));
        QVERIFY(desk.scheduler.runOne());
        QCOMPARE(desk.done(), "another; ");
        QVERIFY(desk.scheduler.runOne());
        QCOMPARE(desk.done(), "1: 2 a; "); // the next one would be more than a batch
        desk.scheduler.runUntilIdle();
        QCOMPARE(desk.done(), QString("1: 3 %1; 1: 4 aaa; 2: 0 b; ").arg(kMostWishBytes));
    }

    void nothingIsReadThatNobodyTakes()
    {
        Desk desk;
        desk.isBusy = true;
        desk.orders.add(1, {wish(0, 1)});
        desk.scheduler.advance(std::chrono::seconds(1));
        QCOMPARE(desk.done(), "");
        desk.isBusy = false;
        desk.scheduler.advance(std::chrono::seconds(1));
        QCOMPARE(desk.done(), "1: 0 a; ");
    }

    void anOrderTooManyIsRefused()
    {
        Desk desk;
        for (std::uint32_t number = 0; number < MemoryOrders::kMostWaiting; ++number)
            desk.orders.add(number, {wish(0, 1)});
        QCOMPARE(desk.done(), "");
        desk.orders.add(100, {wish(0, 1), wish(0, 1)});
        QCOMPARE(desk.done(), QString("100: 0 !%1 !%1; ").arg(EAGAIN));
        desk.orders.add(101, {});
        QCOMPARE(desk.done(), "101: 0; ");
        desk.scheduler.runUntilIdle();
        QCOMPARE(desk.done().count(';'), qsizetype(MemoryOrders::kMostWaiting));
        desk.orders.add(102, {wish(0, 1)});
        desk.scheduler.runUntilIdle();
        QCOMPARE(desk.done(), "102: 0 a; ");
    }

    void partsArriveAsTheyWere()
    {
        const MemoryPart part{5, {{0, std::string("a\0b", 3)}, {EFAULT, ""}, {ESRCH, "x"}}};
        const std::string bytes = encode(part);
        QVERIFY(decodeMemoryPart(bytes) == part);
        QVERIFY(decodeMemoryPart(encode(MemoryPart())) == MemoryPart());
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto cut = decodeMemoryPart(std::string_view(bytes).substr(0, size));
            QVERIFY(!cut || cut->pieces.size() < part.pieces.size());
        }
        QVERIFY(!decodeMemoryPart(bytes + "1234567"));
        const MemoryPart large{0, {{0, std::string(kMostPartBytes, 'x')}}};
        QVERIFY(!decodeMemoryPart(encode(large)));
    }
};

DBGR_TEST(TestKeeperMemory);

} // namespace tst_keeper_memory

#include "tst_keeper_memory.moc"
