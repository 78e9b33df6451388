// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/net_error.h"
#include "net/secret.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_secret {

using namespace dbgr;
using net::Secret;

class TestSecret : public QObject
{
    Q_OBJECT
private slots:
    void everyGeneratedSecretIsAnother()
    {
        const auto a = Secret::generate();
        const auto b = Secret::generate();
        QVERIFY(a && b);
        QVERIFY(!(*a == *b));
    }

    void readsBackItsHex()
    {
        const auto secret = Secret::generate();
        const auto read = Secret::fromHex(secret->hex());
        QVERIFY(read);
        QVERIFY(*read == *secret);
        QCOMPARE(secret->hex().size(), 2 * Secret::kBytes);
    }

    void refusesOtherTextsWithoutRepeatingThem()
    {
        const std::string almost(2 * Secret::kBytes - 2, 'a');
        for (const std::string& text : {std::string(), almost, almost + "aaaa", almost + "xy", almost + "a"}) {
            const auto secret = Secret::fromHex(text);
            QVERIFY(!secret);
            QVERIFY(secret.error().code == net::Errc::BadSecret);
            QVERIFY(secret.error().detail.find(almost) == std::string::npos);
        }
    }
};

DBGR_TEST(TestSecret);

} // namespace tst_secret

#include "tst_secret.moc"
