// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/hydra_input.h"

namespace dbgr::session {

namespace {

util::Error notToThese(const util::RankSet& ranks, const std::string& why, const std::string& advice)
{
    return {std::make_error_code(std::errc::operation_not_supported),
            "sending input to ranks " + ranks.toString() + ": " + why, advice};
}

} // namespace

util::Result<void> checkHydraInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                   const util::RankSet& job)
{
    if (!choice) {
        if (ranks == util::RankSet(util::Rank(0)))
            return util::ok();
        return util::fail(notToThese(ranks, "this launcher gives its input to rank 0 only", "Send it to rank 0."));
    }
    const auto readers = *choice == "all" ? util::Result<util::RankSet>(job) : util::RankSet::parse(*choice, job);
    if (readers && *readers == ranks)
        return util::ok();
    return util::fail(notToThese(ranks, "the launcher was started with -s " + *choice,
                                 "Send it to these ranks, or start the launcher with another -s."));
}

} // namespace dbgr::session
