// SPDX-License-Identifier: BSD-3-Clause
// The PMIx tool: the face of core/pmix. One Tool speaks with one server at a time (its primary server), which it
// reached by itself (connect), from its environment (connectAsSpawned), or which is a launcher that it started and that
// connected back (spawnLauncher). All operations go there.
//
// Thread: everything on the loop's thread, callbacks as well. A callback never runs inside the call that was given it,
// and none runs once the Tool is destroyed. Every request has a limit: its own, or ToolConfig::requestLimit.
// \std PMIx 5.0, "Tools and Debuggers"
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/ops/event.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/query.h"
#include "pmix/ops/spawn.h"
#include "pmix/session/peer.h"
#include "pmix/tool/launcher_command.h"
#include "pmix/tool/tool_config.h"
#include "pmix/types/info.h"
#include "util/result.h"
#include "util/subscription.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// How long to look for a server whose contact file is not there yet ("delayed connection").
struct ConnectRetry
{
    util::Duration interval = std::chrono::milliseconds(100);
    /// Zero: look once.
    util::Duration limit = util::Duration::zero();
};

class Tool
{
public:
    template <class T>
    using Done = std::function<void(util::Result<T>)>;
    using Limit = std::optional<util::Duration>;
    /// A piece of a process's output, as the launcher read it: not whole lines. The view dies with the call.
    using IoHandler = std::function<void(const Proc& source, IofChannel channel, std::string_view bytes)>;
    using EventHandler = std::function<void(const Event&)>;
    using ClosedHandler = std::function<void(const util::Error& why)>;
    using ExitHandler = std::function<void(net::ExitStatus)>;

    [[nodiscard]] static util::Result<std::unique_ptr<Tool>> create(net::EventLoop& loop, ToolConfig config);
    virtual ~Tool();
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    // ---- Reaching a server. Done means: handshake passed, identity known, job information fetched.

    /// Follows the Standard's precedence chain; never contacts a launcher that a tool makes crash.
    /// \errors Status::ErrNotFound, ::ErrNoPermissions,
    /// ::ErrNotSupported (Open MPI 4), ::ErrTimeout, ::ErrUnpackFailure, ::ErrLostConnection, or what the server said
    /// \std PMIx_tool_init, PMIx_tool_attach_to_server
    virtual void connect(const ServerSelection& selection, const ConnectRetry& retry, Done<void> done) = 0;

    /// For a process that a PMIx server started (a co-spawned daemon): name and server are in the environment.
    /// \errors as connect()
    virtual void connectAsSpawned(Done<void> done) = 0;

    /// Starts a launcher by our own fork and exec, with its directives waiting for it before it runs, and becomes
    /// `held` when it has connected back and fetched them. Then registerEvents() and pullIo(), then releaseLauncher().
    /// A launcher that ends before, or never connects, is told through `held` at once.
    /// \param directives what is to hold for the job that it launches: PMIX_DEBUG_STOP_IN_INIT and so on
    /// \errors (returned) those of net::ChildProcess; (of held) Status::ErrJobTermWoSync, Status::ErrTimeout,
    /// Status::ErrUnpackFailure \std PMIX_LAUNCH_DIRECTIVES, PMIX_LAUNCHER_RNDZ_URI, "IL-based command line parsing"
    [[nodiscard]] virtual util::Result<LauncherStarted>
    spawnLauncher(const LauncherCommand& command, std::vector<Info> directives, Done<LauncherHeld> held) = 0;
    /// Lets the held launcher start its job. \std PMIX_DEBUGGER_RELEASE to the launcher alone
    virtual void releaseLauncher(Done<void> done) = 0;
    /// Runs once with the exit status of the launcher of spawnLauncher(). May be called before that, and after the
    /// exit.
    virtual void onLauncherExit(ExitHandler handler) = 0;
    /// \errors std::errc::no_such_process when it has ended, Status::ErrNotFound when there is none
    [[nodiscard]] virtual util::Result<void> signalLauncher(int number) = 0;
    /// From now on the launcher outlives us; else it is killed with the Tool. If our process dies without a word, a
    /// held launcher waits for ever: whoever holds one has to see to that.
    virtual void letLauncherLive() = 0;

    // ---- Who is who.

    /// Our name; a server may have assigned another one than ToolConfig asked for.
    [[nodiscard]] virtual const Proc& self() const = 0;
    /// The primary server; null while not connected.
    [[nodiscard]] virtual const Peer* server() const = 0;
    /// What the server told of our own job, with PMIX_DEBUG_TARGET for a debugger daemon. Empty with a held launcher.
    [[nodiscard]] virtual const JobInfo& jobInfo() const = 0;

    // ---- Operations, to the primary server. Errors of all: Status::ErrUnreach (not connected), ::ErrTimeout,
    // ::ErrLostConnection, ::ErrUnpackFailure, and the server's own status where it refuses.

    /// \std PMIx_Query_info
    virtual void query(std::vector<Query> queries, Done<QueryReply> done, Limit limit = {}) = 0;
    /// \std PMIx_Spawn
    virtual void spawn(SpawnRequest request, Done<SpawnReply> done, Limit limit = {}) = 0;
    /// The value of `key` of a process, or of its job with the wildcard rank, as far as the server knows it now.
    /// \std PMIx_Get with PMIX_IMMEDIATE
    virtual void get(const Proc& proc, std::string key, Done<Value> done, Limit limit = {}) = 0;
    /// \std PMIx_Job_control
    virtual void jobControl(std::vector<Proc> targets, std::vector<Info> directives, Done<void> done,
                            Limit limit = {}) = 0;

    /// Calls `handler` for events of these codes (none: for all) until the subscription is dropped. May be called
    /// before there is a server: it will be told first of all. Old events of other jobs come too, look at the
    /// namespace.
    /// \std PMIx_Register_event_handler
    [[nodiscard]] virtual util::Subscription registerEvents(std::vector<Status> codes, EventHandler handler,
                                                            Done<void> registered = {}) = 0;
    /// \std PMIx_Notify_event
    virtual void notify(EventNotice notice, Done<void> done, Limit limit = {}) = 0;
    /// PMIX_DEBUGGER_RELEASE to processes of a job, and to nobody else.
    virtual void releaseProcesses(std::vector<Proc> targets, Done<void> done) = 0;

    /// Asks for output. An empty namespace means every job of the server; that, before releaseLauncher(), yields all
    /// output from the first byte. What the server kept while nobody asked comes first. `done` has the number for
    /// deregisterIo().
    /// \param directives PMIX_IOF_COPY: the launcher shows it as before; else it need not, and dbgrun does not
    /// \std PMIx_IOF_pull
    virtual void pullIo(std::vector<Proc> sources, IofChannels channels, IoHandler handler, Done<IoPull> done,
                        std::vector<Info> directives = {}) = 0;
    /// \std PMIx_IOF_deregister
    virtual void deregisterIo(IoPull pull, Done<void> done) = 0;
    /// Output that nobody asked for by pullIo(): what PMIX_FWD_STDOUT and its like bring.
    virtual void onUnaskedIo(IoHandler handler) = 0;
    /// Gives bytes to the standard input of each target. Ranks must be named one by one: launchers lose what is sent
    /// to the wildcard. \errors Status::ErrBadParam for a wildcard or more than kMaxPushBytes
    /// \std PMIx_IOF_push
    virtual void pushIo(std::vector<Proc> targets, std::string bytes, Done<void> done, Limit limit = {}) = 0;
    /// Closes the standard input of each target. \std PMIx_IOF_push with PMIX_IOF_COMPLETE
    virtual void closeIo(std::vector<Proc> targets, Done<void> done, Limit limit = {}) = 0;
    /// Holds incoming messages back (output, events, replies), so that the server feels it.
    virtual void pauseReading(bool pause) = 0;

    // ---- The end.

    /// Runs once when the primary connection ends without close() or finalize().
    virtual void onLostConnection(ClosedHandler handler) = 0;
    /// Says goodbye, then closes; always succeeds within ToolConfig::finalizeLimit.
    /// \std PMIx_tool_finalize
    virtual void finalize(std::function<void()> done) = 0;
    /// The right goodbye after the last JOB_END: PRRTE 4 does not exit before we close; a PRRTE 3 that is left within
    /// its last second can hang, so wait for it to close, but not for ever.
    virtual void leaveAfterJobEnd(std::function<void()> done) = 0;
    /// Closes without a word. Requests that wait end with Status::ErrLostConnection; onLostConnection() is not told.
    virtual void close() = 0;

protected:
    Tool() = default;
};

} // namespace dbgr::pmix
