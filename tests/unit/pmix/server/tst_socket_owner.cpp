// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/socket_owner.h"

#include <QTest>

#include <sstream>

using namespace dbgr::pmix;
using dbgr::net::Address;

class TestSocketOwner : public QObject
{
    Q_OBJECT

private slots:
    void findsTheOwnerOfOneEnd()
    {
        QVERIFY(owner(table(), Address::loopback(0xB0AA), Address::loopback(0x1F90)) == 1000u);
        QVERIFY(owner(table(), Address::loopback(0x1F90), Address::loopback(0xB0AA)) == 0u);
    }
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
               "   2: 0100007F:1F90 0100007F:B0AA 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0\n";
    }
    static std::optional<std::uint32_t> owner(const std::string& text, const Address& from, const Address& to)
    {
        std::istringstream stream(text);
        return ownerInTable(stream, from, to);
    }
};

QTEST_APPLESS_MAIN(TestSocketOwner)
#include "tst_socket_owner.moc"
