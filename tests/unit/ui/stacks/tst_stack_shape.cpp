// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/ui/stack_answers.h"
#include "ui/stacks/stack_shape.h"

namespace tst_stack_shape {

using namespace dbgr;
using ui::StackDetail;
using ui::StackShape;

namespace {

void print(const std::vector<StackShape>& shapes, int level, std::string& text)
{
    for (const StackShape& shape : shapes) {
        text += std::string(static_cast<std::size_t>(2 * level), ' ') + session::describe(shape.node->frame);
        text += shape.frames > 1 ? " x" + std::to_string(shape.frames) : "";
        text += shape.cut ? " ..." : "";
        text += " at depth " + std::to_string(shape.depth) + "\n";
        print(shape.callees, level + 1, text);
    }
}

/// The shown frames of the stacks, and how many threads are hidden.
std::string shown(const char* stacks, StackDetail detail)
{
    const debug::StackTree tree = test::stackTree(test::threadStacks(stacks), test::ranks("0-9"));
    const ui::StackShapes shapes = ui::shapeOf(tree, detail);
    std::string text;
    print(shapes.roots, 0, text);
    return text + std::to_string(shapes.hiddenThreads) + " hidden\n";
}

} // namespace

class TestStackShape : public QObject
{
    Q_OBJECT

private slots:
    void ownCodeBeginsAtTheFirstFrameWithSource();
    void ownCodeEndsAtWhatItCalls();
    void ownCodeKeepsLibrariesThatCallBack();
    void ownCodeHidesThreadsWithoutSource();
    void hidesNothingWhereNoStackHasSource();
    void allFramesFoldsRunsOfUnknownCode();
};

void TestStackShape::ownCodeBeginsAtTheFirstFrameWithSource()
{
    QCOMPARE(shown("0-1: _start __libc_start_main!libc.so.6 main@/s/a.c:9 work@/s/a.c:3", StackDetail::OwnCode),
             std::string("main at a.c:9 at depth 2\n"
                         "  work at a.c:3 at depth 3\n"
                         "0 hidden\n"));
}

void TestStackShape::ownCodeEndsAtWhatItCalls()
{
    QCOMPARE(shown("0: main@/s/a.c:9 MPI_Recv!libmpi.so progress!libmpi.so poll!libc.so.6\n"
                   "1: main@/s/a.c:9 MPI_Recv!libmpi.so progress!libmpi.so",
                   StackDetail::OwnCode),
             std::string("main at a.c:9 at depth 0\n"
                         "  MPI_Recv in libmpi.so ... at depth 1\n"
                         "0 hidden\n"));
}

void TestStackShape::ownCodeKeepsLibrariesThatCallBack()
{
    QCOMPARE(shown("0: main@/s/a.c:9 qsort!libc.so.6 msort!libc.so.6 compare@/s/a.c:2 strcmp!libc.so.6",
                   StackDetail::OwnCode),
             std::string("main at a.c:9 at depth 0\n"
                         "  qsort in libc.so.6 at depth 1\n"
                         "    msort in libc.so.6 at depth 2\n"
                         "      compare at a.c:2 at depth 3\n"
                         "        strcmp in libc.so.6 at depth 4\n"
                         "0 hidden\n"));
}

void TestStackShape::ownCodeHidesThreadsWithoutSource()
{
    QCOMPARE(shown("0-1: main@/s/a.c:9\n"
                   "0-1: clone!libc.so.6 progress!libpmix.so epoll_wait!libc.so.6\n"
                   "0-1: clone!libc.so.6 worker@/s/a.c:5\n"
                   "0-1: clone!libc.so.6 other!libevent.so",
                   StackDetail::OwnCode),
             std::string("worker at a.c:5 at depth 1\n"
                         "main at a.c:9 at depth 0\n"
                         "4 hidden\n"));
}

void TestStackShape::hidesNothingWhereNoStackHasSource()
{
    QCOMPARE(shown("0: main work", StackDetail::OwnCode), std::string("main in ring at depth 0\n"
                                                                      "  work in ring at depth 1\n"
                                                                      "0 hidden\n"));
}

void TestStackShape::allFramesFoldsRunsOfUnknownCode()
{
    QCOMPARE(shown("0-1: !libc.so.6 !libc.so.6 !libpmix.so epoll_wait!libc.so.6", StackDetail::AllFrames),
             std::string("libc.so.6 (no symbols) x2 at depth 0\n"
                         "  libpmix.so (no symbols) at depth 2\n"
                         "    epoll_wait in libc.so.6 at depth 3\n"
                         "0 hidden\n"));
}

DBGR_TEST(TestStackShape, QCoreApplication);

} // namespace tst_stack_shape

#include "tst_stack_shape.moc"
