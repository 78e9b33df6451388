// SPDX-License-Identifier: BSD-3-Clause
// Whom hydra's mpiexec gives its standard input to. Thread: any; pure.
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <string>

namespace dbgr::session {

/// Whether input for `ranks` reaches just these. \param choice Intel MPI's -s; nothing: rank 0 \param job all its ranks
/// \errors std::errc::operation_not_supported, with whom the launcher gives its input to
[[nodiscard]] util::Result<void> checkHydraInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                                 const util::RankSet& job);

} // namespace dbgr::session
