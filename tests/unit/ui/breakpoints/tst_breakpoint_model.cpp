// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/print_tree.h"
#include "ui/breakpoints/breakpoint_model.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/value_columns.h"

namespace tst_breakpoint_model {

using namespace dbgr;
using ui::BreakpointModel;

namespace {

struct Breakpoints : test::SessionFixture
{
    void settle()
    {
        for (int round = 0; round < 4; ++round) {
            run();
            bridge.flush();
        }
    }
    void add(debug::BreakpointSpec spec)
    {
        QVERIFY(session->addBreakpoint(std::move(spec)).has_value());
        settle();
    }
    void answer(std::uint32_t id, const char* resolved, const char* pending, debug::SourceLocation actual = {})
    {
        debug::BreakpointStatus status;
        status.id = util::BreakpointId(id);
        status.resolved = test::ranks(resolved);
        status.pending = test::ranks(pending);
        status.actual = std::move(actual);
        fake->say({debug::DaemonEvent(debug::BreakpointChanged{std::move(status)})});
        settle();
    }
    /// "x" before a row that is enabled.
    [[nodiscard]] QString text() const
    {
        return test::printTree(model, [](const QModelIndex& cell) {
            return cell.data(Qt::CheckStateRole).toInt() == Qt::Checked ? QStringLiteral(" x") : QString();
        });
    }

    ui::SessionBridge bridge{*session};
    ui::Notices notices;
    BreakpointModel model{bridge, notices};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestBreakpointModel : public QObject
{
    Q_OBJECT

private slots:
    void whoIsMissingAtABarrierStandsInItsRow();
    void saysWhereTheyStand();
    void saysWhereTheyMovedTo();
    void saysInWhomTheyStand_data();
    void saysInWhomTheyStand();
    void saysForWhomTheyAre();
    void saysWhoJudgesAndLogs();
    void countsHits();
    void rowsStayWhenOthersComeAndGo();
    void checkBoxEnables();
    void placesStandBelow();
    void conditionIsEditedInPlace();
    void groupIsEditedInPlace();
    void problemOfAConditionStandsInPlace();
    void knowsTheSourceToShow();
};

void TestBreakpointModel::whoIsMissingAtABarrierStandsInItsRow()
{
    Breakpoints job;
    job.bringUpRunning(4);
    QVERIFY(job.session->addBarrier(test::breakIn("meet"), test::ranks("0-3")));
    job.settle();
    const auto shown = [&] { return job.model.index(0, BreakpointModel::kRanks).data().toString(); };
    QVERIFY(!shown().contains("missing"));
    job.fake->stop(test::ranks("0,2"), test::breakpointHit(1));
    job.settle();
    QCOMPARE(shown(), QString("2 of 4 here, missing 1,3"));
    job.fake->stop(test::ranks("1,3"), test::breakpointHit(1));
    job.settle();
    QVERIFY2(!shown().contains("missing"), qPrintable(shown()));
}

void TestBreakpointModel::saysWhereTheyStand()
{
    Breakpoints list;
    list.add(test::breakAt("/src/ring.cpp", 29));
    list.add(test::breakIn("work"));
    QCOMPARE(list.text(), "ring.cpp:29 x |  | set when a job runs | 0\n"
                          "work x |  | set when a job runs | 0\n");
    list.bringUp(4);
    list.settle();
    QCOMPARE(list.text(), "ring.cpp:29 x |  | all 4 | 0\n"
                          "work x |  | all 4 | 0\n");
}

void TestBreakpointModel::saysWhereTheyMovedTo()
{
    Breakpoints list;
    list.bringUp(4);
    list.add(test::breakAt("ring.cpp", 29));
    list.add(test::breakIn("work"));
    list.answer(1, "0-3", "", {"/src/ring.cpp", 31, 0});
    list.answer(2, "0-3", "", {"/src/ring.cpp", 103, 0});
    QCOMPARE(list.text(), "ring.cpp:29 -> 31 x |  | all 4 | 0\n"
                          "work, ring.cpp:103 x |  | all 4 | 0\n");
}

void TestBreakpointModel::saysInWhomTheyStand_data()
{
    QTest::addColumn<QString>("resolved");
    QTest::addColumn<QString>("pending");
    QTest::addColumn<QString>("reachable");
    QTest::addColumn<QString>("text");
    QTest::newRow("everywhere") << "0-3"
                                << ""
                                << "0-3"
                                << "all 4";
    QTest::newRow("nowhere") << ""
                             << "0-3"
                             << "0-3"
                             << "no such place yet";
    QTest::newRow("partly") << "0-1"
                            << "2-3"
                            << "0-3"
                            << "0-1, pending in 2-3";
    QTest::newRow("not asked yet") << ""
                                   << ""
                                   << "0-3"
                                   << "is being set";
    QTest::newRow("ended ranks do not count") << "0-2"
                                              << "3"
                                              << "0-2"
                                              << "all 3";
    QTest::newRow("one rank") << "2"
                              << ""
                              << "2"
                              << "rank 2";
    QTest::newRow("no job") << ""
                            << ""
                            << ""
                            << "set when a job runs";
}

void TestBreakpointModel::saysInWhomTheyStand()
{
    QFETCH(QString, resolved);
    QFETCH(QString, pending);
    QFETCH(QString, reachable);
    QFETCH(QString, text);
    debug::BreakpointStatus status;
    status.resolved = test::ranks(resolved.toStdString());
    status.pending = test::ranks(pending.toStdString());
    QCOMPARE(ui::ranksText(status, test::ranks(reachable.toStdString())), text);
}

void TestBreakpointModel::saysForWhomTheyAre()
{
    session::Breakpoint breakpoint;
    breakpoint.spec = test::breakIn("work");
    const auto text = [&](const char* reachable) { return ui::ranksText(breakpoint, test::ranks(reachable)); };
    QCOMPARE(text("0-3"), QString("is being set"));
    breakpoint.spec.ranks = test::ranks("1-2");
    QCOMPARE(text(""), QString("only 1-2: set when a job runs"));
    QCOMPARE(text("0-3"), QString("only 1-2: is being set"));
    breakpoint.status.resolved = test::ranks("1-2");
    QCOMPARE(text("0-3"), QString("only 1-2"));
    QCOMPARE(text("0-1"), QString("only 1-2"));
    QCOMPARE(text("0"), QString("only 1-2: not in this job"));
    breakpoint.status.resolved = test::ranks("1");
    breakpoint.status.pending = test::ranks("2");
    QCOMPARE(text("0-3"), QString("only 1-2: 1, pending in 2"));
}

void TestBreakpointModel::saysWhoJudgesAndLogs()
{
    Breakpoints list;
    list.bringUp(4);
    debug::BreakpointSpec wanted = test::breakIn("work");
    wanted.traced = {"x"};
    wanted.condition = "x > 2";
    list.add(wanted);
    const auto tip = [&](int column) { return list.model.index(0, column).data(Qt::ToolTipRole).toString(); };
    const auto say = [&](const char* ranks, debug::Judge judge, debug::Logger logger) {
        debug::BreakpointStatus status;
        status.id = util::BreakpointId(1);
        status.resolved = test::ranks(ranks);
        status.judge = judge;
        status.logger = logger;
        list.fake->say({debug::DaemonEvent(debug::BreakpointChanged{std::move(status)})});
        list.settle();
    };
    QVERIFY(!tip(BreakpointModel::kPlace).contains("Logged"));
    say("0-3", debug::Judge::Tracer, debug::Logger::Tracer);
    QVERIFY(tip(BreakpointModel::kPlace).contains("Logged by the tracer"));
    QVERIFY(tip(BreakpointModel::kCondition).contains("by the tracer"));
    say("2", debug::Judge::Reader, debug::Logger::Engine); // the slowest one counts
    QVERIFY(tip(BreakpointModel::kPlace).contains("Logged by the engine"));
    QVERIFY(tip(BreakpointModel::kCondition).contains("dbgr's reader"));
    say("2", debug::Judge::Tracer, debug::Logger::Tracer);
    QVERIFY(tip(BreakpointModel::kPlace).contains("Logged by the tracer"));
    QVERIFY(tip(BreakpointModel::kCondition).contains("by the tracer"));
}

void TestBreakpointModel::countsHits()
{
    Breakpoints list;
    list.bringUpRunning(4);
    list.add(test::breakIn("work"));
    list.fake->stop(test::ranks("0-2"), test::breakpointHit(1));
    list.settle();
    QCOMPARE(list.text(), "work x |  | all 4 | 3\n");
}

void TestBreakpointModel::rowsStayWhenOthersComeAndGo()
{
    Breakpoints list;
    list.add(test::breakIn("a"));
    list.add(test::breakIn("b"));
    list.add(test::breakIn("c"));
    const QPersistentModelIndex b = list.model.index(1, 0);
    QSignalSpy resets(&list.model, &QAbstractItemModel::modelReset);
    QVERIFY(list.session->removeBreakpoint(util::BreakpointId(1)).has_value());
    QVERIFY(list.session->removeBreakpoint(util::BreakpointId(3)).has_value());
    list.add(test::breakIn("d"));
    QCOMPARE(list.text(), "b x |  | set when a job runs | 0\nd x |  | set when a job runs | 0\n");
    QCOMPARE(b.row(), 0);
    QCOMPARE(list.model.row(util::BreakpointId(4)), 1);
    QCOMPARE(list.model.row(util::BreakpointId(1)), -1);
    QCOMPARE(resets.count(), 0);
}

void TestBreakpointModel::checkBoxEnables()
{
    Breakpoints list;
    list.bringUp(2);
    list.add(test::breakIn("work"));
    QVERIFY(list.model.setData(list.model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    list.settle();
    QCOMPARE(list.text(), "work |  | all 2 | 0\n");
    QVERIFY(!std::get<debug::SetBreakpoint>(list.fake->last<debug::SetBreakpoint>().command.request).spec.enabled);
    QVERIFY(list.model.index(0, 0).data(ui::value_role::kLook).toInt() & ui::value_look::kStale);
    QVERIFY(list.model.setData(list.model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
    list.settle();
    QCOMPARE(list.text(), "work x |  | all 2 | 0\n");
}

void TestBreakpointModel::placesStandBelow()
{
    Breakpoints list;
    list.bringUp(2);
    list.add(test::breakIn("scale"));
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(1);
    status.resolved = test::ranks("0-1");
    status.placeList = {
        {{"ops.cpp", "scale(double)", "ops", 0}, {"/src/ops.cpp", 12, 0}, "/bin/ops", 0x1158, test::ranks("0-1")},
        {{"ops.cpp", "scale(int)", "ops", 0}, {"/src/ops.cpp", 7, 0}, "/bin/ops", {}, test::ranks("1")}};
    list.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    list.settle();
    QCOMPARE(list.text(), "scale x |  | all 2 | 0\n"
                          "  1.1 scale(int), ops.cpp:7 x |  | 1\n"
                          "  1.2 scale(double), ops.cpp:12 x |  | 0-1\n");
    const QModelIndex of = list.model.index(0, 0);
    const QModelIndex place = list.model.index(1, 0, of);
    QVERIFY(BreakpointModel::isPlace(place) && !BreakpointModel::isPlace(of));
    QVERIFY(list.model.id(place) == list.model.id(of));
    QCOMPARE(list.model.location(place).line, 12U);
    QVERIFY(list.model.setData(place, Qt::Unchecked, Qt::CheckStateRole));
    list.settle();
    list.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    list.settle();
    QVERIFY(list.text().contains("  1.2 scale(double), ops.cpp:12 |  | 0-1\n"));
    QCOMPARE(std::get<debug::SetBreakpoint>(list.fake->last<debug::SetBreakpoint>().command.request).spec.off.size(),
             std::size_t(1));
    status.placeList.pop_back();
    list.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    list.settle();
    QCOMPARE(list.model.rowCount(of), 1); // what is off stays in the list
}

void TestBreakpointModel::conditionIsEditedInPlace()
{
    Breakpoints list;
    list.bringUp(2);
    list.add(test::breakIn("work"));
    const QModelIndex condition = list.model.index(0, BreakpointModel::kCondition);
    QVERIFY(list.model.flags(condition) & Qt::ItemIsEditable);
    QVERIFY(!(list.model.flags(list.model.index(0, 0)) & Qt::ItemIsEditable));
    QVERIFY(list.model.setData(condition, " hop == 3 ", Qt::EditRole));
    QCOMPARE(condition.data().toString(), "hop == 3"); // at once
    list.settle();
    QCOMPARE(std::get<debug::SetBreakpoint>(list.fake->last<debug::SetBreakpoint>().command.request).spec.condition,
             "hop == 3");
}

void TestBreakpointModel::groupIsEditedInPlace()
{
    Breakpoints list;
    debug::BreakpointSpec spec = test::breakIn("work");
    spec.group = "solver";
    spec.within = "lib*.so";
    list.add(spec);
    const QModelIndex cell = list.model.index(0, BreakpointModel::kGroup);
    QCOMPARE(list.model.index(0, BreakpointModel::kPlace).data().toString(), QString("lib*.so:work"));
    QCOMPARE(cell.data().toString(), QString("solver"));
    QVERIFY(cell.flags() & Qt::ItemIsEditable);
    QVERIFY(list.model.setData(cell, " output ", Qt::EditRole));
    QCOMPARE(cell.data().toString(), QString("output"));
    QVERIFY(!list.model.setData(cell, "two words", Qt::EditRole));
    QCOMPARE(cell.data().toString(), QString("output"));
    QCOMPARE(list.notices.all().size(), std::size_t(1));
    QVERIFY(list.model.setData(cell, "", Qt::EditRole));
    QVERIFY(list.session->breakpoints().groups().empty());
}

void TestBreakpointModel::problemOfAConditionStandsInPlace()
{
    Breakpoints list;
    list.bringUp(2);
    list.add(test::breakIn("work"));
    debug::BreakpointStatus status;
    status.id = util::BreakpointId(1);
    status.resolved = test::ranks("0-1");
    status.problem = "no variable 'hob' here";
    list.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    list.settle();
    const QModelIndex ranks = list.model.index(0, BreakpointModel::kRanks);
    QCOMPARE(ranks.data().toString(), "no variable 'hob' here");
    QVERIFY(ranks.data(ui::value_role::kLook).toInt() & ui::value_look::kError);
}

void TestBreakpointModel::knowsTheSourceToShow()
{
    Breakpoints list;
    list.bringUp(2);
    list.add(test::breakAt("ring.cpp", 29));
    list.add(test::breakIn("work"));
    QVERIFY((list.model.location(list.model.index(0, 0)) == debug::SourceLocation{"ring.cpp", 29, 0}));
    QVERIFY(!list.model.location(list.model.index(1, 0)).known());
    list.answer(2, "0-1", "", {"/src/ring.cpp", 103, 0});
    QVERIFY((list.model.location(list.model.index(1, 0)) == debug::SourceLocation{"/src/ring.cpp", 103, 0}));
}

DBGR_TEST(TestBreakpointModel, QCoreApplication);

} // namespace tst_breakpoint_model

#include "tst_breakpoint_model.moc"
