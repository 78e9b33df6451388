// SPDX-License-Identifier: BSD-3-Clause
#include "session/rank_refusal.h"

#include "debug/debug_error.h"
#include "session/session_error.h"

#include <string>
#include <utility>

namespace dbgr::session {

namespace {

struct Reason
{
    RankState state;
    debug::Errc code;
    const char* why;
    const char* advice;
};

constexpr Reason kReasons[] = {
    {RankState::Starting, debug::Errc::NotAttached, "not attached yet", "Wait until the job is attached."},
    {RankState::Running, debug::Errc::NotStopped, "still running", "Interrupt first, or wait for a stop."},
    {RankState::Ended, debug::Errc::Ended, "already ended", ""},
    {RankState::Lost, debug::Errc::DaemonLost, "out of reach since the node's daemon is gone",
     "'reattach' (in the window: Attach Again) attaches to it again."},
    {RankState::Detached, debug::Errc::NotAttached, "not under dbgr's control", ""},
};

} // namespace

std::string ranksText(const util::RankSet& ranks)
{
    return (ranks.size() == 1 ? "rank " : "ranks ") + ranks.toString();
}

util::Result<void> checkKnown(const ProcessTable& processes, const util::RankSet& ranks, std::string_view what)
{
    if (ranks.empty())
        return util::fail(Errc::NoRanks, std::string(what) + ": no ranks were named", "Name some, like 0-3,7 or all.");
    const util::RankSet unknown = ranks - processes.all();
    if (unknown.empty())
        return util::ok();
    const std::string known = processes.all().toString();
    return util::fail(Errc::NoSuchRank,
                      std::string(what) + ' ' + ranksText(unknown) + ": " +
                          (known.empty() ? "there is no job yet" : "the job has ranks " + known + " only"));
}

std::vector<debug::RankFailure> refusals(const ProcessTable& processes, const util::RankSet& ranks,
                                         std::string_view what)
{
    std::vector<debug::RankFailure> found;
    for (const Reason& reason : kReasons) {
        const util::RankSet those = ranks & processes.inState(reason.state);
        if (!those.empty())
            found.push_back(
                {those, util::Error{debug::make_error_code(reason.code),
                                    std::string(what) + ' ' + ranksText(those) + ": " + reason.why, reason.advice}});
    }
    if (const auto known = checkKnown(processes, ranks, what); !known)
        found.push_back({ranks - processes.all(), known.error()});
    return found;
}

} // namespace dbgr::session
