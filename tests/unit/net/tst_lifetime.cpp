// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/lifetime.h"

#include <QTest>

#include <functional>
#include <optional>

namespace tst_lifetime {

using namespace dbgr;

class TestLifetime : public QObject
{
    Q_OBJECT
private slots:
    void guardedTaskRunsWhileTheObjectLives()
    {
        std::optional<util::Lifetime> lifetime(std::in_place);
        int sum = 0;
        const std::function<void(int)> task = lifetime->guard([&](int n) { sum += n; });
        task(2);
        QCOMPARE(sum, 2);
        lifetime.reset();
        task(3);
        QCOMPARE(sum, 2);
    }

    void watchTellsOfTheDestruction()
    {
        std::optional<util::Lifetime> lifetime(std::in_place);
        const auto watch = lifetime->watch();
        QVERIFY(!watch.expired());
        lifetime.reset();
        QVERIFY(watch.expired());
    }
};

DBGR_TEST(TestLifetime);

} // namespace tst_lifetime

#include "tst_lifetime.moc"
