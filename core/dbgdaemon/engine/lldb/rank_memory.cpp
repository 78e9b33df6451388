// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_memory.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/process_memory.h"

#include <memory>
#include <string_view>

namespace dbgr::daemon {

ReadMemory memoryOf(lldb::SBProcess process)
{
    constexpr std::string_view kLiving = "gdb-remote"; // the number of a core file's process may be another's by now
    std::shared_ptr<util::ProcMemory> direct;
    if (text(process.GetPluginName()) == kLiving)
        direct = std::make_shared<util::ProcMemory>(util::Pid(static_cast<int>(process.GetProcessID())));
    return [process, direct](std::uint64_t address, std::span<std::byte> into) mutable {
        if (direct && direct->read(address, into))
            return true;
        lldb::SBError error;
        return process.ReadMemory(address, into.data(), into.size(), error) == into.size() && error.Success();
    };
}

} // namespace dbgr::daemon
