// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/support/ui/stack_job.h"
#include "ui/stacks/threads_model.h"

namespace tst_threads_model {

using namespace dbgr;
using ui::ThreadsModel;

namespace {

struct Threads : test::StackJob<>
{
    explicit Threads(std::uint32_t size) : StackJob(size) { model.setActive(true); }

    /// "*" behind the chosen thread.
    [[nodiscard]] QString text() const
    {
        return test::printTree(model, [](const QModelIndex& cell) {
            return cell.column() == 0 && cell.data(ThreadsModel::ChosenRole).toBool() ? QStringLiteral("*") : QString();
        });
    }

    ThreadsModel model{bridge, place};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

constexpr auto kTwoEach = "0-1: main@/s/ring.cpp:185\n"
                          "0-1: clone!libc.so.6 worker@/s/ring.cpp:7";

} // namespace

class TestThreadsModel : public QObject
{
    Q_OBJECT

private slots:
    void showsThoseOfTheLeadingRank();
    void showsThoseOfTheWholeFocus();
    void followsTheLeadingRank();
    void marksTheChosenThread();
    void threadsComeAndGoWhileOthersStay();
    void staysAndIsStaleWhileRanksRun();
};

void TestThreadsModel::showsThoseOfTheLeadingRank()
{
    Threads threads(2);
    threads.put(kTwoEach);
    threads.stop("0-1");
    QCOMPARE(threads.text(), QStringLiteral("0* | 1 | 1001 | ring | main at ring.cpp:185\n"
                                            "0 | 2 | 1002 | worker | worker at ring.cpp:7\n"));
    QCOMPARE(threads.fake->last<debug::GetThreads>().command.ranks.toString(), "0");
}

void TestThreadsModel::showsThoseOfTheWholeFocus()
{
    Threads threads(2);
    threads.put(kTwoEach);
    threads.stop("0-1");
    threads.model.setAllRanks(true);
    threads.settle();
    QCOMPARE(threads.text(), QStringLiteral("0* | 1 | 1001 | ring | main at ring.cpp:185\n"
                                            "0 | 2 | 1002 | worker | worker at ring.cpp:7\n"
                                            "1 | 1 | 1011 | ring | main at ring.cpp:185\n"
                                            "1 | 2 | 1012 | worker | worker at ring.cpp:7\n"));
    QCOMPARE(threads.model.rankCount(), std::size_t(2));
    threads.model.setAllRanks(false);
    threads.settle();
    QCOMPARE(threads.model.rowCount(), 2);
}

void TestThreadsModel::followsTheLeadingRank()
{
    Threads threads(2);
    threads.put(kTwoEach);
    threads.stop("0-1");
    QVERIFY(threads.session->setLeadingRank(util::Rank(1)).has_value());
    threads.settle();
    QCOMPARE(threads.model.index(0, ThreadsModel::RankNumber).data().toInt(), 1);
    QVERIFY(!threads.model.isStale());
}

void TestThreadsModel::marksTheChosenThread()
{
    Threads threads(1);
    threads.put(kTwoEach);
    threads.stop("0");
    threads.place.chooseThread(util::ThreadId(1002));
    threads.settle();
    QCOMPARE(threads.text(), QStringLiteral("0 | 1 | 1001 | ring | main at ring.cpp:185\n"
                                            "0* | 2 | 1002 | worker | worker at ring.cpp:7\n"));
    // It leads from now on: the next step is its own.
    const auto& told = threads.fake->last<debug::SelectThread>().command;
    QCOMPARE(told.ranks.toString(), "0");
    QVERIFY(std::get<debug::SelectThread>(told.request).thread == debug::ThreadKey(util::ThreadId(1002)));
}

void TestThreadsModel::threadsComeAndGoWhileOthersStay()
{
    Threads threads(3);
    threads.model.setAllRanks(true);
    threads.put("0-2: main@/s/ring.cpp:1\n"
                "1: worker@/s/ring.cpp:7");
    threads.stop("0-2");
    QCOMPARE(threads.model.rowCount(), 4);
    const QPersistentModelIndex last = threads.model.index(3, 0);
    QSignalSpy reset(&threads.model, &ThreadsModel::modelReset);
    threads.stepTo("0-2: main@/s/ring.cpp:2\n"
                   "0,2: worker@/s/ring.cpp:7\n"
                   "2: worker@/s/ring.cpp:8");
    QCOMPARE(threads.text(), QStringLiteral("0* | 1 | 1001 | ring | main at ring.cpp:2\n"
                                            "0 | 2 | 1002 | worker | worker at ring.cpp:7\n"
                                            "1 | 1 | 1011 | ring | main at ring.cpp:2\n"
                                            "2 | 1 | 1021 | ring | main at ring.cpp:2\n"
                                            "2 | 2 | 1022 | worker | worker at ring.cpp:7\n"
                                            "2 | 3 | 1023 | worker | worker at ring.cpp:8\n"));
    QCOMPARE(last.row(), 3);
    QCOMPARE(reset.count(), 0);
}

void TestThreadsModel::staysAndIsStaleWhileRanksRun()
{
    Threads threads(2);
    threads.put(kTwoEach);
    threads.stop("0-1");
    threads.go();
    QCOMPARE(threads.model.rowCount(), 2);
    QVERIFY(threads.model.isStale());
}

DBGR_TEST(TestThreadsModel, QCoreApplication);

} // namespace tst_threads_model

#include "tst_threads_model.moc"
