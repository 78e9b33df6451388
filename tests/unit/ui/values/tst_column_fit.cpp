// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/values/column_fit.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_view.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTreeView>

#include <memory>

namespace tst_column_fit {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Columns : test::UiFixture
{
    Columns()
    {
        model.appendRow(
            {new QStandardItem("hop"), new QStandardItem("4"), new QStandardItem("= all"), new QStandardItem("int")});
        tree.reset(makeValueTree(theme));
        tree->setModel(&model);
        fit = fitValueColumns(tree.get(), false);
        tree->show();
    }
    void resize(int characters)
    {
        tree->resize(characters * tree->fontMetrics().averageCharWidth(), 200);
        QCoreApplication::processEvents();
    }
    /// In percent of the view.
    [[nodiscard]] int share(int column) const
    {
        return qRound(100.0 * tree->header()->sectionSize(column) / tree->viewport()->width());
    }
    [[nodiscard]] bool showsType() const { return !tree->header()->isSectionHidden(value_column::kType); }

    QStandardItemModel model;
    std::unique_ptr<QTreeView> tree;
    ColumnFit* fit = nullptr;
};

} // namespace

class TestColumnFit : public QObject
{
    Q_OBJECT

private slots:
    void theValueHasMostOfTheRoom();
    void proportionsOutliveEveryResize();
    void proportionsOutliveAResizeByTheMouse();
    void theUsersProportionsAreKept();
    void theTypeIsShownWhereThereIsRoom();
    void nestingIsSeen();
    void deepNamesGetRoomForAsLongAsTheyAreThere();
};

void TestColumnFit::theValueHasMostOfTheRoom()
{
    Columns columns;
    for (const int characters : {30, 45, 100}) {
        columns.resize(characters);
        for (const int other : {value_column::kName, value_column::kAcross})
            QVERIFY(columns.share(value_column::kValue) > columns.share(other) * 1.4);
    }
}

void TestColumnFit::proportionsOutliveEveryResize()
{
    Columns columns;
    columns.resize(50);
    const int before = columns.share(value_column::kValue);
    for (const int characters : {80, 10, 49, 3, 120, 50})
        columns.resize(characters);
    QCOMPARE(columns.share(value_column::kValue), before);
}

void TestColumnFit::proportionsOutliveAResizeByTheMouse()
{
    Columns columns;
    columns.resize(50);
    const int before = columns.share(value_column::kValue);
    QWidget edge; // that of a dock
    edge.show();
    QTest::mousePress(&edge, Qt::LeftButton);
    for (const int characters : {44, 37, 21, 15, 33, 58, 71, 50})
        columns.resize(characters);
    QTest::mouseRelease(&edge, Qt::LeftButton);
    columns.resize(50);
    QCOMPARE(columns.share(value_column::kValue), before);
}

void TestColumnFit::theUsersProportionsAreKept()
{
    Columns columns;
    columns.resize(50);
    QHeaderView& header = *columns.tree->header();
    const QPoint edge(header.sectionPosition(value_column::kValue) - 1, header.height() / 2);
    QTest::mousePress(header.viewport(), Qt::LeftButton, {}, edge);
    QMouseEvent move(QEvent::MouseMove, edge + QPoint(16, 0), header.viewport()->mapToGlobal(edge + QPoint(16, 0)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(header.viewport(), &move);
    QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, edge + QPoint(16, 0));
    const int wanted = columns.share(value_column::kName);
    QVERIFY(wanted > 30);
    columns.resize(90);
    columns.resize(50);
    const int share = columns.share(value_column::kName);
    QVERIFY2(qAbs(share - wanted) <= 1, qPrintable(QString("%1 instead of %2").arg(share).arg(wanted)));
}

void TestColumnFit::theTypeIsShownWhereThereIsRoom()
{
    Columns columns;
    columns.resize(50);
    QVERIFY(!columns.showsType());
    columns.resize(70);
    QVERIFY(columns.showsType());
    columns.resize(40);
    QVERIFY(!columns.showsType());
    columns.resize(70);
    QVERIFY(columns.showsType());
    QVERIFY(columns.share(value_column::kType) > 10);
}

void TestColumnFit::deepNamesGetRoomForAsLongAsTheyAreThere()
{
    Columns columns;
    columns.resize(50);
    const int before = columns.share(value_column::kName);
    const int wanted = columns.tree->viewport()->width() * 2 / 5;
    columns.fit->setLeastFirst(wanted);
    QCOMPARE(columns.tree->header()->sectionSize(value_column::kName), wanted);
    columns.fit->setLeastFirst(10'000);
    QVERIFY(columns.share(value_column::kName) <= 50);
    QVERIFY(columns.share(value_column::kValue) >= 25);
    columns.resize(80);
    columns.resize(50);
    QVERIFY(columns.share(value_column::kName) >= 48);
    columns.fit->setLeastFirst(1);
    QCOMPARE(columns.share(value_column::kName), before);
    columns.fit->setLeastFirst(0);
    QCOMPARE(columns.share(value_column::kName), before);
}

void TestColumnFit::nestingIsSeen()
{
    Columns columns;
    columns.model.item(0)->appendRow(new QStandardItem("step"));
    columns.tree->expandAll();
    const auto left = [&](const QModelIndex& row) { return columns.tree->visualRect(row).left(); };
    const QModelIndex top = columns.model.index(0, 0);
    QVERIFY(left(columns.model.index(0, 0, top)) - left(top) >= 2 * columns.tree->fontMetrics().averageCharWidth());
}

DBGR_TEST(TestColumnFit, QApplication);

} // namespace tst_column_fit

#include "tst_column_fit.moc"
