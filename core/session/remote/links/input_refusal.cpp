// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/input_refusal.h"

#include "session/rank_refusal.h"
#include "session/session_error.h"

#include <system_error>

namespace dbgr::session {

util::Error notToThese(const std::string& why, const std::string& advice)
{
    return {std::make_error_code(std::errc::operation_not_supported), why, advice};
}

util::Error inputIsReadElsewhere(const std::string& reads)
{
    return notToThese(reads + " from where the job was started", "Type it there, or start the job under dbgr.");
}

util::Error inputEndedWithUs()
{
    return {std::make_error_code(std::errc::broken_pipe), "their standard input ended when dbgr let them go", ""};
}

util::Result<void> inputLost(const std::vector<debug::RankFailure>& failures)
{
    util::RankSet ranks;
    const util::Error* why = nullptr;
    for (const debug::RankFailure& failure : failures) {
        if (failure.error.code != std::errc::operation_not_supported)
            continue; // nobody looked
        if (why && why->message() != failure.error.message())
            continue;
        why = &failure.error;
        ranks |= failure.ranks;
    }
    if (!why)
        return util::ok();
    return util::fail(util::Error(*why).withContext(ranksText(ranks) + " would not get it"));
}

util::Error noJobToRead()
{
    return {make_error_code(Errc::WrongState), "the job does not run", ""};
}

} // namespace dbgr::session
