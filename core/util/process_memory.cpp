// SPDX-License-Identifier: BSD-3-Clause
#include "util/process_memory.h"

#include <cerrno>
#include <fcntl.h>
#include <string>

namespace dbgr::util {

ProcMemory::ProcMemory(Pid pid) : m_pid(pid)
{
    reopen();
}

void ProcMemory::reopen()
{
    const std::string path = "/proc/" + std::to_string(m_pid.value()) + "/mem";
    m_file.reset(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    m_openError = m_file ? 0 : errno;
}

bool ProcMemory::isOpen()
{
    if (!m_file)
        reopen();
    return static_cast<bool>(m_file);
}

bool ProcMemory::read(std::uint64_t address, std::span<std::byte> out)
{
    return isOpen() && ::pread64(m_file.get(), out.data(), out.size(), static_cast<off64_t>(address)) ==
                           static_cast<ssize_t>(out.size());
}

bool ProcMemory::write(std::uint64_t address, std::span<const std::byte> bytes)
{
    return isOpen() && ::pwrite64(m_file.get(), bytes.data(), bytes.size(), static_cast<off64_t>(address)) ==
                           static_cast<ssize_t>(bytes.size());
}

} // namespace dbgr::util
