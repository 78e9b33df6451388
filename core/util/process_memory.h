// SPDX-License-Identifier: BSD-3-Clause
// The memory of another process, a rank or a launcher, from outside and without ptrace: /proc/PID/mem, which is there
// while the process runs and while another one traces it. Thread: one at a time.
#pragma once

#include "util/ids.h"
#include "util/remote_address.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <span>

namespace dbgr::util {

class ProcessMemory
{
public:
    virtual ~ProcessMemory() = default;
    /// All of `out`, or false.
    virtual bool read(RemoteAddress address, std::span<std::byte> out) = 0;
    /// As many bytes as there are before the first one that cannot be read. \return how many
    [[nodiscard]] virtual std::size_t readSome(RemoteAddress address, std::span<std::byte> out);
    /// All of `bytes`, into text that is read-only for the process too; or false.
    virtual bool write(RemoteAddress address, std::span<const std::byte> bytes) = 0;
    /// The process has become another program: what was open is the memory of the old one.
    virtual void reopen() = 0;
};

/// Opens at once, since a later moment may have other rights (Yama counts descendants). Where that fails, each access
/// tries again.
class ProcMemory final : public ProcessMemory
{
public:
    explicit ProcMemory(Pid pid);
    bool read(RemoteAddress address, std::span<std::byte> out) override;
    [[nodiscard]] std::size_t readSome(RemoteAddress address, std::span<std::byte> out) override;
    bool write(RemoteAddress address, std::span<const std::byte> bytes) override;
    void reopen() override;
    /// errno of the last attempt to open; 0 it is open.
    [[nodiscard]] int openError() const { return m_openError; }

private:
    [[nodiscard]] bool isOpen();

    const Pid m_pid;
    UniqueFd m_file;
    int m_openError = 0;
};

} // namespace dbgr::util
