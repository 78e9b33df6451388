// SPDX-License-Identifier: BSD-3-Clause
// The one table of attributes that a spawn request may have, each with what it changes. Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "pmix/types/info.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::launcher {

/// Where infos leave their mark.
struct SpawnScope
{
    JobSpec& job;
    AppSpec* app = nullptr;                ///< whose own infos these are; null: they are for the whole job
    std::optional<util::RankSet> appRanks; ///< those of `app`, where they are not all
    std::span<const std::string> nodeNames = {};
    bool stdinTargetGiven = false;
};

struct SpawnAttribute
{
    std::string_view key;
    /// \errors Status::ErrBadParam, ErrJobAllocFailed
    util::Result<void> (*apply)(SpawnScope& scope, const pmix::Info& info);
};

[[nodiscard]] std::span<const SpawnAttribute> spawnAttributeTable();

/// \errors Status::ErrBadParam, ErrJobAllocFailed, ErrNotSupported for what is required and not in the table
[[nodiscard]] util::Result<void> applyInfos(SpawnScope& scope, std::span<const pmix::Info> infos);

} // namespace dbgr::launcher
