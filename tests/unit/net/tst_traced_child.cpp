// SPDX-License-Identifier: GPL-3.0-or-later
// What stops a child that is traced until its exec: signals that others send, and the exec itself, seen at each moment.
#include "net/traced_child.h"
#include "tests/support/run/test_class.h"

#include <csignal>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_traced_child {

using namespace dbgr;

namespace {

/// Traced by us; executes a program that ends with 7 when a byte comes.
class Child
{
public:
    Child()
    {
        int ready[2];
        if (::pipe(m_pipe) != 0 || ::pipe(ready) != 0)
            qFatal("no pipe");
        m_pid = ::fork();
        char byte = 0;
        if (m_pid != 0) {
            ::close(ready[1]);
            QCOMPARE(::read(ready[0], &byte, 1), ssize_t(1)); // it is traced
            ::close(ready[0]);
            return;
        }
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        if (::write(ready[1], "x", 1) != 1)
            ::_exit(2);
        while (::read(m_pipe[0], &byte, 1) != 1) { // a signal that it handles may interrupt it
        }
        ::execl("/bin/sh", "sh", "-c", "exit 7", nullptr);
        ::_exit(1);
    }
    ~Child()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_pipe[0]);
        ::close(m_pipe[1]);
    }
    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    void execute() { QCOMPARE(::write(m_pipe[1], "x", 1), ssize_t(1)); }
    void signal(int number) { ::kill(m_pid, number); }
    /// The signal with which it stands, without taking note of it.
    [[nodiscard]] int standsWith() const
    {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WSTOPPED | WEXITED | WNOWAIT) == 0 ? info.si_status
                                                                                                   : -1;
    }
    /// Lets go of, it ends: its status as the system gives it.
    [[nodiscard]] int end()
    {
        int status = -1;
        signal(SIGCONT);
        while (::waitpid(m_pid, &status, 0) == m_pid && WIFSTOPPED(status)) {
        }
        return status;
    }

private:
    int m_pipe[2] = {-1, -1};
    pid_t m_pid = 0;
};

} // namespace

class TestTracedChild : public QObject
{
    Q_OBJECT

private slots:
    void theTrapOfTheExecIsNotGivenToIt()
    {
        Child child;
        child.execute();
        QCOMPARE(child.standsWith(), SIGTRAP);
        net::passSignalOn(child.pid()); // which had been about to look for another signal
        QCOMPARE(child.standsWith(), SIGTRAP);
        net::leaveAtExec(child.pid());
        QCOMPARE(child.standsWith(), SIGSTOP);
        const int status = child.end();
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
    }

    void aSignalBeforeTheExecIsGivenToIt()
    {
        Child child;
        child.signal(SIGWINCH); // which is of no consequence
        QCOMPARE(child.standsWith(), SIGWINCH);
        net::passSignalOn(child.pid());
        child.execute();
        QCOMPARE(child.standsWith(), SIGTRAP);
        net::leaveAtExec(child.pid());
        QCOMPARE(WEXITSTATUS(child.end()), 7);
    }

    void aSignalThatEndsItDoes()
    {
        Child child;
        child.signal(SIGUSR1);
        QCOMPARE(child.standsWith(), SIGUSR1);
        net::leaveAtExec(child.pid());
        const int status = child.end();
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGUSR1);
    }

    void oneThatRunsIsLeftAlone()
    {
        Child child;
        net::passSignalOn(child.pid());
        child.execute();
        QCOMPARE(child.standsWith(), SIGTRAP);
    }
};

DBGR_TEST(TestTracedChild);

} // namespace tst_traced_child

#include "tst_traced_child.moc"
