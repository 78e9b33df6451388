// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/widgets/table_text.h"

#include <QStandardItemModel>

namespace tst_table_text {

using namespace dbgr::ui;

namespace {

QList<QStandardItem*> row(const QStringList& cells)
{
    QList<QStandardItem*> items;
    for (const QString& cell : cells)
        items << new QStandardItem(cell);
    return items;
}

struct Tree : QStandardItemModel
{
    Tree()
    {
        setHorizontalHeaderLabels({"name", "value"});
        appendRow(row({"token", "7"}));
        appendRow(row({"state", "{3}"}));
        item(1)->appendRow(row({"kind", "a,b"}));
        item(1)->appendRow(row({"text", "say \"x\""}));
    }
};

} // namespace

class TestTableText : public QObject
{
    Q_OBJECT

private slots:
    void rowsComeInTheModelsOrderAndOnce();
    void rowsBelowOthersAreIndented();
    void indentStartsAtTheOutermostRow();
    void aCellStaysOneCell();
    void csvQuotesWhatNeedsIt();
    void csvWritesOnlyTheColumnsAskedFor();
};

void TestTableText::rowsComeInTheModelsOrderAndOnce()
{
    Tree tree;
    QCOMPARE(tabbedText({tree.index(1, 1), tree.index(0, 0), tree.index(1, 0)}, {0, 1}), "token\t7\nstate\t{3}");
}

void TestTableText::rowsBelowOthersAreIndented()
{
    Tree tree;
    const QModelIndex state = tree.index(1, 0);
    QCOMPARE(tabbedText({state, tree.index(0, 0, state)}, {0}), "state\n  kind");
}

void TestTableText::indentStartsAtTheOutermostRow()
{
    Tree tree;
    const QModelIndex state = tree.index(1, 0);
    QCOMPARE(tabbedText({tree.index(1, 0, state), tree.index(0, 0, state)}, {1, 0}), "a,b\tkind\nsay \"x\"\ttext");
}

void TestTableText::aCellStaysOneCell()
{
    QStandardItemModel model;
    model.appendRow(row({"a\tb\nc", "d"}));
    QCOMPARE(tabbedText({model.index(0, 0)}, {0, 1}), "a b c\td");
}

void TestTableText::csvQuotesWhatNeedsIt()
{
    Tree tree;
    QCOMPARE(csvText(tree, {0, 1}), "name,value\r\ntoken,7\r\nstate,{3}\r\nkind,\"a,b\"\r\ntext,\"say \"\"x\"\"\"\r\n");
}

void TestTableText::csvWritesOnlyTheColumnsAskedFor()
{
    Tree tree;
    QCOMPARE(csvText(tree, {1}).section("\r\n", 0, 1), "value\r\n7");
}

DBGR_TEST(TestTableText, QApplication);

} // namespace tst_table_text

#include "tst_table_text.moc"
