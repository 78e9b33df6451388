// SPDX-License-Identifier: BSD-3-Clause
// What the backend tells the session. Facts, in the order in which they came. Thread: any; values.
#pragma once

#include "debug/daemon_event.h"
#include "debug/engine_reply.h"
#include "launchers/launch_spec.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::session {

/// The launcher runs: we started it (and hold it, as yet), or found it.
struct LauncherStarted
{
    util::Pid pid;        ///< 0: there is none (loose processes, core files)
    std::string command;  ///< as typed; of what was found, as the system shows it, or what it is
    std::string kind;     ///< "prterun 3.0.8", as far as it is known
    std::string way = {}; ///< how it is controlled: "PMIx", "MPIR, through its memory"; "" nothing to say
    bool found = false;   ///< it ran before us, and is not ours
};

/// Something long goes on: "waiting for ranks in MPI_Init", 12 of 64. `total` 0: nobody knows how long.
struct LaunchProgress
{
    std::string step;
    std::uint32_t done = 0;
    std::uint32_t total = 0;
};

struct RankPlace
{
    util::Rank rank;
    std::string host;
    util::Pid pid;
    std::string executable;
};

/// All ranks are started; this is the proctable.
struct JobLaunched
{
    std::string nspace;
    std::vector<RankPlace> ranks; ///< ascending by rank
};

/// The launcher holds the ranks at `where`; they need release() as well as debug::Continue.
struct JobHeld
{
    launchers::HoldPoint where = launchers::HoldPoint::Init;
    util::RankSet ranks;
};

/// The daemon of a node has joined and serves these ranks.
struct NodeJoined
{
    util::NodeId node;
    std::string host;
    util::RankSet ranks;
};

/// A node's daemon is gone; its ranks live on without us. The error says all of it in words.
struct NodeLost
{
    util::NodeId node;
    std::string host;
    util::RankSet ranks;
    util::Error error;
    int signal = 0;           ///< that ended the daemon, where that is known
    std::string request = {}; ///< as typed: what it worked on then, or did not answer; "" nothing
};

/// Nothing has come from a node's daemon for some seconds, whatever the launcher says of the node: how its ranks are is
/// not known until it is heard again (`over`), or lost.
struct NodeSilence
{
    util::NodeId node;
    std::string host;
    util::RankSet ranks;
    bool over = false;
};

/// Every rank of the job was attached to, or said why not (debug::AttachFailed came before).
struct JobAttached
{
    util::RankSet attached;
    util::RankSet failed;
};

/// The answer to Backend::attachAgain(): lost ranks that are attached now, and those that are not (debug::AttachFailed
/// came before).
struct AttachedAgain
{
    util::RankSet attached;
    util::RankSet failed;
};

/// The launcher was told to let these out of their hold.
struct RanksReleased
{
    util::RankSet ranks;
};

enum class OutputChannel
{
    Stdout,
    Stderr
};

/// Bytes that a rank, or the launcher itself (no rank), wrote; not cut at lines.
struct OutputBytes
{
    std::optional<util::Rank> rank;
    OutputChannel channel = OutputChannel::Stdout;
    std::string data;
};

/// The answer to Backend::submit.
struct CommandReply
{
    util::RequestId id;
    util::Result<debug::EngineReply> reply;
};

/// What some nodes have answered to Backend::submit, while others take long. The CommandReply will have it, too.
struct CommandPart
{
    util::RequestId id;
    debug::EngineReply reply;
    util::RankSet awaited; ///< whose answer has not come
};

/// The answer to Backend::sendInput: the launcher took the bytes (that is all that anyone can know), or why not.
struct InputAccepted
{
    util::RequestId id;
    util::Result<void> result;
};

/// All ranks have ended.
struct JobEnded
{
    std::optional<int> status;             ///< exit status, or 128 + signal; its launcher may give none
    std::optional<util::Rank> firstFailed; ///< where it is known
    std::string text;                      ///< the launcher's words; may be ""
};

/// The launcher has ended, as waitpid() says.
struct LauncherExited
{
    int status = 0; ///< exit status, or 128 + signal
    int signal = 0; ///< not 0: it was killed
};

/// Something is amiss but the session goes on.
struct BackendWarning
{
    util::Error error;
};

/// The session cannot go on; Finished follows when everything is tidied up.
struct BackendFailed
{
    util::Error error;
};

/// The last event: nothing of ours is left anywhere.
struct Finished
{};

using BackendEvent =
    std::variant<LauncherStarted, LaunchProgress, JobLaunched, JobHeld, NodeJoined, NodeSilence, NodeLost, JobAttached,
                 AttachedAgain, RanksReleased, OutputBytes, CommandReply, CommandPart, InputAccepted, JobEnded,
                 LauncherExited, BackendWarning, BackendFailed, Finished, debug::DaemonEvent>;

} // namespace dbgr::session
