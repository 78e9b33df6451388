// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/server_uri.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_server_uri {

using namespace dbgr::pmix;

class TestServerUri : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatServersWrite_data();
    void readsWhatServersWrite();
    void refusesWhatIsNoUri_data();
    void refusesWhatIsNoUri();
    void writesWhatItReads();
};

void TestServerUri::readsWhatServersWrite_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("nspace");
    QTest::addColumn<quint32>("rank");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");

    QTest::newRow("prterun") << "prterun-vm-27595@0.0;tcp4://192.0.2.2:41879"
                             << "prterun-vm-27595@0" << 0u << "192.0.2.2" << 41879;
    QTest::newRow("orte") << "498794496.0;tcp4://127.0.0.1:57727"
                          << "498794496" << 0u << "127.0.0.1" << 57727;
    QTest::newRow("name with dots") << "prun.vm.123.4;tcp4://127.0.0.1:1"
                                    << "prun.vm.123" << 4u << "127.0.0.1" << 1;
    QTest::newRow("IPv6 without brackets") << "a.0;tcp6://fe80::1:5000"
                                           << "a" << 0u << "fe80::1" << 5000;
    QTest::newRow("IPv6 with brackets") << "a.0;tcp6://[::1]:5000"
                                        << "a" << 0u << "::1" << 5000;
    QTest::newRow("list of variables") << "PMIX_SERVER_URI41:PMIX_SERVER_URI4;a.7;tcp4://h:9"
                                       << "a" << 7u << "h" << 9;
    QTest::newRow("signed rank") << "a.-2;tcp4://h:9"
                                 << "a" << 4294967294u << "h" << 9;
    QTest::newRow("line end") << "a.0;tcp4://h:9\n"
                              << "a" << 0u << "h" << 9;
}

void TestServerUri::readsWhatServersWrite()
{
    QFETCH(QString, text);
    const auto uri = parseServerUri(text.toStdString());
    QVERIFY2(uri, uri ? "" : uri.error().message().c_str());
    QTEST(QString::fromStdString(uri->server.nspace), "nspace");
    QTEST(quint32(uri->server.rank.value()), "rank");
    QTEST(QString::fromStdString(uri->host), "host");
    QTEST(int(uri->port), "port");
}

void TestServerUri::refusesWhatIsNoUri_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"",
                             ";",
                             "a.0",
                             "a.0;",
                             "a.0;udp://h:1",
                             "a.0;tcp4://",
                             "a.0;tcp4://h",
                             "a.0;tcp4://h:",
                             "a.0;tcp4://:5",
                             "a.0;tcp4://h:0",
                             "a.0;tcp4://h:65536",
                             "a.0;tcp4://h:-1",
                             "a.0;tcp4://h:1x",
                             "a;tcp4://h:1",
                             "a.;tcp4://h:1",
                             ".0;tcp4://h:1",
                             "a.x;tcp4://h:1",
                             "a.4294967296;tcp4://h:1",
                             "a.0;tcp4://h/x:1",
                             "x; a.0;tcp4://h:1",
                             "a\nb.0;tcp4://h:1",
                             "a.0;tcp4://h\t:1"})
        QTest::newRow(text) << QString(text);
    QTest::newRow("long name") << QString(256, 'n') + ".0;tcp4://h:1";
    QTest::newRow("long line") << QString("a.0;tcp4://") + QString(1100, 'h') + ":1";
}

void TestServerUri::refusesWhatIsNoUri()
{
    QFETCH(QString, text);
    const auto uri = parseServerUri(text.toStdString());
    QVERIFY(!uri);
    QCOMPARE(uri.error().code, make_error_code(Status::ErrBadParam));
    QVERIFY(!uri.error().advice.empty());
}

void TestServerUri::writesWhatItReads()
{
    for (const std::string text : {"prterun-vm-27595@0.0;tcp4://192.0.2.2:41879", "a.1;tcp6://::1:5000"})
        QCOMPARE(formatServerUri(parseServerUri(text).value()), text);
}

DBGR_TEST(TestServerUri);

} // namespace tst_server_uri

#include "tst_server_uri.moc"
