// SPDX-License-Identifier: GPL-3.0-or-later
// Says where its functions are ("<hot> <rare>", hexadecimal), then lives: a dot on stdout for each call of hot(), one
// every millisecond; rare() is called every 300, and divides by zero. More threads, as many as the argument says, call
// hot() without dots. Ends after 60 seconds, or when nobody reads the dots any more.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<long> g_beats{0};
static volatile double g_zero = 0.0;
static volatile double g_quotient = 0.0;

__attribute__((noinline)) static void hot()
{
    ++g_beats;
}

__attribute__((noinline)) static void rare()
{
    g_beats += 2;
    g_quotient = 1.0 / g_zero;
}

int main(int argc, char** argv)
{
    std::printf("%lx %lx\n", reinterpret_cast<unsigned long>(&hot), reinterpret_cast<unsigned long>(&rare));
    std::fflush(stdout);
    std::vector<std::jthread> others;
    const int count = argc > 1 ? std::atoi(argv[1]) : 0;
    for (int i = 0; i < count; ++i)
        others.emplace_back([](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                hot();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    for (int beat = 0; beat < 60000; ++beat) {
        hot();
        if (beat % 300 == 299)
            rare();
        if (::write(STDOUT_FILENO, ".", 1) != 1)
            return 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return 0;
}
