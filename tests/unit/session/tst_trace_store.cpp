// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/trace_store.h"
#include "tests/support/run/test_class.h"

namespace tst_trace_store {

using namespace dbgr;
using session::TraceStore;
using util::BreakpointId;
using util::Rank;

namespace {

debug::BreakpointSpec point(std::uint32_t id, std::vector<std::string> expressions)
{
    debug::BreakpointSpec spec{BreakpointId(id), debug::SourceLine{"ring.cpp", 40 + id}, {}};
    spec.traced = std::move(expressions);
    return spec;
}

debug::TraceRecord record(std::uint32_t id, const std::string& value, std::uint32_t rank = 0)
{
    return {Rank(rank), BreakpointId(id), util::ThreadId(100), std::chrono::microseconds(1), {{value, ""}}};
}

} // namespace

class TestTraceStore : public QObject
{
    Q_OBJECT

private slots:
    void keepsWhatComes()
    {
        TraceStore store;
        store.note(point(1, {"lap"}));
        QCOMPARE(store.add({record(1, "3"), record(1, "4", 2)}),
                 (std::vector<BreakpointId>{BreakpointId(1), BreakpointId(1)}));
        QCOMPARE(store.rows().size(), std::size_t(2));
        QCOMPARE(store.rows()[1].number, 2U);
        QCOMPARE(store.rows()[1].record.rank, Rank(2));
        QCOMPARE(store.points().at(BreakpointId(1)).place, std::string("ring.cpp:41"));
        QCOMPARE(store.last(), 2U);
        QCOMPARE(store.dropped(), 0U);
    }

    void whatNobodyAskedForIsLeftOut()
    {
        TraceStore store;
        debug::BreakpointSpec plain = point(1, {});
        store.note(plain);
        store.note(point(2, {"a", "b"}));
        QVERIFY(store.add({record(1, "3"), record(2, "one value for two"), record(3, "3")}).empty());
        QVERIFY(store.rows().empty());
    }

    void theOldestGoFirst_data()
    {
        QTest::addColumn<int>("records");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("left");
        QTest::newRow("by number") << 4 << 1000 << 4;
        QTest::newRow("by bytes") << 100 << 35 << 3;
        QTest::newRow("by bytes, exactly") << 100 << 40 << 4;
        QTest::newRow("one is always kept") << 100 << 5 << 1;
    }
    void theOldestGoFirst()
    {
        QFETCH(int, records);
        QFETCH(int, bytes);
        QFETCH(int, left);
        TraceStore store({std::size_t(records), std::size_t(bytes)});
        store.note(point(1, {"text"}));
        for (int i = 0; i < 10; ++i)
            store.add({record(1, "0123456789")});
        QCOMPARE(int(store.rows().size()), left);
        QCOMPARE(store.rows().back().number, 10U);
        QCOMPARE(int(store.dropped()), 10 - left);
        QCOMPARE(int(store.points().at(BreakpointId(1)).records), left);
    }

    void numbersGoOnWhenItIsCleared()
    {
        TraceStore store;
        store.note(point(1, {"lap"}));
        store.add({record(1, "3")});
        store.clear();
        QVERIFY(store.rows().empty());
        QCOMPARE(store.points().at(BreakpointId(1)).records, std::size_t(0));
        store.add({record(1, "4")}); // the tracepoint is still there
        QCOMPARE(store.rows().front().number, 2U);
    }
};

DBGR_TEST(TestTraceStore, QCoreApplication);

} // namespace tst_trace_store

#include "tst_trace_store.moc"
