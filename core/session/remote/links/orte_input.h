// SPDX-License-Identifier: BSD-3-Clause
// Whom mpirun of Open MPI 4 gives its standard input to. Thread: any; pure.
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <string>

namespace dbgr::session {

/// Whether input for `ranks` reaches just these.
/// \param choice mpirun's --stdin; nothing: rank 0 \param all those of the job
/// \errors std::errc::not_supported, with whom mpirun gives its input to
[[nodiscard]] util::Result<void> checkOrteInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                                const util::RankSet& all);

} // namespace dbgr::session
