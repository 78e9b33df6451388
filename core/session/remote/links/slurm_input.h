// SPDX-License-Identifier: BSD-3-Clause
// Whom srun gives its standard input to. Thread: any; pure.
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <string>

namespace dbgr::session {

/// Whether input for `ranks` reaches just these. Ranks that have ended read nothing, and may be left out of `ranks`.
/// \param choice srun's --input; nothing: all ranks \param running those of the job that may still read
/// \errors std::errc::operation_not_supported, with whom srun gives its input to
[[nodiscard]] util::Result<void> checkSlurmInput(const std::optional<std::string>& choice, const util::RankSet& ranks,
                                                 const util::RankSet& running);

} // namespace dbgr::session
