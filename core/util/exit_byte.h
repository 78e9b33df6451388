// SPDX-License-Identifier: BSD-3-Clause
// What a process can end with. Pure. Thread: any.
#pragma once

namespace dbgr::util {

/// An exit status has 8 bits; one that was not 0 does not become 0 by that.
constexpr int exitByte(int status)
{
    const int byte = status & 0xff;
    return byte == 0 && status != 0 ? 1 : byte;
}

} // namespace dbgr::util
