// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/session/event_interest.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_event_interest {

using namespace dbgr::pmix;

class TestEventInterest : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheFirstWishIsNew();
    void onlyTheLastWishIsReported();
    void defaultHandlersAreCountedToo();
};

void TestEventInterest::onlyTheFirstWishIsNew()
{
    EventInterest interest;
    const std::vector both{Status::ReadyForDebug, Status::EventJobEnd};
    QVERIFY(interest.add(both).codes == both);
    QVERIFY(!interest.add(std::vector{Status::EventJobEnd}).any());
    const auto all = interest.all();
    QVERIFY((all.codes == std::vector{Status::EventJobEnd, Status::ReadyForDebug}));
    QVERIFY(!all.byDefault);
}

void TestEventInterest::onlyTheLastWishIsReported()
{
    EventInterest interest;
    const std::vector both{Status::ReadyForDebug, Status::EventJobEnd};
    const std::vector end{Status::EventJobEnd};
    interest.add(both);
    interest.add(end);
    QVERIFY(interest.remove(both).codes == std::vector{Status::ReadyForDebug});
    QVERIFY(interest.remove(end).codes == end);
    QVERIFY(!interest.remove(end).any());
    QVERIFY(interest.all().codes.empty());
}

void TestEventInterest::defaultHandlersAreCountedToo()
{
    EventInterest interest;
    QVERIFY(interest.add({}).byDefault);
    QVERIFY(!interest.add({}).byDefault);
    QVERIFY(interest.all().byDefault);
    QVERIFY(!interest.remove({}).byDefault);
    QVERIFY(interest.remove({}).byDefault);
    QVERIFY(!interest.remove({}).any());
}

DBGR_TEST(TestEventInterest);

} // namespace tst_event_interest

#include "tst_event_interest.moc"
