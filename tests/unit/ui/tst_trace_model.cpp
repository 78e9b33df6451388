// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/print_tree.h"
#include "ui/bridge/elapsed_text.h"
#include "ui/bridge/session_bridge.h"
#include "ui/traces/trace_model.h"

namespace tst_trace_model {

using namespace dbgr;
using ui::TraceModel;
using util::BreakpointId;
using util::Rank;

namespace {

struct Traces : test::SessionFixture
{
    Traces() { bringUp(4); }

    void settle()
    {
        run();
        bridge.flush();
    }
    BreakpointId trace(std::uint32_t line, std::vector<std::string> expressions)
    {
        debug::BreakpointSpec spec;
        spec.where = debug::SourceLine{"ring.cpp", line};
        spec.traced = std::move(expressions);
        const BreakpointId id = session->addBreakpoint(std::move(spec)).value();
        settle();
        return id;
    }
    void log(BreakpointId id, std::uint32_t rank, std::vector<debug::TracedValue> values,
             std::optional<std::chrono::microseconds> time = {})
    {
        const debug::TraceRecord record{Rank(rank), id, util::ThreadId(100 + rank), time.value_or(m_time),
                                        std::move(values)};
        m_time += std::chrono::microseconds(1);
        fake->say({debug::DaemonEvent(debug::RanksTraced{{record}})});
        settle();
    }
    /// Without the time.
    [[nodiscard]] QString text() const
    {
        QStringList lines;
        for (const QString& line : test::printTree(model).split('\n', Qt::SkipEmptyParts))
            lines << line.section(" | ", 1);
        return lines.join('\n');
    }

    ui::SessionBridge bridge{*session};
    TraceModel model{bridge};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

private:
    std::chrono::microseconds m_time{1'795'000'000'123'456};
};

} // namespace

class TestTraceModel : public QObject
{
    Q_OBJECT

private slots:
    void allOrThoseOfOne()
    {
        Traces traces;
        const BreakpointId first = traces.trace(41, {"lap", "x"});
        const BreakpointId second = traces.trace(50, {"y"});
        traces.log(first, 3, {{"1", ""}, {"0.30000000000000004", ""}});
        traces.log(second, 0, {{"", "optimised out"}});
        traces.log(first, 1, {{"2", ""}, {"4", ""}});
        QCOMPARE(traces.text(), QString("3 | 103 | ring.cpp:41 | lap = 1, x = 0.3\n"
                                        "0 | 100 | ring.cpp:50 | y = <optimised out>\n"
                                        "1 | 101 | ring.cpp:41 | lap = 2, x = 4"));
        traces.model.setPoint(first);
        QCOMPARE(traces.text(), QString("3 | 103 | 1 | 0.3\n1 | 101 | 2 | 4"));
        QCOMPARE(traces.model.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), QString("x"));
        QCOMPARE(traces.model.index(0, 4).data(Qt::ToolTipRole).toString(), QString("0.30000000000000004"));
        QCOMPARE(traces.model.rankAt(traces.model.index(1, 0)), std::optional(Rank(1)));
        traces.log(second, 2, {{"5", ""}});
        QCOMPARE(traces.model.rowCount(), 2);
        traces.log(first, 2, {{"3", ""}, {"5", ""}});
        QCOMPARE(traces.model.rowCount(), 3);
    }

    void numbersAreSortedAsNumbers()
    {
        Traces traces;
        const BreakpointId id = traces.trace(41, {"x"});
        traces.model.setPoint(id);
        traces.log(id, 0, {{"10", ""}});
        traces.log(id, 10, {{"9.5", ""}});
        traces.log(id, 2, {{"{1, 2}", ""}});
        const auto key = [&](int row, int column) {
            return traces.model.index(row, column).data(TraceModel::SortRole);
        };
        QCOMPARE(key(0, TraceModel::FirstValue), QVariant(10.0));
        QCOMPARE(key(1, TraceModel::FirstValue), QVariant(9.5));
        QCOMPARE(key(2, TraceModel::FirstValue), QVariant("{1, 2}"));
        QVERIFY(key(0, TraceModel::TimeColumn).toLongLong() < key(1, TraceModel::TimeColumn).toLongLong());
    }

    /// As the log and the status line tell times.
    void timesAreThoseOfTheJob()
    {
        using namespace std::chrono;
        Traces traces;
        const BreakpointId id = traces.trace(41, {"x"});
        const auto now = duration_cast<microseconds>(system_clock::now().time_since_epoch());
        const auto launched = now - traces.bridge.jobTime();
        traces.log(id, 0, {{"1", ""}}, launched + microseconds(65'000'007));
        traces.log(id, 1, {{"1", ""}}, launched - seconds(3)); // the clock of its node is behind
        const QStringList lines = test::printTree(traces.model).split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.at(lines.size() - 2).startsWith("01:0"), qPrintable(lines.join('\n')));
        QVERIFY2(lines.last().startsWith("-00:0"), qPrintable(lines.join('\n')));
        const QString tip = traces.model.index(0, TraceModel::TimeColumn).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(" by the clock of the rank's node"), qPrintable(tip));
        QVERIFY2(tip.contains(QDateTime::currentDateTime().addSecs(65).toString("HH:mm")), qPrintable(tip));
    }

    void elapsedTimesAreExact()
    {
        using std::chrono::microseconds;
        QCOMPARE(ui::exactElapsedText(microseconds(0)), QString("00:00.000000"));
        QCOMPARE(ui::exactElapsedText(microseconds(12'000'345)), QString("00:12.000345"));
        QCOMPARE(ui::exactElapsedText(microseconds(3'723'000'001)), QString("1:02:03.000001"));
        QCOMPARE(ui::exactElapsedText(microseconds(-100)), QString("-00:00.000100"));
    }

    void whatIsForgottenGoes()
    {
        Traces traces;
        const BreakpointId id = traces.trace(41, {"x"});
        traces.log(id, 0, {{"1", ""}});
        traces.session->clearTraces();
        QCOMPARE(traces.model.data(traces.model.index(0, 0)), QVariant()); // until it hears of it
        traces.settle();
        QCOMPARE(traces.model.rowCount(), 0);
        traces.log(id, 1, {{"2", ""}});
        QCOMPARE(traces.text(), QString("1 | 101 | ring.cpp:41 | x = 2"));
        QCOMPARE(traces.session->breakpoints().find(id)->hits, 2U);
    }

    void theOldestGoWhenThereAreTooMany()
    {
        Traces traces;
        const BreakpointId id = traces.trace(41, {"x"});
        const std::size_t most = session::TraceStore::Limits().records;
        std::vector<debug::TraceRecord> many(most, {Rank(0), id, util::ThreadId(1), {}, {{"1", ""}}});
        traces.fake->say({debug::DaemonEvent(debug::RanksTraced{many})});
        traces.settle();
        QCOMPARE(std::size_t(traces.model.rowCount()), most);
        traces.log(id, 1, {{"2", ""}});
        QCOMPARE(std::size_t(traces.model.rowCount()), most);
        QCOMPARE(traces.model.rankAt(traces.model.index(int(most) - 1, 0)), std::optional(Rank(1)));
        QCOMPARE(traces.session->traces().dropped(), 1U);
    }
};

DBGR_TEST(TestTraceModel, QApplication);

} // namespace tst_trace_model

#include "tst_trace_model.moc"
