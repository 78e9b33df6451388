// SPDX-License-Identifier: BSD-3-Clause
// What the infos of PMIx_Group_construct, and of a host's answer to it, say about a group. Thread: any; pure.
#pragma once

#include "pmix/ops/info_reply.h"
#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "pmix/server/rounds.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::pmix {

/// Those that are about the group as a whole, not about the request.
[[nodiscard]] std::vector<Info> forTheGroup(std::span<const Info> infos);

/// How many make the group, whoever they are; 0: those who are named. \std PMIX_GROUP_BOOTSTRAP
/// \errors ErrBadParam: no number above 0
[[nodiscard]] util::Result<std::size_t> leadersIn(std::span<const Info> infos);

/// Whom the makers want in the group beside its members, in order, each once. \std PMIX_GROUP_ADD_MEMBERS
/// \param who as whom jobs are looked up
/// \errors ErrBadParam: no array of processes, no such process; ErrNotSupported: one of another node; ErrOutOfResource
[[nodiscard]] util::Result<std::vector<Proc>> addedTo(const JobStore& jobs, const Requester& who,
                                                      std::span<const Proc> members, const Gathered& makers);

/// Those that an order names come first; it is left as it is where nobody wants one.
/// \std PMIX_GROUP_FINAL_MEMBERSHIP_ORDER
/// \errors ErrBadParam: no array of processes, one that is no member or stands there twice, two different orders
[[nodiscard]] util::Result<void> putInOrder(std::vector<Proc>& members, const Gathered& all);

/// What a member has for the others. \std PMIX_GROUP_INFO, an array of infos
/// \errors ErrBadParam
[[nodiscard]] util::Result<std::vector<KeyValue>> valuesFor(std::span<const Info> brought);

/// For a host that makes the group together with those of other nodes: what the last one to come asks for, less how
/// its members were found, and what all have for each other.
[[nodiscard]] std::vector<Info> withAllBrought(std::vector<Info> infos, const Gathered& all);

/// Nothing: the host says nothing, or names what are no processes.
[[nodiscard]] std::optional<std::vector<Proc>> membersIn(const InfoReply& host);
[[nodiscard]] std::optional<std::uint64_t> contextIdIn(const InfoReply& host);

} // namespace dbgr::pmix
