// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the whole main job, for people to look at and for the documents: tools/screenshots runs this for every
// theme and size. No test: it does not say what is right.
#include "session/file/session_file.h"
#include "tests/gui/manual_pictures.h"
#include "tests/gui/scenes.h"
#include "tests/support/gui/virtual_display.h"
#include "tests/support/ui/fake_job_directory.h"
#include "ui/bridge/qt_scheduler.h"
#include "ui/sessions/recent_sessions.h"
#include "ui/sessions/session_files.h"
#include "ui/sessions/session_recovery.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QToolButton>

#include <utility>

namespace {

using dbgr::session::SessionState;
using dbgr::test::addWatch;
using dbgr::test::Look;
using dbgr::test::Photographer;
using dbgr::test::stopAtToken;
using dbgr::test::takeCrash;
using dbgr::test::takeManyRanks;
using dbgr::test::WindowRun;
namespace action = dbgr::ui::action;

void takeMainJob(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.take("start");
    job.launchHeld(4, {"--laps", "3", "--ask"});
    job.take("held");
    const std::uint32_t line = stopAtToken(job);
    addWatch(job, "state.rank % 2");
    run.command(action::kFocusSource);
    job.take("stopped");
    run.command(action::kFocusBox);
    run.type("2");
    run.key(Qt::Key_Return);
    run.command(action::kFocusSource);
    run.command(action::kStepInto);
    job.need(run.untilStopped());
    job.take("stepped");
    run.command(action::kCommandPalette);
    QTest::qWait(300);
    run.type("step");
    job.take("palette");
    run.key(Qt::Key_Escape);
    run.command(action::kGoToPlace);
    job.need(run.untilShown("goToPalette", "ring.cpp"));
    run.type("tok");
    job.take("goto");
    run.key(Qt::Key_Escape);
    run.command(action::kSearchSources);
    run.type("MPI_");
    job.need(run.untilShown("searchPalette", "MPI_Init"));
    job.take("search");
    run.key(Qt::Key_Escape);
    run.command(action::kProgramFiles);
    job.need(run.untilShown("programFiles", "ring.cpp"));
    job.take("files");
    run.key(Qt::Key_Escape);
    run.command(action::kCommandPalette);
    run.type("limits of");
    run.key(Qt::Key_Return);
    job.need(run.untilShown("limits", "stack size"));
    job.take("limits");
    run.key(Qt::Key_Escape);
    run.command(action::kPreferences);
    job.take("preferences");
    run.key(Qt::Key_Escape);
    run.command(action::kFocusAll);
    job.source.clickMargin(line);
    run.command(action::kContinue);
    job.need(run.untilTextOf("status.state", "ended with status 0"));
    job.take("ended");
}

void takeFortran(const Look& look)
{
    Photographer job(look);
    QFile::copy(dbgr::test::builtProgram("debuggees/mpi_heat_O0"), job.run.folder() + "/heat");
    job.need(job.run.launchInWindow({"mpiexec", "-n", "4", "./heat"}));
    job.need(job.run.untilState(SessionState::Held));
    job.need(job.source.untilShown("mpi_heat.f90"));
    const auto line = job.source.lineWith("steps = steps + 1");
    job.source.clickMargin(line);
    job.run.command(action::kContinue);
    job.need(job.run.untilStopped());
    job.need(job.source.untilLeadingAt(line));
    addWatch(job, "sum(f%u)/f%nx");
    job.run.command("dock.variables");
    job.run.key(Qt::Key_Home);
    job.run.key(Qt::Key_Right);
    job.take("fortran");
}

void takeFailure(const Look& look)
{
    Photographer job(look);
    job.need(job.run.launchInWindow({"mpiexec", "-n", "4", "./rnig"}));
    job.need(job.run.untilState(SessionState::Failed));
    job.take("failed");
}

/// Jobs of every kind, the newest a few seconds old.
std::vector<dbgr::launchers::RunningJob> manyJobs()
{
    using dbgr::launchers::LauncherFamily;
    static const dbgr::launchers::LauncherKind kinds[] = {
        {LauncherFamily::Prrte, "Open MPI (PRRTE)", "/opt/openmpi/bin/prterun"},
        {LauncherFamily::OpenMpi4, "Open MPI 4", "/usr/bin/mpirun.openmpi"},
        {LauncherFamily::Hydra, "MPICH (hydra)", "/usr/bin/mpiexec.hydra"},
        {LauncherFamily::Slurm, "Slurm (srun)", "/usr/bin/srun"}};
    static const char* const commands[] = {"prterun -n %1 ./ring --laps 3", "mpirun.openmpi -np %1 ./ocean input.nml",
                                           "mpiexec.hydra -n %1 ./heat 4096 4096", "srun -n %1 ./solver --case wing"};
    std::vector<dbgr::launchers::RunningJob> jobs;
    for (int i = 0; i < 30; ++i) {
        const int ranks = 1 << (i % 8);
        auto job = dbgr::test::runningJob(40000 - 37 * i, QString(commands[i % 4]).arg(ranks).toStdString(),
                                          static_cast<std::uint32_t>(ranks), std::chrono::seconds(5 + i * i * i * 40));
        job.launcher = kinds[i % 4];
        job.hosts = static_cast<std::uint32_t>(ranks + 3) / 4;
        if (i % 4 != 0)
            job.nspace.clear();
        if (i == 2)
            job.debuggedBy = "dbgr (process 39001)";
        if (i == 6) {
            job.ranks.reset();
            job.hosts.reset();
        }
        jobs.push_back(std::move(job));
    }
    return jobs;
}

void takeAttach(const Look& look)
{
    dbgr::ui::QtScheduler executor;
    dbgr::test::FakeJobDirectory directory(executor);
    directory.answersInspect = [](const auto&) { return dbgr::test::rankPlaces(8); };
    Photographer job(look);
    WindowRun& run = job.run;
    run.parts().context.jobs = &directory;
    const auto takeWith = [&](std::vector<dbgr::launchers::RunningJob> jobs, const char* name) {
        directory.listing.jobs = std::move(jobs);
        run.key(Qt::Key_F5);
        job.take(name);
    };
    run.command(action::kAttach);
    job.need(run.seen("attachDialog"));
    job.take("attach-none");
    takeWith({dbgr::test::runningJob(4711, "mpiexec -n 8 ./ring --laps 3", 8, std::chrono::seconds(754))},
             "attach-one");
    run.click(run.find("showRanks"));
    job.take("attach-ranks");
    takeWith(manyJobs(), "attach-many");
    run.key(Qt::Key_Up);
    job.take("attach-debugged");
    auto refused = dbgr::test::runningJob(4711, "mpiexec -n 8 ./ring --laps 3", 8, std::chrono::seconds(754));
    refused.refusal = dbgr::util::Error{
        std::make_error_code(std::errc::permission_denied),
        "attaching to launcher 4711: its ranks cannot be traced, as kernel.yama.ptrace_scope is 2 on this machine",
        "Ask an administrator to set it to 1 (sysctl kernel.yama.ptrace_scope=1), or launch the job under dbgr."};
    directory.listing.problems = {
        {std::make_error_code(std::errc::permission_denied), "reading /tmp/pmix.sys.n01: it belongs to user root", ""}};
    directory.listing.jobs.clear();
    run.key(Qt::Key_F5);
    QTest::qWait(200);
    run.key(Qt::Key_F5);
    takeWith({refused}, "attach-refused");
    run.key(Qt::ALT | Qt::Key_F);
    job.take("attach-cores");
    run.key(Qt::ALT | Qt::Key_P);
    job.take("attach-processes");
    run.key(Qt::ALT | Qt::Key_S);
    job.take("attach-server");
    run.key(Qt::Key_Escape);
}

void takeSessions(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    dbgr::ui::RecentSessions recent(run.parts().settings);
    for (const char* const name : {"heat.dbgr", "wing of the new plane, second try.dbgr", "ring.dbgr"})
        recent.add(run.folder() + "/" + name);
    job.take("sessions-start");
    dbgr::session::SessionDocument lost;
    lost.launch = dbgr::session::SavedLaunch{{"mpiexec", "-n", "4", "./ring"}, "/work", {}, {}};
    lost.breakpoints = {{"ring.cpp:107 if lap == 2", true, false}};
    lost.watches = {"lap", "token"};
    const QString place = run.folder() + "/lost";
    QDir().mkpath(place);
    job.need(dbgr::session::saveSessionFile((place + "/other-1.dbgr").toStdString(), lost).has_value());
    {
        dbgr::ui::SessionRecovery recovery(run.parts().context, run.window().sessionFiles(), place);
        recovery.offer();
        job.take("session-lost");
        recovery.discard();
    }
    job.launchHeld(4, {"--laps", "3"});
    run.command(action::kRestartWith);
    job.need(run.seen("restartDialog"));
    job.take("restart-with");
    run.key(Qt::Key_Escape);
    const QString file = run.folder() + "/ring.dbgr";
    job.need(run.window().sessionFiles().save(file).has_value());
    job.source.clickMargin(job.source.lineWith("state.samples.push_back(value)"));
    job.need(run.until([&] { return run.window().isWindowModified(); }));
    run.key(Qt::ALT | Qt::Key_F);
    job.take("file-menu");
    run.key(Qt::Key_Escape);
    run.command(action::kOpenSession);
    job.need(run.seen("openSession"));
    run.find("openSession")->findChild<QLineEdit*>("fileNameEdit")->setCompleter(nullptr); // a window of its own
    run.type(file);
    run.key(Qt::Key_Return);
    job.need(run.seen("confirmation"));
    job.take("session-question");
    run.key(Qt::Key_Escape);
}

/// Data that is watched, ranks on hold, a barrier, and the rules of signals.
void takeWatchpoints(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    const auto choose = [&](const char* name) { run.parts().actions.get(name)->trigger(); };
    job.launchHeld(16, {"--laps", "3", "--ask"});
    (void)stopAtToken(job);
    run.command(action::kWatchData);
    run.type("state.rank");
    run.key(Qt::Key_Return);
    run.command(action::kWatchData);
    run.type("state.samples");
    run.key(Qt::Key_Return);
    choose(action::kCatchThrow);
    job.source.goTo(job.source.lineWith("double value = 1.0"));
    run.command(action::kBarrier);
    job.need(run.session().setFocus(dbgr::util::RankSet::range(dbgr::util::Rank(3), dbgr::util::Rank(6))).has_value());
    run.command(action::kHold);
    run.command(action::kFocusAll);
    run.command(action::kContinue);
    job.need(run.until([&] { return !run.session().processes().inState(dbgr::session::RankState::Stopped).empty(); }));
    QTest::qWait(2000);
    run.command("dock.breakpoints");
    job.take("watchpoints");
    choose(action::kSignals);
    job.need(run.seen("signals"));
    run.key(Qt::Key_Space);
    job.take("signals");
    run.key(Qt::Key_Escape);
    run.key(Qt::ALT | Qt::Key_B);
    job.take("breakpoints-menu");
    run.key(Qt::Key_Escape);
    run.key(Qt::ALT | Qt::Key_R);
    job.take("run-menu");
    run.key(Qt::Key_Escape);
}

/// A tracepoint that is being set, and what ranks have logged.
void takeTraces(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.launchHeld(8, {"--laps", "5"});
    job.need(job.source.untilShown("ring.cpp"));
    run.command("dock.traces");
    job.take("traces-none");
    const std::uint32_t line = job.source.lineWith("Token token{lap, 0, 0};");
    run.command(action::kFocusSource);
    job.source.goTo(line);
    run.command(action::kTrace);
    run.type("lap, state.samples, lap * 0.1 + state.rank");
    job.take("traces-typed");
    run.key(Qt::Key_Return);
    job.need(run.until([&] { return !job.source.markAt(line).breakpoints.empty(); }));
    run.command(action::kContinue);
    job.need(run.untilState(dbgr::session::SessionState::Exited));
    run.command("dock.traces");
    job.take("traces");
    run.click(run.find<QToolButton>("plotTraces"));
    job.need(run.seen("tracePlot"));
    job.take("traces-plot");
    run.click(run.find<QToolButton>("plotTraces"));
    run.command("dock.breakpoints");
    job.take("traces-breakpoints");
}

/// A second view beside the first, bookmarks, a breakpoint with several places, and traps of arithmetic.
void takeSplit(const Look& look)
{
    Photographer job(look);
    WindowRun& run = job.run;
    job.launchHeld(16, {"--laps", "3", "--ask"});
    (void)stopAtToken(job);
    run.command(action::kFocusSource);
    run.command(action::kToggleBookmark);
    job.source.goTo(job.source.lineWith("Token token{lap, 0, 0};"));
    run.command(action::kRemark);
    run.type("where the laps begin");
    run.key(Qt::Key_Return);
    dbgr::debug::BreakpointSpec several;
    several.where = dbgr::debug::FunctionPattern{"^(work|runLap|main)$"};
    job.need(run.session().addBreakpoint(several).has_value());
    run.command(action::kSplitRank);
    run.type("5");
    run.key(Qt::Key_Return);
    run.command("dock.breakpoints");
    job.need(run.until([&] { return run.session().breakpoints().all().rbegin()->second.status.places > 1; }));
    QTest::qWait(2000); // the second view asks for its rank's stack, behind that
    job.take("split");
    run.command(action::kBookmarks);
    job.need(run.seen("bookmarkPalette"));
    job.take("bookmarks");
    run.key(Qt::Key_Escape);
    job.need(run.session().setFocus(dbgr::util::RankSet::range(dbgr::util::Rank(3), dbgr::util::Rank(6))).has_value());
    run.session().trapFloats(dbgr::util::RankSet(dbgr::util::Rank(4)), dbgr::util::FloatTraps::usual());
    run.parts().actions.get(action::kSignals)->trigger();
    job.need(run.seen("signals"));
    job.take("traps");
    run.key(Qt::Key_Escape);
    run.key(Qt::ALT | Qt::Key_V);
    job.take("view-menu");
    run.key(Qt::Key_Escape);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 5 && argc != 6) {
        std::fprintf(stderr, "Usage: screenshots FOLDER dark|light WIDTH HEIGHT [SCENE]\n");
        return 64;
    }
    const Look look{QDir(argv[1]).absolutePath(), argv[2],
                    QSize(QByteArray(argv[3]).toInt(), QByteArray(argv[4]).toInt())};
    QDir().mkpath(look.folder);
    const dbgr::test::VirtualDisplay display(look.size);
    if (display.name().isEmpty())
        qFatal("no display: %s", display.problem().constData());
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const std::pair<QString, void (*)(const Look&)> scenes[] = {{"attach", takeAttach},
                                                                {"main", takeMainJob},
                                                                {"crash", takeCrash},
                                                                {"fortran", takeFortran},
                                                                {"failure", takeFailure},
                                                                {"many", takeManyRanks},
                                                                {"sessions", takeSessions},
                                                                {"watchpoints", takeWatchpoints},
                                                                {"traces", takeTraces},
                                                                {"split", takeSplit},
                                                                {"docks", dbgr::test::takeDocks},
                                                                {"sampled", dbgr::test::takeSampled}};
    for (const auto& [name, take] : scenes) {
        if (argc == 5 || name == argv[5])
            take(look);
    }
    if (argc == 6 && QString(argv[5]) == "manual")
        dbgr::test::takeManual(look);
    return 0;
}
