// SPDX-License-Identifier: GPL-3.0-or-later
// A program of x86-64 that runs until it stops itself (`__asm__("int3")`), for tests of core/values: its memory, its
// modules, and the frames of its thread. It goes with the object. Thread: the one that started it.
#pragma once

#include "tests/support/values/call_frame_info.h"
#include "tests/support/values/core_notes.h"
#include "values/target/frame.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::test {

class StoppedProcess final : public values::Memory, public values::ModuleMap
{
public:
    /// Null: it cannot be run, or it ended.
    [[nodiscard]] static std::unique_ptr<StoppedProcess> start(const std::string& program);
    ~StoppedProcess() override;
    StoppedProcess(const StoppedProcess&) = delete;
    StoppedProcess& operator=(const StoppedProcess&) = delete;

    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override;
    [[nodiscard]] util::Result<void> write(values::Address address, std::span<const std::byte> bytes) override;
    [[nodiscard]] std::span<const values::Module> modules() override { return m_modules; }
    [[nodiscard]] values::Frame& innermost() { return *m_innermost; }
    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// How often it was asked: for tests of what is read.
    [[nodiscard]] std::size_t reads() const { return m_reads; }
    /// To the next place where it stops itself. False: it ended.
    [[nodiscard]] bool goOn();

    /// Nothing where no file tells.
    [[nodiscard]] std::optional<UnwoundFrame> unwind(values::Address lookupPc, const CoreRegisters& registers);

private:
    explicit StoppedProcess(pid_t pid) : m_pid(pid) {}
    [[nodiscard]] bool look();

    pid_t m_pid;
    std::size_t m_reads = 0;
    std::vector<values::Module> m_modules;
    std::map<const values::Module*, CallFrameInfo> m_frameInfo;
    std::unique_ptr<values::Frame> m_innermost;
};

} // namespace dbgr::test
