// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/unit/ui/values/value_job.h"
#include "ui/settings/settings.h"
#include "ui/values/watch_format.h"
#include "ui/values/watch_model.h"

namespace tst_watch_model {

using namespace dbgr;
using ui::WatchModel;

namespace {

struct Watches : test::ValueJob
{
    Watches() { model.setActive(true); }
    [[nodiscard]] QString text() const { return test::printTree(model, test::valueMarks); }
    void look()
    {
        QModelIndexList rows;
        for (int row = 0; row < model.rowCount(); ++row)
            rows << model.index(row, 0);
        model.setVisible(rows);
        settle();
    }

    QTemporaryDir folder;
    ui::Settings settings{folder.filePath("settings.ini")};
    WatchModel model{bridge, place, settings};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestWatchModel : public QObject
{
    Q_OBJECT

private slots:
    void lastRowTakesAnExpression();
    void blankExpressionRemovesTheRow();
    void anExpressionStandsOnce();
    void showsTheLeadingRankAndTheOthers();
    void changesAreMarkedAndOldValuesStay();
    void whatOnlyCameIntoScopeIsNotMarked();
    void errorsStandInPlace();
    void isRememberedOverRuns();
    void asksOnlyWhatIsSeen();
    void aFormatStandsBeforeTheExpression();
};

void TestWatchModel::lastRowTakesAnExpression()
{
    Watches watches;
    QCOMPARE(watches.text(), "Add...\n");
    QVERIFY(watches.model.flags(watches.model.index(0, 0)) & Qt::ItemIsEditable);
    QVERIFY(!(watches.model.flags(watches.model.index(0, 1)) & Qt::ItemIsEditable));
    QVERIFY(watches.model.setData(watches.model.index(0, 0), " token % 2 ", Qt::EditRole));
    QCOMPARE(watches.text(), "token % 2\nAdd...\n");
}

void TestWatchModel::blankExpressionRemovesTheRow()
{
    Watches watches;
    watches.model.add("a");
    watches.model.add("b");
    QVERIFY(watches.model.setData(watches.model.index(0, 0), "  ", Qt::EditRole));
    QCOMPARE(watches.text(), "b\nAdd...\n");
    QVERIFY(!watches.model.setData(watches.model.index(1, 0), "", Qt::EditRole));
    QCOMPARE(watches.model.expressions(), QStringList{"b"});
}

void TestWatchModel::anExpressionStandsOnce()
{
    Watches watches;
    QCOMPARE(watches.model.add("a"), 0);
    QCOMPARE(watches.model.add("b"), 1);
    QCOMPARE(watches.model.add(" a"), 0);
    QCOMPARE(watches.model.rowCount(), 3);
}

void TestWatchModel::showsTheLeadingRankAndTheOthers()
{
    Watches watches;
    watches.values["token % 2"] = {test::value("0,2", "0"), test::value("1,3", "1")};
    watches.model.add("token % 2");
    watches.look();
    watches.stop();
    QCOMPARE(watches.text(), "token % 2 | 0 | 0..1, 2 values | int\nAdd...\n");
    QVERIFY(watches.session->setLeadingRank(util::Rank(1)).has_value());
    watches.settle();
    QVERIFY(watches.text().startsWith("token % 2 | 1 | 0..1, 2 values | int\n")); // another rank is no change
}

void TestWatchModel::changesAreMarkedAndOldValuesStay()
{
    Watches watches;
    watches.model.add("hop");
    watches.look();
    watches.stop();
    watches.values["hop"] = {test::value("0-3", "8")};
    watches.go();
    QVERIFY(watches.text().startsWith("hop~ | 7~ | = all~ | int~\n"));
    watches.stop();
    QVERIFY(watches.text().startsWith("hop | 8* | = all | int\n"));
    watches.go();
    watches.stop();
    QVERIFY(watches.text().startsWith("hop | 8 | = all | int\n"));
}

void TestWatchModel::whatOnlyCameIntoScopeIsNotMarked()
{
    Watches watches;
    watches.values["hop"] = {{test::ranks("0-3"), {}, {}, "there is no 'hop' here"}};
    watches.model.add("hop");
    watches.look();
    watches.stop();
    QVERIFY(watches.text().startsWith("hop | there is no 'hop' here!"));
    watches.values["hop"] = {test::value("0-3", "8")};
    watches.go();
    watches.stop();
    QVERIFY2(watches.text().startsWith("hop | 8 | = all | int\n"), qPrintable(watches.text()));
    watches.values["hop"] = {test::value("0-3", "9")};
    watches.go();
    watches.stop();
    QVERIFY2(watches.text().startsWith("hop | 9* | = all | int\n"), qPrintable(watches.text()));

    debug::ValueGroup early = test::value("0-3", "32767"); // what lies there before the declaration
    early.early = true;
    watches.values["hop"] = {early};
    watches.go();
    watches.stop();
    watches.values["hop"] = {test::value("0-3", "0")};
    watches.go();
    watches.stop();
    QVERIFY2(watches.text().startsWith("hop | 0 | = all | int\n"), qPrintable(watches.text()));
}

void TestWatchModel::errorsStandInPlace()
{
    Watches watches;
    watches.values["nope"] = {{test::ranks("0-3"), {}, {}, "no variable 'nope' here"}};
    watches.model.add("nope");
    watches.look();
    watches.stop();
    QCOMPARE(watches.text(), "nope | no variable 'nope' here! | n/a\nAdd...\n");
    const QModelIndex value = watches.model.index(0, ui::value_column::kValue);
    QVERIFY(value.data(ui::value_role::kLook).toInt() & ui::value_look::kError);
    QVERIFY(value.data(Qt::ToolTipRole).toString().contains("no variable 'nope' here"));
}

void TestWatchModel::isRememberedOverRuns()
{
    Watches watches;
    watches.model.add("a");
    watches.model.add("b");
    watches.model.remove(0);
    const WatchModel next(watches.bridge, watches.place, watches.settings);
    QCOMPARE(next.expressions(), QStringList{"b"});
}

void TestWatchModel::asksOnlyWhatIsSeen()
{
    Watches watches;
    watches.model.add("a");
    watches.model.add("b");
    watches.model.setActive(false);
    watches.look();
    watches.stop();
    QVERIFY(watches.evaluated.empty());
    watches.model.setVisible({watches.model.index(1, 0)});
    watches.model.setActive(true);
    watches.settle();
    QCOMPARE(watches.evaluated, std::vector<std::string>{"b"});
}

void TestWatchModel::aFormatStandsBeforeTheExpression()
{
    using namespace dbgr::ui;
    QCOMPARE(withFormat("n", 'x'), std::string("/x n"));
    QCOMPARE(withFormat("/x n", 't'), std::string("/t n"));
    QCOMPARE(withFormat("/x n", '\0'), std::string("n"));
    QCOMPARE(withoutFormat("/q n"), std::string("/q n")); // no such format: it is told what is wrong with that
    Watches watches;
    watches.values["n"] = {test::value("0-3", "0x5")};
    watches.model.add("/x n");
    watches.stop();
    watches.look();
    QCOMPARE(watches.evaluated, std::vector<std::string>{"n"});
    const auto asked = std::get<debug::Evaluate>(watches.fake->last<debug::Evaluate>().command.request);
    QCOMPARE(asked.style.format, 'x');
    QVERIFY2(watches.text().contains("/x n") && watches.text().contains("0x5"), qPrintable(watches.text()));
}

DBGR_TEST(TestWatchModel, QCoreApplication);

} // namespace tst_watch_model

#include "tst_watch_model.moc"
