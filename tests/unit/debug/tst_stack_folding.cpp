// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/stack_folding.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <vector>

namespace tst_stack_folding {

using namespace dbgr::debug;
using dbgr::util::Rank;

namespace {

/// "start!libc.so.6 main work" as frames, innermost first; without a module they are the program's own.
std::vector<Frame> stack(const char* outermostFirst)
{
    std::vector<Frame> frames;
    for (const QString& part : QString(outermostFirst).split(' ')) {
        const QString module = part.section('!', 1);
        Frame frame;
        frame.function = part.section('!', 0, 0).toStdString();
        frame.module = module.isEmpty() ? "app" : module.toStdString();
        if (module.isEmpty() && frame.function != "_start")
            frame.where = {"app.cpp", 1, 0};
        frames.insert(frames.begin(), frame);
    }
    return frames;
}

void draw(const std::vector<StackNode>& nodes, QString& text)
{
    for (const StackNode& node : nodes) {
        text += QString(" %1[%2]x%3")
                    .arg(QString::fromStdString(node.frame.function), QString::fromStdString(node.ranks.toString()))
                    .arg(node.threads);
        if (!node.children.empty()) {
            text += " (";
            draw(node.children, text);
            text += " )";
        }
    }
}

/// What is left, and then what was folded.
QString folded(const StackTree& tree)
{
    const FoldedStacks stacks = foldHelpers(tree);
    QString text;
    draw(stacks.tree.roots(), text);
    if (stacks.helpers.threads > 0) {
        text += QString(" + %1 of %2 in")
                    .arg(stacks.helpers.threads)
                    .arg(QString::fromStdString(stacks.helpers.ranks.toString()));
        for (const std::string& module : stacks.helpers.modules)
            text += " " + QString::fromStdString(module);
    }
    return text.trimmed();
}

const char* const kMain = "_start __libc_start_main!libc.so.6 !libc.so.6 main work";
const char* const kPmix =
    "!libc.so.6 !libc.so.6 !libpmix.so.2 event_base_loop!libevent_core-2.1.so.7 epoll_wait!libc.so.6";
const char* const kOpal = "clone!libc.so.6 progress!libopen-pal.so.40 poll!libc.so.6";

} // namespace

class TestStackFolding : public QObject
{
    Q_OBJECT

private slots:
    void startUpCodeIsLeftOut()
    {
        StackTree tree;
        tree.add(Rank(0), stack(kMain), true);
        tree.add(Rank(1), stack("_start __libc_start_main!libc.so.6 main work"), true); // another C library
        QCOMPARE(folded(tree), QString("main[0-1]x2 ( work[0-1]x2 )"));
    }

    void progressThreadsAreOneFact()
    {
        StackTree tree;
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            tree.add(Rank(rank), stack(kMain), true);
            tree.add(Rank(rank), stack(kPmix));
            tree.add(Rank(rank), stack(kOpal));
        }
        QCOMPARE(folded(tree), QString("main[0-3]x4 ( work[0-3]x4 ) + 8 of 0-3 in libopen-pal.so.40 libpmix.so.2"));
    }

    void threadsOfTheProgramStay()
    {
        StackTree tree;
        tree.add(Rank(0), stack("clone!libc.so.6 !libstdc++.so.6 worker"));
        tree.add(Rank(0), stack("clone!libc.so.6 gomp_thread_start!libgomp.so.1 loop"));
        QCOMPARE(folded(tree), QString("gomp_thread_start[0]x1 ( loop[0]x1 ) worker[0]x1"));
    }

    void aThreadThatTheStopIsAboutStays()
    {
        StackTree tree;
        tree.add(Rank(0), stack(kMain));
        tree.add(Rank(0), stack("clone!libc.so.6 progress!libopen-pal.so.40 abort!libc.so.6"), true);
        QCOMPARE(folded(tree), QString("main[0]x1 ( work[0]x1 ) progress[0]x1 ( abort[0]x1 )"));
    }

    void mpiCalledByTheProgramStays()
    {
        StackTree tree;
        tree.add(Rank(0), stack("_start __libc_start_main!libc.so.6 main PMPI_Recv!libmpi.so.40"));
        QCOMPARE(folded(tree), QString("main[0]x1 ( PMPI_Recv[0]x1 )"));
    }

    void whatCouldNotBeUnwoundToItsStartStays()
    {
        StackTree tree;
        tree.add(Rank(0), stack("PMPI_Recv!libmpi.so.40 poll!libc.so.6"));
        tree.add(Rank(1), stack("poll!libc.so.6"));
        QCOMPARE(folded(tree), QString("PMPI_Recv[0]x1 ( poll[0]x1 ) poll[1]x1"));
    }
};

DBGR_TEST(TestStackFolding);

} // namespace tst_stack_folding

#include "tst_stack_folding.moc"
