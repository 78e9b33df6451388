// SPDX-License-Identifier: BSD-3-Clause
// The name of a process: namespace and rank. Nearly every PMIx message carries one. Thread: any; plain values.
#pragma once

#include "util/strong_id.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace dbgr::pmix {

/// A process within its namespace, or one of the special ranks below, which name none or many.
/// A rank of the job that a user sees is util::Rank; only core/pmix and its callers' edges know this one.
using ProcRank = util::StrongId<struct ProcRankTag, std::uint32_t>;

/// PMIX_RANK_UNDEF: no rank, or "search all ranks" in a get request.
inline constexpr ProcRank kRankUndef{0xffffffffu};
/// PMIX_RANK_WILDCARD: every process of the namespace, or the job as a whole.
inline constexpr ProcRank kRankWildcard{0xfffffffeu};
/// PMIX_RANK_LOCAL_NODE: every process of the namespace on this node.
inline constexpr ProcRank kRankLocalNode{0xfffffffdu};
/// PMIX_RANK_INVALID: deliberately no process.
inline constexpr ProcRank kRankInvalid{0xfffffffcu};

/// pmix_proc_t. The namespace may hold any bytes: a 6.1 client is known to send garbage here.
struct Proc
{
    /// PMIX_MAX_NSLEN: the longest namespace that the protocol's fixed fields can carry, without its NUL.
    static constexpr std::size_t kMaxNspaceBytes = 255;

    std::string nspace;
    ProcRank rank = kRankUndef;

    friend auto operator<=>(const Proc&, const Proc&) = default;
};

/// "nspace.rank" for people, with special ranks by name.
[[nodiscard]] std::string toString(const Proc& proc);
[[nodiscard]] std::string toString(ProcRank rank);

} // namespace dbgr::pmix
