// SPDX-License-Identifier: BSD-3-Clause
// What is equal in many ranks becomes one line with a rank set. Pure. Thread: any.
#pragma once

#include "debug/frame.h"
#include "debug/thread.h"
#include "debug/variable.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

/// Ranks whose leading threads have the same stack.
struct StackGroup
{
    util::RankSet ranks;
    std::vector<debug::Frame> frames; ///< of the lowest rank, innermost first
    bool truncated = false;
    std::optional<std::uint32_t> selected = {}; ///< the number of the frame that is meant, if these ranks have it
};

/// Ranks that stand at the same place.
struct FrameGroup
{
    util::RankSet ranks;
    debug::Frame frame;
};

/// A variable of that name and type, and what it holds in which ranks.
struct FoldedVariable
{
    std::string name;
    std::string type;
    debug::VariableKind kind = debug::VariableKind::Local;
    bool compound = false; ///< it has members or elements
    std::vector<debug::ValueGroup> values;
};

/// Groups in the order of their lowest rank.
[[nodiscard]] std::vector<StackGroup> foldStacks(const std::vector<debug::RankFrames>& stacks);
/// The frame that is meant, of each rank that has it.
/// \param index its number in the rank that leads \param match it in all others
[[nodiscard]] std::vector<FrameGroup> foldFrames(const std::vector<debug::RankFrames>& stacks, std::uint32_t index,
                                                 const debug::FrameMatch& match);
/// Marks it in stacks that were folded from these.
void selectFrame(std::vector<StackGroup>& groups, const std::vector<debug::RankFrames>& stacks, std::uint32_t index,
                 const debug::FrameMatch& match);
/// How far a value was compared, where its text does not say it: "the first 2097152 are equal", "differs beyond what is
/// shown", "type Sphere"; "" where the text is all there is to say. \param all the groups that `group` is one of
[[nodiscard]] std::string equalityNote(const debug::ValueGroup& group, const std::vector<debug::ValueGroup>& all);
/// In the order in which they stand in the first rank that has them.
[[nodiscard]] std::vector<FoldedVariable> foldVariables(const std::vector<debug::RankVariables>& ranks);

} // namespace dbgr::session
