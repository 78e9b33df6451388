// SPDX-License-Identifier: BSD-3-Clause
// Which requests let ranks go, and how. Pure. Thread: any.
#pragma once

#include "dbgdaemon/engine/engine.h"

#include <optional>
#include <variant>

namespace dbgr::daemon {

/// Nothing: its ranks stay ours.
[[nodiscard]] inline std::optional<Farewell> farewellOf(const debug::EngineRequest& request)
{
    if (std::holds_alternative<debug::Detach>(request))
        return Farewell::Detach;
    if (std::holds_alternative<debug::Kill>(request))
        return Farewell::Kill;
    return std::nullopt;
}

} // namespace dbgr::daemon
