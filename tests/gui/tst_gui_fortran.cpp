// SPDX-License-Identifier: GPL-3.0-or-later
// A Fortran job in the window: its variables by their names and types, what has no value in the colour of that, values
// under the mouse, watches, a condition, and a change that is put back.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"
#include "ui/values/value_columns.h"
#include "ui/window/action_table.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QtTest>

#include <cstdlib>

namespace tst_gui_fortran {

using dbgr::session::SessionState;
using dbgr::test::builtProgram;
using dbgr::test::rowWith;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::BreakpointLook;
using dbgr::ui::ColorRole;
namespace action = dbgr::ui::action;

namespace {

constexpr const char* kVariables = "values.variables";

struct Job
{
    WindowRun run;
    SourceHand source{run};

    QTreeView* variables() { return qobject_cast<QTreeView*>(run.viewIn(kVariables)); }
    QModelIndex row(const QString& name) { return rowWith(variables()->model(), name); }
    /// Waits for a row that has the texts in its columns.
    [[nodiscard]] bool has(const QString& name, const QString& value, const QString& type = {})
    {
        return run.until([&] {
            const QString line = run.row(kVariables, name);
            return line.contains(value) && line.contains(type);
        });
    }
    /// Opens the row. \return whether a row of that name is inside then
    [[nodiscard]] bool opens(const QString& name, const QString& inside)
    {
        variables()->expand(row(name));
        return run.until([&] { return !run.row(kVariables, inside).isEmpty(); });
    }
    /// Whether the cell with the value has pixels of a colour.
    bool isPainted(const QString& name, ColorRole role)
    {
        QTreeView* const view = variables();
        const QModelIndex value = row(name).siblingAtColumn(dbgr::ui::value_column::kValue);
        view->scrollTo(value);
        const QImage cell = view->viewport()->grab(view->visualRect(value)).toImage();
        const QColor wanted = run.parts().theme.color(role);
        const auto isNear = [&](QRgb pixel) {
            constexpr int kFar = 40;
            return std::abs(qRed(pixel) - wanted.red()) < kFar && std::abs(qGreen(pixel) - wanted.green()) < kFar &&
                   std::abs(qBlue(pixel) - wanted.blue()) < kFar;
        };
        for (int y = 0; y < cell.height(); ++y) {
            for (int x = 0; x < cell.width(); ++x) {
                if (isNear(cell.pixel(x, y)))
                    return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool isState(const QString& name, const QString& words)
    {
        return has(name, "(" + words + ")") && isPainted(name, ColorRole::State);
    }
    /// The mouse rests on a text of the source. \return whether the tip says that
    [[nodiscard]] bool tipOver(const QString& lineText, const QString& part, const QString& says)
    {
        const std::uint32_t line = source.lineWith(lineText);
        source.goTo(line);
        auto* const view = run.window().findChild<dbgr::ui::SourceView*>();
        const int column = view->text(static_cast<int>(line) - 1).indexOf(part);
        const long position = view->positionFromLineIndex(static_cast<int>(line) - 1, column);
        const auto x = view->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, position);
        const auto y = view->SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, position);
        QTest::mouseMove(view->viewport(), QPoint(2, 2));
        QTest::mouseMove(view->viewport(), QPoint(static_cast<int>(x) + 2, static_cast<int>(y) + 3));
        QTest::mouseMove(view->viewport(), QPoint(static_cast<int>(x) + 3, static_cast<int>(y) + 4));
        return run.until([&] {
            const auto* const tip = run.find("hoverLabel");
            const auto labels = tip && tip->isVisible() ? tip->findChildren<QLabel*>() : QList<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* one) { return one->text().contains(says); });
        });
    }
};

/// Two ranks stand where all variables of relax() have what they get.
void goToTheStop(Job& job, const char* program)
{
    QVERIFY2(job.run.launchCommand({builtProgram("dbgrun"), "-n", "2", builtProgram(program)}) &&
                 job.run.untilState(SessionState::Held),
             job.run.transcript());
    QVERIFY2(job.source.untilShown("mpi_field.f90"), job.run.transcript());
    const std::uint32_t line = job.source.lineWith("all is set");
    job.source.clickMargin(line);
    QVERIFY2(job.run.until([&] { return job.source.markAt(line).look == BreakpointLook::Set; }), job.run.transcript());
    job.run.command(action::kContinue);
    QVERIFY2(job.run.untilState(SessionState::Running), job.run.transcript());
    QVERIFY2(job.run.untilStopped(), job.run.transcript());
    QVERIFY2(job.source.untilLeadingAt(line), job.run.transcript());
}

void namesTypesAndStates(Job& job)
{
    QVERIFY2(job.has("omega", "0.5", "real(kind=8)"), job.run.transcript());
    QVERIFY2(job.has("i", "5", "integer(kind=4)"), job.run.transcript());
    QVERIFY2(job.has("f", "", "type(field)"), job.run.transcript());
    QVERIFY2(job.isState("work", "not allocated"), job.run.transcript());
    QVERIFY2(job.isState("nearest", "not associated"), job.run.transcript());
    QVERIFY2(job.isState("offset", "not present"), job.run.transcript());
    QVERIFY2(!job.isPainted("omega", ColorRole::State), job.run.transcript());
}

void arraysAndComponentsOpen(Job& job)
{
    QVERIFY2(job.opens("a", "(201..250)"), job.run.transcript());
    QVERIFY2(job.opens("(1..100)", "(2)"), job.run.transcript());
    QVERIFY2(job.has("(2)", "1"), job.run.transcript());
    QVERIFY2(job.opens("f", "nx"), job.run.transcript());
    QVERIFY2(job.has("label", "'rank 0'"), job.run.transcript());
    QVERIFY2(job.isState("next", "not associated"), job.run.transcript());
}

/// By keys alone.
void rangesOfALongArrayOpen(Job& job)
{
    QTreeView* const view = job.variables();
    const auto current = [&] { return view->currentIndex().siblingAtColumn(0).data().toString(); };
    const auto comesTo = [&](const char* name) { return job.run.until([&] { return current() == name; }); };
    const QPersistentModelIndex array =
        view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, "a", 1, Qt::MatchExactly).value(0);
    view->collapse(job.row("(1..100)"));
    view->collapse(array);
    job.run.click(view, array);
    job.run.key(Qt::Key_Right);
    QVERIFY2(job.run.until([&] { return view->isExpanded(array); }), job.run.transcript());
    job.run.key(Qt::Key_Down);
    QVERIFY2(comesTo("(1..100)"), qPrintable(current()));
    job.run.key(Qt::Key_Down);
    QVERIFY2(comesTo("(101..200)"), qPrintable(current()));
    job.run.key(Qt::Key_Right);
    QVERIFY2(job.run.until([&] { return view->model()->rowCount(view->currentIndex().siblingAtColumn(0)) == 100; }),
             job.run.transcript());
    job.run.key(Qt::Key_Down);
    QVERIFY2(comesTo("(101)"), qPrintable(current()));
    QVERIFY2(job.has("(101)", "1", "real(kind=8)"), job.run.transcript());
    job.run.key(Qt::Key_Left);
    QVERIFY2(comesTo("(101..200)"), qPrintable(current()));
    job.run.key(Qt::Key_Left);
    QVERIFY2(!view->isExpanded(view->currentIndex().siblingAtColumn(0)), job.run.transcript());
    job.run.key(Qt::CTRL | Qt::Key_G);
    QVERIFY(job.run.seen<QLineEdit>("promptText"));
    job.run.type("230");
    job.run.key(Qt::Key_Return);
    QVERIFY2(comesTo("(231)"), qPrintable(current()));
    QCOMPARE(view->currentIndex().parent().data().toString(), QString("(201..250)"));
}

void tipsUnderTheMouse(Job& job)
{
    QVERIFY2(job.tipOver("a(i) = a(i)*omega", "omega", "0.5"), job.run.transcript());
    QVERIFY2(job.tipOver("a(i) = a(i)*omega", "a(i)", "(1, 1, 1, 1"), job.run.transcript());
    QVERIFY2(job.tipOver("+ f%u(i, 1)", "u(i, 1)", "0.5"), job.run.transcript());
}

void watchesReduce(Job& job)
{
    for (const auto& [expression, value] :
         {std::pair("sum(a)", "250"), std::pair("F%U(2, 1)*2", "1"), std::pair("size(f%u, 2)", "3")}) {
        job.run.command("dock.watches");
        job.run.key(Qt::Key_Insert);
        job.run.type(expression);
        job.run.key(Qt::Key_Return);
        QVERIFY2(job.run.until([&] { return job.run.row("values.watches", expression).contains(value); }),
                 job.run.transcript());
    }
}

void changesAndPutsBack(Job& job)
{
    job.run.click(job.variables(), job.row("(2)"));
    job.run.key(Qt::Key_F2);
    auto* const line = job.run.seen<QLineEdit>("promptText");
    QVERIFY2(line && line->hasFocus(), job.run.transcript());
    job.run.type("omega*5");
    job.run.key(Qt::Key_Return);
    QVERIFY2(job.has("(2)", "2.5"), job.run.transcript());
    QVERIFY2(job.run.until([&] { return job.run.row("values.watches", "sum(a)").contains("251.5"); }),
             job.run.transcript());
    job.run.command("values.undo");
    QVERIFY2(job.run.until([&] { return job.run.row("values.watches", "sum(a)").contains("250"); }),
             job.run.transcript());
}

/// One that cannot be is refused, and the one that was stays.
void conditionsAreSet(Job& job)
{
    const std::uint32_t line = job.source.lineWith("all is set");
    const auto give = [&](const char* condition) {
        job.source.goTo(line);
        job.run.command("source.editCondition");
        auto* const edit = job.run.seen<QLineEdit>("promptText");
        QVERIFY2(edit, job.run.transcript());
        edit->clear();
        job.run.type(condition);
        job.run.key(Qt::Key_Return);
    };
    give("A(2) > 1 .and. f%nx == 4");
    QVERIFY2(job.run.untilShown("breakpoints", "A(2) > 1 .and. f%nx == 4"), job.run.transcript());
    give("bogus == 3");
    QVERIFY2(job.run.notice("no variable is called bogus here"), job.run.transcript());
    QVERIFY2(job.run.untilShown("breakpoints", "A(2) > 1 .and. f%nx == 4"), job.run.transcript());
    job.run.command(action::kContinue); // a(2) is 1 in rank 0 for ever, and grows in rank 1
    QVERIFY2(job.run.until([&] { return job.source.markAt(line).ranks.toString() == "1"; }), job.run.transcript());
}

} // namespace

class TestGuiFortran : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifndef DBGR_TEST_FORTRAN
        QSKIP("this machine has no Fortran compiler");
#endif
    }
    void aJobIsLookedAt()
    {
        Job job;
        goToTheStop(job, "debuggees/mpi_field_O0");
        for (const auto step : {namesTypesAndStates, arraysAndComponentsOpen, rangesOfALongArrayOpen, tipsUnderTheMouse,
                                watchesReduce, changesAndPutsBack, conditionsAreSet}) {
            if (QTest::currentTestFailed())
                return;
            step(job);
        }
    }
    void whatTheCompilerKeepsNowhereIsAState()
    {
        Job job;
        goToTheStop(job, "debuggees/mpi_field_O2");
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(job.isState("over", "optimised out"), job.run.transcript());
    }
};

DBGR_GUI_TEST(TestGuiFortran);

} // namespace tst_gui_fortran

#include "tst_gui_fortran.moc"
