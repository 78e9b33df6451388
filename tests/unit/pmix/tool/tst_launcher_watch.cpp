// SPDX-License-Identifier: GPL-3.0-or-later
// The watch over a child that stands for a launcher. Destroying the watch looks, to its process, like our death.
#include "pmix/tool/launcher_watch.h"

#include <QTest>

#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dbgr::pmix;
using dbgr::util::Pid;
using dbgr::util::UniqueFd;

class TestLauncherWatch : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();
    void heldLauncherIsKilled();
    void runningLauncherIsTerminated();
    void letLiveLauncherIsLeftAlone();
    void endedLauncherIsForgotten();
    void keepalivePipeStaysOpenForOneThatLives();

private:
    Pid startChild()
    {
        m_child = ::fork();
        if (m_child == 0) {
            for (;;)
                ::pause();
        }
        return Pid(m_child);
    }
    /// The signal that ended the child, 0 while it lives.
    int signalOfEnd()
    {
        int status = 0;
        if (m_child > 0 && ::waitpid(m_child, &status, WNOHANG) == m_child) {
            m_child = -1;
            m_signal = WIFSIGNALED(status) ? WTERMSIG(status) : -1;
        }
        return m_signal;
    }

    pid_t m_child = -1;
    int m_signal = 0;
};

void TestLauncherWatch::cleanup()
{
    m_signal = 0;
    if (m_child <= 0)
        return;
    ::kill(m_child, SIGKILL);
    ::waitpid(m_child, nullptr, 0);
    m_child = -1;
}

void TestLauncherWatch::heldLauncherIsKilled()
{
    auto watch = LauncherWatch::start(startChild(), {}).value();
    watch.reset();
    QTRY_COMPARE(signalOfEnd(), SIGKILL);
}

void TestLauncherWatch::runningLauncherIsTerminated()
{
    const Pid child = startChild();
    auto watch = LauncherWatch::start(child, {}).value();
    watch->setDuty(child, LauncherWatch::Duty::Terminate);
    watch.reset();
    QTRY_COMPARE(signalOfEnd(), SIGTERM);
}

void TestLauncherWatch::letLiveLauncherIsLeftAlone()
{
    const Pid child = startChild();
    auto watch = LauncherWatch::start(child, {}).value();
    watch->setDuty(child, LauncherWatch::Duty::LetLive);
    watch.reset();
    QVERIFY(!QTest::qWaitFor([&] { return signalOfEnd() != 0; }, 100));
}

void TestLauncherWatch::endedLauncherIsForgotten()
{
    const Pid child = startChild();
    auto watch = LauncherWatch::start(child, {}).value();
    ::kill(child.value(), SIGKILL);
    QTRY_COMPARE(signalOfEnd(), SIGKILL);
    watch->setDuty(child, LauncherWatch::Duty::None);
    watch.reset();
}

void TestLauncherWatch::keepalivePipeStaysOpenForOneThatLives()
{
    int fds[2];
    QCOMPARE(::pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
    const UniqueFd readEnd(fds[0]);
    const Pid child = startChild(); // holds copies of both ends, as no real launcher would
    auto watch = LauncherWatch::start(child, UniqueFd(fds[1])).value();
    watch->setDuty(child, LauncherWatch::Duty::LetLive);
    watch.reset();
    char byte;
    QCOMPARE(::read(readEnd.get(), &byte, 1), ssize_t(-1)); // no end of file
    ::kill(child.value(), SIGKILL);
    QTRY_COMPARE(signalOfEnd(), SIGKILL);
    QTRY_COMPARE(::read(readEnd.get(), &byte, 1), ssize_t(0));
}

QTEST_GUILESS_MAIN(TestLauncherWatch)
#include "tst_launcher_watch.moc"
