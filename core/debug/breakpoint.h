// SPDX-License-Identifier: BSD-3-Clause
// A breakpoint as the user asked for it, and what became of it. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace dbgr::debug {

struct SourceLine
{
    std::string file; ///< a base name, or as much of the path as tells it from others
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct FunctionName
{
    std::string name;
    friend bool operator==(const FunctionName&, const FunctionName&) = default;
};

/// As a person names it.
using Place = std::variant<SourceLine, FunctionName>;

struct BreakpointSpec
{
    util::BreakpointId id; ///< from 1
    Place where;
    std::string condition; ///< an expression of the program's language; "" always stops
    bool enabled = true;
};

/// As a person writes it: "ring.cpp:41", "work", and with its condition "work if x > 2".
[[nodiscard]] std::string textOf(const Place& place);
[[nodiscard]] std::string textOf(const BreakpointSpec& spec);

/// Who finds out at each hit whether the condition is true. The fastest one that can is chosen.
enum class Judge : std::uint8_t
{
    Nobody, ///< there is no condition, or no place where ranks stop
    Tracer, ///< what holds the ranks, without anybody hearing of it when it is false
    Reader, ///< our reader of debug information
    Compiler
};

/// For people and programs: "tracer"; "" Nobody.
[[nodiscard]] constexpr std::string_view nameOf(Judge judge)
{
    constexpr std::string_view kNames[] = {"", "tracer", "reader", "compiler"};
    return kNames[static_cast<std::size_t>(judge)];
}

/// Where a breakpoint ended up in some ranks. Pending is not wrong: a library that brings the place may still come.
struct BreakpointStatus
{
    util::BreakpointId id;
    util::RankSet resolved;      ///< ranks in which it stands somewhere
    util::RankSet pending;       ///< ranks that have no such place yet
    SourceLocation actual;       ///< where it stands in the lowest resolved rank; the line may have moved down to code
    std::string problem;         ///< e.g. what is wrong with the condition; "" nothing
    Judge judge = Judge::Nobody; ///< of the condition; of several ranks, the slowest one
};

} // namespace dbgr::debug
