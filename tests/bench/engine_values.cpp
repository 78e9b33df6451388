// SPDX-License-Identifier: GPL-3.0-or-later
// What a question about values in all ranks of a node costs the engine, with LLDB's frames: milliseconds of this
// process's processor, of all its threads. The first question after a stop, which finds the frames, and the same once
// more. Of each the least of some stops. The goal is 2 ms for a value of 128 ranks. Beside them what no debugger can do
// without: a system call that reads the value for each rank. Usage: engine_values [N ...]
#include "tests/contract/lldb_rig.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <sys/uio.h>
#include <thread>
#include <utility>
#include <vector>

using namespace dbgr;
using test::LldbRig;

namespace {

constexpr int kStops = 7;
constexpr int kMore = 10;

double processorMilliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Until nothing is under way that an earlier question or the stop itself began.
void waitUntilIdle()
{
    for (double before = -1, now = processorMilliseconds(); now - before > 0.5; now = processorMilliseconds()) {
        before = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// As the faces ask: the frame that the first rank stands in, in all of them.
debug::Evaluate matched(LldbRig& rig)
{
    const auto frames = rig.client().get<debug::FramesReply>(util::RankSet(util::Rank(0)), debug::GetFrames{});
    debug::Evaluate question{"x", {}, 0};
    if (!frames.ranks.empty())
        question.match = frames.ranks.front().match(0);
    return question;
}

struct Times
{
    double first = std::numeric_limits<double>::max(); ///< after a stop
    double again = first;
};

double costOf(LldbRig& rig, const debug::EngineRequest& request, bool& isAnswered)
{
    waitUntilIdle();
    const double begun = processorMilliseconds();
    const debug::EngineReply reply = rig.client().ask(rig.all(), request);
    isAnswered = isAnswered && reply.failures.empty();
    return processorMilliseconds() - begun;
}

struct Spot
{
    pid_t pid = 0;
    std::uint64_t address = 0;
};

/// Where each rank has its x.
std::vector<Spot> spotsOf(LldbRig& rig, unsigned count)
{
    std::vector<Spot> spots;
    for (const debug::ValueGroup& group : rig.print("&x")) {
        group.ranks.forEach([&](util::Rank rank) {
            spots.push_back({rig.process(rank.value()).pid().value(), std::strtoull(group.value.c_str(), nullptr, 16)});
        });
    }
    return spots.size() == count ? spots : std::vector<Spot>();
}

/// The same moments as costOf().
double costOfReading(const std::vector<Spot>& spots, bool& isAnswered)
{
    waitUntilIdle();
    const double begun = processorMilliseconds();
    for (const Spot& spot : spots) {
        int value = 0;
        const iovec here{&value, sizeof value};
        const iovec there{reinterpret_cast<void*>(spot.address), sizeof value};
        isAnswered = ::process_vm_readv(spot.pid, &here, 1, &there, 1, 0) == sizeof value && isAnswered;
    }
    return processorMilliseconds() - begun;
}

template <class Cost>
Times leastOf(LldbRig& rig, Cost cost)
{
    Times times;
    for (int stop = 0; stop < kStops; ++stop) {
        static_cast<void>(rig.resume());
        times.first = std::min(times.first, cost());
        for (int again = 0; again < kMore; ++again)
            times.again = std::min(times.again, cost());
    }
    return times;
}

void print(unsigned count, const char* what, const Times& times)
{
    std::printf("%5u %-20s %10.3f %10.3f\n", count, what, times.first, times.again);
    std::fflush(stdout);
}

/// \return whether all ranks answered
bool measure(unsigned count)
{
    LldbRig rig;
    rig.start("sums", {"1000"}, count);
    if (!rig.attach())
        return false;
    static_cast<void>(rig.resume());
    const std::vector<std::pair<const char*, debug::EngineRequest>> questions{
        {"print x", debug::Evaluate{"x", {}, {}}},
        {"print x, same frame", matched(rig)},
        {"print x*2+arr[3]", debug::Evaluate{"x*2+arr[3]", {}, {}}},
        {"locals", debug::GetVariables{}}};
    const std::vector<Spot> spots = spotsOf(rig, count);
    bool isAnswered = !spots.empty();
    print(count, "(the system's reads)", leastOf(rig, [&] { return costOfReading(spots, isAnswered); }));
    for (const auto& [what, question] : questions)
        print(count, what, leastOf(rig, [&, &asked = question] { return costOf(rig, asked, isAnswered); }));
    return isAnswered;
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<unsigned> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(static_cast<unsigned>(std::atoi(argv[i])));
    if (counts.empty())
        counts = {1, 16, 64, 128};
    std::printf("%5s %-20s %10s %10s\n", "ranks", "question", "first, ms", "again, ms");
    for (const unsigned count : counts) {
        if (!measure(count)) {
            std::fprintf(stderr, "not all of %u ranks answered\n", count);
            return 1;
        }
    }
    return 0;
}
