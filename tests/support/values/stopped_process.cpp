// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/values/stopped_process.h"

#include "corefile/build_id.h"
#include "corefile/byte_source.h"
#include "corefile/elf_file.h"

#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <utility>

namespace dbgr::test {
namespace {

class StoppedFrame final : public values::Frame
{
public:
    StoppedFrame(StoppedProcess& process, CoreRegisters registers, bool isCaller)
        : m_process(process), m_registers(std::move(registers)), m_isCaller(isCaller)
    {}
    [[nodiscard]] values::Address pc() const override
    {
        return {m_registers.general[x86_64::kReturnAddress].value_or(0)};
    }
    [[nodiscard]] bool isCaller() const override { return m_isCaller; }
    [[nodiscard]] std::optional<values::Address> cfa() override
    {
        return unwound() ? std::optional(unwound()->cfa) : std::nullopt;
    }
    [[nodiscard]] bool readRegister(unsigned number, std::span<std::byte> out) override
    {
        return m_registers.read(number, out);
    }
    [[nodiscard]] Frame* caller() override
    {
        if (!m_caller && unwound() && unwound()->caller)
            m_caller = std::make_unique<StoppedFrame>(m_process, *unwound()->caller, !unwound()->isSignalFrame);
        return m_caller.get();
    }

private:
    const std::optional<UnwoundFrame>& unwound()
    {
        if (!std::exchange(m_isUnwound, true))
            m_unwound = m_process.unwind(lookupPc(), m_registers);
        return m_unwound;
    }

    StoppedProcess& m_process;
    CoreRegisters m_registers;
    bool m_isCaller;
    bool m_isUnwound = false;
    std::optional<UnwoundFrame> m_unwound;
    std::unique_ptr<StoppedFrame> m_caller;
};

/// Waits for it to stop itself. False: it ended.
bool waitForTrap(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
        if (WSTOPSIG(status) == SIGTRAP)
            return true;
        if (::ptrace(PTRACE_CONT, pid, nullptr, WSTOPSIG(status)) != 0)
            return false;
    }
    return false;
}

CoreRegisters registersOf(pid_t pid)
{
    user_regs_struct raw{};
    user_fpregs_struct floating{};
    CoreRegisters registers;
    if (::ptrace(PTRACE_GETREGS, pid, nullptr, &raw) != 0)
        return registers;
    registers.general = {raw.rax, raw.rdx, raw.rcx, raw.rbx, raw.rsi, raw.rdi, raw.rbp, raw.rsp, raw.r8,
                         raw.r9,  raw.r10, raw.r11, raw.r12, raw.r13, raw.r14, raw.r15, raw.rip};
    registers.threadPointer = raw.fs_base;
    if (::ptrace(PTRACE_GETFPREGS, pid, nullptr, &floating) == 0)
        registers.floating.assign(reinterpret_cast<const char*>(&floating), sizeof floating);
    return registers;
}

/// Nothing for what is no ELF file.
std::optional<values::Module> moduleAt(const std::string& path, values::Address begin)
{
    const auto bytes = corefile::FileSource::open(path);
    const auto file = bytes ? corefile::readElf(*bytes) : util::Result<corefile::ElfFile>(util::fail(bytes.error()));
    if (!file)
        return std::nullopt;
    const auto first = std::find_if(file->segments.begin(), file->segments.end(),
                                    [](const corefile::Segment& one) { return one.is(corefile::SegmentType::Load); });
    if (first == file->segments.end())
        return std::nullopt;
    values::Module module;
    module.path = path;
    module.buildId = corefile::buildIdOf(*bytes);
    module.begin = begin;
    module.bias = begin.value - (first->address - first->offset);
    return module;
}

/// The program first, since nothing is mapped below it.
std::vector<values::Module> mappedModules(pid_t pid)
{
    std::vector<values::Module> modules;
    std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::uint64_t begin = 0, end = 0, offset = 0;
        char dash = 0;
        std::string rights, device, inode, path;
        words >> std::hex >> begin >> dash >> end >> rights >> offset >> device >> inode >> path;
        if (!path.starts_with('/'))
            continue;
        const auto known =
            std::find_if(modules.begin(), modules.end(), [&](const values::Module& one) { return one.path == path; });
        if (known == modules.end()) {
            if (auto module = offset == 0 ? moduleAt(path, values::Address{begin}) : std::nullopt)
                modules.push_back(std::move(*module));
        }
        for (values::Module& module : modules) {
            if (module.path == path)
                module.end = values::Address{end};
        }
    }
    return modules;
}

} // namespace

std::unique_ptr<StoppedProcess> StoppedProcess::start(const std::string& program)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::execl(program.c_str(), program.c_str(), nullptr);
        ::_exit(127);
    }
    if (pid < 0)
        return nullptr;
    std::unique_ptr<StoppedProcess> process(new StoppedProcess(pid));
    if (!waitForTrap(pid)) { // the exec's
        process->m_pid = -1;
        return nullptr;
    }
    ::ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_EXITKILL);
    return process->goOn() ? std::move(process) : nullptr;
}

StoppedProcess::~StoppedProcess()
{
    m_innermost.reset();
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

bool StoppedProcess::goOn()
{
    if (m_pid > 0 && ::ptrace(PTRACE_CONT, m_pid, nullptr, nullptr) == 0 && waitForTrap(m_pid))
        return look();
    m_pid = -1;
    return false;
}

bool StoppedProcess::look()
{
    if (m_modules.empty())
        m_modules = mappedModules(m_pid);
    m_innermost = std::make_unique<StoppedFrame>(*this, registersOf(m_pid), false);
    return !m_modules.empty();
}

bool StoppedProcess::read(values::Address address, std::span<std::byte> out)
{
    ++m_reads;
    const iovec to{out.data(), out.size()};
    const iovec from{reinterpret_cast<void*>(address.value), out.size()}; // NOLINT(performance-no-int-to-ptr)
    return ::process_vm_readv(m_pid, &to, 1, &from, 1, 0) == static_cast<ssize_t>(out.size());
}

util::Result<void> StoppedProcess::write(values::Address address, std::span<const std::byte> bytes)
{
    const iovec from{const_cast<std::byte*>(bytes.data()), bytes.size()};
    const iovec to{reinterpret_cast<void*>(address.value), bytes.size()};
    if (::process_vm_writev(m_pid, &from, 1, &to, 1, 0) != static_cast<ssize_t>(bytes.size()))
        return util::fail(values::Errc::ReadOnly, "the process does not let itself be written to");
    return {};
}

std::optional<UnwoundFrame> StoppedProcess::unwind(values::Address lookupPc, const CoreRegisters& registers)
{
    for (const values::Module& module : m_modules) {
        if (module.holds(lookupPc))
            return m_frameInfo.try_emplace(&module, module).first->second.unwind(lookupPc, registers, *this);
    }
    return std::nullopt;
}

} // namespace dbgr::test
