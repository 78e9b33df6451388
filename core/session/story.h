// SPDX-License-Identifier: BSD-3-Clause
// What happens in a session as a story: one sentence for each event, the same words in batch and window. Pure.
// Thread: any.
#pragma once

#include "session/session_event.h"
#include "util/rank_set.h"

#include <optional>
#include <string>

namespace dbgr::session {

enum class Tone
{
    Command, ///< what the user asked for
    Detail,  ///< for those who want to know everything
    Quiet,   ///< goes by
    Plain,
    Good,    ///< what the user waits for: a stop
    Bad,     ///< the program's own failure: a crash
    Outcome, ///< how it ended
    Failure, ///< something could not be done for some ranks
    Warning,
    Fatal,
};

struct Story
{
    Tone tone = Tone::Plain;
    util::RankSet ranks; ///< whom it is about; empty: all of the job
    std::string text;    ///< of several lines where an error comes with advice
};

/// Nothing for what is told elsewhere (output, breakpoints), or is no news.
[[nodiscard]] std::optional<Story> storyOf(const SessionEvent& event);

} // namespace dbgr::session
