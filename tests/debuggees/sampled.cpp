// SPDX-License-Identifier: GPL-3.0-or-later
// Does one thing again and again for so many milliseconds, looks at each result, and says at its end "ok COUNT", or
// "bad" and what was wrong. Whoever copies it meanwhile may not be noticed.
//   sampled spin|sleep|poll|epoll|epoll-limit|semop|sigwait|handler|futex|read|vfork|threads|frames MILLISECONDS
//   [BYTES]
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/epoll.h>
#include <sys/sem.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using Clock = std::chrono::steady_clock;

static Clock::time_point g_end;
static std::atomic<long> g_count{0};
static std::string g_more; // to be said behind the count
static std::size_t g_between = 0;

static bool isOver()
{
    return Clock::now() >= g_end;
}

[[noreturn]] static void bad(const char* what, long result)
{
    std::printf("bad %s: %ld, errno %d, after %ld\n", what, result, errno, g_count.load());
    std::fflush(stdout);
    _exit(1);
}

static void expect(const char* what, long result, long wanted)
{
    if (result != wanted)
        bad(what, result);
    ++g_count;
}

static void pauseBriefly()
{
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Has a byte to read every 2 ms, until nobody reads any more.
class Ticks
{
public:
    Ticks()
    {
        if (pipe(m_ends) != 0)
            bad("pipe", -1);
        m_writer = std::thread([this] {
            for (; !m_enough; pauseBriefly())
                if (write(m_ends[1], ".", 1) != 1)
                    bad("write", -1);
        });
    }
    ~Ticks()
    {
        m_enough = true;
        m_writer.join();
    }
    int end() const { return m_ends[0]; }
    long take()
    {
        char tick = 0;
        return read(m_ends[0], &tick, 1);
    }

private:
    int m_ends[2];
    std::atomic<bool> m_enough{false};
    std::thread m_writer;
};

static std::uint64_t mixed(std::uint64_t value, int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        value ^= value << 13;
        value ^= value >> 7;
        value ^= value << 17;
    }
    return value;
}

/// Each of several threads computes the same again and again; the first one also how long it did not run.
static void spin()
{
    constexpr int kRounds = 2000;
    const std::uint64_t wanted = mixed(88172645463325252U, kRounds);
    const auto work = [wanted] {
        while (!isOver())
            expect("sum", mixed(88172645463325252U, kRounds) == wanted, 1);
    };
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& other : others)
        other.join();
}

/// Alone on a processor it would see only what interrupts it.
static void gaps()
{
    using Micros = std::chrono::duration<double, std::micro>;
    std::vector<double> found;
    double sum = 0;
    for (auto last = Clock::now(); last < g_end;) {
        const auto now = Clock::now();
        const double gap = Micros(now - last).count();
        last = now;
        ++g_count;
        if (gap > 10.0) {
            found.push_back(gap);
            sum += gap;
        }
    }
    std::sort(found.begin(), found.end());
    const auto at = [&](double part) {
        return found.empty() ? 0.0 : found[static_cast<std::size_t>(part * static_cast<double>(found.size() - 1))];
    };
    char text[128];
    std::snprintf(text, sizeof text, " gaps %zu median %.0f p90 %.0f longest %.0f us", found.size(), at(0.5), at(0.9),
                  at(1.0));
    g_more = text;
}

static void sleepAgain()
{
    while (!isOver()) {
        const auto begin = Clock::now();
        timespec left{0, 3'000'000};
        expect("nanosleep", nanosleep(&left, nullptr), 0);
        expect("slept", Clock::now() - begin >= std::chrono::milliseconds(3), 1);
    }
}

static void pollAgain()
{
    Ticks ticks;
    while (!isOver()) {
        pollfd ready{ticks.end(), POLLIN, 0};
        expect("poll", poll(&ready, 1, -1), 1);
        expect("read", ticks.take(), 1);
    }
}

static void epollAgain(int limit)
{
    Ticks ticks;
    const int set = epoll_create1(0);
    epoll_event event{EPOLLIN, {}};
    epoll_ctl(set, EPOLL_CTL_ADD, ticks.end(), &event);
    long interrupted = 0;
    while (!isOver()) {
        const int got = epoll_wait(set, &event, 1, limit);
        if (limit >= 0 && got < 0 && errno == EINTR) {
            ++interrupted;
            continue;
        }
        expect("epoll_wait", got, 1);
        expect("read", ticks.take(), 1);
    }
    g_more = " interrupted " + std::to_string(interrupted);
}

static void semopAgain()
{
    const int set = semget(IPC_PRIVATE, 1, 0600);
    std::thread other([set] {
        for (; !isOver(); pauseBriefly()) {
            sembuf more{0, 1, 0};
            semop(set, &more, 1);
        }
        sembuf last{0, 1, 0};
        semop(set, &last, 1);
    });
    while (!isOver()) {
        sembuf less{0, -1, 0};
        expect("semop", semop(set, &less, 1), 0);
    }
    other.join();
    semctl(set, 0, IPC_RMID);
}

static void sigwaitAgain()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    const pthread_t self = pthread_self();
    std::atomic<bool> isAwaited{true};
    std::thread other([self, &isAwaited] {
        for (; isAwaited; pauseBriefly())
            pthread_kill(self, SIGUSR1);
    });
    while (!isOver())
        expect("sigwaitinfo", sigwaitinfo(&signals, nullptr), SIGUSR1);
    isAwaited = false;
    other.join();
}

/// Its handler has to end the call each time, or it waits for ever.
static void handleAgain()
{
    static volatile sig_atomic_t alarms = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { alarms = alarms + 1; };
    sigaction(SIGALRM, &action, nullptr);
    sigset_t blocked;
    sigset_t open;
    sigemptyset(&open);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGALRM);
    sigprocmask(SIG_BLOCK, &blocked, nullptr);
    const int set = epoll_create1(0);
    for (int wanted = 1; !isOver(); ++wanted) {
        const itimerval soon{{0, 0}, {0, 1500}};
        setitimer(ITIMER_REAL, &soon, nullptr);
        epoll_event event{};
        expect("epoll_pwait", epoll_pwait(set, &event, 1, -1, &open), -1);
        expect("its error", errno, EINTR);
        expect("alarms", alarms, wanted);
    }
}

static void handOver()
{
    std::mutex mutex;
    std::condition_variable changed;
    long turn = 0;
    bool isDone = false;
    const auto play = [&](long mine) {
        std::unique_lock lock(mutex);
        while (!isOver() && !isDone) {
            if (!changed.wait_for(lock, std::chrono::seconds(20), [&] { return turn % 2 == mine || isDone; }))
                bad("turn", turn);
            ++turn;
            ++g_count;
            changed.notify_all();
        }
        isDone = true;
        changed.notify_all();
    };
    std::thread other(play, 1);
    play(0);
    other.join();
}

static void readAgain()
{
    Ticks ticks;
    while (!isOver())
        expect("read", ticks.take(), 1);
}

static void vforkAgain()
{
    std::thread other([] {
        while (!isOver())
            expect("sum", static_cast<long>(mixed(1, 100) == mixed(1, 100)), 1);
    });
    while (!isOver()) {
        const pid_t child = vfork();
        if (child == 0) {
            execl("/bin/sleep", "sleep", "0.05", static_cast<char*>(nullptr));
            _exit(4);
        }
        int status = 0;
        while (waitpid(child, &status, 0) < 0)
            ;
        expect("child", status, 0);
    }
    other.join();
}

/// Its child stays in its memory for long.
static void vforkOnce()
{
    if (vfork() == 0) {
        const timespec long_{2, 0};
        nanosleep(&long_, nullptr);
        _exit(0);
    }
    while (!isOver())
        pauseBriefly();
}

static void makeThreads()
{
    long made = 0;
    std::atomic<long> ran{0};
    while (!isOver()) {
        std::thread first([&] { ++ran; });
        std::thread second([&] { ++ran; });
        first.join();
        second.join();
        made += 2;
        expect("threads", ran, made);
    }
}

constexpr std::size_t kPatternBytes = 256;

__attribute__((noinline)) static void inner(const unsigned char* outermost)
{
    unsigned char pattern[kPatternBytes];
    for (std::size_t i = 0; i < sizeof pattern; ++i)
        pattern[i] = static_cast<unsigned char>(i * 7 + 1);
    std::printf("%lx %lx\n", reinterpret_cast<unsigned long>(&pattern[0]), reinterpret_cast<unsigned long>(outermost));
    std::fflush(stdout);
    static volatile bool never = false;
    static std::atomic<long> turns{0};
    __asm__ volatile("" : : "r"(pattern) : "memory");
    while (!never) // nothing on its stack changes
        turns.fetch_add(1, std::memory_order_relaxed);
    __asm__ volatile("" : : "r"(pattern) : "memory");
}

__attribute__((noinline)) static void outer()
{
    unsigned char pattern[kPatternBytes];
    for (std::size_t i = 0; i < sizeof pattern; ++i)
        pattern[i] = static_cast<unsigned char>(i * 5 + 3);
    volatile char* const room = static_cast<volatile char*>(__builtin_alloca(g_between + 16));
    room[0] = 1;
    inner(pattern);
    __asm__ volatile("" : : "r"(pattern), "r"(room) : "memory");
}

/// Says where two patterns are on its stack, and how far apart is given; never ends.
static void frames()
{
    std::thread(outer).join();
}

/// Whom attaching stops in a call may notice.
static void awaitTracer()
{
    for (long tracer = 0; tracer == 0; pauseBriefly()) {
        FILE* const status = fopen("/proc/self/status", "r");
        char line[256];
        while (status && fgets(line, sizeof line, status))
            if (std::sscanf(line, "TracerPid: %ld", &tracer) == 1)
                break;
        if (status)
            fclose(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

int main(int argc, char** argv)
{
    const std::map<std::string, std::function<void()>> all{
        {"spin", spin},
        {"gaps", gaps},
        {"sleep", sleepAgain},
        {"poll", pollAgain},
        {"epoll", [] { epollAgain(-1); }},
        {"epoll-limit", [] { epollAgain(1000); }},
        {"semop", semopAgain},
        {"sigwait", sigwaitAgain},
        {"handler", handleAgain},
        {"futex", handOver},
        {"read", readAgain},
        {"vfork", vforkAgain},
        {"vfork-long", vforkOnce},
        {"vfork-early", vforkOnce},
        {"threads", makeThreads},
        {"frames", outer},
        {"thread-frames", frames},
    };
    const auto found = argc > 2 ? all.find(argv[1]) : all.end();
    if (found == all.end())
        return 2;
    g_between = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
    std::printf("ready\n");
    std::fflush(stdout);
    if (found->first != "vfork-early")
        awaitTracer();
    g_end = Clock::now() + std::chrono::milliseconds(std::atoi(argv[2]));
    found->second();
    std::printf("ok %ld%s\n", g_count.load(), g_more.c_str());
    return 0;
}
