// SPDX-License-Identifier: GPL-3.0-or-later
// The main job's way over a real PRRTE 3 with libpmix 5, and over dbgrun: our gate, our wire.
#include "tests/integration/pmix/tool_fixture.h"
#include "tests/support/run/test_class.h"

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace tst_tool_launch {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Pid;

namespace {

std::vector<Info> stopInInit()
{
    return {Info(keys::kDebugStopInInit, Value::boolean(true)), Info(keys::kNotifyJobEvents, Value::boolean(true)),
            Info(keys::kStdinTgt, Value::string("all"))};
}

std::vector<Proc> ranks(const std::string& nspace, std::uint32_t count)
{
    std::vector<Proc> procs;
    for (std::uint32_t r = 0; r < count; ++r)
        procs.push_back(Proc{nspace, ProcRank(r)});
    return procs;
}

std::string jobOf(const LauncherHeld& held)
{
    return held.proc.nspace.substr(0, held.proc.nspace.rfind('@')) + "@1";
}

bool isGone(Pid pid)
{
    return ::kill(pid.value(), 0) != 0;
}

std::string readAll(int fd)
{
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(fd, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(got));
    return text;
}

} // namespace

class TestToolLaunch : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addLauncherRows(); }
    void init()
    {
        DBGR_NEED_OPENMPI5();
        QFETCH_GLOBAL(QString, launcher);
        m_launcher = launcherNamed(launcher.toStdString());
    }
    void holdsReleasesAndHearsTheEnd();
    void passesInputToEachRankApart();
    void tellsTheStatusOfAFailedRank();
    void cospawnsDaemonsWithTheirTarget();
    void ourDaemonsFindTheirRanks();
    void launcherBehindAScriptIsOurs();
    void badOptionIsToldAtOnce();
    void launcherWithoutToolSupportTimesOut();
    void missingLauncherIsAnError();
    void killEndsTheJob();
    void jobGoesOnWhenWeLeave();
    void manyRanksAreHeldAndReleased();
    void killedLauncherIsLostConnection();

private:
    LauncherUnderTest m_launcher;

    /// Launches `program` on `count` ranks, held in MPI_Init, and waits until all of them are there.
    void hold(ToolFixture& fixture, std::uint32_t count, const std::vector<std::string>& program, std::string& job)
    {
        std::vector<std::string> arguments{m_launcher.program, "-n", std::to_string(count)};
        arguments.insert(arguments.end(), program.begin(), program.end());
        const auto held = fixture.launch(arguments, stopInInit());
        QVERIFY2(held, held ? "" : held.error().message().c_str());
        job = jobOf(*held);
        QVERIFY(fixture.listen(
            {Status::EventJobStart, Status::LaunchComplete, Status::ReadyForDebug, Status::EventJobEnd}));
        QVERIFY(fixture.pullAll());
        QVERIFY(fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.releaseLauncher(done); }));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(connectedRanks(fixture, job) == count, 30000);
    }

    std::uint32_t connectedRanks(ToolFixture& fixture, const std::string& job)
    {
        std::uint32_t connected = 0;
        for (const ProcInfo& info : table(fixture, job))
            connected += info.state == ProcState::Connected;
        return connected;
    }

    std::vector<ProcInfo> table(ToolFixture& fixture, const std::string& job)
    {
        const auto reply = fixture.await<QueryReply>(
            [job](Tool& t, Tool::Done<QueryReply> done) { t.query({procTableQuery(job)}, done); });
        return reply ? procTableOf(*reply).value_or(std::vector<ProcInfo>()) : std::vector<ProcInfo>();
    }

    void releaseAll(ToolFixture& fixture, const std::string& job)
    {
        if (m_launcher.releaseDelay.count() > 0) // nothing tells when its ranks can be released
            QTest::qWait(static_cast<int>(m_launcher.releaseDelay.count()));
        QVERIFY(fixture.await<void>([job](Tool& t, Tool::Done<void> done) {
            t.releaseProcesses({Proc{job, kRankWildcard}}, done);
        }));
    }

    void leave(ToolFixture& fixture)
    {
        QVERIFY(fixture.await<void>(
            [](Tool& t, Tool::Done<void> done) { t.leaveAfterJobEnd([done] { done(dbgr::util::ok()); }); }));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 10000);
    }
};

void TestToolLaunch::holdsReleasesAndHearsTheEnd()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 4, {debuggee("mpi_hello")}, job);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(fixture.heard(Status::LaunchComplete, job));
    QVERIFY(fixture.heard(Status::EventJobStart, job));
    const auto procs = table(fixture, job);
    QCOMPARE(procs.size(), 4u);
    QCOMPARE(procs[3].proc.rank.value(), 3u);
    QVERIFY(!isGone(procs[0].pid));
    QVERIFY(fixture.output(job, 0, IofChannel::Stdout).empty());

    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 30000);
    QCOMPARE(fixture.event(Status::EventJobEnd, job)->jobEnd().exitStatus.value_or(-1), 0);
    for (std::uint32_t r = 0; r < 4; ++r) {
        QCOMPARE(fixture.output(job, r, IofChannel::Stdout), "hello from rank " + std::to_string(r) + " of 4\n");
        QVERIFY(QString::fromStdString(fixture.output(job, r, IofChannel::Stderr)).contains("says so on stderr"));
    }
    leave(fixture);
    QCOMPARE(fixture.launcherStatus(), 0);
}

void TestToolLaunch::passesInputToEachRankApart()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 3, {debuggee("mpi_stdin")}, job);
    if (QTest::currentTestFailed())
        return;
    releaseAll(fixture, job);
    for (const std::uint32_t r : {1u, 2u}) {
        const Proc target{job, ProcRank(r)};
        QVERIFY(fixture.await<void>(
            [&](Tool& t, Tool::Done<void> done) { t.pushIo({target}, "for " + std::to_string(r) + "\n", done); }));
    }
    QTRY_COMPARE(fixture.output(job, 2, IofChannel::Stdout), "rank 2 got: for 2\n");
    QTRY_COMPARE(fixture.output(job, 1, IofChannel::Stdout), "rank 1 got: for 1\n");
    QVERIFY(fixture.output(job, 0, IofChannel::Stdout).empty());
    const auto wildcard = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.pushIo({Proc{job, kRankWildcard}}, "x\n", done);
    });
    QVERIFY(!wildcard);

    QVERIFY(fixture.await<void>([&](Tool& t, Tool::Done<void> done) { t.closeIo(ranks(job, 3), done); }));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    QVERIFY(QString::fromStdString(fixture.output(job, 1, IofChannel::Stdout)).endsWith("eof after 1 lines\n"));
    leave(fixture);
}

void TestToolLaunch::tellsTheStatusOfAFailedRank()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 2, {debuggee("mpi_hello"), "7"}, job);
    if (QTest::currentTestFailed())
        return;
    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    QCOMPARE(fixture.event(Status::EventJobEnd, job)->jobEnd().exitStatus.value_or(-1), 7);
    leave(fixture);
    QCOMPARE(fixture.launcherStatus(), 7);
}

void TestToolLaunch::cospawnsDaemonsWithTheirTarget()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 2, {debuggee("mpi_hello")}, job);
    if (QTest::currentTestFailed())
        return;
    SpawnRequest request;
    request.jobInfos = {Info(keys::kDebuggerDaemons, Value::boolean(true)),
                        Info(keys::kDebugTarget, Value::proc(Proc{job, kRankWildcard})),
                        Info(keys::kMapby, Value::string("ppr:1:node"))};
    App app;
    app.command = "/bin/sh";
    app.argv = {"/bin/sh", "-c", "echo daemon of $PMIX_NAMESPACE with $SECRET"};
    app.environment = {"SECRET=s"};
    app.maxProcs = 1;
    request.apps = {app};
    const auto spawned =
        fixture.await<SpawnReply>([&](Tool& t, Tool::Done<SpawnReply> done) { t.spawn(request, done); });
    QVERIFY2(spawned, spawned ? "" : spawned.error().message().c_str());
    QTRY_COMPARE_WITH_TIMEOUT(fixture.output(spawned->nspace, 0, IofChannel::Stdout),
                              "daemon of " + spawned->nspace + " with s\n", 20000);
    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    leave(fixture);
}

void TestToolLaunch::ourDaemonsFindTheirRanks()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 2, {debuggee("mpi_hello")}, job);
    if (QTest::currentTestFailed())
        return;
    SpawnRequest request;
    request.jobInfos = {Info(keys::kDebuggerDaemons, Value::boolean(true)),
                        Info(keys::kDebugTarget, Value::proc(Proc{job, kRankWildcard})),
                        Info(keys::kMapby, Value::string("ppr:1:node"))};
    App app;
    app.command = DBGR_PMIX_TEST_DAEMON;
    app.argv = {DBGR_PMIX_TEST_DAEMON};
    app.maxProcs = 1;
    request.apps = {app};
    const auto spawned =
        fixture.await<SpawnReply>([&](Tool& t, Tool::Done<SpawnReply> done) { t.spawn(request, done); });
    QVERIFY2(spawned, spawned ? "" : spawned.error().message().c_str());
    std::string expected = "target " + job + "\n";
    for (const ProcInfo& info : table(fixture, job))
        expected +=
            "rank " + std::to_string(info.proc.rank.value()) + " pid " + std::to_string(info.pid.value()) + "\n";
    QTRY_COMPARE_WITH_TIMEOUT(fixture.output(spawned->nspace, 0, IofChannel::Stdout), expected, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, spawned->nspace), 20000);
    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    leave(fixture);
}

void TestToolLaunch::launcherBehindAScriptIsOurs()
{
    ToolFixture fixture;
    const auto held =
        fixture.launch({"/bin/sh", "-c", m_launcher.program + " -n 1 " + debuggee("no_mpi") + "; exit 3"}, {});
    QVERIFY2(held, held ? "" : held.error().message().c_str());
    QVERIFY(held->pid != fixture.started.pid);
    QVERIFY(fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.releaseLauncher(done); }));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 20000);
    QCOMPARE(fixture.launcherStatus(), 3);
}

void TestToolLaunch::badOptionIsToldAtOnce()
{
    ToolFixture fixture;
    QElapsedTimer timer;
    timer.start();
    const auto held = fixture.launch({m_launcher.program, "--no-such-option", "-n", "1", "x"}, stopInInit(),
                                     [](LauncherCommand& command) {
                                         command.standardOutput = dbgr::net::Stdio::pipe();
                                         command.standardError = dbgr::net::Stdio::pipe();
                                     });
    QVERIFY(!held);
    QCOMPARE(held.error().code, make_error_code(Status::ErrJobTermWoSync));
    QVERIFY(timer.elapsed() < 15000);
    QVERIFY(fixture.launcherExited() && fixture.launcherStatus() != 0);
    const std::string said =
        readAll(fixture.started.standardOutput.get()) + readAll(fixture.started.standardError.get());
    QVERIFY(!said.empty());
}

void TestToolLaunch::launcherWithoutToolSupportTimesOut()
{
    ToolFixture fixture;
    const auto held = fixture.launch({"/bin/sleep", "30"}, stopInInit(), [](LauncherCommand& command) {
        command.connectLimit = std::chrono::milliseconds(500);
    });
    QVERIFY(!held);
    QCOMPARE(held.error().code, make_error_code(Status::ErrTimeout));
    QVERIFY(!held.error().advice.empty());
}

void TestToolLaunch::missingLauncherIsAnError()
{
    ToolFixture fixture;
    const auto held = fixture.launch({"no-such-launcher", "-n", "1", "x"}, stopInInit());
    QVERIFY(!held);
    QVERIFY(QString::fromStdString(held.error().message()).contains("no-such-launcher"));
}

void TestToolLaunch::killEndsTheJob()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 2, {debuggee("mpi_spin"), "60"}, job);
    if (QTest::currentTestFailed())
        return;
    const auto procs = table(fixture, job);
    releaseAll(fixture, job);
    QVERIFY(fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.jobControl({Proc{job, kRankWildcard}}, {Info(keys::kJobCtrlKill, Value::boolean(true))}, done);
    }));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    leave(fixture);
    for (const ProcInfo& info : procs)
        QTRY_VERIFY(isGone(info.pid));
}

void TestToolLaunch::jobGoesOnWhenWeLeave()
{
    ToolFixture fixture;
    const QString folder = QString::fromStdString(fixture.tmpDir());
    std::string job;
    hold(fixture, 2, {debuggee("mpi_spin"), "60", fixture.tmpDir()}, job);
    if (QTest::currentTestFailed())
        return;
    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder + "/beat.1"), 20000);
    fixture.onLoop([&] { fixture.tool().letLauncherLive(); });
    QVERIFY(
        fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.finalize([done] { done(dbgr::util::ok()); }); }));
    const auto turns = [&] {
        QFile beat(folder + "/beat.1");
        return beat.open(QIODevice::ReadOnly) ? beat.readAll().trimmed().toInt() : 0;
    };
    const int before = turns();
    QTRY_VERIFY_WITH_TIMEOUT(turns() > before + 5, 20000);
    QVERIFY(!fixture.launcherExited());
    QFile stop(folder + "/stop");
    QVERIFY(stop.open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 20000);
    QCOMPARE(fixture.launcherStatus(), 0);
}

void TestToolLaunch::manyRanksAreHeldAndReleased()
{
    ToolFixture fixture;
    std::string job;
    hold(fixture, 24, {debuggee("mpi_hello")}, job);
    if (QTest::currentTestFailed())
        return;
    releaseAll(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 60000);
    for (std::uint32_t r = 0; r < 24; ++r)
        QCOMPARE(fixture.output(job, r, IofChannel::Stdout), "hello from rank " + std::to_string(r) + " of 24\n");
    leave(fixture);
    QCOMPARE(fixture.launcherStatus(), 0);
}

void TestToolLaunch::killedLauncherIsLostConnection()
{
    ToolFixture fixture;
    const auto held = fixture.launch({m_launcher.program, "-n", "1", debuggee("mpi_hello")}, stopInInit());
    QVERIFY(held);
    const auto lost = std::make_shared<std::atomic<bool>>(false);
    fixture.onLoop([&] { fixture.tool().onLostConnection([lost](const dbgr::util::Error&) { *lost = true; }); });
    QVERIFY(fixture.onLoop([&] { return fixture.tool().signalLauncher(SIGKILL).has_value(); }));
    QTRY_VERIFY(lost->load());
    QTRY_COMPARE(fixture.launcherStatus(), 128 + SIGKILL);
}

DBGR_TEST(TestToolLaunch, QCoreApplication);

} // namespace tst_tool_launch

#include "tst_tool_launch.moc"
