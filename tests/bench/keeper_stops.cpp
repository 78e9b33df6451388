// SPDX-License-Identifier: GPL-3.0-or-later
// keeper_stops ROUNDS PID...: what dbgd-keeper alone takes from an order to stand until it has told dbgd of all these
// processes that they do, as milliseconds and as milliseconds of its processor's time: "stop 1.23 least 1.11 processor
// 0.98", medians but for the least. The debugger of each is asked nothing.
#include "tests/support/keeper/keeper_process.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace dbgr;
using namespace dbgr::test;
using Clock = std::chrono::steady_clock;

/// Till they are again where they were.
constexpr std::chrono::milliseconds kPause{20};

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double processorMilliseconds(util::Pid pid)
{
    constexpr double kNanoseconds = 1e6;
    double nanoseconds = 0;
    std::ifstream("/proc/" + std::to_string(pid.value()) + "/schedstat") >> nanoseconds;
    return nanoseconds / kNanoseconds;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "keeper_stops: %s\n", what);
    std::exit(EXIT_FAILURE);
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 2 ? std::atoi(argv[1]) : 0;
    if (rounds < 1) {
        std::fputs("Usage: keeper_stops ROUNDS PID...\n", stderr);
        return 2;
    }
    KeeperProcess keeper;
    std::vector<std::unique_ptr<RspClient>> clients;
    for (int i = 2; i < argc; ++i)
        clients.push_back(keeper.hold(clients.size(), util::Pid(std::atoi(argv[i]))));
    for (const auto& client : clients) {
        if (client->ask("QStartNoAckMode") != "OK")
            fail("a process cannot be held");
    }
    std::vector<double> stops;
    std::vector<double> processor;
    StandWish asking = 1;
    for (int round = 0; round < rounds; ++round) {
        for (Slot slot = 0; slot < clients.size(); ++slot) {
            keeper.wantStand(slot, 0);
            clients[slot]->send("vCont;c");
        }
        std::this_thread::sleep_for(kPause);
        asking += 2; // of odd ones dbgd is to hear
        const double before = processorMilliseconds(keeper.pid());
        const auto start = Clock::now();
        for (Slot slot = 0; slot < clients.size(); ++slot)
            keeper.wantStand(slot, asking);
        for (std::size_t told = 0; told < clients.size(); ++told) {
            if (!keeper.notice(Notice::Kind::Stands))
                fail("not all stand");
        }
        stops.push_back(millisecondsSince(start));
        processor.push_back(processorMilliseconds(keeper.pid()) - before);
        for (const auto& client : clients) {
            if (!client->receive().starts_with("T"))
                fail("a debugger is not told");
        }
    }
    std::printf("stop %.3f least %.3f processor %.3f\n", median(stops), *std::ranges::min_element(stops),
                median(processor));
}
