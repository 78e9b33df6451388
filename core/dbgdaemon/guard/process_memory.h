// SPDX-License-Identifier: BSD-3-Clause
// The memory of a rank, from outside and without ptrace: /proc/PID/mem, which is there while the rank runs and while
// another process traces it. Thread: one at a time.
#pragma once

#include "util/ids.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace dbgr::daemon {

class ProcessMemory
{
public:
    virtual ~ProcessMemory() = default;
    /// All of `out`, or false.
    virtual bool read(std::uint64_t address, std::span<std::byte> out) = 0;
    /// All of `bytes`, into text that is read-only for the process too; or false.
    virtual bool write(std::uint64_t address, std::span<const std::byte> bytes) = 0;
    /// The process has become another program: what was open is the memory of the old one.
    virtual void reopen() = 0;
};

/// Opens at once, since a later moment may have other rights (Yama counts descendants). Where that fails, each access
/// tries again.
class ProcMemory final : public ProcessMemory
{
public:
    explicit ProcMemory(util::Pid pid);
    bool read(std::uint64_t address, std::span<std::byte> out) override;
    bool write(std::uint64_t address, std::span<const std::byte> bytes) override;
    void reopen() override;

private:
    [[nodiscard]] bool isOpen();

    const util::Pid m_pid;
    util::UniqueFd m_file;
};

} // namespace dbgr::daemon
