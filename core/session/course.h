// SPDX-License-Identifier: BSD-3-Clause
// Where a rank stands, as seen from the rank that leads: the stacks of both are compared from the outermost frame on,
// and where they part, the lines of the function in which they do say who has come further. Pure. Thread: any.
#pragma once

#include "debug/thread.h"

#include <cstdint>

namespace dbgr::session {

enum class Course
{
    Together, ///< the same calls, at the same line
    Behind,   ///< on a line before the leader's, or in a call that the leader has left or has yet to make
    Ahead,    ///< on a line behind the leader's
    Elsewhere ///< in another call, or it cannot be known
};

/// "together", "behind", "ahead", "elsewhere".
[[nodiscard]] const char* name(Course course);

struct Standing
{
    Course course = Course::Elsewhere;
    std::uint32_t deeper = 0; ///< Behind: so many calls it has to leave before it is in a function of the leader's
    friend bool operator==(const Standing&, const Standing&) = default;
};

/// Lines are compared, not instructions: a loop takes a rank back to where it seems to be behind.
[[nodiscard]] Standing standingOf(const debug::RankFrames& rank, const debug::RankFrames& leader);

} // namespace dbgr::session
