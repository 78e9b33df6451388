// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/hydra_input.h"

#include "session/remote/links/input_refusal.h"

namespace dbgr::session {

util::Result<void> checkHydraInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                   const util::RankSet& job)
{
    if (!choice) {
        if (ranks == util::RankSet(util::Rank(0)))
            return util::ok();
        return util::fail(notToThese("this launcher gives its input to rank 0 only", "Send it to rank 0."));
    }
    const auto readers = *choice == "all" ? util::Result<util::RankSet>(job) : util::RankSet::parse(*choice, job);
    if (readers && *readers == ranks)
        return util::ok();
    return util::fail(notToThese("the launcher was started with -s " + *choice,
                                 "Send it to these ranks, or start the launcher with another -s."));
}

} // namespace dbgr::session
