// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "launcher/process_host.h"
#include "pmix/types/status.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <sched.h>

namespace tst_process_host {

using namespace dbgr;
using launcher::ProcessHost;
using launcher::ProcessStart;
using pmix::IofChannel;
using test::runUntil;

namespace {

/// A process with all that it ever said.
struct Watched
{
    std::unique_ptr<ProcessHost> host;
    std::string out, err;
    std::optional<net::ExitStatus> status;
    bool gone = false;
};

ProcessStart shell(std::string script)
{
    ProcessStart start;
    start.arguments = {"sh", "-c", std::move(script)};
    start.environment = net::currentEnvironment();
    return start;
}

/// The letter of a process's state and its tracer, out of /proc; "" when there is no process.
std::string stateOf(util::Pid pid)
{
    std::ifstream file("/proc/" + std::to_string(pid.value()) + "/status");
    std::string line, state;
    while (std::getline(file, line)) {
        if (line.rfind("State:", 0) == 0)
            state = line.substr(7, 1);
        if (line.rfind("TracerPid:", 0) == 0)
            state += line.substr(11);
    }
    return state;
}

ProcessStart reading(ProcessStart start)
{
    start.givesInput = true;
    return start;
}

net::ExecFollower::Then goOnAlways(util::Pid)
{
    return net::ExecFollower::Then::GoOn;
}

/// The file that a process runs, or that `path` leads to.
std::string programOf(util::Pid pid, std::string path = {})
{
    if (path.empty())
        path = "/proc/" + std::to_string(pid.value()) + "/exe";
    return std::filesystem::canonical(path).string();
}

} // namespace

class TestProcessHost : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;

    std::unique_ptr<Watched> start(const ProcessStart& what, net::ExecFollower::AtExec atExec = {})
    {
        auto watched = std::make_unique<Watched>();
        ProcessHost::Handlers handlers;
        handlers.onExec = std::move(atExec);
        handlers.onOutput = [raw = watched.get()](IofChannel channel, std::string_view bytes) {
            (channel == IofChannel::Stdout ? raw->out : raw->err) += bytes;
        };
        handlers.onExit = [raw = watched.get()](net::ExitStatus status) { raw->status = status; };
        handlers.onGone = [raw = watched.get()] { raw->gone = true; };
        auto host = ProcessHost::start(*m_loop, what, std::move(handlers));
        if (!host) {
            qWarning("%s", host.error().message().c_str());
            return nullptr;
        }
        watched->host = std::move(*host);
        return watched;
    }
    bool awaitGone(const Watched& watched)
    {
        return runUntil(*m_loop, [&] { return watched.gone; });
    }

private slots:
    void init() { m_loop = *net::EventLoop::create(); }
    void cleanup() { m_loop.reset(); }

    void separatesOutputsAndTellsTheExitStatus()
    {
        const auto process = start(shell("echo out; echo err >&2; exit 3"));
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, std::string("out\n"));
        QCOMPARE(process->err, std::string("err\n"));
        QVERIFY(process->status == (net::ExitStatus{net::ExitStatus::Kind::Exited, 3, false}));
    }

    void tellsWhichSignalEndedIt()
    {
        const auto process = start(shell("kill -TERM $$"));
        QVERIFY(awaitGone(*process));
        QVERIFY(process->status->kind == net::ExitStatus::Kind::Signalled);
        QCOMPARE(process->status->number, SIGTERM);
    }

    void mergedOutputsKeepTheirOrder()
    {
        ProcessStart what = shell("for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done");
        what.mergeStderr = true;
        const auto process = start(what);
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, std::string("o1\ne1\no2\ne2\no3\ne3\no4\ne4\no5\ne5\n"));
        QVERIFY(process->err.empty());
    }

    void hasAnEmptyInputUnlessOneIsGiven()
    {
        const auto process = start(shell("cat; echo end"));
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, std::string("end\n"));
        bool refused = false;
        process->host->writeInput("x", [&](util::Result<void> done) { refused = !done; });
        QVERIFY(refused);
    }

    void writesAllInputBeforeItsEnd()
    {
        ProcessStart what = shell("sleep 0.1; wc -c");
        what.givesInput = true;
        const auto process = start(what);
        const std::string megabyte(1 << 20, 'x');
        int done = 0;
        for (int i = 0; i < 3; ++i)
            process->host->writeInput(megabyte, [&](util::Result<void> result) { done += result ? 1 : 0; });
        QCOMPARE(done, 0); // the writer waits
        process->host->endInput();
        QVERIFY(awaitGone(*process));
        QCOMPARE(done, 3);
        QCOMPARE(QByteArray(process->out.c_str()).trimmed(), QByteArray::number(3 << 20));
    }

    /// Around what a pipe holds, where a single byte may be all that waits.
    void theEndComesBehindWhateverWaits_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, (1 << 16) + 2, 3 << 20})
            QTest::addRow("%d bytes", bytes) << bytes;
    }
    void theEndComesBehindWhateverWaits()
    {
        QFETCH(int, bytes);
        ProcessStart what = shell("sleep 0.1; wc -c");
        what.givesInput = true;
        const auto process = start(what);
        bool done = false;
        process->host->writeInput(std::string(static_cast<std::size_t>(bytes), 'x'),
                                  [&](util::Result<void> result) { done = result.has_value(); });
        process->host->endInput();
        QVERIFY(awaitGone(*process));
        QVERIFY(done);
        QCOMPARE(QByteArray(process->out.c_str()).trimmed(), QByteArray::number(bytes));
    }

    void refusesInputWithoutEnd()
    {
        ProcessStart what = shell("sleep 100");
        what.givesInput = true;
        const auto process = start(what);
        const std::string megabyte(1 << 20, 'x');
        int refused = 0;
        for (int i = 0; i < 6; ++i)
            process->host->writeInput(megabyte, [&](util::Result<void> result) {
                refused += !result && result.error().code == pmix::Status::ErrOutOfResource ? 1 : 0;
            });
        QVERIFY(refused >= 1);
    }

    void feelsThatItsOutputIsHeldBack()
    {
        const auto process = start(shell("yes | head -c 1000000"));
        process->host->pauseOutput(true);
        QVERIFY(!runUntil(
            *m_loop, [&] { return process->status.has_value(); }, std::chrono::milliseconds(200)));
        QCOMPARE(process->out.size(), std::size_t{0});
        process->host->pauseOutput(false);
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out.size(), std::size_t{1000000});
    }

    void believesInItsTerminal()
    {
        ProcessStart what = shell("test -t 0 && test -t 1 && test ! -t 2 && read line && echo got $line && cat");
        what.givesInput = true;
        what.pseudoTerminal = true;
        const auto process = start(what);
        process->host->writeInput("word\n", [](util::Result<void>) {});
        process->host->endInput();
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, std::string("got word\n")); // neither an echo nor a carriage return
        QVERIFY(process->status->success());
    }

    void signalsItsWholeGroup()
    {
        const auto process = start(shell("sleep 100 & echo $!; wait"));
        QVERIFY(runUntil(*m_loop, [&] { return process->out.find('\n') != std::string::npos; }));
        const util::Pid grandchild(std::stoi(process->out));
        QVERIFY(process->host->signal(SIGKILL));
        QVERIFY(awaitGone(*process)); // the grandchild's copy of the output is closed
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(grandchild).empty() || stateOf(grandchild)[0] == 'Z'; }));
    }

    void killsTheRestOfItsGroupWithItself()
    {
        auto process = start(shell("sleep 100 & echo $!"));
        QVERIFY(runUntil(*m_loop, [&] { return process->status.has_value(); }));
        QVERIFY(!process->gone);
        const util::Pid grandchild(std::stoi(process->out));
        process.reset();
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(grandchild).empty() || stateOf(grandchild)[0] == 'Z'; }));
    }

    void runsWhereItIsBound()
    {
        ProcessStart what = shell("grep Cpus_allowed_list /proc/self/status");
        cpu_set_t ours;
        sched_getaffinity(0, sizeof ours, &ours);
        unsigned cpu = 0;
        while (!CPU_ISSET(cpu, &ours))
            ++cpu;
        what.cpus = {cpu};
        const auto process = start(what);
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, "Cpus_allowed_list:\t" + std::to_string(cpu) + "\n");
    }

    void saysWhatItCouldNotStart()
    {
        ProcessStart what = shell("true");
        what.workingDirectory = "/no/such/folder";
        auto host = ProcessHost::start(*m_loop, what, {});
        QVERIFY(!host);
        QVERIFY(host.error().code == std::errc::no_such_file_or_directory);
        what.arguments = {"./no-such-program"};
        what.stopOnExec = true;
        host = ProcessHost::start(*m_loop, what, {});
        QVERIFY(!host);
    }

    /// What other launchers lose a race over.
    void stopsManyOnExec()
    {
        ProcessStart what;
        what.arguments = {"echo", "ran"};
        what.environment = net::currentEnvironment();
        what.stopOnExec = true;
        std::vector<std::unique_ptr<Watched>> processes;
        for (int i = 0; i < 128; ++i) {
            processes.push_back(start(what));
            QCOMPARE(stateOf(processes.back()->host->pid()), std::string("T0"));
        }
        for (const auto& process : processes) {
            QCOMPARE(stateOf(process->host->pid()), std::string("T0"));
            QVERIFY(process->out.empty());
            QVERIFY(process->host->signal(SIGCONT));
        }
        for (const auto& process : processes) {
            QVERIFY(awaitGone(*process));
            QCOMPARE(process->out, std::string("ran\n"));
        }
    }

    void killsOneThatIsStoppedOnExec()
    {
        ProcessStart what = shell("true");
        what.stopOnExec = true;
        const auto process = start(what);
        QVERIFY(process->host->signal(SIGKILL));
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->status->number, SIGKILL);
    }

    /// Scripts, env and what they lead to are one process; what they start is none of it.
    void followsAProcessFromProgramToProgram()
    {
        using Then = net::ExecFollower::Then;
        std::vector<std::string> became;
        const auto process = start(shell("true; exec env A=b sh -c 'sleep 0; exec echo ran'"), [&](util::Pid pid) {
            became.push_back(programOf(pid));
            return became.size() == 3 ? Then::Stop : Then::GoOn;
        });
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == "T0"; }));
        QCOMPARE(became.size(), std::size_t(3));
        QVERIFY(became[0] == programOf(util::Pid(0), "/bin/sh") && became[2] == became[0]);
        QVERIFY(became[1].ends_with("/env"));
        QVERIFY(process->host->signal(SIGCONT));
        QVERIFY(awaitGone(*process));
        QCOMPARE(became.size(), std::size_t(3)); // it was let go of
        QCOMPARE(process->out, std::string("ran\n"));
    }

    void letsGoOfAFollowedProcess_data()
    {
        QTest::addColumn<bool>("stopped");
        QTest::newRow("that runs") << false;
        QTest::newRow("that is stopped") << true;
    }
    void letsGoOfAFollowedProcess()
    {
        QFETCH(bool, stopped);
        int programs = 0;
        const auto goOn = [&](util::Pid) { return ++programs, net::ExecFollower::Then::GoOn; };
        const auto process = start(reading(shell("read x; exec echo ran")), goOn);
        const std::string ours = std::to_string(::getpid());
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == "S" + ours; }));
        if (stopped) {
            QVERIFY(process->host->signal(SIGSTOP));
            QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == "t" + ours; }));
        }
        process->host->stopFollowing();
        process->host->stopFollowing(); // as good as once
        const std::string expected = stopped ? "T0" : "S0";
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == expected; }));
        QVERIFY(process->host->signal(SIGCONT));
        process->host->writeInput("\n", [](util::Result<void>) {});
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->out, std::string("ran\n"));
        QCOMPARE(programs, 1);
    }

    /// As a shell suspends and resumes its jobs, and as users end them.
    void signalsReachAFollowedProcess()
    {
        const auto process =
            start(reading(shell("trap 'echo told' USR1; echo here; read x; read y; kill -9 $$")), goOnAlways);
        const std::string ours = std::to_string(::getpid());
        QVERIFY(runUntil(*m_loop, [&] { return process->out == "here\n"; }));
        QVERIFY(process->host->signal(SIGSTOP));
        QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == "t" + ours; }));
        QVERIFY(process->host->signal(SIGCONT));
        QVERIFY(process->host->signal(SIGUSR1));
        QVERIFY(runUntil(*m_loop, [&] { return process->out == "here\ntold\n"; }));
        process->host->writeInput("\n\n", [](util::Result<void>) {});
        QVERIFY(awaitGone(*process));
        QCOMPARE(process->status->number, SIGKILL);
    }

    void saysWhatItCouldNotStartAndFollow()
    {
        ProcessHost::Handlers handlers;
        handlers.onExec = goOnAlways;
        ProcessStart what = shell("true");
        what.workingDirectory = "/proc/1/fdinfo/no";
        QVERIFY(!ProcessHost::start(*m_loop, what, handlers));
        what = shell("true");
        what.arguments = {"./no-such-program"};
        QVERIFY(!ProcessHost::start(*m_loop, what, handlers));
    }

    void stopsManyThatItFollows()
    {
        std::vector<std::unique_ptr<Watched>> processes;
        for (int i = 0; i < 64; ++i) {
            ProcessStart what = shell("");
            what.arguments = {"env", "A=b", "echo", "ran"};
            processes.push_back(start(what, [](util::Pid pid) {
                return programOf(pid).ends_with("/env") ? net::ExecFollower::Then::GoOn : net::ExecFollower::Then::Stop;
            }));
        }
        for (const auto& process : processes) {
            QVERIFY(runUntil(*m_loop, [&] { return stateOf(process->host->pid()) == "T0"; }));
            QVERIFY(process->out.empty());
        }
        for (const auto& process : processes)
            QVERIFY(process->host->signal(SIGCONT));
        for (const auto& process : processes) {
            QVERIFY(awaitGone(*process));
            QCOMPARE(process->out, std::string("ran\n"));
        }
    }

    void startsManyQuickly()
    {
        ProcessStart what;
        what.arguments = {"true"};
        what.environment = net::currentEnvironment();
        std::vector<std::unique_ptr<Watched>> processes;
        QBENCHMARK_ONCE
        {
            for (int i = 0; i < 128; ++i)
                processes.push_back(start(what));
        }
        for (const auto& process : processes)
            QVERIFY(awaitGone(*process));
    }
};

DBGR_TEST(TestProcessHost, QCoreApplication);

} // namespace tst_process_host

#include "tst_process_host.moc"
