// SPDX-License-Identifier: BSD-3-Clause
// A line of the job's conversation: what a rank or the launcher wrote, or what the user sent. Thread: any; a value.
#pragma once

#include "session/backend_event.h"
#include "session/stdin_router.h"
#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::session {

enum class LineKind : std::uint8_t
{
    Stdout,
    Stderr,
    Input,    ///< what the user sent
    InputEnd, ///< the user sent the end of input; without text
};

[[nodiscard]] constexpr LineKind kindOf(OutputChannel channel)
{
    return channel == OutputChannel::Stderr ? LineKind::Stderr : LineKind::Stdout;
}
[[nodiscard]] constexpr bool isInput(LineKind kind)
{
    return kind == LineKind::Input || kind == LineKind::InputEnd;
}

using OutputSource = std::optional<util::Rank>; ///< none: the launcher itself

struct OutputLine
{
    std::uint64_t sequence = 0; ///< the order of all lines of the session, from 1
    LineKind kind = LineKind::Stdout;
    bool open = false;   ///< more of it may come: nothing ended it yet
    OutputSource source; ///< of output; input is of OutputStore::sentInput(input)
    InputId input{};     ///< of input
    std::string text;    ///< the bytes as they came, without the line end
};

/// What became of input that the user sent. That a rank has read it nobody can know.
enum class InputState
{
    Sending,
    Accepted, ///< the launcher took it
    Failed,
};

struct SentInput
{
    util::RankSet ranks;
    InputState state = InputState::Sending;
    std::optional<util::Error> error; ///< when it failed
};

} // namespace dbgr::session
