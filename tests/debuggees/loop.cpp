// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in small steps for as many seconds as its argument says (default 60), so that it is never left behind.

#include <chrono>
#include <cstdlib>
#include <thread>

static long g_turns = 0;

static long turn(long i)
{
    const long doubled = i * 2;
    ++g_turns;
    return doubled;
}

int main(int argc, char** argv)
{
    const long seconds = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 60;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    long sum = 0;
    for (long i = 0; std::chrono::steady_clock::now() < end; ++i) {
        sum += turn(i);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return sum > 0 ? 0 : 1;
}
