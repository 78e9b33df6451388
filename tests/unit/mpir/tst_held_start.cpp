// SPDX-License-Identifier: GPL-3.0-or-later
// This program is a launcher itself: its child, a copy of it, is made to hold its tasks.
#include <QtTest>

#include "mpir/held_start.h"
#include "mpir/mpir_error.h"
#include "tests/support/run/test_class.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_held_start {

using namespace dbgr;
using namespace dbgr::mpir;

extern "C" {
[[gnu::used]] void* MPIR_proctable = nullptr;
[[gnu::used]] int MPIR_proctable_size = 0;
[[gnu::used]] volatile int MPIR_being_debugged = 0;
volatile int g_woken = 0;

[[gnu::noinline]] void MPIR_Breakpoint()
{
    for (int task = 0; task < 10; ++task)
        g_woken = g_woken + 1;
}
}

namespace {

/// Waits until somebody has looked into it, and tells what it did.
[[noreturn]] void beLauncher()
{
    ::raise(SIGSTOP);
    MPIR_Breakpoint();
    ::_exit(MPIR_being_debugged * 100 + g_woken);
}

class Launcher
{
public:
    Launcher() : m_pid(::fork())
    {
        if (m_pid == 0)
            beLauncher();
        ::waitpid(m_pid, nullptr, WUNTRACED);
    }
    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    [[nodiscard]] int goOn() const
    {
        int status = 0;
        ::kill(m_pid, SIGCONT);
        ::waitpid(m_pid, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    pid_t m_pid;
};

} // namespace

class TestHeldStart : public QObject
{
    Q_OBJECT

private slots:
    void wakesItsTasksByItself() { QCOMPARE(Launcher().goOn(), 10); }

    void believesThatItIsDebuggedAndWakesNone()
    {
        const Launcher launcher;
        auto target = Target::open(launcher.pid());
        QVERIFY(target);
        QVERIFY(startTasksHeld(*target));
        QCOMPARE(launcher.goOn(), 100);
    }

    void needsTheFunction()
    {
        Target target(std::make_unique<util::ProcMemory>(util::Pid(::getpid())), {});
        const auto held = startTasksHeld(target);
        QVERIFY(!held);
        QVERIFY(held.error().code == mpir::Errc::NoTable);
    }
};

DBGR_TEST(TestHeldStart, QCoreApplication);

} // namespace tst_held_start

#include "tst_held_start.moc"
