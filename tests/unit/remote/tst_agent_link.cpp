// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a job with dbgr-exec in front of its ranks, with a launcher that is a shell and daemons that the test
// plays: ranks that end at once may be quicker than the daemon that tells of them.
#include "session/remote/links/agent_link.h"

#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace tst_agent_link {

using namespace dbgr;
using namespace dbgr::session;
using test::runReady;
using test::runUntil;

namespace {

debug::LocalProcess process(std::uint32_t rank, int pid)
{
    return {util::Rank(rank), util::Pid(pid), "/usr/bin/env"};
}

/// A launch with the script as its launcher.
struct Launch
{
    explicit Launch(const std::string& script)
    {
        launchers::LaunchPlan plan;
        plan.way = launchers::LaunchWay::Agent;
        plan.launcher.family = launchers::LauncherFamily::Hydra;
        plan.launcher.name = "Hydra";
        plan.argv = {"/bin/sh", "-c", script};
        plan.environment = {"TMPDIR=" + folder.path().toStdString(), "PATH=/usr/bin:/bin"};
        plan.workingDirectory = "/";
        link.emplace(*loop, plan, std::chrono::seconds(60), "mpiexec ./run.sh");
        LauncherLink::Events events;
        events.tell = [this](BackendEvent event) {
            if (std::holds_alternative<BackendWarning>(event))
                story << "warning";
            if (const auto* started = std::get_if<LauncherStarted>(&event))
                pid = started->pid;
        };
        events.daemonCommand = [](bool) { return DaemonCommand{"/opt/dbgd", {}, {}}; };
        events.jobEnded = [this](const JobEnded& ended) {
            story << QString("ended %1").arg(ended.status.value_or(-1));
        };
        events.launcherExited = [this](net::ExitStatus status) {
            story << QString("launcher %1").arg(status.shellStatus());
            exited = true;
        };
        events.failed = [this](const util::Error&) { story << "failed"; };
        link->start(std::move(events));
    }
    /// Until the launcher's end is seen, and not told as yet.
    void awaitUntoldEnd()
    {
        QVERIFY(
            runUntil(*loop, [this] { return pid.value() != 0 && ::kill(pid.value(), 0) != 0; })); // we have reaped it
        runReady(*loop);
        QVERIFY2(!exited, qPrintable(story.join(", ")));
    }

    QTemporaryDir folder;
    std::unique_ptr<net::EventLoop> loop = *net::EventLoop::create();
    QStringList story;
    util::Pid pid;
    bool exited = false;
    std::optional<AgentLink> link;
};

} // namespace

class TestAgentLink : public QObject
{
    Q_OBJECT

private slots:
    void scriptsOfWhichIsToldLateHaveRunAllTheSame_data()
    {
        QTest::addColumn<bool>("atOnce");
        QTest::newRow("with their ends") << true;
        QTest::newRow("first that they run") << false;
    }
    void scriptsOfWhichIsToldLateHaveRunAllTheSame()
    {
        QFETCH(const bool, atOnce);
        Launch launch("echo '[0] hello'; exit 3");
        launch.awaitUntoldEnd();
        debug::RanksFound found;
        found.jobSize = 2;
        found.starters = {process(0, 11), process(1, 12)};
        if (atOnce)
            found.ranks = {process(0, 0), process(1, 0)};
        launch.link->onRanksFound("n01", found);
        QVERIFY(runUntil(*launch.loop, [&] { return launch.exited; }));
        QCOMPARE(launch.story, (QStringList{"warning", "ended 3", "launcher 3"}));
    }

    void whenOnlySomeAreToldOfTheOthersAreAwaited()
    {
        Launch launch("echo '[0] hello'");
        launch.awaitUntoldEnd();
        debug::RanksFound found;
        found.jobSize = 2;
        found.starters = {process(0, 11)};
        launch.link->onRanksFound("n01", found);
        QVERIFY(!runUntil(
            *launch.loop, [&] { return launch.exited; }, std::chrono::milliseconds(50)));
        found.starters = {process(1, 12)};
        launch.link->onRanksFound("n02", found);
        QVERIFY(runUntil(*launch.loop, [&] { return launch.exited; }));
        QCOMPARE(launch.story, (QStringList{"warning", "ended 0", "launcher 0"}));
    }

    void whoGivesItUpDoesNotWait()
    {
        Launch launch("echo '[0] hello'");
        launch.awaitUntoldEnd();
        launch.link->abandonStart();
        QVERIFY(!launch.exited); // not inside of the call
        QVERIFY(runUntil(
            *launch.loop, [&] { return launch.exited; }, std::chrono::milliseconds(500)));
        QCOMPARE(launch.story, QStringList{"launcher 0"});
    }

    /// It did not like its command line, mostly.
    void aLauncherWithoutRanksIsNotWaitedFor()
    {
        Launch launch("echo 'bad option'; exit 1");
        QVERIFY(runUntil(
            *launch.loop, [&] { return launch.exited; }, std::chrono::milliseconds(1500)));
        QCOMPARE(launch.story, QStringList{"launcher 1"});
    }
};

DBGR_TEST(TestAgentLink, QCoreApplication);

} // namespace tst_agent_link

#include "tst_agent_link.moc"
