// SPDX-License-Identifier: BSD-3-Clause
// Values of the program: a variable of one rank, and one expression over many ranks. Thread: any; values.
#pragma once

#include "debug/content.h"
#include "debug/value_tree.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {

enum class VariableKind
{
    Argument,
    Local,
    Static,
    Member
};

struct Variable
{
    std::string name;
    std::string type;
    std::string value; ///< in one line, cut where it is long: 3, "text", {x = 1, y = 2}, size=2 {1, 2}
    VariableKind kind = VariableKind::Local;
    std::string path;             ///< an expression that names it again: "state.history[2]"; "" none
    std::uint32_t childCount = 0; ///< 0: cannot be opened
    util::VariableHandle handle;  ///< to ask for children; 0 where childCount is 0
    std::string problem;          ///< why there is no value, e.g. "optimised out"; "" nothing
    Content content = {};         ///< what `value` may be too short to show
    bool early = false;           ///< the rank stands before its declaration: what is there is not its value yet
};

struct RankVariables
{
    util::Rank rank;
    util::StopId stopId;
    std::vector<Variable> variables;
    bool truncated = false; ///< there are more than were asked for
};

/// What one expression is in some ranks: either a value or a problem.
struct ValueGroup
{
    util::RankSet ranks;
    std::string value;
    std::string type;
    std::string problem; ///< "" means that `value` holds
    Content content = {};
    bool early = false;                 ///< see Variable; in some of the ranks
    std::optional<ValueTree> tree = {}; ///< of the lowest rank, where it was asked for

    /// Whether it is the same value of the same type, or the same problem.
    [[nodiscard]] bool sameAs(const ValueGroup& other) const
    {
        return value == other.value && type == other.type && problem == other.problem && content.sameAs(other.content);
    }
};

} // namespace dbgr::debug
