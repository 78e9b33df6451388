// SPDX-License-Identifier: BSD-3-Clause
// What happens to a launcher of ours when we die without a word: a small process of its own that outlives us. A held
// launcher would wait for ever, and obeys SIGKILL only; a running one gets SIGTERM, upon which it ends its ranks; one
// that we let live is left alone. (PR_SET_PDEATHSIG could do neither of the last two, and PRRTE 3 leaves its ranks
// behind when its keepalive pipe closes.)
// Thread: the tool's; the other process has only what its parent had at the fork.
#pragma once

#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <memory>

namespace dbgr::pmix {

class LauncherWatch
{
public:
    enum class Duty : std::uint8_t
    {
        Kill,      ///< the launcher is held
        Terminate, ///< it runs its job
        LetLive,   ///< the job goes on without us
        None,      ///< it ended
    };

    /// Begins with Duty::Kill. \param keepalive a descriptor to hold open while the launcher is to live, or none
    /// \errors those of fork(), pipe(), pidfd_open()
    [[nodiscard]] static util::Result<std::unique_ptr<LauncherWatch>> start(util::Pid launcher,
                                                                            util::UniqueFd keepalive);
    /// From now on this process and this duty. The process may be another one than that of start(), if that was a
    /// script.
    void setDuty(util::Pid launcher, Duty duty);

private:
    explicit LauncherWatch(util::UniqueFd orders) : m_orders(std::move(orders)) {}

    util::UniqueFd m_orders; // its end of file is our death
};

} // namespace dbgr::pmix
