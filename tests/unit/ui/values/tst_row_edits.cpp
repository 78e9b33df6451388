// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/values/row_edits.h"

#include <random>

namespace tst_row_edits {

using dbgr::ui::RowEdits;
using dbgr::ui::rowEdits;
using dbgr::ui::RowRun;

namespace {

using Keys = std::vector<std::string>;

/// What the rows are after the edits; inserted ones come out of `after`.
Keys applied(Keys rows, const Keys& after)
{
    const RowEdits edits = rowEdits(rows, after);
    for (const RowRun& run : edits.removals) {
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(run.first);
        rows.erase(first, first + static_cast<std::ptrdiff_t>(run.count));
    }
    for (const RowRun& run : edits.insertions) {
        for (std::size_t row = run.first; row < run.first + run.count; ++row)
            rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(row), after[row]);
    }
    return rows;
}

} // namespace

class TestRowEdits : public QObject
{
    Q_OBJECT

private slots:
    void equalRowsNeedNothing();
    void runsComeInTheOrderToDoThem();
    void makesAnyRowsOfAnyOthers();
};

void TestRowEdits::equalRowsNeedNothing()
{
    const RowEdits edits = rowEdits({"a", "b"}, {"a", "b"});
    QVERIFY(edits.removals.empty());
    QVERIFY(edits.insertions.empty());
}

void TestRowEdits::runsComeInTheOrderToDoThem()
{
    const RowEdits edits = rowEdits({"a", "b", "c", "d", "e"}, {"x", "c", "y", "z"});
    QVERIFY((edits.removals == std::vector<RowRun>{{3, 2}, {0, 2}}));
    QVERIFY((edits.insertions == std::vector<RowRun>{{0, 1}, {2, 2}}));
}

void TestRowEdits::makesAnyRowsOfAnyOthers()
{
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        Keys all{"a", "b", "c", "d", "e", "f", "g", "h"};
        std::shuffle(all.begin(), all.end(), random);
        const Keys before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(random() % 9));
        std::shuffle(all.begin(), all.end(), random);
        const Keys after(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(random() % 9));
        QCOMPARE(applied(before, after), after);
    }
}

DBGR_TEST(TestRowEdits, QCoreApplication);

} // namespace tst_row_edits

#include "tst_row_edits.moc"
