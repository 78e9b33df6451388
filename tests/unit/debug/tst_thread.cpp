// SPDX-License-Identifier: GPL-3.0-or-later
// What threads are there for, and what an expression is in them.
#include "debug/thread.h"
#include "debug/thread_values.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_thread {

using namespace dbgr;
using debug::Frame;
using debug::ThreadRole;

namespace {

Frame in(const char* module, const char* function = "")
{
    Frame frame;
    frame.module = module;
    frame.function = function;
    return frame;
}

const Frame kClone = in("libc.so.6", "clone3");
const Frame kStart = in("libc.so.6", "start_thread");

debug::ValueGroup value(const char* text)
{
    return {util::RankSet(util::Rank(3)), text, "int", ""};
}

} // namespace

class TestThread : public QObject
{
    Q_OBJECT

private slots:
    void theRoleIsToldByWhereAThreadBegan_data()
    {
        QTest::addColumn<std::vector<Frame>>("stack");
        QTest::addColumn<int>("role");
        const auto row = [](const char* name, const std::vector<Frame>& stack, ThreadRole role) {
            QTest::newRow(name) << stack << static_cast<int>(role);
        };
        row("nothing is known", {}, ThreadRole::Unknown);
        row("of the program", {in("libc.so.6", "usleep"), in("pool", "worker"), kStart, kClone}, ThreadRole::Unknown);
        row("main in MPI", {in("libmpi.so.40", "MPI_Recv"), in("ring", "main"), in("libc.so.6"), in("ring", "_start")},
            ThreadRole::Unknown);
        row("GNU's team at work",
            {in("heat", "main._omp_fn.0"), in("libgomp.so.1", "gomp_thread_start"), kStart, kClone},
            ThreadRole::OpenMpWorker);
        row("LLVM's team that waits",
            {in("libomp.so.5", "__kmp_wait"), in("libomp.so.5", "__kmp_launch_worker"), kStart},
            ThreadRole::OpenMpWorker);
        row("a team without names", {in("libgomp.so.1"), in("libgomp.so.1"), kStart, kClone}, ThreadRole::OpenMpWorker);
        row("main in a parallel region", {in("libgomp.so.1", "GOMP_barrier"), in("heat", "main"), in("heat", "_start")},
            ThreadRole::Unknown);
        row("of MPI",
            {in("libc.so.6", "epoll_wait"), in("libevent_core-2.1.so.7"), in("libopen-pal.so.80"), kStart, kClone},
            ThreadRole::MpiProgress);
        row("of PMIx", {in("libpmix.so.2", "progress_engine"), kStart, kClone}, ThreadRole::MpiProgress);
        row("whose beginning is cut off", {in("libmpi.so.40"), in("libmpi.so.40")}, ThreadRole::Unknown);
    }
    void theRoleIsToldByWhereAThreadBegan()
    {
        QFETCH(std::vector<Frame>, stack);
        QTEST(static_cast<int>(debug::roleOf(stack)), "role");
    }

    void equalValuesOfThreadsAreOne()
    {
        debug::RankThreadValues values{util::Rank(3), util::StopId(1), {}};
        values.add({1}, value("7"));
        values.add({2}, value("5"));
        values.add({4}, value("7"));
        values.add({5}, {util::RankSet(util::Rank(3)), "", "", "not there"});
        QCOMPARE(values.values.size(), std::size_t(3));
        QCOMPARE(values.values[0].value.value, "7");
        QCOMPARE(values.values[0].threads, (std::vector<debug::ThreadIndex>{{1}, {4}}));
        QCOMPARE(values.values[1].threads, (std::vector<debug::ThreadIndex>{{2}}));
        QCOMPARE(values.values[2].value.problem, "not there");
    }

    void equalTextsOfDifferentContentAreNot()
    {
        debug::RankThreadValues values{util::Rank(3), util::StopId(1), {}};
        debug::ValueGroup other = value("{...}");
        other.content.hash = {1, 2};
        values.add({1}, value("{...}"));
        values.add({2}, other);
        QCOMPARE(values.values.size(), std::size_t(2));
    }
};

DBGR_TEST(TestThread, QCoreApplication);

} // namespace tst_thread

#include "tst_thread.moc"
