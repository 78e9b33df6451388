// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/address.h"
#include "net/interface_list.h"
#include "net/net_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_address {

using namespace dbgr;
using net::Address;

class TestAddress : public QObject
{
    Q_OBJECT
private slots:
    void readsBackWhatItPrints_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"127.0.0.1:4711", "0.0.0.0:0", "10.1.2.3:65535", "[::1]:80", "[2001:db8::7]:1"})
            QTest::newRow(text) << text;
    }
    void readsBackWhatItPrints()
    {
        QFETCH(QString, text);
        const auto address = Address::parse(text.toStdString());
        QVERIFY(address);
        QCOMPARE(QString::fromStdString(address->toString()), text);
    }

    void refusesEverythingElse_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"", ":", "127.0.0.1", "127.0.0.1:", ":80", "localhost:80", "::1:80", "[::1]", "[::1]80", "1.2.3.4:65536",
              "1.2.3.4:-1", "1.2.3.4: 80", "1.2.3.4:80x", "[127.0.0.1:80", "256.1.1.1:80", "[::1%]:80"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("nul") << QByteArray("1.2.3.4\0:80", 11);
        QTest::newRow("long") << QByteArray(100'000, '1') + ":80";
    }
    void refusesEverythingElse()
    {
        QFETCH(QByteArray, text);
        const auto address = Address::parse(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QVERIFY(!address);
        QVERIFY(address.error().code == net::Errc::BadAddress);
        QVERIFY(address.error().detail.size() < 200);
    }

    void knowsLoopbackAndLinkLocal()
    {
        QVERIFY(Address::fromHost("127.3.2.1", 0)->isLoopback());
        QVERIFY(Address::fromHost("::1", 0)->isLoopback());
        QVERIFY(!Address::fromHost("10.0.0.1", 0)->isLoopback());
        QVERIFY(Address::fromHost("169.254.1.1", 0)->isLinkLocal());
        QVERIFY(Address::fromHost("fe80::1", 0)->isLinkLocal());
        QVERIFY(!Address::fromHost("10.0.0.1", 0)->isLinkLocal());
    }

    void withPortChangesOnlyThePort()
    {
        QCOMPARE(Address::loopback(1).withPort(2).toString(), std::string("127.0.0.1:2"));
        QCOMPARE(Address::fromHost("::1", 1)->withPort(65535).port(), std::uint16_t(65535));
    }

    void localAddressesAreForOthersToUse()
    {
        for (const Address& address : net::localAddresses()) {
            QVERIFY(!address.isLoopback());
            QVERIFY(!address.isLinkLocal());
            QCOMPARE(address.port(), std::uint16_t(0));
        }
    }
};

DBGR_TEST(TestAddress);

} // namespace tst_address

#include "tst_address.moc"
