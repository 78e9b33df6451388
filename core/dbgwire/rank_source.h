// SPDX-License-Identifier: BSD-3-Clause
// Whom dbgd has the ranks of its node from: dbgr says it on dbgd's command line. Thread: any; pure.
#pragma once

#include <optional>
#include <string_view>

namespace dbgr::dbgwire {

enum class RanksFrom
{
    Pmix,   ///< the launcher's PMIx server
    Told,   ///< the order to attach names them, from the proctable
    Agents, ///< dbgr-exec in front of each rank, which calls at a door
    Hydra   ///< what is below hydra's mpiexec, or below its proxy of this node
};

/// "pmix", "told", "agents", "hydra": as --ranks takes it.
[[nodiscard]] std::string_view name(RanksFrom from);
/// Nothing: no such word.
[[nodiscard]] std::optional<RanksFrom> ranksFromNamed(std::string_view name);

} // namespace dbgr::dbgwire
