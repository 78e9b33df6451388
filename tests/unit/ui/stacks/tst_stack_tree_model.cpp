// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/find_row.h"
#include "tests/support/ui/print_tree.h"
#include "tests/support/ui/stack_job.h"
#include "ui/stacks/stack_tree_model.h"

namespace tst_stack_tree_model {

using namespace dbgr;
using ui::StackDetail;
using ui::StackTreeModel;

namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

/// A job and its tree, looked at.
struct Tree : test::StackJob<>
{
    explicit Tree(std::uint32_t size) : StackJob(size) { model.setActive(true); }

    [[nodiscard]] QString text() const { return test::printTree(model); }

    StackTreeModel model{bridge, place};
    QAbstractItemModelTester tester{&model, kFatal};
};

} // namespace

class TestStackTreeModel : public QObject
{
    Q_OBJECT

private slots:
    void showsWhereTheStandingRanksOfTheFocusAre();
    void aStepThatChangesOnlyTheLineKeepsTheRow();
    void rowsFollowTheirRanksWhenTheyPart();
    void rowsMoveToTheirLowestRanksPlace();
    void branchesComeAndGoWhileOthersStay();
    void staysAndIsStaleWhileRanksRun();
    void staysOverTheEndOfTheJobAndARestart();
    void asksNothingUntilItIsLookedAt();
    void asksOneQuestionAtATime();
    void asksAgainForAnotherFocus();
    void detailChangesRowsWithoutAReset();
    void tellsForksAndContinuations();
    void marksTheCurrentPlace();
    void countsThreadsWhereTheyAreMore();
    void writesAStackAsText();
    void saysWhichRanksDidNotAnswer();
    void showsWhatIsThereWhileSomeTakeLong();
    void sixtyFourRanksAtManyPlaces();
};

void TestStackTreeModel::showsWhereTheStandingRanksOfTheFocusAre()
{
    Tree tree(4);
    tree.put("0-2: main@/s/ring.cpp:185 exchange@/s/ring.cpp:90 MPI_Recv!libmpi.so\n"
             "3: main@/s/ring.cpp:185 compute@/s/ring.cpp:41");
    tree.stop("0-3");
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:185 | 4 | 0-3\n"
                                         "  exchange at ring.cpp:90 | 3 | 0-2\n"
                                         "    MPI_Recv in libmpi.so | 3 | 0-2\n"
                                         "  compute at ring.cpp:41 | 1 | 3\n"));
    QVERIFY(!tree.model.isStale());
    QCOMPARE(tree.model.ranks().toString(), "0-3");
}

void TestStackTreeModel::aStepThatChangesOnlyTheLineKeepsTheRow()
{
    Tree tree(4);
    tree.put("0-3: main@/s/ring.cpp:185 work@/s/ring.cpp:107");
    tree.stop("0-3");
    const QPersistentModelIndex work = test::findRow(tree.model, "work at ring.cpp:107");
    QSignalSpy inserted(&tree.model, &StackTreeModel::rowsInserted);
    QSignalSpy removed(&tree.model, &StackTreeModel::rowsRemoved);
    QSignalSpy changed(&tree.model, &StackTreeModel::dataChanged);
    tree.stepTo("0-3: main@/s/ring.cpp:185 work@/s/ring.cpp:108");

    QVERIFY(work.isValid());
    QCOMPARE(work.data().toString(), QStringLiteral("work at ring.cpp:108"));
    QCOMPARE(inserted.count() + removed.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), QModelIndex(work));
}

void TestStackTreeModel::rowsFollowTheirRanksWhenTheyPart()
{
    Tree tree(4);
    tree.put("0-1: main@/s/ring.cpp:185 work@/s/ring.cpp:107\n"
             "2-3: main@/s/ring.cpp:185 work@/s/ring.cpp:108");
    tree.stop("0-3");
    const QPersistentModelIndex first = test::findRow(tree.model, "work at ring.cpp:107");
    const QPersistentModelIndex second = test::findRow(tree.model, "work at ring.cpp:108");
    tree.stepTo("0-1: main@/s/ring.cpp:185 work@/s/ring.cpp:108\n"
                "2-3: main@/s/ring.cpp:185 work@/s/ring.cpp:109");
    QCOMPARE(first.data().toString(), QStringLiteral("work at ring.cpp:108"));
    QCOMPARE(second.data().toString(), QStringLiteral("work at ring.cpp:109"));

    // Some of them stay behind: the row stays with the line.
    tree.stepTo("0: main@/s/ring.cpp:185 work@/s/ring.cpp:110\n"
                "1: main@/s/ring.cpp:185 work@/s/ring.cpp:108\n"
                "2-3: main@/s/ring.cpp:185 work@/s/ring.cpp:109");
    QCOMPARE(first.data().toString(), QStringLiteral("work at ring.cpp:108"));
    QCOMPARE(tree.model.rowCount(first.parent()), 3);
}

void TestStackTreeModel::rowsMoveToTheirLowestRanksPlace()
{
    Tree tree(4);
    tree.put("0: main@/s/ring.cpp:1 a@/s/ring.cpp:10\n"
             "1-2: main@/s/ring.cpp:1 b@/s/ring.cpp:20\n"
             "3: main@/s/ring.cpp:1 c@/s/ring.cpp:30");
    tree.stop("0-3");
    const QPersistentModelIndex a = test::findRow(tree.model, "a at ring.cpp:10");
    QSignalSpy sorted(&tree.model, &StackTreeModel::layoutChanged);
    tree.stepTo("0: main@/s/ring.cpp:1 c@/s/ring.cpp:30\n"
                "1-2: main@/s/ring.cpp:1 b@/s/ring.cpp:20\n"
                "3: main@/s/ring.cpp:1 a@/s/ring.cpp:10");
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:1 | 4 | 0-3\n"
                                         "  c at ring.cpp:30 | 1 | 0\n"
                                         "  b at ring.cpp:20 | 2 | 1-2\n"
                                         "  a at ring.cpp:10 | 1 | 3\n"));
    QCOMPARE(a.row(), 2);
    QCOMPARE(sorted.count(), 1);
}

void TestStackTreeModel::branchesComeAndGoWhileOthersStay()
{
    Tree tree(4);
    tree.put("0-1: main@/s/ring.cpp:1 a@/s/ring.cpp:10 x@/s/ring.cpp:11\n"
             "2-3: main@/s/ring.cpp:1 b@/s/ring.cpp:20");
    tree.stop("0-3");
    const QPersistentModelIndex b = test::findRow(tree.model, "b at ring.cpp:20");
    QSignalSpy reset(&tree.model, &StackTreeModel::modelReset);
    tree.stepTo("0: main@/s/ring.cpp:1 c@/s/ring.cpp:30 y@/s/ring.cpp:31\n"
                "1: main@/s/ring.cpp:1 d@/s/ring.cpp:40\n"
                "2-3: main@/s/ring.cpp:1 b@/s/ring.cpp:20 z@/s/ring.cpp:21");
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:1 | 4 | 0-3\n"
                                         "  c at ring.cpp:30 | 1 | 0\n"
                                         "    y at ring.cpp:31 | 1 | 0\n"
                                         "  d at ring.cpp:40 | 1 | 1\n"
                                         "  b at ring.cpp:20 | 2 | 2-3\n"
                                         "    z at ring.cpp:21 | 2 | 2-3\n"));
    QCOMPARE(b.row(), 2);
    QCOMPARE(reset.count(), 0);
}

void TestStackTreeModel::staysAndIsStaleWhileRanksRun()
{
    Tree tree(4);
    tree.put("0-3: main@/s/ring.cpp:185");
    tree.stop("0-3");
    QSignalSpy status(&tree.model, &StackTreeModel::statusChanged);
    tree.go();
    QVERIFY(tree.model.isStale());
    QVERIFY(status.count() > 0);
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:185 | 4 | 0-3\n"));

    tree.stop("1-2"); // two of them still run
    QVERIFY(!tree.model.isStale());
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:185 | 2 | 1-2\n"));
}

void TestStackTreeModel::staysOverTheEndOfTheJobAndARestart()
{
    Tree tree(4);
    tree.put("0-3: main@/s/ring.cpp:185 work@/s/ring.cpp:107");
    tree.stop("0-3");
    const QPersistentModelIndex work = test::findRow(tree.model, "work at ring.cpp:107");
    tree.fake->exit(test::ranks("0-3"), 0);
    tree.fake->endJob(0);
    tree.settle();
    QVERIFY(tree.model.isStale());
    QVERIFY(work.isValid());

    tree.bringUp(2);
    tree.put("0-1: main@/s/ring.cpp:185 work@/s/ring.cpp:110");
    tree.settle();
    QVERIFY(!tree.model.isStale());
    QCOMPARE(work.data().toString(), QStringLiteral("work at ring.cpp:110"));
}

void TestStackTreeModel::asksNothingUntilItIsLookedAt()
{
    Tree tree(4);
    tree.model.setActive(false);
    tree.put("0-3: main@/s/ring.cpp:185");
    tree.stop("0-3");
    QCOMPARE(tree.fake->count<debug::GetStacks>(), std::size_t(0));
    tree.model.setActive(true);
    tree.settle();
    QCOMPARE(tree.fake->count<debug::GetStacks>(), std::size_t(1));
    QCOMPARE(tree.model.rowCount(), 1);

    tree.model.setActive(false);
    tree.model.setActive(true); // nothing is new
    tree.settle();
    QCOMPARE(tree.fake->count<debug::GetStacks>(), std::size_t(1));
}

void TestStackTreeModel::asksOneQuestionAtATime()
{
    Tree tree(4);
    tree.put("0-3: main@/s/ring.cpp:185");
    tree.answers = false;
    tree.stop("0");
    QVERIFY(tree.model.underWay());
    tree.stop("1");
    tree.stop("2-3");
    QCOMPARE(tree.fake->count<debug::GetStacks>(), std::size_t(1));

    tree.answers = true;
    const auto& first = tree.fake->last<debug::GetStacks>();
    tree.fake->reply(first.id,
                     debug::EngineReply{debug::StacksReply{test::stackTree(tree.threads, first.command.ranks)}, {}});
    tree.settle();
    QCOMPARE(tree.fake->count<debug::GetStacks>(), std::size_t(2));
    QCOMPARE(tree.model.ranks().toString(), "0-3");
    QVERIFY(!tree.model.underWay());
    QVERIFY(!tree.model.isStale());
}

void TestStackTreeModel::asksAgainForAnotherFocus()
{
    Tree tree(4);
    tree.put("0-2: main@/s/ring.cpp:185 work@/s/ring.cpp:107\n"
             "3: main@/s/ring.cpp:185");
    tree.stop("0-3");
    QVERIFY(tree.session->setFocus(test::ranks("3")).has_value());
    tree.settle();
    QCOMPARE(tree.text(), QStringLiteral("main at ring.cpp:185 | 1 | 3\n"));
    const std::size_t asked = tree.fake->count<debug::GetStacks>();
    QVERIFY(tree.session->setLeadingRank(util::Rank(3)).has_value()); // the same ranks
    tree.settle();
    QCOMPARE(tree.fake->count<debug::GetStacks>(), asked);
}

void TestStackTreeModel::detailChangesRowsWithoutAReset()
{
    Tree tree(2);
    tree.put("0-1: main@/s/ring.cpp:185 MPI_Recv!libmpi.so poll!libc.so.6\n"
             "0-1: clone!libc.so.6 epoll_wait!libc.so.6");
    tree.stop("0-1");
    const QPersistentModelIndex main = test::findRow(tree.model, "main at ring.cpp:185");
    QCOMPARE(tree.model.hiddenThreads(), std::uint64_t(2));
    const QString own = tree.text();

    tree.model.setDetail(StackDetail::AllFrames);
    QCOMPARE(tree.text(), QStringLiteral("clone in libc.so.6 | 2 | 0-1\n"
                                         "  epoll_wait in libc.so.6 | 2 | 0-1\n"
                                         "main at ring.cpp:185 | 2 | 0-1\n"
                                         "  MPI_Recv in libmpi.so | 2 | 0-1\n"
                                         "    poll in libc.so.6 | 2 | 0-1\n"));
    QVERIFY(main.isValid());
    QCOMPARE(tree.model.hiddenThreads(), std::uint64_t(0));
    tree.model.setDetail(StackDetail::OwnCode);
    QCOMPARE(tree.text(), own);
    QVERIFY(main.isValid());
}

void TestStackTreeModel::tellsForksAndContinuations()
{
    Tree tree(3);
    tree.put("0: main@/s/ring.cpp:1 lap@/s/ring.cpp:2 a@/s/ring.cpp:3 x@/s/ring.cpp:4\n"
             "1-2: main@/s/ring.cpp:1 lap@/s/ring.cpp:2 b@/s/ring.cpp:5");
    tree.stop("0-2");
    const auto shape = [&](const QString& text) {
        const QModelIndex row = test::findRow(tree.model, text);
        return std::pair(row.data(StackTreeModel::ForksRole).toInt(), row.data(StackTreeModel::ContinuesRole).toBool());
    };
    QCOMPARE(shape("main at ring.cpp:1"), std::pair(0, false));
    QCOMPARE(shape("lap at ring.cpp:2"), std::pair(0, true));
    QCOMPARE(shape("a at ring.cpp:3"), std::pair(1, false));
    QCOMPARE(shape("x at ring.cpp:4"), std::pair(1, true));
    QCOMPARE(shape("b at ring.cpp:5"), std::pair(1, false));
    tree.stepTo("0-2: main@/s/ring.cpp:1 lap@/s/ring.cpp:2 a@/s/ring.cpp:3 x@/s/ring.cpp:4");
    QCOMPARE(shape("x at ring.cpp:4"), std::pair(0, true));
}

void TestStackTreeModel::marksTheCurrentPlace()
{
    Tree tree(3);
    tree.put("0: main@/s/ring.cpp:1 a@/s/ring.cpp:3 poll!libc.so.6 syscall!libc.so.6\n"
             "1-2: main@/s/ring.cpp:1 b@/s/ring.cpp:5");
    tree.stop("0-2");
    const auto isCurrent = [&](const QString& text) {
        return test::findRow(tree.model, text).data(StackTreeModel::CurrentRole).toBool();
    };
    QVERIFY(isCurrent("a at ring.cpp:3"));
    tree.place.chooseFrame(0); // which is not shown, but for the call that leads to it
    QVERIFY(isCurrent("poll in libc.so.6"));
    tree.place.chooseFrame(3);
    QVERIFY(isCurrent("main at ring.cpp:1"));
    QVERIFY(!isCurrent("poll in libc.so.6"));

    QVERIFY(tree.session->setLeadingRank(util::Rank(2)).has_value());
    tree.settle();
    QVERIFY(isCurrent("b at ring.cpp:5"));
    tree.stepTo("0-2: main@/s/ring.cpp:2");
    QVERIFY(isCurrent("main at ring.cpp:2"));
}

void TestStackTreeModel::countsThreadsWhereTheyAreMore()
{
    Tree tree(2);
    tree.put("0-1: clone!libc.so.6 worker@/s/ring.cpp:7\n"
             "0-1: clone!libc.so.6 worker@/s/ring.cpp:7\n"
             "0-1: clone!libc.so.6 worker@/s/ring.cpp:7");
    tree.stop("0-1");
    QCOMPARE(tree.text(), QStringLiteral("worker at ring.cpp:7 | 2 (6) | 0-1\n"));
    QCOMPARE(tree.model.threads(), std::uint64_t(6));
}

void TestStackTreeModel::writesAStackAsText()
{
    Tree tree(1);
    tree.put("0: main@/s/ring.cpp:185 work@/s/ring.cpp:107 read!libc.so.6");
    tree.stop("0");
    QCOMPARE(tree.model.stackText(test::findRow(tree.model, "read in libc.so.6")),
             QStringLiteral("#0  read in libc.so.6\n"
                            "#1  work at ring.cpp:107\n"
                            "#2  main at ring.cpp:185\n"));
}

void TestStackTreeModel::saysWhichRanksDidNotAnswer()
{
    Tree tree(4);
    tree.put("0-3: main@/s/ring.cpp:185");
    tree.answers = false;
    tree.stop("0-3");
    tree.fake->reply(
        tree.fake->last<debug::GetStacks>().id,
        debug::EngineReply{debug::StacksReply{test::stackTree(tree.threads, test::ranks("0-1"))},
                           {{test::ranks("2-3"), {std::make_error_code(std::errc::timed_out), "no answer", ""}}}});
    tree.settle();
    QCOMPARE(tree.model.problem(), QStringLiteral("ranks 2-3: no answer"));
    QCOMPARE(tree.model.ranks().toString(), "0-1");
}

void TestStackTreeModel::showsWhatIsThereWhileSomeTakeLong()
{
    Tree tree(4);
    tree.fake->answersQuery = nullptr;
    tree.stop("0-3");
    const util::RequestId asked = tree.fake->last<debug::GetStacks>().id;
    const auto stackOf = [](std::string_view ranks) {
        debug::StackTree stacks;
        test::ranks(ranks).forEach([&](util::Rank rank) {
            debug::Frame frame;
            frame.function = "main";
            stacks.add(rank, std::vector{frame});
        });
        return debug::EngineReply{debug::StacksReply{std::move(stacks)}, {}};
    };
    tree.fake->say({session::CommandPart{asked, stackOf("0-1"), test::ranks("2-3")}});
    tree.settle();
    QCOMPARE(tree.model.ranks().toString(), std::string("0-1"));
    QVERIFY(tree.model.underWay());
    QVERIFY2(tree.model.problem().startsWith(QLatin1String("No answer yet: ranks 2-3")),
             qPrintable(tree.model.problem()));
    tree.fake->reply(asked, stackOf("0-3"));
    tree.settle();
    QCOMPARE(tree.model.ranks().toString(), std::string("0-3"));
    QVERIFY(!tree.model.underWay() && tree.model.problem().isEmpty());
}

void TestStackTreeModel::sixtyFourRanksAtManyPlaces()
{
    const auto places = [](int lap) {
        std::string text;
        for (int rank = 0; rank < 64; ++rank) {
            const std::string depth = (rank + lap) % 3 == 0 ? " deep@/s/ring.cpp:9" : "";
            text += std::to_string(rank) + ": main@/s/ring.cpp:1 f" + std::to_string(rank % 8) +
                    "@/s/ring.cpp:" + std::to_string(100 + (rank * 7 + lap * 5) % 11) + depth + "\n";
        }
        return text;
    };
    Tree tree(64);
    tree.put(places(0));
    tree.stop("0-63");
    QSignalSpy reset(&tree.model, &StackTreeModel::modelReset);
    const QPersistentModelIndex main = tree.model.index(0, 0);
    for (int lap = 1; lap < 6; ++lap) {
        tree.stepTo(places(lap));
        StackTreeModel fresh(tree.bridge, tree.place);
        fresh.setActive(true);
        tree.settle();
        QCOMPARE(tree.text(), test::printTree(fresh)); // merged is the same as made anew
    }
    QVERIFY(main.isValid());
    QCOMPARE(reset.count(), 0);
}

DBGR_TEST(TestStackTreeModel, QCoreApplication);

} // namespace tst_stack_tree_model

#include "tst_stack_tree_model.moc"
