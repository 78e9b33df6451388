// SPDX-License-Identifier: BSD-3-Clause
// The jobs that a server knows: what their host registered, and what their processes have put. Answers REQ, PMIx_Get,
// resolve requests and a group's or connect's need of job information. No socket. Thread: its owner's.
//
// Who may see a job: its own processes, and processes and tools of the same user. To anybody else it looks as if it did
// not exist.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/get.h"
#include "pmix/ops/resolve.h"
#include "pmix/server/job_record.h"
#include "pmix/server/pending_gets.h"
#include "pmix/server/put_values.h"
#include "pmix/server/requester.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::pmix {

class JobStore
{
public:
    /// Asks the host for the data of a process of another node.
    using Remote =
        std::function<void(const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer)>;

    /// How long a PMIx_Get without PMIX_TIMEOUT waits for a key of a process that has committed without it. Programs
    /// count on it that the wait ends: libpmix's servers give up after as long. One that has not committed anything is
    /// waited for, since it may be held by a debugger.
    static constexpr util::Duration kPatience = std::chrono::seconds(2);

    JobStore(util::Scheduler& scheduler, Remote remote);

    /// \errors ErrExists; ErrBadParam
    [[nodiscard]] util::Result<void> add(JobRecord job);
    /// Requests that wait for its data end with ErrNotFound.
    void remove(const std::string& nspace);
    [[nodiscard]] const JobRecord* find(const std::string& nspace) const;
    [[nodiscard]] std::vector<std::string> nspaces() const;
    [[nodiscard]] bool maySee(const Requester& who, const JobRecord& job) const;
    /// Whether it is a process of a registered job, on this node.
    [[nodiscard]] bool isHere(const Proc& proc) const;
    /// Of all nodes, or of this one; null when the job is not registered.
    [[nodiscard]] const std::set<ProcRank>* ranksOf(const std::string& nspace) const;
    [[nodiscard]] const std::set<ProcRank>* localRanksOf(const std::string& nspace) const;

    /// The reply to a REQ of `who`, with what only its rank is told. \errors ErrNotFound; those of Packer
    [[nodiscard]] util::Result<std::string> jobInfoFor(WireFormat format, const Proc& who) const;

    /// What the process puts; wakes those who wait for it. \errors ErrOutOfResource
    [[nodiscard]] util::Result<void> commit(const Proc& who, std::vector<CommitBlock> blocks);
    /// What it has put, for scopes that a process of the same node (or of another one) may see.
    [[nodiscard]] ProcValues committed(const Proc& who, bool sameNode) const;
    /// Data of processes of other nodes, that a fence or the host brought; kept as long as their job.
    void learn(std::vector<ProcValues> values);

    /// What the members of a group have told each other; PMIx_Get finds it with the group's context id.
    void learnOfGroup(std::uint64_t contextId, const std::vector<ProcValues>& values);
    void forgetGroup(std::uint64_t contextId) { m_groupValues.erase(contextId); }

    /// PMIx_Get: own, peer, job, node, app and session level; waits for a commit unless PMIX_IMMEDIATE, within
    /// PMIX_TIMEOUT or kPatience. Reserved keys are never waited for: no process can put them.
    /// \errors (of answer) ErrNotFound, ErrTimeout, ErrBadParam, ErrOutOfResource
    void get(const Requester& who, const GetRequest& request, Answer<std::vector<ProcValues>> answer);
    /// Of one namespace, or of all that the asker may see. \errors (of all three) ErrNotFound
    [[nodiscard]] util::Result<std::vector<Proc>> peers(const Requester& who, const ResolvePeersRequest& request) const;
    [[nodiscard]] util::Result<std::string> nodes(const Requester& who, const std::string& nspace) const;
    [[nodiscard]] util::Result<std::vector<KeyValue>> refresh(const Requester& who, const Proc& proc) const;

    /// What waits for this asker is dropped.
    void dropPeer(PeerId peer);
    /// It connected, perhaps after its connection had broken: others may wait for it.
    void processConnected(const Proc& proc);
    /// It is gone for good, not only finalized: who waits for its data is answered with ErrNotFound, and no collective
    /// waits for it.
    void processEnded(const Proc& proc);
    [[nodiscard]] bool hasEnded(const Proc& proc) const;

private:
    struct Job
    {
        JobRecord record;
        std::set<ProcRank> ranks;
        std::set<ProcRank> local;
        std::set<ProcRank> ended;
        /// Replies to REQ without what single ranks are told: a job of n ranks would else be encoded n times.
        mutable std::map<std::pair<WireVersion, BufferType>, std::string> encoded;
    };

    [[nodiscard]] const Job* jobOf(const std::string& nspace) const;
    [[nodiscard]] std::optional<std::vector<ProcValues>> lookUp(const Requester& who, const GetRequest& request) const;
    [[nodiscard]] std::optional<std::vector<ProcValues>> lookUpAnyRank(const Requester& who, const Job& job,
                                                                       const GetRequest& request) const;
    [[nodiscard]] std::optional<std::vector<ProcValues>> lookUpRank(const Requester& who, const Job* job,
                                                                    const GetRequest& request) const;
    [[nodiscard]] const Value* findOf(const Proc& asker, const Proc& owner, const std::string& key) const;
    [[nodiscard]] std::vector<KeyValue> valuesOf(const Proc& asker, const Proc& owner) const;
    [[nodiscard]] bool mayYetPut(const Job& job, ProcRank rank) const;
    void limitWaits(const Proc& target);
    [[nodiscard]] bool isElsewhere(const Job* job, const Proc& proc) const;
    [[nodiscard]] util::Result<std::vector<ProcValues>> lookUpInGroup(const GetRequest& request,
                                                                      std::uint64_t contextId) const;
    void askHost(PendingGet get);

    Remote m_remote;
    std::map<std::string, Job> m_jobs;
    std::map<Proc, PutValues> m_put;
    std::map<Proc, std::vector<KeyValue>> m_learned;
    std::map<std::uint64_t, std::map<Proc, std::vector<KeyValue>>> m_groupValues; ///< by the group's context id
    PendingGets m_pending;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
