// SPDX-License-Identifier: GPL-3.0-or-later
// The flows of the Standard's chapter on tools, each under the name of its section, with dbgrun as the resource manager
// and the intermediate launcher.
#include "tests/integration/pmix/tool_fixture.h"

#include "net/child_process.h"
#include "pmix/types/all_types.h"
#include "tests/support/run/test_class.h"

#include <csignal>

#include <unistd.h>

namespace tst_tools_chapter {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Pid;

namespace {

Info flag(std::string_view key)
{
    return {key, Value::boolean(true)};
}

App app(const std::vector<std::string>& argv, int processes)
{
    App app;
    app.command = argv.front();
    app.argv = argv;
    app.maxProcs = processes;
    return app;
}

bool isGone(Pid pid)
{
    return ::kill(pid.value(), 0) != 0;
}

/// The letter of /proc/PID/stat: 'T' is stopped, 't' traced.
char stateOf(Pid pid)
{
    QFile file("/proc/" + QString::number(pid.value()) + "/stat");
    if (!file.open(QIODevice::ReadOnly))
        return '-';
    const QByteArray text = file.readAll();
    const auto at = text.lastIndexOf(") ");
    return at < 0 ? '-' : text[at + 2];
}

Value ranksValue(const std::vector<std::uint32_t>& ranks)
{
    std::vector<ProcRank> values;
    for (const std::uint32_t rank : ranks)
        values.emplace_back(rank);
    return Value::of<DataType::DataArray>(DataArray::of<DataType::Rank>(values));
}

} // namespace

class TestToolsChapter : public QObject
{
    Q_OBJECT

private slots:
    void init() { DBGR_NEED_OPENMPI5(); }
    void directLaunch();
    void directLaunchOfWhatCannotBe_data();
    void directLaunchOfWhatCannotBe();
    void indirectLaunchInitiatorBasedParsing();
    void indirectLaunchLauncherBasedParsing_data();
    void indirectLaunchLauncherBasedParsing();
    void stopsTheRanksThatAreNamed_data();
    void stopsTheRanksThatAreNamed();
    void attachingToARunningJob();
    void coLocationOfDaemons_data();
    void coLocationOfDaemons();
    void coSpawnOfDaemonsInOneRequest();
    void executionAgents_data();
    void executionAgents();
    void lifeCycleEvents_data();
    void lifeCycleEvents();
    void lateRegistrantsHearOfTheEnd();
    void ioForwardingWithCacheOfTheLauncher();
    void ioForwardingOfInput();
    void jobControlOfSingleRanks();
    void closedKeepalivePipeEndsTheJob();
    void rendezvousFileOfTheToolsChoice();
    void pausesForATool();

private:
    using Apps = std::vector<App>;

    void startDvm(ToolFixture& fixture)
    {
        qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
        dbgr::net::ChildSpec spec;
        spec.program = DBGR_DBGRUN;
        spec.arguments = {spec.program, "--daemon"};
        spec.environment = launcherEnvironment(fixture.tmpDir());
        spec.standardInput = dbgr::net::Stdio::null();
        fixture.onLoop([&] { m_dvm = dbgr::net::ChildProcess::start(fixture.loop(), spec).value(); });
        ServerSelection selection;
        selection.pid = m_dvm->pid();
        const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
            t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(20)}, done);
        });
        QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
        QVERIFY(fixture.listen(kLifeCycle));
        QVERIFY(fixture.pullAll());
    }

    void endDvm(ToolFixture& fixture)
    {
        QVERIFY(fixture.onLoop([&] { return m_dvm->signal(SIGTERM).has_value(); }));
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return m_dvm->running(); }), 20000);
        QCOMPARE(fixture.onLoop([&] { return m_dvm->status()->toString(); }), std::string("exit status 0"));
        fixture.onLoop([&] { m_dvm.reset(); });
        // Nothing but its own folder was made, and that is gone.
        QCOMPARE(QDir(QString::fromStdString(fixture.tmpDir())).entryList({"dbgrun*", "pmix*"}, QDir::AllEntries),
                 QStringList());
    }

    static dbgr::util::Result<SpawnReply> spawn(ToolFixture& fixture, std::vector<Info> infos, Apps apps)
    {
        SpawnRequest request{std::move(infos), std::move(apps)};
        return fixture.await<SpawnReply>([&](Tool& t, Tool::Done<SpawnReply> done) { t.spawn(request, done); });
    }

    static std::vector<ProcInfo> table(ToolFixture& fixture, const std::string& job)
    {
        const auto reply = fixture.await<QueryReply>(
            [job](Tool& t, Tool::Done<QueryReply> done) { t.query({procTableQuery(job)}, done); });
        return reply ? procTableOf(*reply).value_or(std::vector<ProcInfo>()) : std::vector<ProcInfo>();
    }

    static void release(ToolFixture& fixture, const std::string& job)
    {
        QVERIFY(fixture.await<void>([job](Tool& t, Tool::Done<void> done) {
            t.releaseProcesses({Proc{job, kRankWildcard}}, done);
        }));
    }

    static void control(ToolFixture& fixture, const Proc& target, Info directive)
    {
        const auto done = fixture.await<void>(
            [&](Tool& t, Tool::Done<void> finished) { t.jobControl({target}, {directive}, finished); });
        QVERIFY2(done, done ? "" : done.error().message().c_str());
    }

    /// A launcher of ours, held and released, as dbgr does it.
    void launch(ToolFixture& fixture, const std::vector<std::string>& arguments, std::vector<Info> directives,
                std::string& job, std::function<void(LauncherCommand&)> adjust = {})
    {
        std::vector<std::string> command{DBGR_DBGRUN};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const auto held = fixture.launch(command, std::move(directives), std::move(adjust));
        QVERIFY2(held, held ? "" : held.error().message().c_str());
        job = held->proc.nspace.substr(0, held->proc.nspace.rfind('@')) + "@1";
        QVERIFY(fixture.listen(kLifeCycle));
        QVERIFY(fixture.pullAll());
        QVERIFY(fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.releaseLauncher(done); }));
    }

    /// A dbgrun that nobody holds, with a variable of its own.
    static std::shared_ptr<dbgr::net::ChildProcess> startLauncher(ToolFixture& fixture,
                                                                  const std::vector<std::string>& arguments,
                                                                  const char* variable, const std::string& value)
    {
        dbgr::net::ChildSpec spec;
        spec.program = DBGR_DBGRUN;
        spec.arguments = {spec.program};
        spec.arguments.insert(spec.arguments.end(), arguments.begin(), arguments.end());
        spec.environment = launcherEnvironment(fixture.tmpDir());
        dbgr::net::setVariable(spec.environment, variable, value);
        spec.standardInput = dbgr::net::Stdio::null();
        return fixture.onLoop([&] {
            auto started = dbgr::net::ChildProcess::start(fixture.loop(), spec).value();
            // It belongs to the loop.
            return std::shared_ptr<dbgr::net::ChildProcess>(
                started.release(), [&fixture](auto* child) { fixture.onLoop([child] { delete child; }); });
        });
    }

    const std::vector<Status> kLifeCycle{Status::EventJobStart, Status::LaunchComplete, Status::ReadyForDebug,
                                         Status::EventJobEnd, Status::EventProcTerminated};
    std::unique_ptr<dbgr::net::ChildProcess> m_dvm;
};

void TestToolsChapter::directLaunch()
{
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    std::vector<std::string> jobs;
    for (int i = 0; i < 3; ++i) {
        const auto job = spawn(fixture, {flag(keys::kNotifyCompletion)}, {app({debuggee("mpi_hello")}, 2)});
        QVERIFY2(job, job ? "" : job.error().message().c_str());
        jobs.push_back(job->nspace);
    }
    for (const std::string& job : jobs) {
        QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 30000);
        QCOMPARE(fixture.event(Status::EventJobEnd, job)->jobEnd().exitStatus.value_or(-1), 0);
        QCOMPARE(fixture.output(job, 1, IofChannel::Stdout), std::string("hello from rank 1 of 2\n"));
    }
    endDvm(fixture);
}

void TestToolsChapter::directLaunchOfWhatCannotBe_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("status");
    QTest::newRow("no such program") << "/no/such/program"
                                     << "" << static_cast<int>(Status::ErrJobExeNotFound);
    QTest::newRow("no such folder") << "/bin/true"
                                    << "/no/such/folder" << static_cast<int>(Status::ErrJobWdirNotFound);
}

void TestToolsChapter::directLaunchOfWhatCannotBe()
{
    QFETCH(QString, program);
    QFETCH(QString, folder);
    QFETCH(int, status);
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    App one = app({program.toStdString()}, 2);
    if (!folder.isEmpty())
        one.workingDirectory = folder.toStdString();
    const auto job = spawn(fixture, {}, {one});
    QVERIFY(!job);
    QCOMPARE(job.error().code.value(), status);
    const auto next = spawn(fixture, {}, {app({"/bin/echo", "still", "here"}, 1)});
    QVERIFY2(next, next ? "" : next.error().message().c_str());
    QTRY_COMPARE(fixture.output(next->nspace, 0, IofChannel::Stdout), std::string("still here\n"));
    endDvm(fixture);
}

void TestToolsChapter::indirectLaunchInitiatorBasedParsing()
{
    ToolFixture fixture;
    const auto held = fixture.launch({DBGR_DBGRUN, "--daemon"}, {});
    QVERIFY2(held, held ? "" : held.error().message().c_str());
    QVERIFY(fixture.listen(kLifeCycle));
    QVERIFY(fixture.pullAll());
    QVERIFY(fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.releaseLauncher(done); }));
    const auto job = spawn(fixture, {flag(keys::kDebugStopInInit)}, {app({debuggee("mpi_hello")}, 2)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job->nspace), 30000);
    release(fixture, job->nspace);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 30000);
    QVERIFY(!fixture.launcherExited()); // it waits for the next request
    control(fixture, held->proc, flag(keys::kJobCtrlTerminate));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 10000);
}

void TestToolsChapter::indirectLaunchLauncherBasedParsing_data()
{
    QTest::addColumn<QByteArray>("point");
    QTest::addColumn<int>("ranks");
    for (const int ranks : {1, 3, 128}) {
        QTest::newRow(qPrintable(QString("exec, %1").arg(ranks))) << QByteArray("pmix.dbg.exec") << ranks;
        QTest::newRow(qPrintable(QString("init, %1").arg(ranks))) << QByteArray("pmix.dbg.init") << ranks;
    }
    QTest::newRow("app, 3") << QByteArray("pmix.dbg.notify") << 3;
}

/// No race: what is released the moment that everything is said to be ready goes on, at 128 ranks too.
void TestToolsChapter::indirectLaunchLauncherBasedParsing()
{
    QFETCH(QByteArray, point);
    QFETCH(int, ranks);
    ToolFixture fixture;
    std::string job;
    launch(fixture, {"-n", std::to_string(ranks), debuggee("mpi_hello")}, {flag(point.toStdString())}, job);
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job), 90000);
    const auto procs = table(fixture, job);
    QCOMPARE(procs.size(), static_cast<std::size_t>(ranks));
    if (point == "pmix.dbg.exec") {
        for (const ProcInfo& info : procs)
            QCOMPARE(stateOf(info.pid), 'T');
        for (const ProcInfo& info : procs)
            QCOMPARE(::kill(info.pid.value(), SIGCONT), 0);
    }
    release(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 120000);
    QCOMPARE(fixture.event(Status::EventJobEnd, job)->jobEnd().exitStatus.value_or(-1), 0);
    const std::string last = std::to_string(ranks - 1);
    QCOMPARE(fixture.output(job, static_cast<std::uint32_t>(ranks - 1), IofChannel::Stdout),
             "hello from rank " + last + " of " + std::to_string(ranks) + "\n");
    QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 10000);
    QCOMPARE(fixture.launcherStatus(), 0);
}

void TestToolsChapter::stopsTheRanksThatAreNamed_data()
{
    QTest::addColumn<QByteArray>("point");
    QTest::addColumn<QList<int>>("ranks");
    QTest::newRow("exec, one") << QByteArray("pmix.dbg.exec") << QList<int>{1};
    QTest::newRow("exec, two") << QByteArray("pmix.dbg.exec") << QList<int>{0, 2};
    QTest::newRow("init, one") << QByteArray("pmix.dbg.init") << QList<int>{1};
    QTest::newRow("init, two") << QByteArray("pmix.dbg.init") << QList<int>{0, 2};
}

void TestToolsChapter::stopsTheRanksThatAreNamed()
{
    QFETCH(QByteArray, point);
    QFETCH(QList<int>, ranks);
    std::vector<std::uint32_t> named(ranks.begin(), ranks.end());
    const Value value = named.size() == 1 ? Value::of<DataType::Rank>(ProcRank(named.front())) : ranksValue(named);
    ToolFixture fixture;
    std::string job;
    // A program without MPI: those that are not held end by themselves.
    const bool exec = point == "pmix.dbg.exec";
    launch(fixture, {"-n", "3", exec ? debuggee("no_mpi") : debuggee("mpi_hello")}, {Info(point.toStdString(), value)},
           job);
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job), 30000);
    for (const ProcInfo& info : table(fixture, job)) {
        if (!exec)
            break;
        const bool held = ranks.contains(static_cast<int>(info.proc.rank.value()));
        QTRY_COMPARE(stateOf(info.pid) == 'T', held);
        if (held)
            QCOMPARE(::kill(info.pid.value(), SIGCONT), 0);
    }
    release(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 30000);
    QCOMPARE(fixture.event(Status::EventJobEnd, job)->jobEnd().exitStatus.value_or(-1), 0);
}

void TestToolsChapter::attachingToARunningJob()
{
    ToolFixture fixture;
    qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
    dbgr::net::ChildSpec spec;
    spec.program = DBGR_DBGRUN;
    spec.arguments = {spec.program, "-n", "2", debuggee("mpi_spin"), "60", fixture.tmpDir()};
    spec.environment = launcherEnvironment(fixture.tmpDir());
    spec.standardInput = dbgr::net::Stdio::null();
    std::unique_ptr<dbgr::net::ChildProcess> launcher;
    fixture.onLoop([&] { launcher = dbgr::net::ChildProcess::start(fixture.loop(), spec).value(); });
    ServerSelection selection;
    selection.pid = launcher->pid();
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(20)}, done);
    });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    const auto reply =
        fixture.await<QueryReply>([](Tool& t, Tool::Done<QueryReply> done) { t.query({namespacesQuery()}, done); });
    QVERIFY2(reply, reply ? "" : reply.error().message().c_str());
    const auto names = namespacesOf(*reply);
    QVERIFY(names && names->size() == 1);
    QCOMPARE(table(fixture, names->front()).size(), 2u);
    QVERIFY(fixture.listen({Status::EventJobEnd}));
    QFile stop(QString::fromStdString(fixture.tmpDir()) + "/stop");
    QVERIFY(stop.open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, names->front()), 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return launcher->running(); }), 20000);
    QVERIFY(fixture.onLoop([&] { return launcher->status()->success(); }));
    fixture.onLoop([&] { launcher.reset(); });
}

void TestToolsChapter::coLocationOfDaemons_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("daemons");
    QTest::newRow("one a node") << "pmix.dbg.dpnd" << 1;
    QTest::newRow("one a process") << "pmix.dbg.dpproc" << 3;
    QTest::newRow("by mapping") << "" << 1;
}

void TestToolsChapter::coLocationOfDaemons()
{
    QFETCH(QString, key);
    QFETCH(int, daemons);
    ToolFixture fixture;
    std::string job;
    launch(fixture, {"-n", "3", debuggee("mpi_hello")}, {flag(keys::kDebugStopInInit)}, job);
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job), 30000);
    std::vector<Info> infos{flag(keys::kDebuggerDaemons), Info(keys::kDebugTarget, Value::proc({job, kRankWildcard}))};
    if (key.isEmpty())
        infos.emplace_back(keys::kMapby, Value::string("ppr:1:node"));
    else
        infos.emplace_back(key.toStdString(), Value::of<DataType::Uint16>(1));
    const auto spawned = spawn(fixture, infos, {app({DBGR_PMIX_TEST_DAEMON}, 1)});
    QVERIFY2(spawned, spawned ? "" : spawned.error().message().c_str());
    QVERIFY(spawned->nspace != job);
    std::string expected = "target " + job + "\n";
    for (const ProcInfo& info : table(fixture, job))
        expected +=
            "rank " + std::to_string(info.proc.rank.value()) + " pid " + std::to_string(info.pid.value()) + "\n";
    for (int d = 0; d < daemons; ++d)
        QTRY_COMPARE_WITH_TIMEOUT(fixture.output(spawned->nspace, static_cast<std::uint32_t>(d), IofChannel::Stdout),
                                  expected, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, spawned->nspace), 20000);
    release(fixture, job);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    QCOMPARE(fixture.output(job, 2, IofChannel::Stdout), std::string("hello from rank 2 of 3\n"));
}

void TestToolsChapter::coSpawnOfDaemonsInOneRequest()
{
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    App daemon = app({DBGR_PMIX_TEST_DAEMON}, 1);
    daemon.infos = {flag(keys::kDebuggerDaemons), flag(keys::kCospawnApp)};
    const auto job = spawn(fixture, {flag(keys::kDebugStopInInit)}, {app({debuggee("mpi_hello")}, 2), daemon});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::ReadyForDebug, job->nspace), 30000);
    QCOMPARE(table(fixture, job->nspace).size(), 2u); // the daemon is not one of its ranks
    release(fixture, job->nspace);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 30000);
    QCOMPARE(fixture.output(job->nspace, 1, IofChannel::Stdout), std::string("hello from rank 1 of 2\n"));
    endDvm(fixture);
}

void TestToolsChapter::executionAgents_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("exec agent") << "pmix.exec.agnt";
    QTest::newRow("fork/exec agent") << "pmix.frkex.agnt";
}

void TestToolsChapter::executionAgents()
{
    QFETCH(QString, key);
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    const auto job = spawn(fixture, {Info(key.toStdString(), Value::string("/usr/bin/env DBGR_AGENT=was-here"))},
                           {app({"/bin/sh", "-c", "echo $DBGR_AGENT $PMIX_RANK"}, 2)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 20000);
    QCOMPARE(fixture.output(job->nspace, 1, IofChannel::Stdout), std::string("was-here 1\n"));
    endDvm(fixture);
}

void TestToolsChapter::lifeCycleEvents_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("status");
    QTest::newRow("success") << "exit 0" << 0;
    QTest::newRow("exit status") << "test $PMIX_RANK = 0 || exit 7" << 7;
    QTest::newRow("signal") << "test $PMIX_RANK = 0 || kill -9 $$" << 137;
}

void TestToolsChapter::lifeCycleEvents()
{
    QFETCH(QString, script);
    QFETCH(int, status);
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    const auto job = spawn(fixture, {flag(keys::kNotifyJobEvents), flag(keys::kNotifyCompletion)},
                           {app({"/bin/sh", "-c", script.toStdString()}, 2)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 20000);
    QVERIFY(fixture.heard(Status::EventJobStart, job->nspace));
    QVERIFY(fixture.heard(Status::LaunchComplete, job->nspace));
    const Event end = *fixture.event(Status::EventJobEnd, job->nspace);
    QCOMPARE(end.jobEnd().exitStatus.value_or(-1), status);
    QVERIFY(end.find(keys::kEventTimestamp) != nullptr);
    if (status != 0) { // the first process that failed, and how
        const Value* who = end.find(keys::kProcid);
        QVERIFY(who != nullptr);
        QVERIFY((who->asProc().value_or(Proc()) == Proc{job->nspace, ProcRank(1)}));
        const Value* code = end.find(keys::kExitCode);
        QVERIFY(code != nullptr);
        QCOMPARE(code->asSigned().value_or(-1), status);
    }
    endDvm(fixture);
}

void TestToolsChapter::lateRegistrantsHearOfTheEnd()
{
    ToolFixture first;
    startDvm(first);
    if (QTest::currentTestFailed())
        return;
    const auto job = spawn(first, {flag(keys::kNotifyCompletion)}, {app({"/bin/true"}, 1)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    QTRY_VERIFY_WITH_TIMEOUT(first.heard(Status::EventJobEnd, job->nspace), 20000);
    ToolFixture late;
    ServerSelection selection;
    selection.pid = m_dvm->pid();
    QVERIFY(late.await<void>([&](Tool& t, Tool::Done<void> done) { t.connect(selection, {}, done); }));
    QVERIFY(late.listen({Status::EventJobEnd}));
    QTRY_VERIFY(late.heard(Status::EventJobEnd, job->nspace));
    endDvm(first);
}

void TestToolsChapter::ioForwardingWithCacheOfTheLauncher()
{
    ToolFixture fixture;
    const auto held = fixture.launch({DBGR_DBGRUN, "-n", "2", "/bin/sh", "-c", "echo early; exec sleep 60"}, {});
    QVERIFY2(held, held ? "" : held.error().message().c_str());
    const std::string job = held->proc.nspace.substr(0, held->proc.nspace.rfind('@')) + "@1";
    QVERIFY(fixture.listen(kLifeCycle));
    QVERIFY(fixture.await<void>([](Tool& t, Tool::Done<void> done) { t.releaseLauncher(done); }));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::LaunchComplete, job), 20000);
    QTest::qWait(300); // what is written now, nobody has asked for yet
    QVERIFY(fixture.pullAll());
    QTRY_COMPARE(fixture.output(job, 0, IofChannel::Stdout), std::string("early\n"));
    QTRY_COMPARE(fixture.output(job, 1, IofChannel::Stdout), std::string("early\n"));
    control(fixture, {job, kRankWildcard}, flag(keys::kJobCtrlKill));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job), 20000);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.launcherExited(), 10000);
}

void TestToolsChapter::ioForwardingOfInput()
{
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    const auto job = spawn(fixture, {Info(keys::kStdinTgt, Value::string("all")), flag(keys::kFwdStdin)},
                           {app({"/bin/sh", "-c", "read a; echo got $a; cat >/dev/null; echo end"}, 2)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    for (const std::uint32_t r : {1u, 0u})
        QVERIFY(fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
            t.pushIo({Proc{job->nspace, ProcRank(r)}}, "for " + std::to_string(r) + "\n", done);
        }));
    QTRY_COMPARE(fixture.output(job->nspace, 0, IofChannel::Stdout), std::string("got for 0\n"));
    QTRY_COMPARE(fixture.output(job->nspace, 1, IofChannel::Stdout), std::string("got for 1\n"));
    QVERIFY(fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.closeIo({Proc{job->nspace, ProcRank(0)}, Proc{job->nspace, ProcRank(1)}}, done);
    }));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 20000);
    QCOMPARE(fixture.output(job->nspace, 1, IofChannel::Stdout), std::string("got for 1\nend\n"));
    endDvm(fixture);
}

void TestToolsChapter::jobControlOfSingleRanks()
{
    ToolFixture fixture;
    startDvm(fixture);
    if (QTest::currentTestFailed())
        return;
    const auto job = spawn(fixture, {},
                           {app({"/bin/sh", "-c",
                                 // nothing is started later: a shell that is paused in the midst of that is no 'T'
                                 "trap 'echo usr1; kill $!; exit 0' USR1; sleep 60 & echo up; wait"},
                                3)});
    QVERIFY2(job, job ? "" : job.error().message().c_str());
    for (const std::uint32_t r : {0u, 1u, 2u})
        QTRY_COMPARE(fixture.output(job->nspace, r, IofChannel::Stdout), std::string("up\n"));
    const auto procs = table(fixture, job->nspace);
    QCOMPARE(procs.size(), 3u);
    control(fixture, {job->nspace, ProcRank(1)}, flag(keys::kJobCtrlPause));
    QTRY_COMPARE(stateOf(procs[1].pid), 'T');
    QVERIFY(stateOf(procs[0].pid) != 'T');
    control(fixture, {job->nspace, ProcRank(1)}, flag(keys::kJobCtrlResume));
    QTRY_VERIFY(stateOf(procs[1].pid) != 'T');
    control(fixture, {job->nspace, ProcRank(2)}, Info(keys::kJobCtrlSignal, Value::of<DataType::Int>(SIGUSR1)));
    QTRY_COMPARE(fixture.output(job->nspace, 2, IofChannel::Stdout), std::string("up\nusr1\n"));
    QVERIFY(!isGone(procs[0].pid) && !isGone(procs[1].pid));
    control(fixture, {job->nspace, kRankWildcard}, flag(keys::kJobCtrlKill));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.heard(Status::EventJobEnd, job->nspace), 20000);
    QTRY_VERIFY(isGone(procs[0].pid) && isGone(procs[1].pid));
    endDvm(fixture);
}

void TestToolsChapter::closedKeepalivePipeEndsTheJob()
{
    ToolFixture fixture;
    qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    dbgr::net::ChildSpec spec;
    spec.program = DBGR_DBGRUN;
    spec.arguments = {spec.program, "-n", "2", "/bin/sleep", "60"};
    spec.environment = launcherEnvironment(fixture.tmpDir());
    dbgr::net::setVariable(spec.environment, "PMIX_KEEPALIVE_PIPE", "9");
    spec.extraFds = {{ends[0], 9}};
    spec.standardInput = dbgr::net::Stdio::null();
    std::unique_ptr<dbgr::net::ChildProcess> launcher;
    fixture.onLoop([&] { launcher = dbgr::net::ChildProcess::start(fixture.loop(), spec).value(); });
    QTest::qWait(700);
    QVERIFY(fixture.onLoop([&] { return launcher->running(); }));
    ::close(ends[1]);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return launcher->running(); }), 10000);
    ::close(ends[0]);
    QVERIFY(!launcher->status()->success());
    fixture.onLoop([&] { launcher.reset(); });
}

void TestToolsChapter::rendezvousFileOfTheToolsChoice()
{
    ToolFixture fixture;
    qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
    const std::string file = fixture.tmpDir() + "/contact";
    const auto launcher = startLauncher(fixture, {"-n", "1", "/bin/sleep", "60"}, "PMIX_LAUNCHER_RNDZ_FILE", file);
    QTRY_VERIFY(QFile::exists(QString::fromStdString(file)));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(file)) & others));
    ServerSelection selection;
    selection.attachFile = file;
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(10)}, done);
    });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QVERIFY(fixture.onLoop([&] { return launcher->signal(SIGTERM).has_value(); }));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return launcher->running(); }), 10000);
    QVERIFY(!QFile::exists(QString::fromStdString(file)));
}

void TestToolsChapter::pausesForATool()
{
    ToolFixture fixture;
    qputenv("TMPDIR", QByteArray::fromStdString(fixture.tmpDir()));
    const QString mark = QString::fromStdString(fixture.tmpDir()) + "/ran";
    const auto launcher = startLauncher(fixture, {"-n", "1", "/bin/sh", "-c", "echo > " + mark.toStdString()},
                                        "PMIX_LAUNCHER_PAUSE_FOR_TOOL", "1");
    ServerSelection selection;
    selection.pid = launcher->pid();
    const auto connected = fixture.await<void>([&](Tool& t, Tool::Done<void> done) {
        t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(10)}, done);
    });
    QVERIFY2(connected, connected ? "" : connected.error().message().c_str());
    QTest::qWait(300);
    QVERIFY(!QFile::exists(mark)); // it waits for us
    const Proc self = fixture.onLoop([&] { return fixture.tool().server()->proc; });
    QVERIFY(fixture.await<void>([&](Tool& t, Tool::Done<void> done) { t.releaseProcesses({self}, done); }));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mark), 10000);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.onLoop([&] { return launcher->running(); }), 10000);
    QVERIFY(fixture.onLoop([&] { return launcher->status()->success(); }));
}

DBGR_TEST(TestToolsChapter, QCoreApplication);

} // namespace tst_tools_chapter

#include "tst_tools_chapter.moc"
