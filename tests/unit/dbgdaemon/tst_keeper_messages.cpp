// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgd and the keeper tell each other: it comes as it was sent, and what is malformed is refused.
#include "keeper/control/messages.h"
#include "net/datagram.h"
#include "tests/support/run/test_class.h"
#include "util/byte_writer.h"
#include "util/memory_file.h"

#include <QTest>

namespace tst_keeper_messages {

using namespace dbgr;
using namespace dbgr::keeper;

namespace {

struct Line
{
    /// A message of that kind with as many descriptors.
    void put(unsigned kind, std::size_t descriptors, bool isWhole = true)
    {
        util::ByteWriter writer;
        writer.u8(static_cast<std::uint8_t>(kind));
        for (int number = 0; number < 3 && isWhole; ++number)
            writer.host(std::uint32_t{0});
        std::vector<util::UniqueFd> files;
        for (std::size_t i = 0; i < descriptors; ++i)
            files.push_back(*util::makeMemoryFile("test", "abc"));
        QVERIFY(net::sendDatagram(ends.first.get(), writer.view(), files));
    }
    [[nodiscard]] int from() const { return ends.first.get(); }
    [[nodiscard]] int to() const { return ends.second.get(); }

    std::pair<util::UniqueFd, util::UniqueFd> ends = net::controlSocketPair().value();
};

constexpr auto kLastOrder = static_cast<unsigned>(Order::Kind::LetGo);
constexpr auto kLastNotice = static_cast<unsigned>(Notice::Kind::MemoryRead);

} // namespace

class TestKeeperMessages : public QObject
{
    Q_OBJECT

private slots:
    void ordersArrive()
    {
        const Line line;
        QVERIFY(send(line.from(), Order{Order::Kind::Sample, 3, util::Pid(4), 5, {}}));
        const auto order = receiveOrder(line.to());
        QVERIFY(order && *order);
        QCOMPARE((*order)->kind, Order::Kind::Sample);
        QCOMPARE((*order)->slot, 3u);
        QCOMPARE((*order)->pid, util::Pid(4));
        QCOMPARE((*order)->number, 5u);
        QVERIFY(!(*order)->connection);
        const auto none = receiveOrder(line.to());
        QVERIFY(none && !*none);
    }

    void noticesArriveWithWhatTheyCarry()
    {
        const Line line;
        Notice sent{Notice::Kind::Sampled, 3, 5};
        sent.snapshot = *util::makeMemoryFile("test", "abc");
        QVERIFY(send(line.from(), sent));
        QVERIFY(send(line.from(), Notice{Notice::Kind::Sampled, 3, 6, "why"}));
        const auto first = receiveNotice(line.to());
        QVERIFY(first && *first && (*first)->snapshot);
        QCOMPARE((*first)->slot, 3u);
        QCOMPARE((*first)->number, 5u);
        QVERIFY((*first)->text.empty());
        QCOMPARE(util::readMemoryFile((*first)->snapshot.get(), 10).value_or(""), "abc");
        const auto second = receiveNotice(line.to());
        QVERIFY(second && *second && !(*second)->snapshot);
        QCOMPARE((*second)->text, "why");
        QVERIFY(sent.snapshot); // it stays the sender's
    }

    void whatIsMalformedIsRefused_data()
    {
        QTest::addColumn<bool>("isOrder");
        QTest::addColumn<unsigned>("kind");
        QTest::addColumn<int>("descriptors");
        QTest::addColumn<bool>("isGood");
        const auto row = [](bool isOrder, unsigned kind, int descriptors, bool isGood) {
            QTest::addRow("%s %u with %d", isOrder ? "order" : "notice", kind, descriptors)
                << isOrder << kind << descriptors << isGood;
        };
        row(true, 0, 0, false);
        row(true, kLastOrder + 1, 0, false);
        row(false, 0, 0, false);
        row(false, kLastNotice + 1, 0, false);
        for (unsigned kind = 1; kind <= kLastOrder; ++kind) {
            const auto order = static_cast<Order::Kind>(kind);
            const bool hasSocket = order == Order::Kind::Hold || order == Order::Kind::ServeMemory;
            row(true, kind, 0, !hasSocket);
            row(true, kind, 1, hasSocket);
            row(true, kind, 2, false);
        }
        for (unsigned kind = 1; kind <= kLastNotice; ++kind) {
            row(false, kind, 0, true);
            const auto notice = static_cast<Notice::Kind>(kind);
            row(false, kind, 1, notice == Notice::Kind::Sampled || notice == Notice::Kind::MemoryRead);
            row(false, kind, 2, false);
        }
    }
    void whatIsMalformedIsRefused()
    {
        QFETCH(bool, isOrder);
        QFETCH(unsigned, kind);
        QFETCH(int, descriptors);
        QFETCH(bool, isGood);
        Line line;
        line.put(kind, static_cast<std::size_t>(descriptors));
        line.put(kind, static_cast<std::size_t>(descriptors), false);
        for (const bool isWanted : {isGood, false}) { // the second one is not whole
            std::error_code code;
            if (isOrder) {
                if (const auto order = receiveOrder(line.to()); !order)
                    code = order.error().code;
            } else if (const auto notice = receiveNotice(line.to()); !notice) {
                code = notice.error().code;
            }
            QCOMPARE(!code, isWanted);
            QVERIFY(!code || code == std::errc::bad_message);
        }
    }
};

DBGR_TEST(TestKeeperMessages);

} // namespace tst_keeper_messages

#include "tst_keeper_messages.moc"
