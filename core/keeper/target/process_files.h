// SPDX-License-Identifier: BSD-3-Clause
// What /proc says of a process, as far as a debugger asks. Thread: any; plain functions and values.
#pragma once

#include "rsp/reply.h"
#include "util/ids.h"
#include "util/remote_address.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

using util::RemoteAddress;

/// Its auxiliary vector, as bytes; "" if it cannot be had.
[[nodiscard]] std::string auxiliaryVectorOf(util::Pid pid);
/// The first instruction of its program, which the loader comes to last; nothing where that cannot be had.
[[nodiscard]] std::optional<RemoteAddress> entryOf(util::Pid pid);
/// Where the kernel's own library is mapped; null nowhere.
[[nodiscard]] RemoteAddress vdsoOf(util::Pid pid);
/// Behind the end of its first thread's stack; null unknown.
[[nodiscard]] RemoteAddress endOfStackOf(util::Pid pid);
/// Whether it neither handles the signal nor ignores it. False where that cannot be had.
[[nodiscard]] bool hasDefaultAction(util::Pid pid, int signal);
/// Whether a function of its own is called for the signal. False where that cannot be had.
[[nodiscard]] bool hasHandler(util::Pid pid, int signal);
[[nodiscard]] std::string nameOf(util::Pid pid, util::ThreadId thread);
/// The file that it executes; "" if it cannot be had.
[[nodiscard]] std::string programOf(util::Pid pid);
/// Of all processes that there are, each with its parent.
[[nodiscard]] std::map<util::Pid, util::Pid> parentsOfAll();

class MemoryMap
{
public:
    MemoryMap() = default;
    /// \param text of /proc/PID/maps
    explicit MemoryMap(std::string_view text);
    [[nodiscard]] static MemoryMap of(util::Pid pid);

    /// The region that holds the address, or the hole, up to the next region.
    [[nodiscard]] rsp::Region at(RemoteAddress address) const;

private:
    std::vector<rsp::Region> m_regions; // in the order of their addresses
};

/// Where a page can be mapped so near to the address that instructions reach it: in the nearest hole below it, else in
/// the nearest one above; never where the program's heap or a stack grows. Nothing: there is none.
[[nodiscard]] std::optional<RemoteAddress> roomNear(const MemoryMap& map, RemoteAddress address);

} // namespace dbgr::keeper
