// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgwire/hello.h"
#include "dbgwire/wire_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_hello {

using namespace dbgr;
using dbgwire::Hello;
using dbgwire::negotiateVersion;

namespace {

Hello speaking(std::uint32_t lowest, std::uint32_t highest, std::string program = "dbgr 1", std::string host = "head")
{
    Hello hello;
    hello.lowestVersion = lowest;
    hello.highestVersion = highest;
    hello.program = std::move(program);
    hello.host = std::move(host);
    return hello;
}

} // namespace

class TestHello : public QObject
{
    Q_OBJECT
private slots:
    void takesTheHighestCommonVersionWhoeverAsks()
    {
        QCOMPARE(negotiateVersion(speaking(1, 3), speaking(2, 5)).value(), 3u);
        QCOMPARE(negotiateVersion(speaking(2, 5), speaking(1, 3)).value(), 3u);
        QCOMPARE(negotiateVersion(speaking(1, 1), speaking(1, 1)).value(), 1u);
    }

    void noCommonVersionIsAnErrorThatNamesBothSides()
    {
        const auto version = negotiateVersion(speaking(3, 4), speaking(1, 2, "dbgd 0", "node7"));
        QVERIFY(!version);
        QVERIFY(version.error().code == dbgwire::Errc::VersionMismatch);
        QCOMPARE(version.error().detail, std::string("dbgr 1 on head speaks versions 3 to 4 of the protocol, "
                                                     "dbgd 0 on node7 speaks versions 1 to 2"));
        QVERIFY(!version.error().advice.empty());
    }

    void turnedRangesAreAnError() { QVERIFY(!negotiateVersion(speaking(1, 3), speaking(3, 1))); }

    void knowsItsFeatures()
    {
        Hello hello;
        hello.features = {"relay"};
        QVERIFY(hello.hasFeature("relay"));
        QVERIFY(!hello.hasFeature("rel"));
    }
};

DBGR_TEST(TestHello);

} // namespace tst_hello

#include "tst_hello.moc"
