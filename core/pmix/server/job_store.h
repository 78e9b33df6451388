// SPDX-License-Identifier: BSD-3-Clause
// The jobs that a server knows: what their host registered, and what their processes have put. Answers REQ, PMIx_Get,
// resolve requests and a group's or connect's need of job information. No socket. Thread: its owner's.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/get.h"
#include "pmix/ops/resolve.h"
#include "pmix/server/job_record.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace dbgr::pmix {

class JobStore
{
public:
    /// Asks the host for the data of a process of another node.
    using Remote =
        std::function<void(const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer)>;

    JobStore(util::Scheduler& scheduler, Remote remote);
    ~JobStore();

    /// \errors ErrExists; ErrBadParam
    [[nodiscard]] util::Result<void> add(JobRecord job);
    /// Requests that wait for its data end with ErrNotFound.
    void remove(const std::string& nspace);
    [[nodiscard]] const JobRecord* find(const std::string& nspace) const;
    [[nodiscard]] std::vector<std::string> nspaces() const;

    /// The reply to a REQ of `who`, with what only its rank is told. \errors ErrNotFound; those of Packer
    [[nodiscard]] util::Result<std::string> jobInfoFor(WireFormat format, const Proc& who) const;

    /// What the process puts; wakes those who wait for it. \errors ErrOutOfResource
    [[nodiscard]] util::Result<void> commit(const Proc& who, std::vector<CommitBlock> blocks);
    /// What it has put, for scopes that a process of the same node (or of another one) may see.
    [[nodiscard]] ProcValues committed(const Proc& who, bool sameNode) const;
    /// Data of processes of other nodes, that a fence or the host brought.
    void learn(std::vector<ProcValues> values);

    /// PMIx_Get: own, peer, job, node, app and session level; waits for a commit unless PMIX_IMMEDIATE, within
    /// PMIX_TIMEOUT. \errors (of answer) ErrNotFound, ErrTimeout, ErrBadParam
    void get(const Requester& who, const GetRequest& request, Answer<std::vector<ProcValues>> answer);
    /// \errors (of all three) ErrNotFound
    [[nodiscard]] util::Result<std::vector<Proc>> peers(const Requester& who, const ResolvePeersRequest& request) const;
    [[nodiscard]] util::Result<std::string> nodes(const Requester& who, const std::string& nspace) const;
    [[nodiscard]] util::Result<std::vector<KeyValue>> refresh(const Requester& who, const Proc& proc) const;

    /// What waits for this asker is dropped.
    void dropPeer(PeerId peer);
    /// It connected, perhaps once more after it had finalized: others may wait for it.
    void processConnected(const Proc& proc);
    /// It finalized, or died: who waits for its data is answered with ErrNotFound, and no collective waits for it.
    void processEnded(const Proc& proc);
    [[nodiscard]] bool hasEnded(const Proc& proc) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::pmix
