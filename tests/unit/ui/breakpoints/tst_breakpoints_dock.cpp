// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/print_tree.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/breakpoints/breakpoint_model.h"
#include "ui/breakpoints/breakpoints_dock.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/action_table.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeView>

namespace tst_breakpoints_dock {

using namespace dbgr;

namespace {

struct Dock : test::UiFixture
{
    Dock()
    {
        dock.resize(600, 200);
        dock.show();
    }
    [[nodiscard]] QStringList places() const
    {
        QStringList list;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            list << tree->model()->index(row, 0).data().toString();
        return list;
    }
    void type(const QString& text)
    {
        edit->setText(text);
        QTest::keyClick(edit, Qt::Key_Return);
        settle();
    }
    void trigger(const char* name)
    {
        actions.get(name)->trigger();
        settle();
    }

    /// Answers the dialog that an action opens.
    void choose(const char* name, const QString& file)
    {
        trigger(name);
        for (auto* const dialog : dock.findChildren<QFileDialog*>(QStringLiteral("breakpointsFile"))) {
            if (!dialog->isVisible()) // it was answered
                continue;
            emit dialog->fileSelected(file);
            dialog->reject();
        }
        settle();
    }

    ui::BreakpointsDock dock{context};
    QTreeView* tree = dock.findChild<QTreeView*>();
    QLineEdit* edit = nullptr;
};

QLineEdit* lineOf(const QWidget& dock)
{
    for (QLineEdit* const edit : dock.findChildren<QLineEdit*>()) {
        if (edit->accessibleName() == QLatin1String("New breakpoint"))
            return edit;
    }
    return nullptr;
}

} // namespace

class TestBreakpointsDock : public QObject
{
    Q_OBJECT

private slots:
    void typedBreakpointIsSet();
    void whatIsWrongStandsBelowTheLine();
    void lineAloneIsOfTheCurrentFile();
    void newBreakpointAsksForTheDock();
    void deleteRemovesTheSelected();
    void removalOfManyCanBeUndone();
    void whatIsPutBackIsAsItWas();
    void fileTakesThemAndGivesThem();
    void allAreEnabledAndDisabled();
    void returnShowsTheSource();
    void momentsAreCaughtFromTheMenu_data();
    void momentsAreCaughtFromTheMenu();
    void systemCallsAreAskedFor();
    void hitsToPassAndCommandsAreAskedFor();
    void hitsAreShownWhereThereIsRoom();
    void groupsAreSwitchedTogether();
    void eachKindOfWatchHasItsCommand();
    void reportsAreCaughtOrPassed();
};

void TestBreakpointsDock::momentsAreCaughtFromTheMenu_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QStringList>("set");
    const auto row = [](const char* name, const QStringList& set) { QTest::newRow(name) << QString(name) << set; };
    row(ui::action::kCatchThrow, {"catch throw"});
    row(ui::action::kCatchCaught, {"catch catch"});
    row(ui::action::kCatchRethrow, {"catch rethrow"});
    row(ui::action::kCatchMpi, {"catch mpi-error", "catch mpi-abort"});
    row(ui::action::kCatchSanitizer, {"catch sanitizer"});
    row(ui::action::kCatchExit, {"catch exit"});
    row(ui::action::kCatchFork, {"catch fork"});
    row(ui::action::kCatchExec, {"catch exec"});
    row(ui::action::kCatchLoad, {"catch load"});
}

void TestBreakpointsDock::momentsAreCaughtFromTheMenu()
{
    QFETCH(QString, action);
    QFETCH(QStringList, set);
    Dock job;
    QAction* const wanted = job.actions.find(action);
    QVERIFY(wanted && !wanted->isChecked());
    wanted->trigger();
    job.settle();
    QCOMPARE(job.places(), set);
    QVERIFY(wanted->isChecked());
    wanted->trigger();
    job.settle();
    QVERIFY(job.places().isEmpty() && !wanted->isChecked());
}

void TestBreakpointsDock::systemCallsAreAskedFor()
{
    Dock job;
    job.trigger(ui::action::kCatchCalls);
    QVERIFY(lineOf(job.dock)->text().startsWith("catch syscall"));
    job.edit = lineOf(job.dock);
    job.type("catch syscall write");
    QCOMPARE(job.places(), QStringList{"catch syscall write"});
}

void TestBreakpointsDock::hitsAreShownWhereThereIsRoom()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("work");
    job.dock.resize(900, 200); // as at the bottom of a small screen
    job.settle();
    QVERIFY(!job.tree->isColumnHidden(ui::BreakpointModel::kHits));
    QVERIFY(job.tree->columnWidth(ui::BreakpointModel::kHits) >= job.tree->fontMetrics().horizontalAdvance("Hits"));
    job.dock.resize(200, 200);
    job.settle();
    QVERIFY(job.tree->isColumnHidden(ui::BreakpointModel::kHits));
}

void TestBreakpointsDock::hitsToPassAndCommandsAreAskedFor()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("work");
    job.tree->setCurrentIndex(job.tree->model()->index(0, 0));
    const auto answer = [&](const char* words, const char* text) {
        for (QAction* const action : job.dock.findChildren<QAction*>()) {
            if (action->text().remove(u'&').startsWith(QLatin1String(words)))
                action->trigger();
        }
        auto* const line = job.dock.findChild<ui::LinePrompt*>()->findChild<QLineEdit*>();
        line->setText(text);
        QTest::keyClick(line, Qt::Key_Return);
        job.settle();
    };
    answer("Pass Hits", "3");
    const auto& spec = job.session->breakpoints().all().begin()->second.spec;
    QCOMPARE(spec.ignore, 3U);
    answer("When Ranks Stop", " print lap; continue ");
    QCOMPARE(spec.commands, std::string("print lap; continue"));
}

void TestBreakpointsDock::eachKindOfWatchHasItsCommand()
{
    using Use = debug::WatchedData::Use;
    Dock job;
    job.edit = lineOf(job.dock);
    for (const auto& [name, use] :
         {std::pair(ui::action::kWatchData, Use::Change), std::pair(ui::action::kWatchWrites, Use::Write),
          std::pair(ui::action::kWatchReads, Use::Read), std::pair(ui::action::kWatchUses, Use::Any)}) {
        job.trigger(name);
        QTest::keyClicks(job.edit, "total");
        QTest::keyClick(job.edit, Qt::Key_Return);
        job.settle();
        const debug::BreakpointSpec& spec = job.session->breakpoints().all().rbegin()->second.spec;
        const auto* const data = std::get_if<debug::WatchedData>(&spec.where);
        QVERIFY2(data, name);
        QCOMPARE(data->expression, std::string("total"));
        QCOMPARE(int(data->use), int(use));
    }
}

void TestBreakpointsDock::groupsAreSwitchedTogether()
{
    Dock job;
    job.edit = lineOf(job.dock);
    for (const char* const text : {"work group solver", "ring.cpp:29", "init group b"})
        job.type(text);
    const auto enabled = [&] {
        QString text;
        for (const auto& [id, breakpoint] : job.session->breakpoints().all())
            text += breakpoint.spec.enabled ? u'x' : u'-';
        return text;
    };
    job.tree->setCurrentIndex(job.tree->model()->index(1, 0));
    job.trigger(ui::action::kGroupBreakpoints);
    auto* const line = job.dock.findChild<ui::LinePrompt*>()->findChild<QLineEdit*>();
    line->setText(" solver ");
    QTest::keyClick(line, Qt::Key_Return);
    job.settle();
    QCOMPARE(job.session->breakpoints().inGroup("solver").size(), std::size_t(2));
    job.trigger(ui::action::kDisableGroup);
    QCOMPARE(enabled(), QString("--x"));
    job.trigger(ui::action::kEnableGroup);
    QCOMPARE(enabled(), QString("xxx"));
    job.tree->sortByColumn(ui::BreakpointModel::kGroup, Qt::AscendingOrder);
    QCOMPARE(job.places(), (QStringList{"init", "work", "ring.cpp:29"}));
    job.tree->setCurrentIndex(job.tree->model()->index(2, 0));
    job.trigger(ui::action::kRemoveGroup);
    QCOMPARE(job.places(), QStringList{"init"});
    job.trigger("breakpoints.restore");
    QCOMPARE(job.session->breakpoints().inGroup("solver").size(), std::size_t(2));
}

void TestBreakpointsDock::reportsAreCaughtOrPassed()
{
    Dock job;
    QAction* const reports = job.actions.get(ui::action::kCatchReports);
    QCOMPARE(reports->isChecked(), job.session->catchesReports());
    const bool before = job.session->catchesReports();
    job.trigger(ui::action::kCatchReports);
    QCOMPARE(job.session->catchesReports(), !before);
    QCOMPARE(reports->isChecked(), !before);
    QVERIFY(job.places().isEmpty()); // no list tells of it
}

void TestBreakpointsDock::typedBreakpointIsSet()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("ring.cpp:29 if hop == 3");
    QCOMPARE(job.places(), QStringList{"ring.cpp:29"});
    QCOMPARE(job.session->breakpoints().all().begin()->second.spec.condition, "hop == 3");
    QVERIFY(job.edit->text().isEmpty());
}

void TestBreakpointsDock::whatIsWrongStandsBelowTheLine()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("ring.cpp:");
    const auto* const error = job.edit->parentWidget()->findChild<QLabel*>();
    QVERIFY(error->isVisible());
    QVERIFY(error->text().contains("a line number is missing"));
    QCOMPARE(job.edit->text(), "ring.cpp:");
    QTest::keyClicks(job.edit, "2");
    QVERIFY(!error->isVisible());
    QTest::keyClick(job.edit, Qt::Key_Escape);
    QVERIFY(job.edit->text().isEmpty());
}

void TestBreakpointsDock::lineAloneIsOfTheCurrentFile()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("41");
    QCOMPARE(job.places(), QStringList());
    job.fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::GetFrames>(command.request))
            return std::nullopt;
        return debug::EngineReply{
            debug::FramesReply{
                {{util::Rank(0), {}, util::ThreadId(1), {test::frame("work", "/src/ring.cpp", 107)}, false}}},
            {}};
    };
    job.bringUpRunning(1);
    job.fake->stop(test::ranks("0"), test::breakpointHit(9));
    job.settle();
    job.type("41");
    QCOMPARE(job.places(), QStringList{"ring.cpp:41"});
    QVERIFY((std::get<debug::SourceLine>(job.session->breakpoints().all().begin()->second.spec.where) ==
             debug::SourceLine{"/src/ring.cpp", 41}));
}

void TestBreakpointsDock::newBreakpointAsksForTheDock()
{
    Dock job;
    QSignalSpy raised(&job.dock, &ui::BreakpointsDock::raiseWanted);
    job.trigger(ui::action::kNewBreakpoint);
    QCOMPARE(raised.count(), 1);
    QVERIFY(lineOf(job.dock)->hasFocus() || job.dock.focusWidget() == lineOf(job.dock));
}

void TestBreakpointsDock::deleteRemovesTheSelected()
{
    Dock job;
    job.edit = lineOf(job.dock);
    for (const char* const place : {"a", "b", "c"})
        job.type(place);
    job.tree->setCurrentIndex(job.tree->model()->index(1, 0));
    for (QAction* const action : job.tree->actions()) {
        if (action->shortcut() == QKeySequence(QKeySequence::Delete))
            action->trigger();
    }
    job.settle();
    QCOMPARE(job.places(), QStringList({"a", "c"}));
}

void TestBreakpointsDock::removalOfManyCanBeUndone()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("a if x");
    job.type("b");
    job.trigger(ui::action::kRemoveBreakpoints);
    QCOMPARE(job.places(), QStringList());
    QVERIFY(!job.actions.get(ui::action::kRemoveBreakpoints)->isEnabled());
    QCOMPARE(job.notices.all().size(), std::size_t(1));
    QCOMPARE(job.notices.all().front().actions, QStringList{"breakpoints.restore"});
    job.trigger("breakpoints.restore");
    QCOMPARE(job.places(), QStringList({"a", "b"}));
    QCOMPARE(job.tree->model()->index(0, 1).data().toString(), "x");
    QVERIFY(job.notices.all().empty());
}

void TestBreakpointsDock::whatIsPutBackIsAsItWas()
{
    Dock job;
    (void)job.session->addTemporaryBreakpoint(test::breakIn("once"));
    (void)job.session->addBarrier(test::breakIn("meet"), util::RankSet::firstN(2));
    job.settle();
    job.trigger(ui::action::kRemoveBreakpoints);
    QVERIFY(job.session->breakpoints().all().empty());
    job.trigger("breakpoints.restore");
    std::vector<session::Breakpoint> all;
    for (const auto& [id, breakpoint] : job.session->breakpoints().all())
        all.push_back(breakpoint);
    QCOMPARE(all.size(), std::size_t(2));
    QVERIFY(all.at(0).temporary);
    QVERIFY(all.at(1).barrier && all.at(1).barrier->group == util::RankSet::firstN(2));
}

void TestBreakpointsDock::fileTakesThemAndGivesThem()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("points.dbgr");
    Dock job;
    job.edit = lineOf(job.dock);
    QVERIFY(!job.actions.get(ui::action::kSaveBreakpoints)->isEnabled());
    job.type("a if x");
    job.type("b");
    job.choose(ui::action::kSaveBreakpoints, file);
    QCOMPARE(job.notices.all().front().text, "Saved 2 breakpoints in " + file + ".");
    job.tree->setCurrentIndex(job.tree->model()->index(0, 0));
    for (QAction* const action : job.tree->actions()) {
        if (action->shortcut() == QKeySequence(QKeySequence::Delete))
            action->trigger();
    }
    job.settle();
    job.choose(ui::action::kLoadBreakpoints, file);
    QCOMPARE(job.places(), QStringList({"b", "a"}));
    QCOMPARE(job.tree->model()->index(1, 1).data().toString(), "x");
    QCOMPARE(job.notices.all().front().text, "Set 1 breakpoint of " + file + ". 1 breakpoint stood there already.");
}

void TestBreakpointsDock::allAreEnabledAndDisabled()
{
    Dock job;
    job.edit = lineOf(job.dock);
    QVERIFY(!job.actions.get(ui::action::kDisableBreakpoints)->isEnabled());
    job.type("a");
    job.type("b");
    QVERIFY(!job.actions.get(ui::action::kEnableBreakpoints)->isEnabled());
    job.trigger(ui::action::kDisableBreakpoints);
    for (const auto& [id, breakpoint] : job.session->breakpoints().all())
        QVERIFY(!breakpoint.spec.enabled);
    QVERIFY(!job.actions.get(ui::action::kDisableBreakpoints)->isEnabled());
    job.trigger(ui::action::kEnableBreakpoints);
    for (const auto& [id, breakpoint] : job.session->breakpoints().all())
        QVERIFY(breakpoint.spec.enabled);
}

void TestBreakpointsDock::returnShowsTheSource()
{
    Dock job;
    job.edit = lineOf(job.dock);
    job.type("ring.cpp:29");
    std::vector<debug::SourceLocation> shown;
    connect(&job.dock, &ui::BreakpointsDock::sourceWanted, this,
            [&](const debug::SourceLocation& where) { shown.push_back(where); });
    job.tree->setCurrentIndex(job.tree->model()->index(0, 0));
    QTest::keyClick(job.tree, Qt::Key_Return);
    QVERIFY((shown == std::vector<debug::SourceLocation>{{"ring.cpp", 29, 0}}));
}

DBGR_TEST(TestBreakpointsDock, QApplication);

} // namespace tst_breakpoints_dock

#include "tst_breakpoints_dock.moc"
