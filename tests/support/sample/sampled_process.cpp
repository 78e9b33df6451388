// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample/sampled_process.h"

#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <vector>

namespace dbgr::test {
namespace {

#if defined(__x86_64__)
std::uint64_t stackPointerOf(const user_regs_struct& registers)
{
    return registers.rsp;
}
std::uint64_t pcOf(const user_regs_struct& registers)
{
    return registers.rip;
}
#else
std::uint64_t stackPointerOf(const user_regs_struct&)
{
    return 0;
}
std::uint64_t pcOf(const user_regs_struct&)
{
    return 0;
}
#endif

user_regs_struct registersOf(pid_t thread)
{
    user_regs_struct registers{};
    iovec set{&registers, sizeof registers};
    constexpr int kGeneralSet = 1; // NT_PRSTATUS
    ::ptrace(PTRACE_GETREGSET, thread, kGeneralSet, &set);
    return registers;
}

/// As much as there is behind the address.
util::MemoryPiece piece(pid_t pid, std::uint64_t address, std::size_t mostBytes)
{
    constexpr std::size_t kPage = 4096;
    util::MemoryPiece result{address, {}};
    while (result.bytes.size() < mostBytes) {
        const std::uint64_t at = address + result.bytes.size();
        const std::size_t count = std::min<std::size_t>(kPage - at % kPage, mostBytes - result.bytes.size());
        std::vector<std::byte> bytes(count);
        const iovec to{bytes.data(), count};
        const iovec from{reinterpret_cast<void*>(at), count}; // NOLINT(performance-no-int-to-ptr)
        if (::process_vm_readv(pid, &to, 1, &from, 1, 0) != static_cast<ssize_t>(count))
            break;
        result.bytes.insert(result.bytes.end(), bytes.begin(), bytes.end());
    }
    return result;
}

/// Of the first thread, whatever stack it stands on. Nothing: it is there anyway.
util::MemoryPiece firstStack(pid_t pid, std::uint64_t sp)
{
    std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        std::uint64_t begin = 0, end = 0;
        if (!line.ends_with("[stack]") || std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2)
            continue;
        return sp >= begin && sp < end ? util::MemoryPiece() : piece(pid, begin, end - begin);
    }
    return {};
}

} // namespace

std::unique_ptr<SampledProcess> SampledProcess::start(const std::string& program)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::execl(program.c_str(), program.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    if (pid < 0 || ::waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return nullptr;
    ::ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_EXITKILL);
    return std::unique_ptr<SampledProcess>(new SampledProcess(pid));
}

SampledProcess::~SampledProcess()
{
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGKILL);
    for (const pid_t thread : m_threads) // the first one ends last
        ::waitpid(thread, nullptr, __WALL);
    ::waitpid(m_pid, nullptr, 0);
}

bool SampledProcess::resume(int request)
{
    int status = 0;
    if (m_pid > 0 && ::ptrace(static_cast<__ptrace_request>(request), m_pid, nullptr, m_signal) == 0 &&
        ::waitpid(m_pid, &status, 0) == m_pid && WIFSTOPPED(status)) {
        m_signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        return true;
    }
    m_pid = -1;
    return false;
}

bool SampledProcess::goOn()
{
    while (resume(PTRACE_CONT)) {
        if (m_signal == 0 || m_signal == SIGSEGV)
            return true;
    }
    return false;
}

bool SampledProcess::step()
{
    return resume(PTRACE_SINGLESTEP);
}

bool SampledProcess::isAtTrap() const
{
    siginfo_t info{};
    return ::ptrace(PTRACE_GETSIGINFO, m_pid, nullptr, &info) == 0 && info.si_signo == SIGTRAP &&
           info.si_code == SI_KERNEL;
}

std::uint64_t SampledProcess::pc() const
{
    return pcOf(registersOf(m_pid));
}

util::RankSnapshot SampledProcess::snapshot(std::size_t mostBytes)
{
    constexpr std::uint64_t kBelow = 128; // the red zone
    util::RankSnapshot result;
    result.pid = util::Pid(m_pid);
    result.stood = true;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(m_pid) + "/task")) {
        const pid_t thread = std::stoi(task.path().filename().string());
        if (thread != m_pid && std::find(m_threads.begin(), m_threads.end(), thread) == m_threads.end()) {
            ::ptrace(PTRACE_SEIZE, thread, nullptr, nullptr);
            ::ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
            ::waitpid(thread, nullptr, __WALL);
            m_threads.push_back(thread);
        }
        const user_regs_struct registers = registersOf(thread);
        util::ThreadSnapshot copy;
        copy.id = util::ThreadId(static_cast<std::uint64_t>(thread));
        copy.registers.resize(sizeof registers);
        std::memcpy(copy.registers.data(), &registers, sizeof registers);
        const std::uint64_t sp = stackPointerOf(registers);
        copy.stack.push_back(piece(m_pid, (sp - kBelow) & ~std::uint64_t{7}, mostBytes));
        if (util::MemoryPiece other = thread == m_pid ? firstStack(m_pid, sp) : util::MemoryPiece();
            !other.bytes.empty())
            copy.stack.push_back(std::move(other));
        std::sort(copy.stack.begin(), copy.stack.end(),
                  [](const auto& a, const auto& b) { return a.address < b.address; });
        result.threads.push_back(std::move(copy));
    }
    std::sort(result.threads.begin(), result.threads.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return result;
}

} // namespace dbgr::test
