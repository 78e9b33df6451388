// SPDX-License-Identifier: BSD-3-Clause
// What a PMIx server asks of the runtime around it (a launcher, a resource manager, a test): the C++ form of the
// Standard's server module. Whatever a host leaves out is answered with Status::ErrNotSupported, but for the
// collectives, which are complete by themselves on one node. Thread: the server's.
// \std PMIx 5.0, pmix_server_module_t
#pragma once

#include "pmix/ops/abort.h"
#include "pmix/ops/allocation.h"
#include "pmix/ops/credential.h"
#include "pmix/ops/event.h"
#include "pmix/ops/fabric.h"
#include "pmix/ops/get.h"
#include "pmix/ops/info_reply.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/log.h"
#include "pmix/ops/monitor.h"
#include "pmix/ops/publish.h"
#include "pmix/ops/session_control.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/requester.h"
#include "pmix/types/query.h"

#include <string>
#include <vector>

namespace dbgr::pmix {

/// A tool that asks to be let in. Its user was checked already.
struct ToolVisit
{
    Requester requester;     ///< proc() is the name that it brings, empty where it asks for one
    std::vector<Info> infos; ///< of its connect message: PMIX_PROC_PID, PMIX_CMD_LINE ...
};

/// \std pmix_group_operation_t
enum class GroupOperation
{
    Construct,
    Destruct,
};

class ServerHost
{
public:
    virtual ~ServerHost() = default;

    // ---- Who comes and goes

    /// The authentication hook: the name under which the tool is let in, or why not. Without it no tool gets in.
    /// \std pmix_server_tool_connection_fn_t
    virtual void admitTool(const ToolVisit& visit, Answer<Proc> answer);
    /// One that admitTool() let in (even if it had given up by then), or that was adopted. A tool or launcher which is
    /// a process of a registered job is a client here, whatever its role: the next three tell of it.
    virtual void toolLeft(const Requester& tool, bool finalized);
    virtual void clientConnected(const Requester& client);
    virtual void clientFinalized(const Proc& client);
    /// The connection broke without PMIx_Finalize.
    virtual void clientLost(const Proc& client);

    // ---- Requests

    virtual void abort(const Requester& who, const AbortRequest& request, Answer<void> answer);
    virtual void spawn(const Requester& who, const SpawnRequest& request, Answer<SpawnReply> answer);
    virtual void jobControl(const Requester& who, const JobControlRequest& request, Answer<InfoReply> answer);
    /// One key with its qualifiers, which neither the server's tables nor its data know.
    /// \errors (of answer) ErrNotFound, ErrNotSupported for a key that is not known
    virtual void query(const Requester& who, const std::string& key, const std::vector<Info>& qualifiers,
                       Answer<Value> answer);
    /// An event that a client or tool told of, whatever its range: after the server's own registrants got it.
    virtual void notified(const Requester& who, const EventNotice& notice);
    /// Input for processes, piece by piece. Answered once it is written, or on its way. \std RFC 25, "stdin" hook
    virtual void pushInput(const Requester& who, const IoPushRequest& request, Answer<void> answer);
    /// Somebody wants output that nobody wanted before: whoever asks for some of the same, too, is not told of. An
    /// error is what the request is refused with. \std RFC 25, "iof" hook
    virtual void outputWanted(const std::vector<Proc>& sources, IofChannels channels,
                              const std::vector<Info>& directives, Answer<void> answer);
    /// Nobody wants any of that any more. \std PMIX_IOF_STOP
    virtual void outputNoLongerWanted(const std::vector<Proc>& sources, IofChannels channels);
    /// Somebody reads his output more slowly than it comes (`hold`): processes had better not be read for now. Not for
    /// longer than a few seconds at a time, whoever it is.
    virtual void holdOutput(bool hold);
    /// Whether what processes publish is kept by this host, for servers of all nodes; else the server keeps it, and the
    /// next three are not called. \std pmix_server_publish_fn_t
    [[nodiscard]] virtual bool keepsPublications() const;
    virtual void publish(const Requester& who, const PublishRequest& request, Answer<void> answer);
    virtual void lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer);
    virtual void unpublish(const Requester& who, const LookupRequest& request, Answer<void> answer);
    /// A process registers for events of these codes (none: the default handler), or (`wanted` false) no longer wants
    /// them. \std pmix_server_register_events_fn_t, pmix_server_deregister_events_fn_t
    virtual void eventsWanted(const std::vector<Status>& codes, const std::vector<Info>& infos, bool wanted);
    virtual void log(const Requester& who, const LogRequest& request, Answer<void> answer);
    virtual void allocate(const Requester& who, const AllocationRequest& request, Answer<InfoReply> answer);
    /// Whether processes are watched by this host; else the server does, and monitor() is not called.
    [[nodiscard]] virtual bool watchesProcesses() const;
    virtual void monitor(const Requester& who, const MonitorRequest& request, Answer<InfoReply> answer);
    virtual void heartbeat(const Proc& who);
    virtual void getCredential(const Requester& who, const std::vector<Info>& infos, Answer<Credential> answer);
    virtual void validateCredential(const Requester& who, const Credential& credential, Answer<InfoReply> answer);
    /// \std pmix_server_fabric_fn_t, with PMIX_FABRIC_INDEX among the directives of an update
    virtual void fabric(const Requester& who, FabricOperation operation, const std::vector<Info>& directives,
                        Answer<InfoReply> answer);
    virtual void sessionControl(const Requester& who, const SessionControlRequest& request, Answer<InfoReply> answer);
    /// The data of a process that is not on this node. \std pmix_server_dmodex_req_fn_t
    virtual void directModex(const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer);

    // ---- Collectives: all processes of this node are there. On one node that is all, and so the defaults say.

    /// \param data what each of them has committed, when it was to be collected; the answer is that of all nodes
    virtual void fence(const std::vector<Proc>& procs, const std::vector<Info>& infos, std::vector<ProcValues> data,
                       Answer<std::vector<ProcValues>> answer);
    virtual void connect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer);
    virtual void disconnect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer);
    /// A group is made, or ended. What the answer has of PMIX_GROUP_CONTEXT_ID and PMIX_GROUP_MEMBERSHIP goes before
    /// what this server would say. \param infos those of the last to arrive, and what all bring for the others
    /// \std pmix_server_grp_fn_t
    virtual void group(GroupOperation operation, const std::string& id, const std::vector<Proc>& procs,
                       const std::vector<Info>& infos, Answer<InfoReply> answer);
};

} // namespace dbgr::pmix
