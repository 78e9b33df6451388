// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/ptrace_calls.h"

#include <sys/uio.h>

namespace dbgr::keeper {

bool call(__ptrace_request request, Tid thread, void* address, void* data)
{
    return ::ptrace(request, idOf(thread), address, data) == 0;
}

std::optional<RegisterBytes> readSet(Tid thread, unsigned set, std::size_t most)
{
    RegisterBytes bytes(most);
    iovec span{bytes.data(), bytes.size()};
    if (!call(PTRACE_GETREGSET, thread, argument(set), &span))
        return std::nullopt;
    bytes.resize(span.iov_len);
    return bytes;
}

bool writeSet(Tid thread, unsigned set, std::span<const std::byte> bytes)
{
    iovec span{const_cast<std::byte*>(bytes.data()), bytes.size()}; // only read from
    return call(PTRACE_SETREGSET, thread, argument(set), &span);
}

} // namespace dbgr::keeper
