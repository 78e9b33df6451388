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
    /// A list of numbers that are their own places.
    void addList(std::uint32_t count)
    {
        locals = {compound("list", "size=" + std::to_string(count), 3, count)};
        const std::uint32_t most = std::min(count, 1'000'000U);
        children[3].clear();
        for (std::uint32_t i = 0; i < most; ++i)
            children[3].push_back(variable('[' + std::to_string(i) + ']', std::to_string(i)));
    }
    /// Which children were asked for, "0+100", in order.
    [[nodiscard]] QStringList asked() const
    {
        QStringList all;
        for (const auto& [first, count] : askedChildren)
            all << QString("%1+%2").arg(first).arg(count);
        return all;
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
    void manyChildrenAreRanges_data();
    void manyChildrenAreRanges();
    void rangesOfRangesKeepAMillionNear();
    void onlyRangesThatAreOpenAreRead();
    void openRangesStayOverAStep();
    void rangesAreCalledAsTheirElements_data();
    void rangesAreCalledAsTheirElements();
    void elementsFarAwayAreGoneTo_data();
    void elementsFarAwayAreGoneTo();
    void aShorterListHasNoRanges();
    void rangesThatCannotBeReadSayWhy();
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

void TestVariableModel::manyChildrenAreRanges_data()
{
    QTest::addColumn<std::uint32_t>("count");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("last"); // of them
    QTest::newRow("none") << 0U << 0 << "";
    QTest::newRow("one") << 1U << 1 << "[0]";
    QTest::newRow("one less than a range has") << 99U << 99 << "[98]";
    QTest::newRow("as many as a range has") << 100U << 100 << "[99]";
    QTest::newRow("one more") << 101U << 2 << "[100..100]";
    QTest::newRow("not a whole range at the end") << 250U << 3 << "[200..249]";
    QTest::newRow("a hundred ranges, but for one") << 9999U << 100 << "[9900..9998]";
    QTest::newRow("a hundred ranges") << 10'000U << 100 << "[9900..9999]";
    QTest::newRow("one more than a hundred ranges") << 10'001U << 2 << "[10000..10000]";
    QTest::newRow("a million") << 1'000'000U << 100 << "[990000..999999]";
    QTest::newRow("one more than a million") << 1'000'001U << 2 << "[1000000..1000000]";
    QTest::newRow("as many as can be counted") << 4'294'967'295U << 43 << "[4200000000..4294967294]";
}

void TestVariableModel::manyChildrenAreRanges()
{
    QFETCH(std::uint32_t, count);
    QFETCH(int, rows);
    QFETCH(QString, last);
    Tree tree;
    tree.addList(count);
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.open(list);
    QCOMPARE(tree.model.rowCount(list), rows);
    if (rows > 0)
        QCOMPARE(tree.model.index(rows - 1, 0, list).data().toString(), last);
    QCOMPARE(tree.model.elements(list), count);
    std::uint64_t all = 0; // each child is in one range
    for (int row = 0; row < rows && count > 100; ++row)
        all += tree.model.elements(tree.model.index(row, 0, list));
    QVERIFY(count <= 100 || all == count);
}

void TestVariableModel::rangesOfRangesKeepAMillionNear()
{
    Tree tree;
    tree.addList(1'000'000);
    tree.stop();
    const QModelIndex list = tree.model.index(0, 0);
    tree.open(list);
    const QModelIndex outer = tree.model.index(12, 0, list);
    QCOMPARE(outer.data().toString(), "[120000..129999]");
    QVERIFY(tree.model.hasChildren(outer));
    const std::size_t asked = tree.fake->count<debug::GetChildren>();
    tree.open(outer); // they are known without a question
    QCOMPARE(tree.fake->count<debug::GetChildren>(), asked);
    QCOMPARE(tree.model.rowCount(outer), 100);
    const QModelIndex inner = tree.model.index(34, 0, outer);
    QCOMPARE(inner.data().toString(), "[123400..123499]");
    tree.open(inner);
    QCOMPARE(tree.model.rowCount(inner), 100);
    const QModelIndex element = tree.model.index(56, 0, inner);
    QCOMPARE(element.data().toString(), "[123456]");
    for (const QModelIndex& row : {element, inner, outer, list})
        QCOMPARE(tree.model.whole(row), list);
    QCOMPARE(tree.model.expression(element), std::string("[123456]"));
    QCOMPARE(tree.model.expression(inner), std::string()); // nothing is compared
    QVERIFY(!tree.model.variable(inner));
}

void TestVariableModel::onlyRangesThatAreOpenAreRead()
{
    Tree tree;
    tree.addList(1'000'000);
    tree.stop();
    const QModelIndex list = tree.model.index(0, 0);
    QCOMPARE(tree.asked().size(), qsizetype(0));
    tree.open(list);
    QCOMPARE(tree.asked(), QStringList({"0+2"})); // for the names
    tree.open(tree.model.index(99, 0, list));
    tree.open(tree.model.index(99, 0, tree.model.index(99, 0, list)));
    QCOMPARE(tree.asked(), QStringList({"0+2", "999900+100"}));
    tree.go();
    tree.stop();
    QCOMPARE(tree.asked(), QStringList({"0+2", "999900+100", "0+2", "999900+100"}));
    tree.model.setExpanded(list, false);
    tree.go();
    tree.stop();
    QCOMPARE(tree.asked().size(), qsizetype(4));
}

void TestVariableModel::openRangesStayOverAStep()
{
    Tree tree;
    tree.addList(250);
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.open(list);
    const QPersistentModelIndex range = tree.model.index(1, 0, list);
    tree.open(range);
    const QPersistentModelIndex element = tree.model.index(1, 0, range);
    tree.children[3][101].value = "8";
    tree.go();
    tree.stop();
    QVERIFY(list.isValid() && range.isValid() && element.isValid());
    QVERIFY2(tree.text().contains("[101] | 8*"), qPrintable(tree.text()));
    tree.function = "other";
    const auto locals = std::exchange(tree.locals, {variable("hop", "1")});
    tree.go();
    tree.stop();
    QSignalSpy wanted(&tree.model, &VariableModel::expandWanted);
    tree.function = "work";
    tree.locals = locals;
    tree.go();
    tree.stop();
    QCOMPARE(wanted.count(), 2); // the list and the range are open again
    QVERIFY(tree.text().contains("[101] | 8"));
}

void TestVariableModel::rangesAreCalledAsTheirElements_data()
{
    QTest::addColumn<QStringList>("names"); // of the first two
    QTest::addColumn<QString>("range");
    QTest::newRow("C") << QStringList{"[0]", "[1]"} << "[100..149]";
    QTest::newRow("Fortran") << QStringList{"(1)", "(2)"} << "(101..150)";
    QTest::newRow("from below zero") << QStringList{"(-50)", "(-49)"} << "(50..99)";
    QTest::newRow("below zero") << QStringList{"(-200)", "(-199)"} << "(-100..-51)";
    QTest::newRow("columns") << QStringList{"(:,1)", "(:,2)"} << "(:,101..150)";
    QTest::newRow("several subscripts") << QStringList{"(1,1)", "(2,1)"} << "101..150";
    QTest::newRow("keys that are texts") << QStringList{"[\"ann\"]", "[\"bob\"]"} << "101..150";
    QTest::newRow("keys that are numbers") << QStringList{"[7]", "[8]"} << "101..150";
    QTest::newRow("keys with gaps") << QStringList{"[0]", "[5]"} << "101..150";
    QTest::newRow("members") << QStringList{"a", "b"} << "101..150";
    QTest::newRow("a number that is too large") << QStringList{"[99999999999999999999]", "[0]"} << "101..150";
    QTest::newRow("nothing") << QStringList{"", ""} << "101..150";
}

void TestVariableModel::rangesAreCalledAsTheirElements()
{
    QFETCH(QStringList, names);
    QFETCH(QString, range);
    Tree tree;
    tree.addList(150);
    for (std::size_t i = 0; i < 2; ++i)
        tree.children[3][i].name = names[static_cast<qsizetype>(i)].toStdString();
    tree.stop();
    tree.open(tree.model.index(0, 0));
    QCOMPARE(tree.model.index(1, 0, tree.model.index(0, 0)).data().toString(), range);
}

void TestVariableModel::elementsFarAwayAreGoneTo_data()
{
    QTest::addColumn<std::uint32_t>("count");
    QTest::addColumn<QList<uint>>("elements");
    QTest::newRow("of a short list") << 3U << QList<uint>{2};
    QTest::newRow("of as many as a range has") << 100U << QList<uint>{0, 99};
    QTest::newRow("ends of ranges") << 250U << QList<uint>{99, 100, 199, 200, 249};
    QTest::newRow("far away and back") << 5000U << QList<uint>{4321, 3, 4399, 4300};
    QTest::newRow("through ranges of ranges") << 1'000'000U << QList<uint>{999'999, 0, 10'000, 9'999, 123'456};
}

void TestVariableModel::elementsFarAwayAreGoneTo()
{
    QFETCH(std::uint32_t, count);
    QFETCH(QList<uint>, elements);
    Tree tree;
    tree.addList(count);
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    QSignalSpy came(&tree.model, &VariableModel::elementCame);
    for (const uint element : std::as_const(elements)) {
        came.clear();
        tree.model.goToElement(list, element);
        tree.settle();
        QCOMPARE(came.count(), 1);
        const auto row = came[0][0].value<QModelIndex>();
        QCOMPARE(row.data().toString(), QString("[%1]").arg(element));
        QCOMPARE(tree.model.whole(row), QModelIndex(list));
    }
    const QString shown = tree.text();
    tree.go();
    tree.stop(); // shows the same ones
    QCOMPARE(tree.text(), shown);
}

void TestVariableModel::aShorterListHasNoRanges()
{
    Tree tree;
    tree.addList(5000);
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.model.goToElement(list, 4321);
    tree.settle();
    tree.addList(20);
    tree.go();
    tree.stop();
    QCOMPARE(tree.model.rowCount(list), 20);
    QCOMPARE(tree.model.index(0, 0, list).data().toString(), "[0]");
    QSignalSpy came(&tree.model, &VariableModel::elementCame);
    tree.model.goToElement(list, 20); // there is none any more
    tree.settle();
    QCOMPARE(came.count(), 0);
    tree.addList(200);
    tree.go();
    tree.stop();
    QCOMPARE(tree.model.rowCount(list), 2);
}

void TestVariableModel::rangesThatCannotBeReadSayWhy()
{
    Tree tree;
    tree.addList(250);
    tree.stop();
    const QPersistentModelIndex list = tree.model.index(0, 0);
    tree.open(list);
    tree.fake->answersQuery = [job = tree.fake->answersQuery](const debug::EngineCommand& command) {
        if (!std::holds_alternative<debug::GetChildren>(command.request))
            return job(command);
        const util::Error error{{}, "the memory at 0x10 cannot be read", {}};
        return std::optional(debug::EngineReply{debug::VariablesReply{}, {{command.ranks, error}}});
    };
    const QModelIndex range = tree.model.index(2, 0, list);
    tree.open(range);
    QCOMPARE(tree.model.rowCount(range), 1);
    QVERIFY(tree.model.index(0, 0, range).data().toString().contains("cannot be read"));
    QSignalSpy came(&tree.model, &VariableModel::elementCame);
    tree.model.goToElement(list, 210);
    tree.settle();
    QCOMPARE(came.count(), 0);
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
    tree.go(); // which is no reason while it runs
    QCOMPARE(tree.model.emptyTitle(), "No variables yet");
    QCOMPARE(tree.model.emptyHint(), "They are shown when a rank stops");
    QCOMPARE(tree.model.placeText(), "rank 0");
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
