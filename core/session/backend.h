// SPDX-License-Identifier: BSD-3-Clause
// The job and its daemons, as the session sees them. Implemented by remote/RemoteBackend (PMIx and dbgwire), and by
// FakeBackend in tests. All calls come from, and all events go to, the session's executor.
#pragma once

#include "debug/engine_request.h"
#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "session/backend_event.h"
#include "util/clock.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

/// One job at a time, from start to end. Every call returns at once; what comes of it is told by events.
class Backend
{
public:
    /// At most this many bytes of standard input a call.
    static constexpr std::size_t kMaxInputBytes = 4096;

    virtual ~Backend() = default;

    /// Where events go, in batches, never inside a call to this class. Set before anything else.
    virtual void setSink(std::function<void(std::vector<BackendEvent>)> sink) = 0;

    /// Starts the job: LauncherStarted, JobLaunched, JobHeld (if held), NodeJoined..., JobAttached; or BackendFailed.
    /// After Finished it may be called again; from then on nothing is told of the job before.
    virtual void launch(launchers::LaunchSpec spec) = 0;

    /// Gets hold of a job that runs, or of what one left behind: LauncherStarted (found), JobLaunched, NodeJoined...,
    /// JobAttached; or BackendFailed. Ranks that the spec leaves out are RanksDetached. Such a job is the user's:
    /// leave() detaches, and never kills.
    virtual void attach(launchers::AttachSpec spec) = 0;

    /// Has daemons started for the ranks that are lost, and attaches to those that live: AttachFailed, NodeJoined,
    /// RanksAttached, stops; then AttachedAgain. \pre JobAttached was told, and neither detach() nor kill() asked for
    virtual void attachAgain() = 0;

    /// Asks the daemons of `command.ranks`; answered by one CommandReply with `id`, merged over all nodes. Where some
    /// nodes take long, CommandParts come before it. \param deadline then the reply is Errc::Timeout for the nodes that
    /// did not answer
    virtual void submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline) = 0;

    /// Has daemons end what was asked: its CommandReply comes soon, with what was answered, and debug::Errc::Cancelled
    /// for the ranks of which nothing was. Of no effect when it has come.
    virtual void cancel(util::RequestId id) = 0;

    /// Lets ranks out of the launcher's hold; those that are not held are left alone. -> RanksReleased
    virtual void release(const util::RankSet& ranks) = 0;

    /// Sends bytes (at most kMaxInputBytes), and then, with `eof`, the end, to the standard input of each of the ranks.
    /// Answered by InputAccepted with `id`. Send the next piece after that.
    virtual void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) = 0;

    /// Takes the debugger out of all ranks, releases those that are held, and dismisses the daemons. The job goes on;
    /// its output still comes until leave() or the end.
    virtual void detach() = 0;

    /// Ends the whole job, with force if it must be; JobEnded, LauncherExited, Finished follow.
    virtual void kill() = 0;

    /// Gives the job up: after detach(), and if we did not start it, it goes on without us, otherwise it is killed.
    /// Finished follows.
    virtual void leave() = 0;
};

} // namespace dbgr::session
