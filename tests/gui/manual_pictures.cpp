// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/manual_pictures.h"

#include "tests/gui/scenes.h"
#include "tests/support/ui/fake_job_directory.h"
#include "ui/bridge/qt_scheduler.h"
#include "ui/window/doctor_window.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace dbgr::test {

namespace {

namespace action = ui::action;

QRect onScreen(const QWidget& widget)
{
    return {widget.mapToGlobal(QPoint()), widget.size()};
}

/// A dock by itself, as large as is told.
void takeDock(Photographer& job, const char* picture, const char* name, const QSize& size)
{
    auto* const dock = job.run.find<QDockWidget>(QString("dock.%1").arg(name));
    job.need(dock);
    dock->setFloating(true);
    dock->move(60, 60);
    dock->resize(size);
    dock->raise();
    QTest::qWait(300);
    job.take(picture, onScreen(*dock));
    dock->setFloating(false);
}

void choose(Photographer& job, const char* view, const QString& row, int column = 0)
{
    QAbstractItemView* const list = job.run.viewIn(view);
    job.need(list);
    job.need(job.run.until([&] { return rowWith(list->model(), row).isValid(); }));
    const QModelIndex index = rowWith(list->model(), row).siblingAtColumn(column);
    list->setCurrentIndex(index);
    list->setFocus();
}

void closePanel(Photographer& job, const QString& tip)
{
    for (auto* const button : job.run.find("dock.variables")->findChildren<QToolButton*>()) {
        if (button->toolTip().startsWith(tip))
            button->click();
    }
}

/// Four ranks at a breakpoint, with something in every dock.
void stopFour(Photographer& job)
{
    job.launchHeld(4, {"--laps", "3", "--ask"});
    stopAtToken(job);
    for (const char* const watch : {"state.rank % 2", "state.samples[0]", "state.tokenName"})
        addWatch(job, watch);
    job.run.command(action::kFocusSource);
}

void takeDocks(Photographer& job)
{
    WindowRun& run = job.run;
    takeDock(job, "dock-ranks", "ranks", {420, 260});
    takeDock(job, "dock-stacks", "stacks", {560, 260});
    takeDock(job, "dock-call-stack", "callStack", {560, 220});
    choose(job, "values.variables", "state");
    run.key(Qt::Key_Right);
    QTest::qWait(300);
    takeDock(job, "dock-variables", "variables", {560, 300});
    choose(job, "values.variables", "value");
    run.key(Qt::CTRL | Qt::Key_Return);
    takeDock(job, "dock-across", "variables", {560, 420});
    closePanel(job, "Close the comparison");
    choose(job, "values.variables", "value");
    run.key(Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
    takeDock(job, "dock-statistics", "variables", {760, 420});
    closePanel(job, "Close the statistics");
    takeDock(job, "dock-watches", "watches", {560, 200});
    run.command(action::kNewBreakpoint);
    run.type("ring.cpp:110 if rank == 2 && lap > 1");
    run.key(Qt::Key_Return);
    run.command(action::kNewBreakpoint);
    run.type("not_yet");
    run.key(Qt::Key_Return);
    job.need(run.untilShown("breakpoints", "not_yet"));
    takeDock(job, "dock-breakpoints", "breakpoints", {700, 200});
    takeDock(job, "dock-threads", "threads", {700, 220});
    takeDock(job, "dock-log", "log", {760, 260});
}

void takeStopped(const Look& look)
{
    Photographer job(look);
    job.take("start");
    stopFour(job);
    job.take("stopped");
    QWidget* const source = job.run.find("sourceArea");
    job.need(source);
    job.take("dock-source", onScreen(*source));
    takeDocks(job);
    job.run.parts().actions.get(action::kRemoveBreakpoints)->trigger(); // it has no keys
    job.run.command(action::kContinue);
    job.need(job.run.untilTextOf("status.state", "ended with status 0"));
    takeDock(job, "dock-console", "console", {760, 260});
}

void takeAttach(const Look& look)
{
    ui::QtScheduler executor;
    FakeJobDirectory directory(executor);
    directory.answersInspect = [](const auto&) { return rankPlaces(8); };
    Photographer job(look);
    job.run.parts().context.jobs = &directory;
    job.run.command(action::kAttach);
    job.need(job.run.seen("attachDialog"));
    directory.listing.jobs = {runningJob(4711, "mpiexec -n 8 ./ring --laps 3", 8, std::chrono::seconds(754))};
    job.run.key(Qt::Key_F5);
    QTest::qWait(700);
    job.run.click(job.run.find("showRanks"));
    job.take("attach", onScreen(*job.run.find("attachDialog")));
    job.run.key(Qt::Key_Escape);
}

/// What the doctor says, and the manual itself.
void takeHelp(const Look& look)
{
    Photographer job(look);
    job.run.environment("DBGR_PROGRAM", builtProgram("dbgr"));
    qputenv("DBGR_PROGRAM", builtProgram("dbgr").toLocal8Bit());
    job.run.parts().actions.get(action::kDoctor)->trigger();
    job.need(job.run.seen("doctor"));
    job.need(job.run.untilTextOf("doctorState", "work"));
    job.need(job.run.until([&] { return job.run.find("doctorAgain")->isEnabled(); }));
    job.take("doctor", onScreen(*job.run.find("doctor")));
    job.run.key(Qt::Key_Escape);
    job.run.command("help.manual");
    job.need(job.run.seen("help"));
    job.run.key(Qt::CTRL | Qt::Key_F);
    job.run.type("message ranks");
    job.take("help", onScreen(*job.run.find("help")));
}

} // namespace

void takeManual(const Look& look)
{
    takeAttach(look);
    takeStopped(look);
    takeCrash(look);
    takeManyRanks(look);
    takeHelp(look);
}

} // namespace dbgr::test
