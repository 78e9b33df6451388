// SPDX-License-Identifier: GPL-3.0-or-later
// The reaper against real processes: a "dbgr" that is forked here and dies, and a "launcher" that sleeps.
#include "session/remote/launcher_reaper.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_launcher_reaper {

using namespace dbgr::session;
using dbgr::util::Pid;

namespace {

/// Forks a process that starts a launcher and its reaper, sets the wish, and is killed. The launcher's parent must be
/// able to wait for it to become a zombie of its own, so it is told by a pipe that only the launcher holds.
class Family
{
public:
    explicit Family(OnOurDeath wish)
    {
        int life[2];
        int pidPipe[2];
        if (::pipe2(life, O_CLOEXEC) != 0 || ::pipe2(pidPipe, O_CLOEXEC) != 0)
            qFatal("no pipes");
        m_dbgr = ::fork();
        if (m_dbgr == 0)
            beDbgr(wish, life, pidPipe[1]);
        ::close(life[1]);
        ::close(pidPipe[1]);
        m_life = life[0];
        if (::read(pidPipe[0], &m_launcher, sizeof m_launcher) != sizeof m_launcher)
            qFatal("no launcher");
        ::close(pidPipe[0]);
    }
    ~Family()
    {
        ::kill(m_launcher, SIGKILL);
        ::close(m_life);
    }
    void killDbgr()
    {
        ::kill(m_dbgr, SIGKILL);
        ::waitpid(m_dbgr, nullptr, 0);
    }
    /// Whether the launcher ends within the time.
    [[nodiscard]] bool launcherEnds(int ms) const
    {
        pollfd end = {m_life, POLLIN, 0};
        return ::poll(&end, 1, ms) == 1;
    }

private:
    [[noreturn]] static void beDbgr(OnOurDeath wish, const int* life, int pidPipe)
    {
        const pid_t launcher = ::fork();
        if (launcher == 0) {
            ::signal(SIGTERM, wish == OnOurDeath::KillLauncher ? SIG_IGN : SIG_DFL);
            ::close(pidPipe);
            for (;;)
                ::pause();
        }
        ::close(life[1]);
        auto reaper = LauncherReaper::start(Pid(launcher), {});
        if (!reaper)
            ::_exit(1);
        reaper->set(wish);
        [[maybe_unused]] const auto written = ::write(pidPipe, &launcher, sizeof launcher);
        for (;;)
            ::pause();
    }

    pid_t m_dbgr = 0;
    pid_t m_launcher = 0;
    int m_life = -1;
};

} // namespace

class TestLauncherReaper : public QObject
{
    Q_OBJECT

private slots:
    void killsALauncherThatHearsNothingElse()
    {
        Family family(OnOurDeath::KillLauncher);
        QVERIFY(!family.launcherEnds(50));
        family.killDbgr();
        QVERIFY(family.launcherEnds(5000));
    }

    void terminatesALauncherThatHoldsRanks()
    {
        Family family(OnOurDeath::TerminateLauncher);
        family.killDbgr();
        QVERIFY(family.launcherEnds(5000));
    }

    void leavesAFreeJobAlone()
    {
        Family family(OnOurDeath::LeaveAlone);
        family.killDbgr();
        QVERIFY(!family.launcherEnds(300));
    }

    void whatAFreeLauncherPrintsIsTakenAway()
    {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        const pid_t launcher = ::fork();
        if (launcher == 0) {
            for (;;)
                ::pause();
        }
        {
            auto reaper = LauncherReaper::start(Pid(launcher), {ends[0]});
            QVERIFY(reaper.has_value());
            reaper->set(OnOurDeath::LeaveAlone);
            ::close(ends[0]);
        }
        const std::string much(1 << 20, 'x'); // more than a pipe holds
        ::signal(SIGPIPE, SIG_IGN);
        QCOMPARE(::write(ends[1], much.data(), much.size()), ssize_t(much.size()));
        ::close(ends[1]);
        ::kill(launcher, SIGKILL);
        ::waitpid(launcher, nullptr, 0);
    }

    void anOrderlyEndHarmsNobody()
    {
        const pid_t launcher = ::fork();
        if (launcher == 0) {
            for (;;)
                ::pause();
        }
        {
            auto reaper = LauncherReaper::start(Pid(launcher), {});
            QVERIFY(reaper.has_value());
        }
        QCOMPARE(::waitpid(launcher, nullptr, WNOHANG), 0);
        ::kill(launcher, SIGKILL);
        ::waitpid(launcher, nullptr, 0);
    }
};

DBGR_TEST(TestLauncherReaper);

} // namespace tst_launcher_reaper

#include "tst_launcher_reaper.moc"
