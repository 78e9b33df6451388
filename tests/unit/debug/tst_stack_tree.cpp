// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/stack_tree.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace tst_stack_tree {

using namespace dbgr::debug;
using dbgr::util::Rank;

namespace {

/// "main>exchange>recv" as frames, innermost first.
std::vector<Frame> stack(const std::string& text)
{
    std::vector<Frame> frames;
    for (const QString& part : QString::fromStdString(text).split('>'))
        frames.insert(frames.begin(), Frame{0, part.toStdString(), {"a.cpp", 1, 0}, "a", 0, false});
    return frames;
}

void draw(const std::vector<StackNode>& nodes, int depth, QStringList& lines)
{
    for (const StackNode& node : nodes) {
        lines << QString(depth, ' ') + QString("%1 [%2] %3")
                                           .arg(QString::fromStdString(node.frame.function),
                                                QString::fromStdString(node.ranks.toString()))
                                           .arg(node.threads);
        draw(node.children, depth + 1, lines);
    }
}

QStringList drawn(const StackTree& tree)
{
    QStringList lines;
    draw(tree.roots(), 0, lines);
    return lines;
}

} // namespace

class TestStackTree : public QObject
{
    Q_OBJECT

private slots:
    void foldsEqualCallersAndForksAtDifferences()
    {
        StackTree tree;
        tree.add(Rank(0), stack("main>exchange>recv"));
        tree.add(Rank(1), stack("main>exchange>recv"));
        tree.add(Rank(2), stack("main>compute"));
        tree.add(Rank(0), stack("start>progress"));
        const QStringList expected{"main [0-2] 3",   " exchange [0-1] 2", "  recv [0-1] 2",
                                   " compute [2] 1", "start [0] 1",       " progress [0] 1"};
        QCOMPARE(drawn(tree), expected);
    }

    void saysWhichThreadsAreWhereIfItIsTold()
    {
        using enum ThreadRole;
        const auto thread = [](std::uint32_t index, const char* name, ThreadRole role) {
            ThreadInfo info;
            info.index = index;
            info.name = name;
            info.role = role;
            info.leading = index == 1;
            return info;
        };
        StackTree left;
        StackTree right;
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            StackTree& tree = rank % 2 ? left : right;
            tree.add(Rank(rank), thread(1, "app", Unknown), stack("main>work"));
            tree.add(Rank(rank), thread(2, "app", OpenMpWorker), stack("start>work"));
            tree.add(Rank(rank), thread(3, "app", OpenMpWorker), stack("start>barrier"));
        }
        left.add(Rank(1), thread(4, "pool", Unknown), stack("start>barrier"));
        left.merge(right);
        QCOMPARE(left.roots().size(), std::size_t(2));
        const StackNode& main = left.roots()[0];
        QVERIFY(main.leading && main.children.front().who == main.who);
        const auto& kinds = main.who.kinds();
        QCOMPARE(kinds.size(), std::size_t(1));
        QVERIFY(kinds.begin()->second.blocks().front().ranks == dbgr::util::RankSet::firstN(4));
        const StackNode& start = left.roots()[1];
        QCOMPARE(start.threads, std::uint64_t(9));
        std::uint64_t told = 0;
        for (const auto& [kind, threads] : start.who.kinds())
            told += threads.size();
        QCOMPARE(told, start.threads);
        ThreadSet below;
        for (const StackNode& callee : start.children)
            below |= callee.who;
        QVERIFY(below == start.who);
        ThreadSet rest = start.who;
        rest -= below;
        QVERIFY(rest.empty());
    }

    void oneLineIsOneNode()
    {
        StackTree tree;
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            auto frames = stack("main>sweep");
            for (Frame& frame : frames)
                frame.where.column = 5 + rank;
            tree.add(Rank(rank), frames);
        }
        QCOMPARE(drawn(tree), (QStringList{"main [0-3] 4", " sweep [0-3] 4"}));
    }

    void mergingInAnyOrderGivesTheSameTree()
    {
        const std::vector<std::string> shapes{"main>a>b", "main>a>c", "main>d", "start>e>f>g", "main>a"};
        std::mt19937 random(7);
        std::vector<StackTree> parts(12);
        StackTree whole;
        for (std::uint32_t rank = 0; rank < 60; ++rank) {
            const auto frames = stack(shapes[random() % shapes.size()]);
            parts[random() % parts.size()].add(Rank(rank), frames);
            whole.add(Rank(rank), frames);
        }
        for (int round = 0; round < 20; ++round) {
            std::shuffle(parts.begin(), parts.end(), random);
            StackTree left;
            StackTree right;
            for (std::size_t i = 0; i < parts.size(); ++i)
                (i % 2 ? left : right).merge(parts[i]);
            left.merge(right);
            QCOMPARE(drawn(left), drawn(whole));
            QCOMPARE(drawn(StackTree::merged(parts)), drawn(whole));
        }
    }

    void cutsEndlessStacksAtTheInnerEnd()
    {
        std::vector<Frame> frames(5000, stack("recurse").front());
        frames.back().function = "main";
        StackTree tree;
        tree.add(Rank(0), frames);
        QCOMPARE(tree.roots().front().frame.function, std::string("main"));
        std::size_t depth = 0;
        for (const auto* nodes = &tree.roots(); !nodes->empty(); nodes = &nodes->front().children)
            ++depth;
        QCOMPARE(depth, StackTree::kMaxDepth);
    }
};

DBGR_TEST(TestStackTree);

} // namespace tst_stack_tree

#include "tst_stack_tree.moc"
