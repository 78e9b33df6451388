// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/last_words.h"

#include "util/error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::array kFatalSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr long kLookAgainNanoseconds = 10'000'000;
constexpr int kLooks =
    static_cast<int>(std::chrono::nanoseconds(LastWords::kThreadLimit).count() / kLookAgainNanoseconds);

// What a handler may look at.
std::atomic<int> s_pipe{-1};
std::atomic<int> s_signal{0};    // the first one
std::atomic<bool> s_said{false}; // or there is nobody to say it
thread_local bool t_isNet = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void restoreDefault(int signal)
{
    struct sigaction action
    {};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
}

/// Async-signal-safe all of it.
void onFatalSignal(int signal, siginfo_t* info, void*)
{
    const int keptErrno = errno;
    // Sent by another process, it says nothing of the thread that happened to get it.
    const bool isFault = info->si_code > 0 || info->si_pid == ::getpid();
    int none = 0;
    const bool isFirst = s_signal.compare_exchange_strong(none, signal);
    if (isFirst && !(isFault && t_isNet)) {
        const char byte = 0;
        static_cast<void>(::write(s_pipe, &byte, 1));
    }
    if (isFault && !t_isNet) {
        const timespec pause{0, kLookAgainNanoseconds};
        for (int look = 0; look < kLooks && !s_said; ++look)
            ::nanosleep(&pause, nullptr);
    }
    if (isFault || !isFirst) {
        restoreDefault(signal);
        if (info->si_code <= 0) // else what raised it is done once more, and is the end
            static_cast<void>(::raise(signal));
    }
    errno = keptErrno;
}

} // namespace

util::Result<std::unique_ptr<LastWords>> LastWords::prepare(net::EventLoop& loop, std::function<void(int signal)> say)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return util::fail(util::systemError(errno, "making a pipe for fatal signals"));
    s_pipe = ends[1];
    s_signal = 0;
    s_said = false;
    t_isNet = true;
    std::unique_ptr<LastWords> words(new LastWords(loop, util::UniqueFd(ends[0]), std::move(say)));
    for (const int signal : kFatalSignals) {
        struct sigaction action
        {};
        if (::sigaction(signal, nullptr, &action) != 0 || (action.sa_flags & SA_SIGINFO) != 0 ||
            action.sa_handler != SIG_DFL)
            continue;
        action.sa_sigaction = onFatalSignal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        ::sigaction(signal, &action, nullptr);
    }
    return words;
}

LastWords::LastWords(net::EventLoop& loop, util::UniqueFd pipe, std::function<void(int signal)> say)
    : m_loop(loop), m_pipe(std::move(pipe)), m_say(std::move(say)),
      m_watch(m_loop.watch(m_pipe.get(), net::Interest::Read, [this] { onSignal(); }))
{}

/// A thread that breaks down from now on ends us at once.
LastWords::~LastWords()
{
    s_said = true;
    for (const int signal : kFatalSignals) {
        struct sigaction action
        {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_sigaction == onFatalSignal)
            restoreDefault(signal);
    }
    m_watch.cancel();
    ::close(s_pipe.exchange(-1));
}

void LastWords::onSignal()
{
    m_watch.cancel();
    const int signal = s_signal;
    m_say(signal);
    m_end = m_loop.after(kLimit, [this, signal] {
        s_said = true;                          // the thread that broke down goes on to its end
        m_end = m_loop.after(kLimit, [signal] { // there is none: another process sent the signal
            restoreDefault(signal);
            static_cast<void>(::raise(signal));
        });
    });
}

} // namespace dbgr::daemon
