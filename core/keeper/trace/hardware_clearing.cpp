// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/hardware_clearing.h"

#include "keeper/trace/float_units.h"
#include "keeper/trace/hardware_traps.h"
#include "keeper/trace/ptrace_calls.h"
#include "keeper/trace/thread_stop.h"
#include "util/string_util.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace dbgr::keeper {

namespace {

constexpr int kTries = 4000;       // of a former tracer that takes its time to die
constexpr useconds_t kPause = 500; // microseconds

std::set<Tid> threadsOf(util::Pid pid)
{
    std::set<Tid> threads;
    std::error_code error;
    const std::string folder = "/proc/" + std::to_string(pid.value()) + "/task";
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (const auto id = util::parseNumber<Tid::Rep>(at->path().filename().string()))
            threads.emplace(*id);
    }
    return threads;
}

/// A signal that it was about to get when it stopped, but for that of a trap of ours.
int signalToDeliver(Tid thread, int status, util::FloatTraps openFloats)
{
    if (status >> 16 != 0) // an event, of which the signal is none
        return 0;
    siginfo_t why{};
    constexpr int kByProcessor = 4; // TRAP_HWBKPT
    const bool isKnown = ::ptrace(PTRACE_GETSIGINFO, idOf(thread), nullptr, &why) == 0;
    const bool isTrap = isKnown && WSTOPSIG(status) == SIGTRAP && why.si_code == kByProcessor;
    const auto met = isKnown && WSTOPSIG(status) == SIGFPE ? floats::trapOfCode(why.si_code) : std::nullopt;
    return isTrap || (met && openFloats.has(*met)) ? 0 : WSTOPSIG(status);
}

/// \return false: its tracer is still there
bool clear(Tid thread, util::FloatTraps openFloats)
{
    if (!call(PTRACE_SEIZE, thread, nullptr, nullptr))
        return errno != EPERM;
    call(PTRACE_INTERRUPT, thread, nullptr, nullptr);
    if (const auto status = waitForStop(thread)) {
        if (!openFloats.isEmpty())
            floats::setTraps(thread, openFloats, false);
        else
            hardware::set(thread, {});
        call(PTRACE_DETACH, thread, nullptr,
             argument(static_cast<std::uint64_t>(signalToDeliver(thread, *status, openFloats))));
    }
    return true;
}

} // namespace

void clearTrapsOf(const TextLedger::Outliving& left)
{
    std::set<Tid> done;
    for (int tries = 0; tries < kTries; ++tries) {
        bool isAll = true;
        for (const Tid thread : threadsOf(left.pid)) {
            if (done.contains(thread))
                continue;
            if (clear(thread, left.openFloats))
                done.insert(thread);
            else
                isAll = false;
        }
        if (isAll)
            return;
        ::usleep(kPause);
    }
}

} // namespace dbgr::keeper
