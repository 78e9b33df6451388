// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/condition_program.h"

#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "values/reader.h"

#include <lldb/API/SBBreakpoint.h>
#include <lldb/API/SBBreakpointLocation.h>

namespace dbgr::daemon {

std::vector<std::byte> programFor(lldb::SBTarget target, lldb::SBAddress place, const std::string& condition)
{
    const lldb::addr_t address = place.GetLoadAddress(target);
    if (condition.empty() || address == LLDB_INVALID_ADDRESS)
        return {};
    ImaginedMemory memory;
    RankModules modules(target);
    values::Reader reader(debugFiles(), modules, memory);
    ImaginedFrame imagined(values::Address{address});
    const values::FrameRef here{&imagined, values::kInnermostFrame};
    const auto tree = parsed(condition, reader.language(here));
    const auto program = tree ? reader.compiled(here, *tree) : util::Result<std::vector<std::byte>>();
    return program ? *program : std::vector<std::byte>();
}

bool isLldbsOwnAt(lldb::SBTarget target, lldb::addr_t address)
{
    constexpr lldb::break_id_t kMost = 64; // LLDB numbers its own downwards from -1; those of steps come later
    for (lldb::break_id_t number = -1; number >= -kMost; --number) {
        lldb::SBBreakpoint own = target.FindBreakpointByID(number);
        if (own.IsValid() && own.FindLocationByAddress(address).IsValid())
            return true;
    }
    return false;
}

} // namespace dbgr::daemon
