// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/unit/ui/values/value_job.h"
#include "ui/values/value_columns.h"
#include "ui/values/variable_model.h"

namespace tst_variable_model {

using namespace dbgr;
using test::compound;
using test::variable;
using ui::VariableModel;

namespace {

struct Tree : test::ValueJob
{
    Tree()
    {
        locals = {variable("hop", "4"), compound("state", "{step = 1, rank = 0}", 1, 2)};
        children[1] = {variable("step", "1"), variable("rank", "0")};
        tester.setUseFetchMore(false); // it would open every row
        model.setActive(true);
    }
    [[nodiscard]] QString text() const { return test::printTree(model, test::valueMarks); }
    void open(const QModelIndex& row)
    {
        model.setExpanded(row, true);
        settle();
    }

    VariableModel model{bridge, place};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestVariableModel : public QObject
{
    Q_OBJECT

private slots:
    void showsArgumentsAndLocals();
    void opensARowWhenAskedTo();
    void rowsStayOverAStepAndChangesAreMarked();
    void marksEndAtTheNextStop();
    void anotherRankIsNoChange();
    void whatOnlyCameIntoScopeIsNoChange();
    void changesBeyondWhatIsShownAreMarked();
    void otherRanksAreAskedForTheSamePlace();
    void whatWasKnownStaysWhileTheRankRuns();
    void valuesOfAnotherRankSayWhoseTheyAre();
    void openRowsAreAskedForAgain();
    void rowsThatComeBackAreOpenAgain();
    void offersTheRestOfManyChildren();
    void elementsFarAwayAreGoneTo_data();
    void elementsFarAwayAreGoneTo();
    void aShorterListIsShownFromItsBeginning();
    void marksOutliveShowingMore();
    void saysWhyThereIsNoValue();
    void saysWhyThereAreNoVariables();
    void asksNothingWhileNobodyLooks();
    void comparesOnlyWhatIsSeen();
    void comparesAgainWhenARankStops();
    void hiddenVariablesAreNotCompared();
    void oneRankIsNotCompared();
    void asksFewQuestionsAtATime();
    void survivesARestart();
};

void TestVariableModel::showsArgumentsAndLocals()
{
    Tree tree;
    QCOMPARE(tree.model.emptyTitle(), "No variables yet");
    tree.stop();
    QCOMPARE(tree.text(), "hop | 4 |  | int\n"
                          "state | {step = 1, rank = 0} |  | State\n");
    QCOMPARE(tree.model.placeText(), "rank 0, work at ring.cpp:107");
}

void TestVariableModel::opensARowWhenAskedTo()
{
    Tree tree;
    tree.stop();
    QCOMPARE(tree.fake->count<debug::GetChildren>(), std::size_t(0));
    QVERIFY(tree.model.hasChildren(tree.model.index(1, 0)));
    QVERIFY(!tree.model.hasChildren(tree.model.index(0, 0)));
    tree.open(tree.model.index(1, 0));
    QCOMPARE(tree.text(), "hop | 4 |  | int\n"
                          "state | {step = 1, rank = 0} |  | State\n"
                          "  step | 1 |  | int\n"
                          "  rank | 0 |  | int\n");
}

void TestVariableModel::rowsStayOverAStepAndChangesAreMarked()
{
    Tree tree;
    tree.stop();
    tree.open(tree.model.index(1, 0));
    const QPersistentModelIndex step = tree.model.index(0, 0, tree.model.index(1, 0));
    QSignalSpy resets(&tree.model, &QAbstractItemModel::modelReset);
    QSignalSpy removals(&tree.model, &QAbstractItemModel::rowsRemoved);

    tree.locals = {variable("hop", "5"), variable("token", "1"), compound("state", "{step = 2, rank = 0}", 8, 2)};
    tree.children[8] = {variable("step", "2"), variable("rank", "0")};
    tree.go();
    tree.stop();
    QCOMPARE(tree.text(), "hop | 5* |  | int\n"
                          "token | 1 |  | int\n"
                          "state | {step = 2, rank = 0}* |  | State\n"
                          "  step | 2* |  | int\n"
                          "  rank | 0 |  | int\n");
    QCOMPARE(step.data().toString(), "step");
    QCOMPARE(resets.count() + removals.count(), 0);
}

void TestVariableModel::marksEndAtTheNextStop()
{
    Tree tree;
    tree.stop();
    tree.locals[0].value = "5";
    tree.go();
    tree.stop();
    QVERIFY(tree.text().contains("hop | 5*"));
    tree.place.chooseFrame(0); // asks again, at the same stop
    tree.settle();
    QVERIFY(tree.text().contains("hop | 5*"));
    tree.go();
    tree.stop();
    QVERIFY(tree.text().contains("hop | 5 |"));
}

void TestVariableModel::anotherRankIsNoChange()
{
    Tree tree;
    tree.stop();
    tree.locals[0].value = "9";
    QVERIFY(tree.session->setLeadingRank(util::Rank(2)).has_value());
    tree.settle();
    QVERIFY(tree.text().startsWith("hop | 9 |"));
    QVERIFY(tree.model.placeText().startsWith("rank 2"));
}

void TestVariableModel::whatOnlyCameIntoScopeIsNoChange()
{
    Tree tree;
    tree.locals = {variable("hop", "32767"), variable("gone", ""), variable("token", "1")};
    tree.locals[0].early = true; // its declaration is yet to come
    tree.locals[1].problem = "optimised out";
    tree.stop();
    tree.locals = {variable("hop", "4"), variable("gone", "2"), variable("token", "")};
    tree.locals[2].problem = "optimised out";
    tree.go();
    tree.stop();
    QCOMPARE(tree.text(), "hop | 4 |  | int\n"
                          "gone | 2 |  | int\n"
                          "token | (optimised out)! |  | int\n");
    tree.locals[0].value = "5";
    tree.go();
    tree.stop();
    QVERIFY(tree.text().startsWith("hop | 5* |"));
}

void TestVariableModel::changesBeyondWhatIsShownAreMarked()
{
    Tree tree;
    tree.locals[1].content.hash = {1, 1};
    tree.stop();
    tree.locals[1].content.hash = {1, 2};
    tree.go();
    tree.stop();
    QVERIFY(tree.text().contains("state | {step = 1, rank = 0}* |"));
}

void TestVariableModel::otherRanksAreAskedForTheSamePlace()
{
    Tree tree;
    tree.places = {{{1, 2}}, {{3, 4}}};
    tree.stop();
    tree.place.chooseFrame(1);
    tree.model.setVisible({tree.model.index(0, 0)});
    tree.settle();
    const auto& asked = std::get<debug::Evaluate>(tree.fake->last<debug::Evaluate>().command.request);
    QVERIFY(asked.match.has_value());
    QCOMPARE(asked.match->function, std::string("main"));
    QVERIFY(asked.match->place == tree.places[1]);
}

void TestVariableModel::whatWasKnownStaysWhileTheRankRuns()
{
    Tree tree;
    tree.stop();
    tree.go();
    QCOMPARE(tree.text(), "hop~ | 4~ |  | int~\n"
                          "state~ | {step = 1, rank = 0}~ |  | State~\n");
    QVERIFY(tree.model.isStale());
    tree.stop();
    QVERIFY(!tree.text().contains('~'));
}

void TestVariableModel::valuesOfAnotherRankSayWhoseTheyAre()
{
    Tree tree;
    tree.stop();
    QVERIFY(tree.session->setLeadingRank(util::Rank(2)).has_value());
    tree.settle();
    tree.go();
    QVERIFY(tree.session->setLeadingRank(util::Rank(0)).has_value());
    tree.settle();
    QVERIFY(tree.text().startsWith("hop~ | 4~"));
    QVERIFY(tree.model.placeText().startsWith("rank 2 at "));
    tree.stop();
    QVERIFY(tree.model.placeText().startsWith("rank 0, work"));
}

void TestVariableModel::openRowsAreAskedForAgain()
{
    Tree tree;
    tree.stop();
    tree.open(tree.model.index(1, 0));
    tree.locals[1].handle = util::VariableHandle(5);
    tree.children[5] = tree.children[1];
    tree.go();
    QVERIFY(tree.text().contains("  step~ | 1~"));
    tree.stop();
    const auto& asked = std::get<debug::GetChildren>(tree.fake->last<debug::GetChildren>().command.request);
    QCOMPARE(asked.handle.value(), 5U); // the old one died when the rank ran on

    tree.model.setExpanded(tree.model.index(1, 0), false);
    const std::size_t before = tree.fake->count<debug::GetChildren>();
    tree.go();
    tree.stop();
    QCOMPARE(tree.fake->count<debug::GetChildren>(), before);
    QVERIFY(tree.text().contains("  step~ | 1~")); // closed: not asked for, and not shown as if it were of now
    tree.open(tree.model.index(1, 0));
    QVERIFY(!tree.text().contains('~'));
}

void TestVariableModel::rowsThatComeBackAreOpenAgain()
{
    Tree tree;
    tree.stop();
    tree.open(tree.model.index(1, 0));
    const std::vector<debug::Variable> ofWork = tree.locals;
    tree.function = "token_of";
    tree.locals = {variable("n", "1")};
    tree.go();
    tree.stop();
    QCOMPARE(tree.text(), "n | 1 |  | int\n");

    QSignalSpy wanted(&tree.model, &VariableModel::expandWanted);
    tree.function = "work";
    tree.locals = ofWork;
    tree.go();
    tree.stop();
    QCOMPARE(wanted.count(), 1);
    QVERIFY(tree.text().contains("  step | 1"));
}

void TestVariableModel::offersTheRestOfManyChildren()
{
    Tree tree;
    tree.locals = {compound("list", "size=250", 3, 250)};
    for (int i = 0; i < 250; ++i)
        tree.children[3].push_back(variable('[' + std::to_string(i) + ']', "0"));
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.open(list);
    QCOMPARE(tree.model.rowCount(list), 101);
    const QPersistentModelIndex first = tree.model.index(0, 0, list);
    QCOMPARE(tree.model.index(100, 0, list).data().toString(), "Show 100 more of 150");
    QVERIFY(!tree.model.showMore(first));
    QVERIFY(tree.model.showMore(tree.model.index(100, 0, list)));
    tree.settle();
    QCOMPARE(tree.model.rowCount(list), 201);
    QCOMPARE(tree.model.index(200, 0, list).data().toString(), "Show 50 more of 50");
    QVERIFY(first.isValid());

    tree.go();
    tree.stop();
    QCOMPARE(tree.model.rowCount(list), 201); // as many as were seen before
    QVERIFY(tree.model.showMore(tree.model.index(200, 0, list)));
    tree.settle();
    QCOMPARE(tree.model.rowCount(list), 250);
}

void TestVariableModel::elementsFarAwayAreGoneTo_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<int>>("elements");
    QTest::addColumn<QString>("firstRow");
    QTest::addColumn<QString>("lastRow");
    QTest::newRow("shown already") << 250 << QList<int>{99} << "[0]"
                                   << "Show 100 more of 150";
    QTest::newRow("the next page") << 250 << QList<int>{100} << "Show 100 of the 100 before"
                                   << "Show 50 more of 50";
    QTest::newRow("the last one") << 250 << QList<int>{249} << "Show 100 of the 200 before"
                                  << "[249]";
    QTest::newRow("far away") << 5000 << QList<int>{4321} << "Show 100 of the 4300 before"
                              << "Show 100 more of 600";
    QTest::newRow("and back") << 5000 << QList<int>{4321, 3} << "[0]"
                              << "Show 100 more of 4900";
    QTest::newRow("within") << 5000 << QList<int>{4321, 4399, 4300} << "Show 100 of the 4300 before"
                            << "Show 100 more of 600";
    QTest::newRow("of a short list") << 3 << QList<int>{2} << "[0]"
                                     << "[2]";
}

void TestVariableModel::elementsFarAwayAreGoneTo()
{
    QFETCH(int, count);
    QFETCH(QList<int>, elements);
    QFETCH(QString, firstRow);
    QFETCH(QString, lastRow);
    Tree tree;
    tree.locals = {compound("list", "size=" + std::to_string(count), 3, static_cast<std::uint32_t>(count))};
    for (int i = 0; i < count; ++i)
        tree.children[3].push_back(variable('[' + std::to_string(i) + ']', std::to_string(i)));
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    QCOMPARE(tree.model.elements(list), static_cast<std::uint32_t>(count));
    QSignalSpy came(&tree.model, &VariableModel::elementCame);
    for (const int element : std::as_const(elements)) {
        came.clear();
        tree.model.goToElement(list, static_cast<std::uint32_t>(element));
        tree.settle();
        QCOMPARE(came.count(), 1);
        const auto row = came[0][0].value<QModelIndex>();
        QCOMPARE(row.data().toString(), QString("[%1]").arg(element));
        QCOMPARE(row.parent(), QModelIndex(list));
        QCOMPARE(tree.model.whole(row), QModelIndex(list));
    }
    const int rows = tree.model.rowCount(list);
    QCOMPARE(tree.model.index(0, 0, list).data().toString(), firstRow);
    QCOMPARE(tree.model.index(rows - 1, 0, list).data().toString(), lastRow);
    tree.go();
    tree.stop(); // shows the same ones
    QCOMPARE(tree.model.rowCount(list), rows);
    QCOMPARE(tree.model.index(0, 0, list).data().toString(), firstRow);
    while (tree.model.showMore(tree.model.index(0, 0, list)))
        tree.settle();
    QCOMPARE(tree.model.index(0, 0, list).data().toString(), "[0]");
}

void TestVariableModel::aShorterListIsShownFromItsBeginning()
{
    Tree tree;
    tree.locals = {compound("list", "size=5000", 3, 5000)};
    for (int i = 0; i < 5000; ++i)
        tree.children[3].push_back(variable('[' + std::to_string(i) + ']', "0"));
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.model.goToElement(list, 4321);
    tree.settle();
    tree.locals = {compound("list", "size=20", 3, 20)};
    tree.children[3].resize(20);
    tree.go();
    tree.stop();
    QCOMPARE(tree.model.rowCount(list), 20);
    QCOMPARE(tree.model.index(0, 0, list).data().toString(), "[0]");
    QSignalSpy came(&tree.model, &VariableModel::elementCame);
    tree.model.goToElement(list, 20); // there is none any more
    tree.settle();
    QCOMPARE(came.count(), 0);
}

void TestVariableModel::marksOutliveShowingMore()
{
    Tree tree;
    tree.locals = {compound("list", "size=150", 3, 150)};
    for (int i = 0; i < 150; ++i)
        tree.children[3].push_back(variable('[' + std::to_string(i) + ']', "0"));
    tree.stop();
    tree.open(tree.model.index(0, 0));
    tree.children[3][1].value = "8";
    tree.go();
    tree.stop();
    QVERIFY(tree.text().contains("[1] | 8*"));
    QVERIFY(tree.model.showMore(tree.model.index(100, 0, tree.model.index(0, 0))));
    tree.settle();
    QVERIFY(tree.text().contains("[1] | 8*"));
    QVERIFY(tree.text().contains("[149] | 0 |"));
}

void TestVariableModel::saysWhyThereIsNoValue()
{
    Tree tree;
    tree.locals = {variable("gone", "")};
    tree.locals[0].problem = "optimised out";
    tree.stop();
    QCOMPARE(tree.text(), "gone | (optimised out)! |  | int\n");
    const auto look = [&] { return tree.model.index(0, ui::value_column::kValue).data(ui::value_role::kLook).toInt(); };
    QVERIFY(look() & ui::value_look::kState); // in a colour of its own
    tree.locals[0].problem = "the memory at 0x10 cannot be read";
    tree.go();
    tree.stop();
    QCOMPARE(tree.text(), "gone | the memory at 0x10 cannot be read! |  | int\n");
    QVERIFY(!(look() & ui::value_look::kState));
}

void TestVariableModel::saysWhyThereAreNoVariables()
{
    Tree tree;
    tree.stop();
    tree.fake->answersQuery = [job = tree.fake->answersQuery](const debug::EngineCommand& command) {
        if (!std::holds_alternative<debug::GetVariables>(command.request))
            return job(command);
        const util::Error error{{}, "frame 0 is in code without debug information", "compile it with -g"};
        return std::optional(debug::EngineReply{debug::VariablesReply{}, {{command.ranks, error}}});
    };
    tree.go();
    tree.stop();
    QCOMPARE(tree.text(), "");
    QVERIFY(tree.model.emptyTitle().contains("without debug information"));
    QCOMPARE(tree.model.emptyHint(), "compile it with -g");
}

void TestVariableModel::asksNothingWhileNobodyLooks()
{
    Tree tree;
    tree.model.setActive(false);
    tree.stop();
    tree.model.setVisible({tree.model.index(0, 0)});
    QCOMPARE(tree.fake->count<debug::GetVariables>(), std::size_t(0));
    QCOMPARE(tree.fake->count<debug::Evaluate>(), std::size_t(0));
    tree.model.setActive(true);
    tree.settle();
    QCOMPARE(tree.fake->count<debug::GetVariables>(), std::size_t(1));
    QVERIFY(tree.text().startsWith("hop | 4"));
}

void TestVariableModel::comparesOnlyWhatIsSeen()
{
    Tree tree;
    tree.values["hop"] = {test::value("0-1", "4"), test::value("2-3", "6")};
    tree.stop();
    QVERIFY(tree.evaluated.empty());
    tree.model.setVisible({tree.model.index(0, 0)});
    tree.settle();
    QCOMPARE(tree.evaluated, std::vector<std::string>{"hop"});
    QVERIFY(tree.text().startsWith("hop | 4 | 4..6, 2 values | int"));
    tree.model.setVisible({tree.model.index(0, 0), tree.model.index(1, 0)});
    tree.settle();
    QCOMPARE(tree.evaluated, (std::vector<std::string>{"hop", "state"})); // hop is known
    QVERIFY(tree.text().contains("state | {step = 1, rank = 0} | = all"));
}

void TestVariableModel::comparesAgainWhenARankStops()
{
    Tree tree;
    tree.values["hop"] = {test::value("0-1", "4")};
    tree.stop("0-1");
    tree.model.setVisible({tree.model.index(0, 0)});
    tree.settle();
    QVERIFY(tree.text().startsWith("hop | 4 | = in 2 of 4"));
    tree.values["hop"] = {test::value("0-3", "4")};
    tree.stop("2-3");
    QVERIFY(tree.text().startsWith("hop | 4 | = all"));
    tree.go();
    QVERIFY(tree.text().startsWith("hop~ | 4~ | = all~"));
}

void TestVariableModel::hiddenVariablesAreNotCompared()
{
    Tree tree;
    tree.locals = {variable("i", "1"), variable("i", "2")};
    tree.stop();
    tree.model.setVisible({tree.model.index(0, 0), tree.model.index(1, 0)});
    tree.settle();
    QVERIFY(tree.evaluated.empty()); // the expression i names one of them: who knows which
    QCOMPARE(tree.text(), "i | 1 |  | int\ni | 2 |  | int\n");
}

void TestVariableModel::oneRankIsNotCompared()
{
    Tree tree;
    tree.stop();
    tree.model.setVisible({tree.model.index(0, 0)});
    tree.settle();
    QVERIFY(tree.text().startsWith("hop | 4 | = all"));
    QVERIFY(tree.session->setFocus(test::ranks("0")).has_value());
    tree.settle();
    QVERIFY(tree.text().startsWith("hop | 4 |  | int"));
}

void TestVariableModel::asksFewQuestionsAtATime()
{
    Tree tree;
    tree.locals.clear();
    for (int i = 0; i < 50; ++i)
        tree.locals.push_back(variable("v" + std::to_string(i), "1"));
    tree.stop();
    auto answers = std::exchange(tree.fake->answersQuery, nullptr);
    QModelIndexList rows;
    for (int i = 0; i < 50; ++i)
        rows << tree.model.index(i, 0);
    tree.model.setVisible(rows);
    tree.settle();
    QCOMPARE(tree.fake->count<debug::Evaluate>(), ui::Comparisons::kWindow);
    QCOMPARE(tree.model.index(0, ui::value_column::kAcross).data().toString(), QStringLiteral("\u2026"));
}

void TestVariableModel::survivesARestart()
{
    Tree tree;
    tree.stop();
    tree.open(tree.model.index(1, 0));
    const QPersistentModelIndex step = tree.model.index(0, 0, tree.model.index(1, 0));
    tree.fake->exit(test::ranks("0-3"), 0);
    tree.fake->endJob(0);
    tree.settle();
    QVERIFY(tree.text().contains("  step~ | 1~"));
    tree.bringUpRunning(4);
    tree.settle();
    QVERIFY(tree.text().contains("  step~ | 1~"));
    tree.children[1][0].value = "3";
    tree.stop();
    QVERIFY(tree.text().contains("  step | 3 |")); // another job's value is not a change
    QVERIFY(step.isValid());
}

DBGR_TEST(TestVariableModel, QCoreApplication);

} // namespace tst_variable_model

#include "tst_variable_model.moc"
