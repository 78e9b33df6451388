// SPDX-License-Identifier: GPL-3.0-or-later
// What a daemon says when a signal ends it, and that it ends by that signal: in children that break down.
#include <QtTest> // first: moc 6.4 cannot parse <chrono> before it

#include "dbgdaemon/last_words.h"
#include "tests/support/run/test_class.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tst_last_words {

using namespace dbgr;
using daemon::LastWords;

namespace {

struct Outcome
{
    std::string said; ///< the signals' numbers
    int signal = 0;   ///< that ended it
};

/// Runs `breakDown` with a loop whose last words are written down; on its own thread, or on the loop's.
Outcome endOf(const std::function<void()>& breakDown, bool onLoop)
{
    int ends[2];
    if (::pipe(ends) != 0)
        qFatal("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
            std::signal(signal, SIG_DFL); // the test's own
        const auto loop = net::EventLoop::create().value();
        const auto words = LastWords::prepare(*loop, [&](int signal) {
            const std::string text = std::to_string(signal) + ' ';
            static_cast<void>(::write(ends[1], text.data(), text.size()));
        });
        if (onLoop)
            loop->post(breakDown);
        std::thread thread;
        if (!onLoop)
            thread = std::thread(breakDown);
        loop->run();
        ::_exit(0);
    }
    ::close(ends[1]);
    Outcome outcome;
    char text[64];
    for (ssize_t size = 0; (size = ::read(ends[0], text, sizeof text)) > 0;)
        outcome.said.append(text, static_cast<std::size_t>(size));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return outcome;
}

void touchNull()
{
    volatile int* const nowhere = nullptr;
    *nowhere = 1;
}

} // namespace

class TestLastWords : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer cares for these signals");
#endif
    }

    void aThreadThatBreaksDownIsToldOfAndEndsTheProcessByItsSignal()
    {
        const Outcome outcome = endOf(touchNull, false);
        QCOMPARE(outcome.said, std::to_string(SIGSEGV) + ' ');
        QCOMPARE(outcome.signal, SIGSEGV);
    }

    void soDoesOneThatAborts()
    {
        const Outcome outcome = endOf([] { std::abort(); }, false);
        QCOMPARE(outcome.said, std::to_string(SIGABRT) + ' ');
        QCOMPARE(outcome.signal, SIGABRT);
    }

    void soDoesASignalFromAnotherProcess()
    {
        const Outcome outcome = endOf(
            [] {
                const pid_t victim = ::getpid();
                if (::fork() == 0) {
                    ::kill(victim, SIGBUS);
                    ::_exit(0);
                }
            },
            true);
        QCOMPARE(outcome.said, std::to_string(SIGBUS) + ' ');
        QCOMPARE(outcome.signal, SIGBUS);
    }

    void twoThatBreakDownAreOneEnd()
    {
        const Outcome outcome = endOf(
            [] {
                std::thread(touchNull).detach();
                touchNull();
            },
            false);
        QCOMPARE(outcome.said, std::to_string(SIGSEGV) + ' ');
        QCOMPARE(outcome.signal, SIGSEGV);
    }

    /// Nobody is left to say it.
    void theThreadThatWouldSayItEndsAtOnce()
    {
        const Outcome outcome = endOf(touchNull, true);
        QCOMPARE(outcome.said, std::string());
        QCOMPARE(outcome.signal, SIGSEGV);
    }

    void aThreadDoesNotWaitForEverForOneThatHangs()
    {
        const Outcome outcome = endOf(
            [] {
                std::thread(touchNull).detach();
                for (;;)
                    ::pause();
            },
            true);
        QCOMPARE(outcome.said, std::string());
        QCOMPARE(outcome.signal, SIGSEGV);
    }

    void withoutItSignalsAreAsTheyWere()
    {
        const auto loop = net::EventLoop::create().value();
        struct sigaction before, after;
        ::sigaction(SIGFPE, nullptr, &before);
        LastWords::prepare(*loop, [](int) {}).value().reset();
        ::sigaction(SIGFPE, nullptr, &after);
        QVERIFY(before.sa_handler == after.sa_handler);
    }
};

DBGR_TEST(TestLastWords);

} // namespace tst_last_words

#include "tst_last_words.moc"
