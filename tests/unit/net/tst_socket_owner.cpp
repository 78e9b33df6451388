// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/event_loop.h"
#include "net/socket_owner.h"
#include "net/tcp_connect.h"
#include "net/tcp_listener.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <sstream>

#include <unistd.h>

namespace tst_socket_owner {

using namespace dbgr;
using namespace dbgr::net;
using namespace std::chrono_literals;

class TestSocketOwner : public QObject
{
    Q_OBJECT

private slots:
    void findsTheOwnerOfOneEnd()
    {
        QVERIFY(owner(table(), Address::loopback(0xB0AA), Address::loopback(0x1F90)) == 1000u);
        QVERIFY(owner(table(), Address::loopback(0x1F90), Address::loopback(0xB0AA)) == 0u);
    }
    void closedSocketsTellNothing()
    {
        QVERIFY(!owner(table(), Address::loopback(0xB0AB), Address::loopback(0x1F90)));
        QVERIFY(!owner(table(), Address::loopback(0xB0AC), Address::loopback(0x1F90)));
    }
    void asksTheKernelForARealConnection();
    void knowsNothingOfOthers()
    {
        QVERIFY(!owner(table(), Address::loopback(1), Address::loopback(0x1F90)));
        QVERIFY(!owner("", Address::loopback(0xB0AA), Address::loopback(0x1F90)));
        QVERIFY(!owner("headings\nnot a table at all\n\n0: 1", Address::loopback(1), Address::loopback(2)));
    }

private:
    static std::string table()
    {
        return "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
               "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0\n"
               "   1: 0100007F:B0AA 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0\n"
               "   2: 0100007F:B0AB 0100007F:1F90 04 00000000:00000000 00:00000000 00000000     0        0 14 1 0\n"
               "   3: 0100007F:B0AC 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0\n"
               "   2: 0100007F:1F90 0100007F:B0AA 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0\n";
    }
    static std::optional<std::uint32_t> owner(const std::string& text, const Address& from, const Address& to)
    {
        std::istringstream stream(text);
        return ownerInTable(stream, from, to);
    }
};

void TestSocketOwner::asksTheKernelForARealConnection()
{
    const auto loop = EventLoop::create().value();
    std::unique_ptr<ByteStream> accepted, connected;
    const auto listener = TcpListener::listen(*loop, Address::loopback(), [&](std::unique_ptr<ByteStream> stream) {
                              accepted = std::move(stream);
                          }).value();
    const auto connecting =
        connectTcp(*loop, listener->address(), 5s,
                   [&](util::Result<std::unique_ptr<ByteStream>> stream) { connected = *std::move(stream); });
    QVERIFY(somebodyListensAt(listener->address()));
    QVERIFY(!somebodyListensAt(Address::loopback(1)));
    QVERIFY(test::runUntil(*loop, [&] { return accepted && connected; }));
    const Address from = Address::parse(accepted->peerAddress()).value();
    QVERIFY(ownerOfLocalSocket(from, listener->address()) == ::geteuid());
    connected.reset();
    test::runReady(*loop);
    QVERIFY(!ownerOfLocalSocket(from, listener->address()));
}

DBGR_TEST(TestSocketOwner);

} // namespace tst_socket_owner

#include "tst_socket_owner.moc"
