// SPDX-License-Identifier: BSD-3-Clause
// What the user asked of the job, and the session took on: for those who keep a record of it.
// Way: session -> observer, as CommandGiven. Thread: any; values.
#pragma once

#include "debug/breakpoint.h"
#include "debug/engine_request.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::session {

struct GivenLaunch
{
    launchers::LaunchSpec spec;
};

struct GivenAttach
{
    launchers::AttachSpec spec;
};

/// Session::attachAgain().
struct GivenAttachAgain
{
    util::RankSet ranks; ///< that are lost
};

struct GivenAddBreakpoint
{
    debug::BreakpointSpec spec;
    bool temporary = false;
    std::optional<util::RankSet> barrier = {}; ///< whose
    std::optional<std::uint32_t> frame = {}; ///< of data: in which frame of the leading rank it was; none: the one that
                                             ///< counts
};

struct GivenChangeBreakpoint
{
    debug::BreakpointSpec spec; ///< as it is now
};

struct GivenIgnoreBreakpoint
{
    util::BreakpointId id;
    std::uint32_t count = 0;
};

struct GivenBreakpointCommands
{
    util::BreakpointId id;
    std::string commands; ///< "" none any more
};

/// Session::setBreakpointGroup().
struct GivenBreakpointGroup
{
    util::BreakpointId id;
    std::string group; ///< "" it is in none any more
};

/// Session::switchPlace().
struct GivenSwitchPlace
{
    util::BreakpointId id;
    std::uint32_t place = 0; ///< its number, from 1
    bool on = true;
    std::vector<debug::PlaceName> off = {}; ///< all that are, by now
};

struct GivenRemoveBreakpoint
{
    util::BreakpointId id;
};

struct GivenFocus
{
    util::RankSet ranks;
};

/// Session::setLeadingRank().
struct GivenLeader
{
    util::Rank rank;
};

/// Session::defineGroup(), freezeGroup(), groupWhere(), addToGroup() and removeFromGroup().
struct GivenGroup
{
    std::string name;
    std::string definition; ///< an expression
    std::string origin;     ///< what its ranks were chosen by; "" the definition
};

struct GivenDeleteGroup
{
    std::string name;
};

struct GivenRenameGroup
{
    std::string from;
    std::string to;
};

struct GivenContinue
{
    util::RankSet ranks;  ///< that were asked
    util::RankSet moving; ///< those of them that run on, where all goes well
};

struct GivenInterrupt
{
    util::RankSet ranks; ///< that were asked
};

struct GivenStep
{
    util::RankSet ranks;  ///< that were asked
    util::RankSet moving; ///< those of them that step, where all goes well
    debug::StepKind kind = debug::StepKind::Over;
    std::uint32_t count = 1;
    bool alone = false;
    bool together = false; ///< Session::stepTogether()
    bool team = false;     ///< see debug::Step
};

struct GivenRunTo
{
    util::RankSet ranks;  ///< that were asked
    util::RankSet moving; ///< those of them that run on, where all goes well
    debug::RunTo what;
};

/// Session::jump() and returnNow().
struct GivenMove
{
    util::RankSet ranks;  ///< that were asked
    util::RankSet moving; ///< those of them that go on elsewhere, where all goes well
    debug::EngineRequest what;
};

/// Session::handleSignal().
struct GivenSignal
{
    debug::SignalRule rule;
};

/// Session::trapFloats().
struct GivenFloatTraps
{
    util::RankSet ranks;
    util::FloatTraps traps;
};

/// Session::putOnHold() and takeOffHold().
struct GivenHold
{
    util::RankSet ranks;
    bool on = true;
};

/// Session::setStopAll().
struct GivenStopAll
{
    bool on = false;
};

struct GivenInput
{
    util::RankSet ranks;
    std::string text;
    bool eof = false;
};

/// Session::assign(), in those of the ranks in which it was done.
struct GivenAssign
{
    util::RankSet ranks;
    std::string target;
    std::string value;
    std::optional<std::uint32_t> frame; ///< none: the one that counts
};

/// Session::call(), in those of the ranks in which it was done.
struct GivenCall
{
    util::RankSet ranks;
    std::string expression;
    std::optional<std::uint32_t> frame; ///< none: the one that counts
};

/// Session::takeBack(), the same.
struct GivenTakeBack
{
    util::RankSet ranks;
};

/// Session::selectThread(), in the ranks in which it was done.
struct GivenSelectThread
{
    util::RankSet ranks;
    debug::ThreadIndex thread;
};

/// Session::freezeThreads(), the same.
struct GivenFreeze
{
    util::RankSet ranks;
    std::vector<debug::ThreadIndex> threads; ///< none: see debug::FreezeThreads
    bool freeze = true;
};

[[nodiscard]] inline debug::FreezeThreads requestOf(const GivenFreeze& given)
{
    debug::FreezeThreads request{{}, given.freeze};
    request.threads.assign(given.threads.begin(), given.threads.end());
    return request;
}

/// Session::setCatchReports().
struct GivenCatchReports
{
    bool on = true;
};

struct GivenDetach
{};

struct GivenKill
{};

/// Session::leave() while there was a job.
struct GivenLeave
{};

using GivenCommand =
    std::variant<GivenLaunch, GivenAttach, GivenAttachAgain, GivenAddBreakpoint, GivenChangeBreakpoint,
                 GivenIgnoreBreakpoint, GivenBreakpointCommands, GivenSwitchPlace, GivenRemoveBreakpoint, GivenFocus,
                 GivenContinue, GivenInterrupt, GivenStep, GivenRunTo, GivenMove, GivenSignal, GivenHold, GivenStopAll,
                 GivenInput, GivenAssign, GivenCall, GivenTakeBack, GivenGroup, GivenDeleteGroup, GivenRenameGroup,
                 GivenDetach, GivenKill, GivenLeave, GivenSelectThread, GivenFreeze, GivenFloatTraps, GivenCatchReports,
                 GivenLeader, GivenBreakpointGroup>;

} // namespace dbgr::session
