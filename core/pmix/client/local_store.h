// SPDX-License-Identifier: BSD-3-Clause
// All that a process knows without asking: what it has put itself, its own job's information and that of jobs it is
// connected with, and what earlier requests brought. Between PMIx_Get and the server. Thread: its owner's; pure.
// \std PMIx 5.0, "Data Access and Sharing"
#pragma once

#include "pmix/ops/commit.h"
#include "pmix/ops/get.h"
#include "pmix/ops/job_info.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

class LocalStore
{
public:
    void setSelf(Proc self) { m_self = std::move(self); }

    /// What a server told of a namespace; replaces what was known of it key by key.
    void addJob(const JobInfo& info);
    void forgetJob(const std::string& nspace) { m_jobs.erase(nspace); }
    /// What a server told of a process, or with the wildcard rank of its job.
    void add(const ProcValues& block);

    /// A value of our own, for others once it is committed. \std PMIx_Put
    void put(Scope scope, KeyValue value);
    /// What was put since the last call, as it has to go to the server. \std PMIx_Commit
    [[nodiscard]] std::vector<CommitBlock> takeUncommitted();

    /// The value of `key` of a process, of any process (kRankUndef), or of its job, node, application or session
    /// (kRankWildcard, or by PMIX_NODE_INFO and its like). A compressed text is inflated.
    [[nodiscard]] std::optional<Value> find(const Proc& proc, std::string_view key,
                                            std::span<const Info> qualifiers = {}) const;
    /// All that is known of a process or a job. \std PMIx_Get without a key
    [[nodiscard]] std::vector<Info> all(const Proc& proc) const;

    /// What the server told of a namespace, or null.
    [[nodiscard]] const JobInfo* job(const std::string& nspace) const;
    [[nodiscard]] std::vector<std::string> namespaces() const;

private:
    struct Own
    {
        Scope scope;
        Value value;
        bool committed;
    };

    [[nodiscard]] const Value* findRaw(const Proc& proc, std::string_view key, std::span<const Info> qualifiers) const;
    [[nodiscard]] const Value* ofProcess(const Proc& proc, std::string_view key) const;
    [[nodiscard]] const Value* inNode(const JobInfo& job, std::string_view key, std::span<const Info> qualifiers) const;
    [[nodiscard]] const Value* inApp(const JobInfo& job, std::string_view key, std::span<const Info> qualifiers) const;

    Proc m_self;
    std::map<std::string, JobInfo> m_jobs;
    std::map<std::string, Own, std::less<>> m_own;
};

} // namespace dbgr::pmix
