// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/kernel_tracer.h"

#include "keeper/trace/float_units.h"
#include "keeper/trace/hardware_traps.h"
#include "keeper/trace/ptrace_calls.h"
#include "keeper/trace/thread_stop.h"
#include "util/string_util.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <dirent.h>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr long kOptions = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEVFORKDONE |
                          PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD;
constexpr int kStopAtCall = SIGTRAP | 0x80; // by PTRACE_O_TRACESYSGOOD
constexpr std::size_t kGeneralBytes = 1024;
constexpr std::size_t kExtendedBytes = 16384; // AMX's tiles included, and vectors of 2048 bits
constexpr unsigned kEventShift = 16;

std::optional<TraceNews::Kind> kindOf(int event)
{
    switch (event) {
    case 0:
        return TraceNews::Kind::Signal;
    case PTRACE_EVENT_CLONE:
        return TraceNews::Kind::Cloned;
    case PTRACE_EVENT_FORK:
        return TraceNews::Kind::Forked;
    case PTRACE_EVENT_VFORK:
        return TraceNews::Kind::ForkedShared;
    case PTRACE_EVENT_VFORK_DONE:
        return TraceNews::Kind::ForkEnded;
    case PTRACE_EVENT_EXEC:
        return TraceNews::Kind::Executed;
    default:
        return std::nullopt;
    }
}

TraceNews newsOf(pid_t id, int status)
{
    TraceNews news;
    news.thread = Tid(static_cast<Tid::Rep>(id));
    if (WIFEXITED(status)) {
        news.kind = TraceNews::Kind::Exited;
        news.number = WEXITSTATUS(status);
        return news;
    }
    if (WIFSIGNALED(status)) {
        news.kind = TraceNews::Kind::Died;
        news.number = WTERMSIG(status);
        return news;
    }
    const int event = status >> kEventShift;
    news.number = WSTOPSIG(status);
    const bool isStop = event == PTRACE_EVENT_STOP;
    const auto stopKind = news.number == SIGTRAP ? TraceNews::Kind::Interrupted : TraceNews::Kind::JobStopped;
    news.kind = isStop ? stopKind : kindOf(event).value_or(TraceNews::Kind::Interrupted);
    if (event == 0 && news.number == kStopAtCall)
        news.kind = TraceNews::Kind::AtCall;
    unsigned long message = 0;
    if (event != 0 && !isStop && call(PTRACE_GETEVENTMSG, news.thread, nullptr, &message))
        news.message = message;
    return news;
}

SignalNews::Cause causeOf(const siginfo_t& info, int codeOfStepOverCall)
{
    const bool isFromNobody = info.si_code != SI_USER || info.si_pid == 0;
    if (info.si_signo == SIGTRAP && info.si_code == codeOfStepOverCall && isFromNobody)
        return SignalNews::Cause::Step;
    if (info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE || info.si_code == SI_TIMER)
        return SignalNews::Cause::Sent;
    if (info.si_signo != SIGTRAP)
        return info.si_code > 0 && info.si_code != SI_KERNEL ? SignalNews::Cause::Fault : SignalNews::Cause::Sent;
    switch (info.si_code) {
    case SI_KERNEL:
    case TRAP_BRKPT:
        return SignalNews::Cause::Trap;
    case TRAP_TRACE:
    case SIGTRAP: // the step has led to a signal's handler (ptrace_notify)
        return SignalNews::Cause::Step;
    case TRAP_HWBKPT:
        return SignalNews::Cause::Hardware;
    default:
        return SignalNews::Cause::Sent;
    }
}

} // namespace

util::Result<void> KernelTracer::seize(Tid thread)
{
    if (call(PTRACE_SEIZE, thread, nullptr, argument(kOptions)))
        return util::ok();
    return util::fail(util::systemError(errno, "attaching to thread " + std::to_string(thread.value())));
}

bool KernelTracer::interrupt(Tid thread)
{
    return call(PTRACE_INTERRUPT, thread, nullptr, nullptr);
}

bool KernelTracer::resume(Tid thread, Go how, int signal)
{
    takeFrom(thread);
    if (how == Go::OneInstruction)
        unblockTrap(thread);
    const auto request = how == Go::On ? PTRACE_CONT : how == Go::ToCall ? PTRACE_SYSCALL : PTRACE_SINGLESTEP;
    return call(request, thread, nullptr, argument(static_cast<std::uint64_t>(signal)));
}

bool KernelTracer::listen(Tid thread)
{
    takeFrom(thread);
    return call(PTRACE_LISTEN, thread, nullptr, nullptr);
}

bool KernelTracer::release(Tid thread, int signal)
{
    takeFrom(thread);
    return call(PTRACE_DETACH, thread, nullptr, argument(static_cast<std::uint64_t>(signal)));
}

void KernelTracer::wake(util::Pid process)
{
    ::kill(process.value(), SIGCONT);
}

void KernelTracer::kill(util::Pid process)
{
    ::kill(process.value(), SIGKILL);
}

std::optional<RegisterBytes> KernelTracer::general(Tid thread)
{
    return readSet(thread, NT_PRSTATUS, kGeneralBytes);
}

bool KernelTracer::setGeneral(Tid thread, const RegisterBytes& bytes)
{
    return writeSet(thread, NT_PRSTATUS, bytes);
}

std::optional<RegisterBytes> KernelTracer::extended(Tid thread)
{
    RegisterBytes all;
    for (const KernelSet& set : m_arch.extendedSets()) {
        auto bytes = readSet(thread, set.note, set.size == 0 ? kExtendedBytes : set.size);
        if (!bytes)
            return std::nullopt;
        bytes->resize(set.size == 0 ? bytes->size() : set.size);
        all.insert(all.end(), bytes->begin(), bytes->end());
    }
    return all;
}

bool KernelTracer::setExtended(Tid thread, const RegisterBytes& bytes)
{
    std::span<const std::byte> left = bytes;
    for (const KernelSet& set : m_arch.extendedSets()) {
        const std::size_t size = set.size == 0 ? left.size() : set.size;
        if (size > left.size() || (set.isWritable && !writeSet(thread, set.note, left.first(size))))
            return false;
        left = left.subspan(size);
    }
    return true;
}

bool KernelTracer::replaceCall(Tid thread, std::uint32_t number)
{
    const unsigned set = m_arch.setOfCall();
    auto bytes = readSet(thread, set, kGeneralBytes);
    if (!bytes)
        return false;
    m_arch.setCall(*bytes, number);
    return writeSet(thread, set, *bytes);
}

SignalNews KernelTracer::signalNews(Tid thread)
{
    siginfo_t info{};
    if (!call(PTRACE_GETSIGINFO, thread, nullptr, &info))
        return {};
    const SignalNews::Cause cause = causeOf(info, m_arch.codeOfStepOverCall());
    const bool hasAddress = cause == SignalNews::Cause::Fault;
    const bool isOfCall = cause == SignalNews::Cause::Step && info.si_code == m_arch.codeOfStepOverCall();
    const RemoteAddress address(hasAddress ? reinterpret_cast<std::uintptr_t>(info.si_addr) : 0);
    return {cause, info.si_code, address, isOfCall};
}

bool KernelTracer::hasQueued(Tid thread, int signal)
{
    constexpr int kAtOnce = 8;
    siginfo_t queued[kAtOnce];
    __ptrace_peeksiginfo_args range{0, 0, kAtOnce};
    for (;;) {
        const long count = ::ptrace(PTRACE_PEEKSIGINFO, idOf(thread), &range, queued);
        for (long i = 0; i < count; ++i) {
            if (queued[i].si_signo == signal)
                return true;
        }
        if (count < kAtOnce)
            return false;
        range.off += static_cast<std::uint64_t>(count);
    }
}

std::optional<HardwareRoom> KernelTracer::hardwareRoom(Tid thread)
{
    return m_hasHardwareTraps ? hardware::room(thread) : HardwareRoom{};
}

bool KernelTracer::setHardwareTraps(Tid thread, const Arch::HardwareTraps& traps)
{
    return hardware::set(thread, traps);
}

std::optional<std::size_t> KernelTracer::hardwareHit(Tid thread, const Arch::HardwareTraps& traps)
{
    return hardware::hit(thread, traps);
}

std::vector<Tid> KernelTracer::threadsOf(util::Pid process)
{
    std::vector<Tid> threads;
    const std::string path = "/proc/" + std::to_string(process.value()) + "/task";
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
    while (folder) {
        const dirent* const entry = ::readdir(folder.get());
        if (!entry)
            break;
        if (const auto id = util::parseNumber<Tid::Rep>(entry->d_name))
            threads.emplace_back(*id);
    }
    return threads;
}

util::Pid KernelTracer::processOf(Tid thread)
{
    std::ifstream status("/proc/" + std::to_string(thread.value()) + "/status");
    constexpr std::string_view kLabel = "Tgid:";
    for (std::string line; std::getline(status, line);) {
        if (!line.starts_with(kLabel))
            continue;
        const auto id = util::parseNumber<util::Pid::Rep>(util::trimmed(line.substr(kLabel.size())));
        return util::Pid(id.value_or(0));
    }
    return util::Pid(0);
}

char KernelTracer::stateOf(Tid thread)
{
    std::ifstream file("/proc/" + std::to_string(thread.value()) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name = line.rfind(") "); // which may hold anything
    return name != std::string::npos && name + 2 < line.size() ? line[name + 2] : '\0';
}

FloatState KernelTracer::floatState(Tid thread)
{
    return floats::state(thread);
}

bool KernelTracer::setFloatTraps(Tid thread, util::FloatTraps traps, bool open)
{
    return floats::setTraps(thread, traps, open);
}

/// A thread that was put back to a trap's instruction, and whose tracer is killed then, is not to have lost its signal
/// before: what waits for a signal takes it away. So it is looked at first, and taken when it was dealt with.
std::optional<TraceNews> KernelTracer::newsFrom(bool isOfAny, Tid thread)
{
    take();
    siginfo_t info{};
    int done = 0;
    do {
        done = ::waitid(isOfAny ? P_ALL : P_PID, isOfAny ? 0 : static_cast<id_t>(idOf(thread)), &info,
                        WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL);
    } while (done != 0 && errno == EINTR);
    if (done != 0 || info.si_pid == 0)
        return std::nullopt;
    if (info.si_code == CLD_TRAPPED && info.si_status == SIGTRAP) {
        m_untaken = Tid(static_cast<Tid::Rep>(info.si_pid));
        return newsOf(info.si_pid, W_STOPCODE(SIGTRAP));
    }
    int status = 0;
    const pid_t id = ::waitpid(info.si_pid, &status, __WALL | WNOHANG);
    return id > 0 ? std::optional(newsOf(id, status)) : std::nullopt;
}

void KernelTracer::take()
{
    const auto thread = std::exchange(m_untaken, std::nullopt);
    siginfo_t info{};
    if (thread) // no more than the stop: its end, if that has come meanwhile, is still to be told
        static_cast<void>(::waitid(P_PID, static_cast<id_t>(idOf(*thread)), &info, WSTOPPED | WNOHANG | __WALL));
}

void KernelTracer::takeFrom(Tid thread)
{
    if (m_untaken == thread)
        take();
}

std::optional<TraceNews> KernelTracer::next()
{
    return newsFrom(true, {});
}

std::optional<TraceNews> KernelTracer::nextOf(Tid thread)
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kPatience{500};
    constexpr unsigned kLooksBetween = 16; // at the clock, which is not free on each machine
    const auto end = Clock::now() + kPatience;
    for (unsigned looks = 1;; ++looks) {
        if (auto news = newsFrom(false, thread))
            return news;
        if (looks % kLooksBetween == 0 && Clock::now() >= end)
            return std::nullopt;
        ::sched_yield(); // to it, where there is but one processor
    }
}

} // namespace dbgr::keeper
