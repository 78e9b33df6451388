// SPDX-License-Identifier: BSD-3-Clause
// Which rank brought a job down, where its launcher does not say: found in the ranks' own ends. Thread: any.
#pragma once

#include "debug/daemon_event.h"
#include "util/ids.h"

#include <optional>
#include <vector>

namespace dbgr::session {

class FirstFailure
{
public:
    /// In the order in which they are told. Good ends do not matter; of ranks that ended alike within a moment nobody
    /// knows who was first.
    void note(const debug::RanksExited& end);

    /// \param jobStatus as the launcher gives it to a shell
    /// \return nothing for a good job, and where no rank is known to have failed
    [[nodiscard]] std::optional<util::Rank> rankFor(int jobStatus) const;

private:
    struct End
    {
        std::optional<util::Rank> rank;
        int status = 0;
        int signal = 0;
    };

    std::vector<End> m_ends; ///< the first of each kind
};

} // namespace dbgr::session
