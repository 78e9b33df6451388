// SPDX-License-Identifier: BSD-3-Clause
// Process: what its program does by itself with the traps that it meets, and with the steps that it makes, when we have
// been killed and the undertaker has not been there yet. Nobody but its tracer can take a signal from a thread, so the
// process has a handler of SIGTRAP while we hold it, where it has none of its own: it sees the signal only when nobody
// else does. The handler is in a page of its own, and goes with the last stop.
#include "keeper/target/process_files.h"
#include "keeper/trace/process.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kAction = 1024; // in that page, behind the code
constexpr std::uint64_t kDefault = 2048;
constexpr std::uint64_t kSetBytes = 8; // of signals, as the kernel has them
constexpr std::int64_t kMostErrors = 4095;

bool isAddress(std::optional<std::int64_t> result)
{
    return result && (*result > 0 || *result < -kMostErrors);
}

} // namespace

/// One that can be made to make a system call, and has nothing to lose by it.
std::optional<Tid> Process::idleThread() const
{
    for (const auto& [id, thread] : m_threads) {
        const auto reason = thread.stop.reason;
        const bool isQuiet = (reason == rsp::StopReason::Step && m_isLeaving) || // nobody hears of it
                             reason == rsp::StopReason::None || reason == rsp::StopReason::Breakpoint ||
                             (reason == rsp::StopReason::Signal && thread.stop.signal == SIGSTOP);
        if (isQuiet && !thread.isInside && thread.signal == 0 && !thread.metFloat)
            return id;
    }
    return std::nullopt;
}

/// It has none, or none any more: the kernel takes it away where a thread meets a trap that blocks the signal.
bool Process::wantsTrapHandler()
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    if (m_arch.trapHandler().empty() || isInCall() || (m_handler && Clock::now() - m_handlerSeen < kBetweenLooks))
        return false;
    m_handlerSeen = Clock::now();
    return hasDefaultAction(m_pid, SIGTRAP);
}

void Process::giveTrapHandler(std::function<void()> done)
{
    const auto caller = wantsTrapHandler() ? idleThread() : std::nullopt;
    if (!caller)
        return done();
    if (m_handler)
        return setTrapHandler(*caller, std::move(done));
    call(*caller, SYS_mmap, {0, kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, ~std::uint64_t{0}, 0},
         [this, caller, done](std::optional<std::int64_t> result) {
             if (!isAddress(result))
                 return done();
             const RemoteAddress page(static_cast<std::uint64_t>(*result));
             m_handler = page;
             if (m_phase == Phase::Standing && m_memory->write(page, m_arch.trapHandler()) &&
                 m_memory->write(page + kAction, m_arch.trapAction(page)))
                 return setTrapHandler(*caller, done);
             done();
         });
}

void Process::setTrapHandler(Tid caller, std::function<void()> done)
{
    call(caller, SYS_rt_sigaction, {SIGTRAP, (*m_handler + kAction).value(), 0, kSetBytes},
         [done = std::move(done)](std::optional<std::int64_t>) { done(); });
}

/// False: it stands as before, for there is nothing to take, or it has to be left to the program.
bool Process::takeTrapHandler()
{
    const auto page = std::exchange(m_handler, std::nullopt);
    const auto caller = page ? idleThread() : std::nullopt;
    const RegisterBytes* const bytes = caller ? general(*caller, m_threads.at(*caller)) : nullptr;
    if (!bytes)
        return false;
    constexpr std::uint64_t kRoom = 64;
    constexpr std::uint64_t kAlignment = 16;
    const RemoteAddress scratch = (m_arch.stackPointer(*bytes) - m_arch.redZone() - kRoom).alignedDown(kAlignment);
    call(*caller, SYS_rt_sigaction, {SIGTRAP, 0, scratch.value(), kSetBytes},
         [this, caller, page, scratch](std::optional<std::int64_t> result) {
             std::array<std::byte, sizeof(std::uint64_t)> found{};
             std::uint64_t handler = 0;
             if (result != 0 || m_phase != Phase::Standing || !m_memory->read(scratch, found))
                 return;
             std::memcpy(&handler, found.data(), found.size());
             if (RemoteAddress(handler) != *page) // the program has one of its own since, and may call ours from there
                 return;
             call(*caller, SYS_rt_sigaction, {SIGTRAP, (*page + kDefault).value(), 0, kSetBytes},
                  [this, caller, page](std::optional<std::int64_t> isSet) {
                      if (isSet == 0 && m_phase == Phase::Standing)
                          call(*caller, SYS_munmap, {page->value(), kPage}, [](std::optional<std::int64_t>) {});
                  });
         });
    return m_phase != Phase::Standing;
}

} // namespace dbgr::keeper
