// SPDX-License-Identifier: BSD-3-Clause
// What happened in a session, one by one, for faces that tell it as a story. Facts, in the order in which they came.
// Where the backend's own event says it all, it is passed on; news of older stops and unknown ranks is already gone.
// Way: session -> observer. Thread: any; values.
#pragma once

#include "session/backend_event.h"
#include "session/course.h"
#include "session/given_command.h"
#include "session/job_status.h"
#include "session/moved_line.h"
#include "session/stdin_router.h"

#include <cstdint>
#include <string>
#include <variant>

namespace dbgr::session {

/// The user asked for something, and the session has begun to do it.
struct CommandGiven
{
    GivenCommand what;
    std::optional<util::BreakpointId> byCommandsOf = {}; ///< the breakpoint; none: the user did
};

/// Text of one rank and channel: whole lines, or what stands after the last line end once nothing follows for a while
/// (a prompt). Pieces of one (rank, channel) put together are exactly the bytes that it wrote.
struct OutputText
{
    std::optional<util::Rank> rank; ///< none: the launcher itself
    OutputChannel channel = OutputChannel::Stdout;
    std::string text;
};

/// A breakpoint was made, changed, found or lost its place, was hit, or is gone.
struct BreakpointUpdated
{
    util::BreakpointId id;
    bool removed = false;
    bool passed = false; ///< why it was removed: it was temporary, and every rank has stopped there
    std::vector<std::uint32_t> off =
        {}; ///< numbers of those of its places at which it stops nobody, if ranks have some
};

/// Since a breakpoint of a line was set, its source has been changed and the program built anew: it went where its line
/// went, or stays, and stands in another line now.
struct LineFollowed
{
    util::BreakpointId id;
    debug::SourceLine from;
    std::uint32_t line = 0;                      ///< where it is from now on
    LineFate::What what = LineFate::What::Moved; ///< not Same
    std::string text;                            ///< of the line that it was set in
};

/// Ranks are to stand while others go, or no longer.
struct HoldChanged
{
    util::RankSet ranks;
    bool on = true;
};

/// All ranks of a barrier's group that can still come have come; none of them waits any more.
struct BarrierReached
{
    util::BreakpointId id;
    util::RankSet ranks;
};

/// A step together is over, and these ranks are not where the one that led it is.
struct RanksApart
{
    util::RankSet ranks;
    util::Rank leader;
    Course course = Course::Elsewhere; ///< not Together
};

/// What a command was to do could not be done in these ranks. `what` is its name: "continue".
struct CommandFailed
{
    std::string what;
    util::RankSet ranks;
    util::Error error;
};

/// The launcher took a piece of input, or why it did not. That a rank has read it nobody can know.
struct InputDone
{
    InputId id;
    util::RankSet ranks;
    util::Result<void> result;
};

/// The job has ended and its exit status is known. At most once a job, after all output.
struct Ended
{
    JobStatus status;
};

/// In the order of a session's life.
using SessionEvent =
    std::variant<CommandGiven, LauncherStarted, LaunchProgress, JobLaunched, JobHeld, NodeJoined, debug::RanksAttached,
                 debug::AttachFailed, JobAttached, AttachedAgain, debug::StopGroup, debug::RanksResumed,
                 debug::RanksStand, RanksReleased, OutputText, BreakpointUpdated, LineFollowed, HoldChanged,
                 BarrierReached, RanksApart, CommandFailed, InputDone, debug::EngineBusy, debug::RanksLost, NodeSilence,
                 NodeLost, debug::SignalsSeen, debug::RanksExited, debug::RanksDetached, BackendWarning, BackendFailed,
                 Ended, Finished>;

} // namespace dbgr::session
