// SPDX-License-Identifier: BSD-3-Clause
// Who is whose parent among the daemons of a job, so that the front end talks to few of them. All who know how many
// there are, and in which order, have the same plan, and nobody has to be told it. Pure. Thread: any; a value.
#pragma once

#include "util/strong_id.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace dbgr::daemon {

/// A daemon by its place in the order that was agreed on, from 0.
using TreePlace = util::StrongId<struct TreePlaceTag, std::uint32_t>;

/// Nodes that follow each other are one branch: where ranks were given to nodes in blocks, those of a branch are one
/// interval. No more than kFanOut nodes are children of one, as long as none is lost, and up to kFanOut the tree is
/// flat.
class TreePlan
{
public:
    static constexpr std::uint32_t kFanOut = 32;
    /// Of daemons that are gone.
    using Lost = std::set<TreePlace>;

    /// \pre fanOut > 1
    explicit TreePlan(std::uint32_t nodes, std::uint32_t fanOut = kFanOut);

    [[nodiscard]] std::uint32_t nodes() const { return m_nodes; }
    /// All that stand below one: from `first` to before `end`.
    struct Branch
    {
        TreePlace first; ///< whose branch it is
        TreePlace end;
        [[nodiscard]] bool contains(TreePlace place) const { return first <= place && place < end; }
        friend bool operator==(const Branch&, const Branch&) = default;
    };
    /// \pre place.value() < nodes(); of all that take one
    [[nodiscard]] Branch branchOf(TreePlace place) const;
    /// The inner nodes above it, the front end's child first; none: it is one.
    [[nodiscard]] std::vector<TreePlace> aboveOf(TreePlace place) const;
    /// Whom it connects to: the next one above it that is not lost. Nothing: the front end. As each goes to one above
    /// it, there is never a circle, whoever is lost, and branches stay what they are.
    [[nodiscard]] std::optional<TreePlace> parentOf(TreePlace place, const Lost& lost = {}) const;
    /// Whose connections it awaits: its own children, and those of children that are lost. Ascending.
    /// \param place nothing: the front end
    [[nodiscard]] std::vector<TreePlace> childrenOf(std::optional<TreePlace> place, const Lost& lost = {}) const;
    /// Connections between the front end and the node that is furthest from it.
    [[nodiscard]] std::uint32_t depth() const;

private:
    [[nodiscard]] std::vector<TreePlace> cut(TreePlace first, TreePlace end) const;
    void addChildren(TreePlace first, TreePlace end, const Lost& lost, std::vector<TreePlace>& children) const;
    [[nodiscard]] Branch find(TreePlace place, std::vector<TreePlace>& above) const;

    std::uint32_t m_nodes;
    std::uint32_t m_fanOut;
};

} // namespace dbgr::daemon
