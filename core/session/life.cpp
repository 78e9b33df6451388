// SPDX-License-Identifier: BSD-3-Clause
#include "session/life.h"

#include "debug/debug_error.h"

namespace dbgr::session {

util::Result<void> Life::requireLife(const std::string& doing) const
{
    if (!nothingRuns())
        return util::ok();
    return util::fail(debug::Errc::NotAlive, doing + ": a core file cannot run, it shows its rank as it ended",
                      "Look at it: where, stacks, locals, print.");
}

} // namespace dbgr::session
