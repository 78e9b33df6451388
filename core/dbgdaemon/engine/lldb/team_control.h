// SPDX-License-Identifier: BSD-3-Clause
// Steps of several threads of a rank together: begun one after the other, and led to their end over all the stops on
// the way. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/engine_request.h"
#include "util/clock.h"
#include "util/result.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace dbgr::daemon {

/// How often it is looked whether threads that others wait for come any further.
inline constexpr util::Duration kTeamMoment = std::chrono::seconds(1);
/// So many moments they are waited for while they work; one that sleeps all through a moment waits for somebody.
inline constexpr std::uint32_t kMostTeamMoments = 10;

/// Has the leading thread, and all that stand in its line, do steps. Those that have not come to the end of the last
/// one go on with that. \errors NotStopped, Frozen, EngineFailed
[[nodiscard]] util::Result<void> stepTeam(LldbSession& session, const debug::Step& what);

/// Which of a team have come to the end of their steps, where the rank stands now; nothing where it has no team.
void noteEnds(LldbSession& session);

/// Lets a team go on where there is nothing to tell. \return whether it runs again \pre noteEnds()
[[nodiscard]] bool goesOnTogether(LldbSession& session);

/// What a team was to do is no longer wanted.
void forgetTeam(LldbSession& session);

/// \return the turn in which some of a team have begun to wait for others; nothing: none do
[[nodiscard]] std::optional<std::uint64_t> beginToWatch(LldbSession& session);

/// A moment later: whether they are to be waited for any longer. If not, the rank is asked to stand.
[[nodiscard]] bool isToBeWatched(LldbSession& session, std::uint64_t turn);

} // namespace dbgr::daemon
