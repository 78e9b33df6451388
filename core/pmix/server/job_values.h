// SPDX-License-Identifier: BSD-3-Clause
// Looks things up in what a host registered of a job: values of its levels (job, session, app, node), of its ranks,
// and who is where. Thread: any; pure.
#pragma once

#include "pmix/ops/get.h"
#include "pmix/server/job_record.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// What a PMIx_Get of no single rank is about: PMIX_NODE_INFO, PMIX_APP_INFO or PMIX_SESSION_INFO, with what tells
/// which one.
struct LevelDirectives
{
    enum class Level
    {
        Any, ///< wherever the key is
        Node,
        App,
        Session,
    };
    Level level = Level::Any;
    std::optional<std::string> hostname;
    std::optional<std::uint64_t> nodeid;
    std::optional<std::uint64_t> appnum;
    std::optional<std::uint64_t> session;

    [[nodiscard]] static LevelDirectives of(std::span<const Info> infos);
};

/// Whether the rank is one of the job's at all, on this node or another.
[[nodiscard]] bool hasRank(const JobRecord& job, ProcRank rank);
[[nodiscard]] std::vector<ProcRank> ranksOf(const JobRecord& job);

/// All that the job's processes are told, as one block of the wildcard rank: job-level values, arrays, one
/// PMIX_PROC_DATA for each rank, and what only `asker` is told.
[[nodiscard]] ProcValues jobBlock(const JobRecord& job, const Proc& asker);

/// The job's block, when it has `key` (or any key, for NULL) on the level that is asked for. A value that is on the
/// asker's own node, app or session only is there by itself as well, as libraries take it for theirs.
/// \param rank whose node and app are meant where the directives don't say; a special rank: the asker's
[[nodiscard]] std::optional<ProcValues> findOnLevel(const JobRecord& job, const Proc& asker, ProcRank rank,
                                                    const NullableString& key, const LevelDirectives& level);

/// The host that a rank is on, "" when nothing tells.
[[nodiscard]] std::string hostOf(const JobRecord& job, ProcRank rank);
/// The hosts of the job, in the order of its nodes.
[[nodiscard]] std::vector<std::string> hostsOf(const JobRecord& job);
/// The job's ranks on a host.
[[nodiscard]] std::vector<ProcRank> ranksOn(const JobRecord& job, const std::string& host);

} // namespace dbgr::pmix
