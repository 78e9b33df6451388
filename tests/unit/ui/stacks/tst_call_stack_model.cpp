// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/support/ui/stack_job.h"
#include "ui/stacks/call_stack_model.h"

namespace tst_call_stack_model {

using namespace dbgr;
using ui::CallStackModel;

namespace {

struct Stack : test::StackJob<>
{
    using StackJob::StackJob;

    /// "*" behind the chosen frame.
    [[nodiscard]] QString text() const
    {
        return test::printTree(model, [](const QModelIndex& cell) {
            return cell.column() == 0 && cell.data(CallStackModel::ChosenRole).toBool() ? QStringLiteral("*")
                                                                                        : QString();
        });
    }

    CallStackModel model{place};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

} // namespace

class TestCallStackModel : public QObject
{
    Q_OBJECT

private slots:
    void showsTheStackAndTheChosenFrame();
    void framesMatchFromTheOutermost();
    void choosingAFrameMovesTheMark();
    void staysWhileTheRankRunsAndWhileTheNextStackIsAskedFor();
    void marksFramesWithoutSource();
};

void TestCallStackModel::showsTheStackAndTheChosenFrame()
{
    Stack stack(2);
    stack.put("0-1: main@/s/ring.cpp:185 work@/s/ring.cpp:107 read!libc.so.6");
    stack.stop("0-1");
    QCOMPARE(stack.text(), QStringLiteral("0 | read | libc.so.6\n"
                                          "1* | work | ring.cpp:107\n"
                                          "2 | main | ring.cpp:185\n"));
    QCOMPARE(stack.model.stackText(), QStringLiteral("#0  read in libc.so.6\n"
                                                     "#1  work at ring.cpp:107\n"
                                                     "#2  main at ring.cpp:185\n"));
}

void TestCallStackModel::framesMatchFromTheOutermost()
{
    Stack stack(1);
    stack.put("0: main@/s/ring.cpp:185 work@/s/ring.cpp:107");
    stack.stop("0");
    const QPersistentModelIndex main = stack.model.index(1, 0);
    QSignalSpy reset(&stack.model, &CallStackModel::modelReset);
    stack.stepTo("0: main@/s/ring.cpp:185 work@/s/ring.cpp:109 next@/s/ring.cpp:12 more@/s/ring.cpp:5");
    QCOMPARE(main.row(), 3);
    QCOMPARE(stack.text(), QStringLiteral("0* | more | ring.cpp:5\n"
                                          "1 | next | ring.cpp:12\n"
                                          "2 | work | ring.cpp:109\n"
                                          "3 | main | ring.cpp:185\n"));
    stack.stepTo("0: main@/s/ring.cpp:186");
    QCOMPARE(main.row(), 0);
    QCOMPARE(stack.text(), QStringLiteral("0* | main | ring.cpp:186\n"));
    QCOMPARE(reset.count(), 0);
}

void TestCallStackModel::choosingAFrameMovesTheMark()
{
    Stack stack(1);
    stack.put("0: main@/s/ring.cpp:185 work@/s/ring.cpp:107");
    stack.stop("0");
    QCOMPARE(stack.model.chosenRow(), 0);
    stack.model.choose(stack.model.index(1, 2));
    QCOMPARE(stack.place.frameIndex(), 1U);
    QCOMPARE(stack.model.chosenRow(), 1);
    stack.place.moveIn();
    QCOMPARE(stack.model.chosenRow(), 0);
}

void TestCallStackModel::staysWhileTheRankRunsAndWhileTheNextStackIsAskedFor()
{
    Stack stack(2);
    stack.put("0: main@/s/ring.cpp:185\n1: main@/s/ring.cpp:200 work@/s/ring.cpp:107");
    stack.stop("0-1");
    stack.answers = false;
    QVERIFY(stack.session->setLeadingRank(util::Rank(1)).has_value());
    stack.settle();
    QCOMPARE(stack.model.rowCount(), 1); // of rank 0, until the answer is there
    QVERIFY(stack.place.isStale());
    stack.answers = true;
    stack.stepTo("0-1: main@/s/ring.cpp:201");
    QCOMPARE(stack.text(), QStringLiteral("0* | main | ring.cpp:201\n"));
    stack.go();
    QCOMPARE(stack.model.rowCount(), 1);
    QVERIFY(stack.place.isStale());
}

void TestCallStackModel::marksFramesWithoutSource()
{
    Stack stack(1);
    stack.put("0: main@/s/ring.cpp:185 !libc.so.6");
    stack.stop("0");
    QCOMPARE(stack.model.index(0, 0).data(CallStackModel::SourceRole).toBool(), false);
    QCOMPARE(stack.model.index(1, 0).data(CallStackModel::SourceRole).toBool(), true);
    QCOMPARE(stack.model.index(0, CallStackModel::Function).data().toString(), QStringLiteral("no symbols"));
}

DBGR_TEST(TestCallStackModel, QCoreApplication);

} // namespace tst_call_stack_model

#include "tst_call_stack_model.moc"
