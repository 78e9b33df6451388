// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/target/memory_copy.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <sys/uio.h>

namespace dbgr::keeper {

CopiedMemory copyMemory(util::Pid pid, util::ProcessMemory& file, util::RemoteAddress address, std::span<std::byte> out)
{
    const std::uint64_t toTheEnd = ~address.value(); // of all addresses; the very last one is nobody's
    const std::span<std::byte> all = out;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), toTheEnd)));
    const iovec here{out.data(), out.size()};
    const iovec there{reinterpret_cast<void*>(static_cast<std::uintptr_t>(address.value())), out.size()};
    const ssize_t copied = ::process_vm_readv(pid.value(), &here, 1, &there, 1, 0);
    const int refusal = copied < 0 ? errno : EFAULT;
    std::size_t size = copied < 0 ? 0 : std::min(static_cast<std::size_t>(copied), out.size());
    if (size < out.size()) // what the process itself may not read, a debugger may
        size += file.readSome(address + size, out.subspan(size));
    return {size, size == all.size() ? 0 : size == 0 ? refusal : EFAULT};
}

} // namespace dbgr::keeper
