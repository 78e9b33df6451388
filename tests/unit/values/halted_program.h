// SPDX-License-Identifier: GPL-3.0-or-later
// A real process of x86-64 that stands still where a test wants it, and what core/values asks of one: its memory, its
// modules, its frames. Of programs that were compiled with -O0 -no-pie; their frames are those of rbp.
#pragma once

#include "values/target/frame.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"

#include <QByteArray>
#include <QFile>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace dbgr::test {

#if defined(__x86_64__)
inline constexpr bool kCanStopPrograms = true;
#else
inline constexpr bool kCanStopPrograms = false;
#endif

class HaltedProgram final : public values::Memory, public values::ModuleMap
{
public:
    /// Runs to the address. Use isThere() before anything else.
    HaltedProgram(const std::string& path, std::uint64_t address) : m_pid(::fork())
    {
        if (m_pid == 0)
            becomeProgram(path);
        if (!stops())
            return;
        m_memory = ::open(("/proc/" + std::to_string(m_pid) + "/mem").c_str(), O_RDWR | O_CLOEXEC);
        if (!runTo(address))
            return;
        m_frames.push_back(std::make_unique<StackFrame>(*this, address, m_rbp, false));
        readModules(path);
        m_isThere = true;
    }
    ~HaltedProgram() override
    {
        if (m_pid <= 0)
            return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_memory);
    }
    HaltedProgram(const HaltedProgram&) = delete;
    HaltedProgram& operator=(const HaltedProgram&) = delete;

    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override
    {
        return ::pread(m_memory, out.data(), out.size(), static_cast<off_t>(address.value)) ==
               static_cast<ssize_t>(out.size());
    }
    [[nodiscard]] std::span<const values::Module> modules() override { return m_modules; }
    /// 0 is the innermost one. \pre there are so many
    [[nodiscard]] values::Frame& frame(std::size_t index)
    {
        while (m_frames.size() <= index) {
            const std::uint64_t rbp = m_frames.back()->rbp();
            m_frames.push_back(std::make_unique<StackFrame>(*this, word(rbp + 8), word(rbp), true));
        }
        return *m_frames[index];
    }

private:
    class StackFrame final : public values::Frame
    {
    public:
        StackFrame(HaltedProgram& program, std::uint64_t pc, std::uint64_t rbp, bool isCaller)
            : m_program(program), m_pc(pc), m_rbp(rbp), m_isCaller(isCaller)
        {}
        [[nodiscard]] std::uint64_t rbp() const { return m_rbp; }
        [[nodiscard]] values::Address pc() const override { return {m_pc}; }
        [[nodiscard]] bool isCaller() const override { return m_isCaller; }
        [[nodiscard]] std::optional<values::Address> cfa() override { return values::Address{m_rbp + 16}; }
        [[nodiscard]] bool readRegister(unsigned number, std::span<std::byte> out) override
        {
            constexpr unsigned kRbp = 6;
            if (number == values::kThreadPointer && out.size() <= sizeof m_program.m_fsBase)
                std::memcpy(out.data(), &m_program.m_fsBase, out.size());
            else if (number == kRbp && out.size() <= sizeof m_rbp)
                std::memcpy(out.data(), &m_rbp, out.size());
            else
                return false;
            return true;
        }
        [[nodiscard]] Frame* caller() override { return nullptr; }

    private:
        HaltedProgram& m_program;
        std::uint64_t m_pc, m_rbp;
        bool m_isCaller;
    };

    [[noreturn]] static void becomeProgram(const std::string& path)
    {
        const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        ::execl(path.c_str(), path.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    [[nodiscard]] bool stops() const
    {
        int status = 0;
        return m_pid > 0 && ::waitpid(m_pid, &status, 0) == m_pid && WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP;
    }
    [[nodiscard]] bool runTo(std::uint64_t address)
    {
#if defined(__x86_64__)
        const std::uint8_t trap = 0xCC;
        std::uint8_t before = 0;
        if (!transfer(::pread, &before, address) || !transfer(::pwrite, &trap, address))
            return false;
        ::ptrace(PTRACE_CONT, m_pid, nullptr, nullptr);
        if (!stops() || !transfer(::pwrite, &before, address))
            return false;
        user_regs_struct registers{};
        ::ptrace(PTRACE_GETREGS, m_pid, nullptr, &registers);
        m_rbp = registers.rbp;
        m_fsBase = registers.fs_base;
        return true;
#else
        static_cast<void>(address);
        return false;
#endif
    }
    template <class Transfer, class Byte>
    [[nodiscard]] bool transfer(Transfer transfer, Byte* byte, std::uint64_t address) const
    {
        return transfer(m_memory, byte, 1, static_cast<off_t>(address)) == 1;
    }
    [[nodiscard]] std::uint64_t word(std::uint64_t address)
    {
        std::uint64_t value = 0;
        static_cast<void>(read({address}, std::as_writable_bytes(std::span(&value, 1))));
        return value;
    }
    /// The program is where it was linked to, the libraries are not.
    void readModules(const std::string& program)
    {
        QFile maps(QString("/proc/%1/maps").arg(m_pid));
        if (!maps.open(QIODevice::ReadOnly))
            return;
        for (const QByteArray& line : maps.readAll().split('\n')) {
            const qsizetype slash = line.indexOf('/');
            const QList<QByteArray> ends = line.split(' ').front().split('-');
            if (slash < 0 || ends.size() != 2)
                continue;
            const std::string path = line.mid(slash).toStdString();
            const values::Address begin{ends[0].toULongLong(nullptr, 16)}, end{ends[1].toULongLong(nullptr, 16)};
            if (m_modules.empty() || m_modules.back().path != path) {
                values::Module& module = m_modules.emplace_back();
                module.path = path;
                module.begin = begin;
                module.bias = path == program ? 0 : begin.value;
            }
            m_modules.back().end = end;
        }
    }

    pid_t m_pid;
    int m_memory = -1;
    bool m_isThere = false;
    std::uint64_t m_rbp = 0, m_fsBase = 0;
    std::vector<values::Module> m_modules;
    std::vector<std::unique_ptr<StackFrame>> m_frames;
};

} // namespace dbgr::test
