// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the same again and again, with instructions of many kinds, and writes a byte each time that the result is
// the first one: '.', else '!'. Where a timer interrupts a thread at a place that is in no file, it writes '?'. Usage:
// passed [THREADS [alarms]]
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

volatile std::uint64_t seed = 7;
double scale = 1.25;
const char kText[] = "breakpoints are passed over out of line";

void put(char what)
{
    if (::write(STDOUT_FILENO, &what, 1) != 1)
        std::_Exit(1);
}

void onAlarm(int, siginfo_t*, void* context)
{
    const auto* const where = static_cast<const ucontext_t*>(context);
    Dl_info info;
    if (::dladdr(reinterpret_cast<const void*>(where->uc_mcontext.gregs[REG_RIP]), &info) == 0)
        put('?');
}

} // namespace

/// Loops, branches, calls, divisions, shifts, strings, floats, globals and a table of jumps.
extern "C" __attribute__((noipa)) std::uint64_t crunch(std::uint64_t rounds)
{
    std::uint64_t sum = seed;
    std::uint32_t numbers[16];
    double floats[8] = {};
    float singles[8] = {1};
    char copy[sizeof kText];
    for (std::uint64_t i = 0; i < rounds; ++i) {
        for (unsigned k = 0; k < 16; ++k)
            numbers[k] = static_cast<std::uint32_t>(sum >> (k % 7)) ^ (k * 2654435761U);
        for (unsigned k = 0; k < 8; ++k) {
            floats[k] += scale * static_cast<double>(numbers[k] % 1000) / (1.0 + k);
            singles[k] = singles[k] * 0.5F + static_cast<float>(static_cast<std::int32_t>(numbers[8 + k]) >> 16);
        }
        std::memcpy(copy, kText, sizeof copy);
        copy[i % (sizeof copy - 1)] = static_cast<char>('a' + sum % 26);
        switch (sum % 6) {
        case 0:
            sum += numbers[i % 16];
            break;
        case 1:
            sum ^= static_cast<std::uint64_t>(floats[i % 8]);
            break;
        case 2:
            sum = sum << 13 | sum >> 51;
            break;
        case 3:
            sum -= std::strlen(copy);
            break;
        case 4:
            sum *= 6364136223846793005ULL;
            break;
        default:
            sum = static_cast<std::uint64_t>(static_cast<std::int64_t>(sum) / 3);
        }
        sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(singles[i % 8])) +
               static_cast<unsigned char>(copy[i % 20]);
        sum = sum % 2 == 0 ? sum + 1 : sum ^ 0x55;
    }
    return sum;
}

int main(int argc, char** argv)
{
    constexpr std::uint64_t kRounds = 4;
    const std::uint64_t first = crunch(kRounds);
    std::printf("%lx\n", reinterpret_cast<unsigned long>(&crunch));
    std::fflush(stdout);
    if (argc > 2) {
        struct sigaction action = {};
        action.sa_sigaction = &onAlarm;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigaction(SIGALRM, &action, nullptr);
        const itimerval every{{0, 500}, {0, 500}};
        ::setitimer(ITIMER_REAL, &every, nullptr);
    }
    const auto compute = [first] {
        for (;;)
            put(crunch(kRounds) == first ? '.' : '!');
    };
    std::vector<std::thread> others;
    for (int i = 1; i < (argc > 1 ? std::atoi(argv[1]) : 1); ++i)
        others.emplace_back(compute);
    compute();
}
