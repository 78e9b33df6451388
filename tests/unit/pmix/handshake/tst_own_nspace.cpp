// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/own_nspace.h"

#include "pmix/handshake/server_uri.h"
#include "tests/support/run/test_class.h"

#include <QRegularExpression>
#include <QTest>

#include <cstdlib>

#include <unistd.h>

namespace tst_own_nspace {

using namespace dbgr;
using namespace dbgr::pmix;

class TestOwnNspace : public QObject
{
    Q_OBJECT

private slots:
    void everyHostGivesANameThatEverybodyReadsAlike_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("short") << QByteArray("n01") << QByteArray("dbgr-n01-4711");
        QTest::newRow("with a domain") << QByteArray("node1.site.org") << QByteArray("dbgr-node1-site-org-4711");
        QTest::newRow("a dot first") << QByteArray(".site") << QByteArray("dbgr--site-4711");
        QTest::newRow("none") << QByteArray() << QByteArray("dbgr-localhost-4711");
        QTest::newRow("an address") << QByteArray("fe80::1%eth0") << QByteArray("dbgr-fe80--1-eth0-4711");
        QTest::newRow("divides URIs and lists") << QByteArray("a;b,c@d/e f") << QByteArray("dbgr-a-b-c-d-e-f-4711");
        QTest::newRow("not ASCII") << QByteArray("k\xc3\xb6ln") << QByteArray("dbgr-k--ln-4711");
        QTest::newRow("long") << QByteArray(300, 'x') << "dbgr-" + QByteArray(128, 'x') + "-4711";
    }
    void everyHostGivesANameThatEverybodyReadsAlike()
    {
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, name);
        const std::string made = ownNspace("dbgr", host.toStdString(), util::Pid(4711));
        QCOMPARE(QByteArray::fromStdString(made), name);
        // What stands before a URI's first dot is the name, and before its last one, too.
        const std::string uri = formatServerUri({Proc{made, ProcRank(0)}, "192.0.2.1", 1024, false});
        QCOMPARE(uri.substr(0, uri.find('.')), made);
        const auto read = parseServerUri(uri);
        QVERIFY(read);
        QCOMPARE(read->server.nspace, made);
    }

    void thisProcessIsNamedByItsHostAndNumber()
    {
        qputenv("PMIX_HOSTNAME", "node1.site.org");
        const auto name = QString::fromStdString(ownNspace("pmix-server"));
        qunsetenv("PMIX_HOSTNAME");
        QCOMPARE(name, QString("pmix-server-node1-%1").arg(::getpid()));
        static const QRegularExpression safe("^[A-Za-z0-9_-]+$");
        QVERIFY(safe.match(QString::fromStdString(ownNspace("dbgr"))).hasMatch());
    }
};

DBGR_TEST(TestOwnNspace);

} // namespace tst_own_nspace

#include "tst_own_nspace.moc"
