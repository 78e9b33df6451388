// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/child_process.h"
#include "net/fd_stream.h"
#include "net/net_error.h"
#include "net/unix_stream.h"
#include "tests/support/net/run_until.h"
#include "tests/support/net/stream_log.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>

namespace tst_child_process {

using namespace dbgr;
using net::ChildProcess;
using net::ChildSpec;
using net::ExitStatus;
using net::Stdio;
using test::runUntil;
using test::StreamLog;

namespace {

ChildSpec shell(std::string script)
{
    ChildSpec spec;
    spec.program = "sh";
    spec.arguments = {"sh", "-c", std::move(script)};
    spec.environment = net::currentEnvironment();
    return spec;
}

bool processExists(util::Pid pid)
{
    return ::kill(pid.value(), 0) == 0;
}

} // namespace

class TestChildProcess : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;

    ExitStatus waitForExit(ChildProcess& child)
    {
        std::optional<ExitStatus> status;
        child.setExited([&](ExitStatus s) { status = s; });
        const bool ended = runUntil(*m_loop, [&] { return status.has_value(); });
        child.setExited(nullptr);
        return ended ? *status : ExitStatus{ExitStatus::Kind::Signalled, -1, false};
    }

    /// All that the child prints, until its end.
    std::string outputOf(ChildSpec spec)
    {
        spec.standardOutput = Stdio::pipe();
        auto child = ChildProcess::start(*m_loop, spec).value();
        auto out = net::FdStream::create(*m_loop, child->takeStandardOutput(), "its output").value();
        StreamLog log(*out);
        const bool ended = runUntil(*m_loop, [&] { return log.ended(); });
        waitForExit(*child);
        return ended ? log.received : "no end of output";
    }

private slots:
    void init() { m_loop = net::EventLoop::create().value(); }
    void cleanup() { m_loop.reset(); }

    void reportsTheExitStatus()
    {
        auto child = ChildProcess::start(*m_loop, shell("exit 7")).value();
        QVERIFY(child->running());
        QCOMPARE(waitForExit(*child), (ExitStatus{ExitStatus::Kind::Exited, 7, false}));
        QVERIFY(!child->running());
        QCOMPARE(child->status()->shellStatus(), 7);
        QCOMPARE(child->status()->toString(), std::string("exit status 7"));
    }

    void reportsTheSignal()
    {
        auto child = ChildProcess::start(*m_loop, shell("kill -TERM $$; sleep 100")).value();
        const ExitStatus status = waitForExit(*child);
        QVERIFY(status.kind == ExitStatus::Kind::Signalled);
        QCOMPARE(status.number, SIGTERM);
        QCOMPARE(status.shellStatus(), 128 + SIGTERM);
    }

    void tellsTheExitToALateListener()
    {
        auto child = ChildProcess::start(*m_loop, shell("exit 3")).value();
        QVERIFY(runUntil(*m_loop, [&] { return !child->running(); }));
        QCOMPARE(waitForExit(*child).number, 3);
    }

    void missingProgramsAreErrorsOfTheStart()
    {
        ChildSpec spec = shell("");
        spec.program = "no-such-program-anywhere";
        QVERIFY(ChildProcess::start(*m_loop, spec).error().code == net::Errc::NoSuchProgram);
    }

    void programsThatTheSystemRefusesAreErrorsOfTheStart()
    {
        const QTemporaryDir folder;
        const auto makeProgram = [&](const char* name, const char* text) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly))
                file.write(text);
            file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
            ChildSpec spec = shell("");
            spec.program = file.fileName().toStdString();
            return spec;
        };
        const auto garbage = ChildProcess::start(*m_loop, makeProgram("garbage", "\x01\x02\x03"));
        QVERIFY(garbage.error().code == net::Errc::NotExecutable);
        const auto orphan = ChildProcess::start(*m_loop, makeProgram("orphan", "#!/no/such/interpreter\n"));
        QVERIFY(orphan.error().code == net::Errc::NoSuchProgram);
        QVERIFY(orphan.error().message().find("orphan") != std::string::npos);
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1); // nothing left to reap
    }

    void environmentArgumentsAndDirectoryAreAsGiven()
    {
        const QTemporaryDir folder;
        ChildSpec spec = shell("echo \"$0|$1|$A|$(pwd -P)\"");
        spec.arguments.insert(spec.arguments.end(), {"zero", "one two"});
        spec.environment = {"A=1 2", std::string("PATH=") + ::getenv("PATH")};
        spec.workingDirectory = folder.path().toStdString();
        QCOMPARE(outputOf(spec), "zero|one two|1 2|" + spec.workingDirectory + "\n");
    }

    void missingWorkingDirectoryIsAnErrorThatSaysSo()
    {
        ChildSpec spec = shell("");
        spec.program = "/bin/sh";
        spec.workingDirectory = "/no/such/folder";
        const auto child = ChildProcess::start(*m_loop, spec);
        QVERIFY(child.error().message().find("working directory") != std::string::npos);
    }

    void standardChannelsGoThroughPipes()
    {
        ChildSpec spec = shell("cat; echo err >&2");
        spec.standardInput = Stdio::pipe();
        spec.standardOutput = Stdio::pipe();
        spec.standardError = Stdio::pipe();
        auto child = ChildProcess::start(*m_loop, spec).value();
        auto in = net::FdStream::create(*m_loop, child->takeStandardInput(), "its input").value();
        auto out = net::FdStream::create(*m_loop, child->takeStandardOutput(), "its output").value();
        auto err = net::FdStream::create(*m_loop, child->takeStandardError(), "its errors").value();
        StreamLog outLog(*out), errLog(*err);
        in->write("hello");
        in.reset();
        QVERIFY(runUntil(*m_loop, [&] { return outLog.ended() && errLog.ended(); }));
        QCOMPARE(outLog.received, std::string("hello"));
        QCOMPARE(errLog.received, std::string("err\n"));
    }

    void nullIsAnEmptyInput()
    {
        ChildSpec spec = shell("cat; echo done");
        spec.standardInput = Stdio::null();
        QCOMPARE(outputOf(spec), std::string("done\n"));
    }

    void extraDescriptorsArriveUnderTheirNumbersAndNoOthersDo()
    {
        auto pair = net::socketPair().value();
        const util::UniqueFd leak(::open("/dev/null", O_RDONLY)); // without close-on-exec
        ChildSpec spec = shell("echo through >&9; echo swapped >&7; "
                               "for n in $(seq 0 30); do [ -e /proc/$$/fd/$n ] && printf '%s ' $n; done");
        int pipeFds[2];
        QCOMPARE(::pipe2(pipeFds, O_CLOEXEC), 0);
        const util::UniqueFd in(pipeFds[0]);
        util::UniqueFd out(pipeFds[1]);
        spec.extraFds = {{pair.second.get(), 9}, {out.get(), 7}};
        const std::string numbers = outputOf(spec);
        QCOMPARE(numbers, std::string("0 1 2 7 9 "));
        char text[16] = "";
        QCOMPARE(::read(pair.first.get(), text, sizeof text), ssize_t(8));
        QCOMPARE(std::string(text, 8), std::string("through\n"));
        QCOMPARE(::read(in.get(), text, sizeof text), ssize_t(8));
        QCOMPARE(std::string(text, 8), std::string("swapped\n"));
    }

    void descriptorsMayTradeNumbers()
    {
        int first[2], second[2];
        QCOMPARE(::pipe2(first, O_CLOEXEC), 0);
        QCOMPARE(::pipe2(second, O_CLOEXEC), 0);
        ChildSpec spec = shell("true");
        const std::string toFirst = std::to_string(second[1]), toSecond = std::to_string(first[1]);
        spec.program = "/bin/bash"; // descriptors of two digits
        spec.arguments = {"bash", "-c", "echo 1 >&" + toFirst + "; echo 2 >&" + toSecond};
        spec.extraFds = {{first[1], second[1]}, {second[1], first[1]}};
        auto child = ChildProcess::start(*m_loop, spec).value();
        QVERIFY(waitForExit(*child).success());
        char text[2];
        QCOMPARE(::read(first[0], text, 2), ssize_t(2));
        QCOMPARE(text[0], '1');
        QCOMPARE(::read(second[0], text, 2), ssize_t(2));
        QCOMPARE(text[0], '2');
        for (const int fd : {first[0], first[1], second[0], second[1]})
            ::close(fd);
    }

    void heldChildDoesNothingBeforeGo()
    {
        ChildSpec spec = shell("echo $$");
        spec.standardOutput = Stdio::pipe();
        spec.holdBeforeExec = true;
        auto child = ChildProcess::start(*m_loop, spec).value();
        auto out = net::FdStream::create(*m_loop, child->takeStandardOutput(), "its output").value();
        StreamLog log(*out);
        m_loop->runOnce(std::chrono::milliseconds(20));
        QVERIFY(child->running() && log.received.empty());
        QVERIFY(child->go());
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); }));
        QCOMPARE(log.received, std::to_string(child->pid().value()) + "\n");
    }

    void heldChildCanBeKilledAndSeesTheEndOfItsParent()
    {
        ChildSpec spec = shell("echo never");
        spec.holdBeforeExec = true;
        auto killed = ChildProcess::start(*m_loop, spec).value();
        QVERIFY(killed->signal(SIGTERM));
        QCOMPARE(waitForExit(*killed).number, SIGTERM);
        QVERIFY(killed->go()); // too late, of no effect
    }

    void goReportsWhatStartWould()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("garbage"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x01\x02");
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        file.close();
        ChildSpec spec = shell("");
        spec.program = file.fileName().toStdString();
        spec.holdBeforeExec = true;
        auto child = ChildProcess::start(*m_loop, spec).value();
        const auto gone = child->go();
        QVERIFY(!gone);
        QVERIFY(gone.error().code == net::Errc::NotExecutable);
        QVERIFY(!child->running());
    }

    void destructionKillsAndReaps()
    {
        auto child = ChildProcess::start(*m_loop, shell("exec sleep 1000")).value();
        const util::Pid pid = child->pid();
        QVERIFY(processExists(pid));
        child.reset();
        QVERIFY(!processExists(pid));
    }

    void releasedChildLivesOn()
    {
        auto child = ChildProcess::start(*m_loop, shell("exec sleep 1000")).value();
        const util::Pid pid = child->pid();
        child->release();
        child.reset();
        QVERIFY(processExists(pid));
        QCOMPARE(::kill(pid.value(), SIGKILL), 0);
        QCOMPARE(::waitpid(pid.value(), nullptr, 0), pid.value());
    }

    void signallingAChildThatEndedIsAnError()
    {
        auto child = ChildProcess::start(*m_loop, shell("exit 0")).value();
        waitForExit(*child);
        QVERIFY(child->signal(SIGTERM).error().code == std::errc::no_such_process);
    }

    void ownGroupIsSignalledAsAWhole()
    {
        ChildSpec spec = shell("sleep 1000 & echo $!; wait");
        spec.ownProcessGroup = true;
        spec.standardOutput = Stdio::pipe();
        auto child = ChildProcess::start(*m_loop, spec).value();
        auto out = net::FdStream::create(*m_loop, child->takeStandardOutput(), "its output").value();
        StreamLog log(*out);
        QVERIFY(runUntil(*m_loop, [&] { return log.received.ends_with('\n'); }));
        QVERIFY(child->signalGroup(SIGKILL));
        QVERIFY(runUntil(*m_loop, [&] { return log.ended(); })); // the grandchild held the pipe open
    }

    void signalsAreAsTheProgramExpects()
    {
        // We ignore SIGPIPE and catch SIGUSR1; the program must see neither, and no mask.
        const auto caught = m_loop->onSignal(SIGUSR1, [] {});
        const std::string status = outputOf(shell("exec grep -E '^Sig(Blk|Ign)' /proc/self/status"));
        QCOMPARE(status, std::string("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"));
    }

    void diesWithItsParentWhenAsked()
    {
        // A process between us and the child, so that the child's parent can die.
        int fds[2];
        QCOMPARE(::pipe2(fds, O_CLOEXEC), 0);
        const int between = ::fork();
        if (between == 0) {
            auto loop = net::EventLoop::create().value();
            ChildSpec spec = shell("exec sleep 1000");
            spec.parentDeathSignal = SIGKILL;
            auto child = ChildProcess::start(*loop, spec).value();
            const int pid = child->pid().value();
            [[maybe_unused]] const auto ignored = ::write(fds[1], &pid, sizeof pid);
            ::_exit(0);
        }
        ::close(fds[1]);
        int pid = 0;
        QCOMPARE(::read(fds[0], &pid, sizeof pid), ssize_t(sizeof pid));
        ::close(fds[0]);
        QCOMPARE(::waitpid(between, nullptr, 0), between);
        // Somebody else reaps it: gone, or a zombie.
        QTRY_VERIFY(!processExists(util::Pid(pid)) || [pid] {
            QFile stat(QString("/proc/%1/stat").arg(pid));
            return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
        }());
    }
};

DBGR_TEST(TestChildProcess, QCoreApplication);

} // namespace tst_child_process

#include "tst_child_process.moc"
