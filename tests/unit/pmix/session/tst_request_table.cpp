// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/session/request_table.h"
#include "pmix/types/status.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_request_table {

using namespace dbgr::pmix;
using dbgr::test::ManualScheduler;
using dbgr::util::Result;
using namespace std::chrono_literals;

class TestRequestTable : public QObject
{
    Q_OBJECT

private slots:
    void replyReachesWhoAsked();
    void eachSideCountsInItsOwnHalf();
    void deadlineEndsARequestOnce();
    void lateReplyIsNoRequest();
    void unknownTagIsTheirs();
    void failAllTellsEverybodyWhy();
    void handlerMayDestroyTheTable();
    void requestsWithoutReplyUseTagsUp();
};

void TestRequestTable::replyReachesWhoAsked()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Connector);
    std::string first, second;
    const Tag a = table.add("a", 1s, [&](Result<std::string_view> body) { first = *body; });
    const Tag b = table.add("b", 1s, [&](Result<std::string_view> body) { second = *body; });
    QVERIFY(table.deliver(b, "for b"));
    QVERIFY(table.deliver(a, "for a"));
    QCOMPARE(first, "for a");
    QCOMPARE(second, "for b");
    QCOMPARE(table.size(), 0u);
    QCOMPARE(scheduler.pendingTimers(), 0u);
}

void TestRequestTable::eachSideCountsInItsOwnHalf()
{
    ManualScheduler scheduler;
    RequestTable connector(scheduler, ConnectionRole::Connector);
    RequestTable acceptor(scheduler, ConnectionRole::Acceptor);
    QCOMPARE(connector.nextTag().value(), 0x40000000u);
    QCOMPARE(connector.nextTag().value(), 0x40000001u);
    QCOMPARE(acceptor.nextTag().value(), 0x80000032u);
}

void TestRequestTable::deadlineEndsARequestOnce()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Connector);
    int calls = 0;
    std::error_code code;
    (void)table.add("asking", 2s, [&](Result<std::string_view> body) {
        ++calls;
        code = body.error().code;
    });
    scheduler.advance(1999ms);
    QCOMPARE(calls, 0);
    scheduler.advance(1ms);
    QCOMPARE(calls, 1);
    QCOMPARE(code, make_error_code(Status::ErrTimeout));
    scheduler.advance(10s);
    QCOMPARE(calls, 1);
}

void TestRequestTable::lateReplyIsNoRequest()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Connector);
    int calls = 0;
    const Tag tag = table.add("asking", 1s, [&](const Result<std::string_view>&) { ++calls; });
    scheduler.advance(1s);
    QVERIFY(table.deliver(tag, "too late"));
    QCOMPARE(calls, 1);
}

void TestRequestTable::unknownTagIsTheirs()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Acceptor);
    QVERIFY(!table.deliver(Tag(101), "a request"));
    QVERIFY(!table.deliver(Tag(0x80000032), "not given out yet"));
    (void)table.nextTag();
    QVERIFY(table.deliver(Tag(0x80000032), "dropped"));

    RequestTable connector(scheduler, ConnectionRole::Connector);
    (void)connector.nextTag();
    QVERIFY(!connector.deliver(Tag(101), "the first request of an acceptor of 5.0"));
}

void TestRequestTable::failAllTellsEverybodyWhy()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Connector);
    std::vector<std::string> told;
    for (const char* what : {"one", "two"})
        (void)table.add(what, 1s, [&](Result<std::string_view> body) { told.push_back(body.error().message()); });
    table.failAll({make_error_code(Status::ErrLostConnection), "gone", {}});
    QVERIFY((told == std::vector<std::string>{"one: gone", "two: gone"}));
    QCOMPARE(scheduler.pendingTimers(), 0u);
}

void TestRequestTable::handlerMayDestroyTheTable()
{
    ManualScheduler scheduler;
    auto table = std::make_unique<RequestTable>(scheduler, ConnectionRole::Connector);
    const Tag tag = table->add("a", 1s, [&](const Result<std::string_view>&) { table.reset(); });
    QVERIFY(table->deliver(tag, ""));
    QVERIFY(!table);

    table = std::make_unique<RequestTable>(scheduler, ConnectionRole::Connector);
    (void)table->add("a", 1s, [&](const Result<std::string_view>&) { table.reset(); });
    scheduler.advance(1s);
    QVERIFY(!table);

    table = std::make_unique<RequestTable>(scheduler, ConnectionRole::Connector);
    (void)table->add("a", 1s, [&](const Result<std::string_view>&) { table.reset(); });
    table->failAll({});
    QVERIFY(!table);
}

void TestRequestTable::requestsWithoutReplyUseTagsUp()
{
    ManualScheduler scheduler;
    RequestTable table(scheduler, ConnectionRole::Connector);
    const Tag oneWay = table.nextTag();
    const Tag request = table.add("a", 1s, [](const Result<std::string_view>&) {});
    QVERIFY(oneWay != request);
    QVERIFY(table.deliver(oneWay, "an answer that nobody wants"));
}

DBGR_TEST(TestRequestTable);

} // namespace tst_request_table

#include "tst_request_table.moc"
