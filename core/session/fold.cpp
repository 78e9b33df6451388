// SPDX-License-Identifier: BSD-3-Clause
#include "session/fold.h"

#include "debug/merge.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dbgr::session {

namespace {

bool sameStack(const StackGroup& group, const debug::RankFrames& stack)
{
    return group.truncated == stack.truncated &&
           std::equal(group.frames.begin(), group.frames.end(), stack.frames.begin(), stack.frames.end(),
                      [](const debug::Frame& a, const debug::Frame& b) { return a.samePlace(b); });
}

} // namespace

std::vector<StackGroup> foldStacks(const std::vector<debug::RankFrames>& stacks)
{
    std::vector<StackGroup> groups;
    for (const debug::RankFrames& stack : stacks) {
        const auto same =
            std::find_if(groups.begin(), groups.end(), [&](const StackGroup& g) { return sameStack(g, stack); });
        if (same != groups.end())
            same->ranks.insert(stack.rank);
        else
            groups.push_back(StackGroup{util::RankSet(stack.rank), stack.frames, stack.truncated});
    }
    std::sort(groups.begin(), groups.end(),
              [](const StackGroup& a, const StackGroup& b) { return a.ranks.lowest() < b.ranks.lowest(); });
    return groups;
}

void selectFrame(std::vector<StackGroup>& groups, const std::vector<debug::RankFrames>& stacks, std::uint32_t index,
                 const debug::FrameMatch& match)
{
    for (StackGroup& group : groups) {
        const auto first = std::find_if(stacks.begin(), stacks.end(), [&](const debug::RankFrames& stack) {
            return group.ranks.contains(stack.rank);
        });
        if (first != stacks.end())
            group.selected = first->find(match, index);
    }
}

std::vector<FrameGroup> foldFrames(const std::vector<debug::RankFrames>& stacks, std::uint32_t index,
                                   const debug::FrameMatch& match)
{
    std::vector<FrameGroup> groups;
    for (const debug::RankFrames& stack : stacks) {
        const std::optional<std::uint32_t> number = stack.find(match, index);
        if (!number || *number >= stack.frames.size())
            continue;
        const debug::Frame& frame = stack.frames[*number];
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const FrameGroup& g) {
            return g.frame.index == frame.index && g.frame.samePlace(frame);
        });
        if (same != groups.end())
            same->ranks.insert(stack.rank);
        else
            groups.push_back(FrameGroup{util::RankSet(stack.rank), frame});
    }
    std::sort(groups.begin(), groups.end(),
              [](const FrameGroup& a, const FrameGroup& b) { return a.ranks.lowest() < b.ranks.lowest(); });
    return groups;
}

std::string equalityNote(const debug::ValueGroup& group, const std::vector<debug::ValueGroup>& all)
{
    const bool looksLikeAnother = std::any_of(all.begin(), all.end(), [&](const debug::ValueGroup& other) {
        return other.value == group.value && other.problem == group.problem && !other.content.sameAs(group.content);
    });
    const bool isOtherType = std::any_of(all.begin(), all.end(), [&](const debug::ValueGroup& other) {
        return other.value == group.value && other.problem == group.problem && other.type != group.type;
    });
    std::string note;
    if (looksLikeAnother && group.problem.empty())
        note = "differs beyond what is shown";
    else if (isOtherType && group.problem.empty())
        note = "type " + group.type;
    if (group.content.partial && group.ranks.size() > 1)
        note += (note.empty() ? "" : "; ") +
                (group.content.compared == 0 ? "not compared"
                                             : "the first " + std::to_string(group.content.compared) + " are equal");
    return note;
}

std::vector<FoldedVariable> foldVariables(const std::vector<debug::RankVariables>& ranks)
{
    // A name can stand twice in one rank: an inner block hides an outer one. They stay apart by their count.
    using Key = std::tuple<std::string, std::string, std::size_t>;
    std::map<Key, std::size_t> places;
    std::vector<FoldedVariable> folded;
    for (const debug::RankVariables& rank : ranks) {
        std::map<std::string, std::size_t> seen;
        for (const debug::Variable& variable : rank.variables) {
            const Key key{variable.name, variable.type, seen[variable.name]++};
            const auto [place, isNew] = places.emplace(key, folded.size());
            if (isNew)
                folded.push_back({variable.name, variable.type, variable.kind, variable.childCount > 0, {}});
            folded[place->second].values.push_back({util::RankSet(rank.rank), variable.value, variable.type,
                                                    variable.problem, variable.content, variable.early});
        }
    }
    for (FoldedVariable& variable : folded)
        variable.values = debug::mergeValues(std::move(variable.values));
    return folded;
}

} // namespace dbgr::session
