// SPDX-License-Identifier: GPL-3.0-or-later
// Threads and calls by real keys on real jobs: a value compared across the threads of OpenMP teams, merged stacks by
// thread, a function that is called, and the script that does it again.
#include "tests/support/gui/gui_main.h"
#include "tests/support/gui/source_hand.h"
#include "tests/support/gui/window_run.h"
#include "ui/stacks/stack_tree_model.h"
#include "ui/window/action_table.h"

#include <QAbstractItemView>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QtTest>

namespace tst_gui_threads {

using dbgr::test::builtProgram;
using dbgr::test::rowWith;
using dbgr::test::SourceHand;
using dbgr::test::WindowRun;
using dbgr::ui::BreakpointLook;
namespace action = dbgr::ui::action;

namespace {

/// The ranks stand where `line` begins.
void goTo(WindowRun& run, SourceHand& source, const QString& file, const QString& line)
{
    QVERIFY2(source.untilShown(file), run.transcript());
    const std::uint32_t number = source.lineWith(line);
    source.clickMargin(number);
    QVERIFY2(run.until([&] { return source.markAt(number).look == BreakpointLook::Set; }), run.transcript());
    run.command(action::kContinue);
    QVERIFY2(run.untilState(dbgr::session::SessionState::Running), run.transcript());
    QVERIFY2(run.untilStopped(), run.transcript());
}

/// What the merged stacks say of who is where, a line a row.
QString whoIsWhere(WindowRun& run)
{
    const QAbstractItemModel* const model = run.viewIn("stacks")->model();
    QString text;
    const std::function<void(const QModelIndex&)> add = [&](const QModelIndex& parent) {
        for (int row = 0; row < model->rowCount(parent); ++row) {
            const QModelIndex index = model->index(row, 0, parent);
            text += index.siblingAtColumn(dbgr::ui::StackTreeModel::Ranks).data().toString() + '\n';
            add(index);
        }
    };
    add({});
    return text;
}

} // namespace

class TestGuiThreads : public QObject
{
    Q_OBJECT

private slots:
    void threadsOfTeamsAreComparedAndMerged()
    {
        if (!QFile::exists(builtProgram("debuggees/mpi_openmp")))
            QSKIP("no compiler with OpenMP");
        WindowRun run;
        SourceHand source(run);
        QVERIFY2(run.launchHeld(2, builtProgram("debuggees/mpi_openmp")), run.transcript());
        goTo(run, source, "mpi_openmp.cpp", "reached = mine;");
        if (QTest::currentTestFailed())
            return;

        // The value in each thread: the first of each team has 1, the two others 2.
        run.command("dock.watches");
        run.key(Qt::Key_Insert);
        run.type("mine");
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return run.row("values.watches", "mine").contains('1'); }), run.transcript());
        QAbstractItemView* const watches = run.viewIn("values.watches");
        run.click(watches, rowWith(watches->model(), "mine"));
        run.key(Qt::CTRL | Qt::ALT | Qt::Key_Return);
        QVERIFY2(run.untilShown("values.across", "0-1.1 | 1"), run.transcript());
        const QString across = run.shown("values.across");
        QVERIFY2(across.contains(" | 2\n"), qPrintable(across));
        run.key(Qt::CTRL | Qt::Key_Return);
        QVERIFY2(run.untilShown("values.across", "0-1 | 1"), run.transcript());

        run.command("dock.stacks");
        QVERIFY2(run.until([&] { return whoIsWhere(run).contains("0-1\n"); }), run.transcript());
        run.command(action::kStacksByThread);
        QVERIFY2(run.until([&] { return whoIsWhere(run).contains("OpenMP worker"); }), run.transcript());
        QVERIFY2(whoIsWhere(run).contains("0-1.1\n"), qPrintable(whoIsWhere(run)));
        run.command(action::kStacksByThread);
        QVERIFY2(run.until([&] { return !whoIsWhere(run).contains("OpenMP"); }), run.transcript());
    }

    void aFunctionIsCalledAndRecorded()
    {
        WindowRun run;
        SourceHand source(run);
        QVERIFY2(run.launchHeld(2, builtProgram("ring"), {}), run.transcript());
        goTo(run, source, "ring.cpp", "state.samples.push_back(value)");
        if (QTest::currentTestFailed())
            return;
        run.command(action::kFocusSource);
        run.command(action::kCall);
        auto* const line = run.seen<QLineEdit>("callLine");
        QVERIFY2(line && run.until([&] { return line->hasFocus(); }), run.transcript());
        QVERIFY2(run.find<QLabel>("callWhom")->text().contains("ranks 0-1"), run.transcript());
        run.type("state.samples.size()");
        run.key(Qt::Key_Return);
        const auto* const results = run.find<QTreeWidget>("callResults");
        const auto given = [&](const QString& what) {
            const QTreeWidgetItem* const call = results->topLevelItemCount() > 0 ? results->topLevelItem(0) : nullptr;
            return call && call->childCount() > 0 && call->child(0)->text(1).contains(what);
        };
        QVERIFY2(run.until([&] { return given("0"); }), run.transcript());
        QCOMPARE(results->topLevelItem(0)->child(0)->text(0), QString("ranks 0-1"));
        line->clear();
        run.type("noSuchFunction(1)");
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return given("noSuchFunction"); }), run.transcript());
        line->clear();
        run.key(Qt::Key_Up);
        run.key(Qt::Key_Up);
        QCOMPARE(line->text(), QString("state.samples.size()"));
        run.key(Qt::Key_Escape);

        run.command(action::kSaveScript);
        auto* const dialog = run.seen<QFileDialog>("saveScript");
        QVERIFY2(dialog, run.transcript());
        const QString file = run.folder() + "/saved.dbgr";
        run.type(file);
        run.key(Qt::Key_Return);
        QVERIFY2(run.until([&] { return QFile::exists(file); }), run.transcript());
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray text = saved.readAll();
        QVERIFY2(text.contains("\ncall state.samples.size()\n") && !text.contains("noSuchFunction"), text.constData());
    }
};

DBGR_GUI_TEST(TestGuiThreads);

} // namespace tst_gui_threads

#include "tst_gui_threads.moc"
