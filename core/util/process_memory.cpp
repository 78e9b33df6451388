// SPDX-License-Identifier: BSD-3-Clause
#include "util/process_memory.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>

namespace dbgr::util {

namespace {

/// In the file that is the memory.
off64_t offsetOf(RemoteAddress address)
{
    return static_cast<off64_t>(address.value());
}

} // namespace

std::size_t ProcessMemory::readSome(RemoteAddress address, std::span<std::byte> out)
{
    constexpr std::uint64_t kPage = 4096;
    if (read(address, out))
        return out.size();
    std::size_t done = 0;
    while (done < out.size()) {
        const std::size_t toPageEnd = kPage - (address + done).behindMultipleOf(kPage);
        const std::span<std::byte> piece = out.subspan(done, std::min(toPageEnd, out.size() - done));
        if (!read(address + done, piece))
            break;
        done += piece.size();
    }
    return done;
}

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

bool ProcMemory::read(RemoteAddress address, std::span<std::byte> out)
{
    return isOpen() &&
           ::pread64(m_file.get(), out.data(), out.size(), offsetOf(address)) == static_cast<ssize_t>(out.size());
}

std::size_t ProcMemory::readSome(RemoteAddress address, std::span<std::byte> out)
{
    if (!isOpen())
        return 0;
    std::size_t done = 0;
    while (done < out.size()) { // the system says less where a page is missing, and nothing when asked from there on
        const ssize_t got = ::pread64(m_file.get(), out.data() + done, out.size() - done, offsetOf(address + done));
        if (got <= 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

bool ProcMemory::write(RemoteAddress address, std::span<const std::byte> bytes)
{
    return isOpen() && ::pwrite64(m_file.get(), bytes.data(), bytes.size(), offsetOf(address)) ==
                           static_cast<ssize_t>(bytes.size());
}

} // namespace dbgr::util
