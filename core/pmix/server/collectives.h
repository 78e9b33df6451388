// SPDX-License-Identifier: BSD-3-Clause
// Operations that processes do together: fence, connect, disconnect, group construct and destruct. Collects the
// participants of this node, then asks the host, then answers all. No socket. Thread: its owner's.
#pragma once

#include "pmix/ops/connect.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/group.h"
#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "pmix/server/server_host.h"
#include "util/scheduler.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dbgr::pmix {

class Collectives
{
public:
    /// \param limit for a collective without PMIX_TIMEOUT; zero: none
    Collectives(util::Scheduler& scheduler, JobStore& jobs, ServerHost& host, util::Duration limit);
    ~Collectives();

    /// \errors (of all answers) ErrTimeout; ErrBadParam: the asker is not among the participants; ErrUnreach,
    /// GroupMemberFailed: a participant ended before it arrived
    void fence(const Requester& who, const CollectiveRequest& request, Answer<void> answer);
    /// The answer has the job information of all namespaces that take part.
    void connect(const Requester& who, const ConnectRequest& request, Answer<std::vector<JobInfo>> answer);
    void disconnect(const Requester& who, const CollectiveRequest& request, Answer<void> answer);
    /// Assigns a context id when PMIX_GROUP_ASSIGN_CONTEXT_ID asks for one.
    void constructGroup(const Requester& who, const GroupRequest& request, Answer<GroupReply> answer);
    void destructGroup(const Requester& who, const GroupRequest& request, Answer<void> answer);
    void leaveGroup(const Requester& who, const std::string& id, Answer<void> answer);

    [[nodiscard]] std::vector<std::string> groupNames() const;
    /// Null when there is none.
    [[nodiscard]] const std::vector<Proc>* groupMembers(const std::string& id) const;

    void dropPeer(PeerId peer);
    void processEnded(const Proc& proc);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
