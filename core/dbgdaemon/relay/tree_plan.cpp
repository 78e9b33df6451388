// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/relay/tree_plan.h"

#include "util/thread_check.h"

#include <algorithm>
#include <iterator>

namespace dbgr::daemon {

TreePlan::TreePlan(std::uint32_t nodes, std::uint32_t fanOut) : m_nodes(nodes), m_fanOut(fanOut)
{
    DBGR_ASSERT(fanOut > 1);
}

/// Nodes below one parent, in as many branches as may be, all but equally large: where each begins.
std::vector<TreePlace> TreePlan::cut(TreePlace first, TreePlace end) const
{
    const std::uint64_t size = end.value() - first.value();
    const std::uint64_t branches = std::min<std::uint64_t>(size, m_fanOut);
    std::vector<TreePlace> begins;
    for (std::uint64_t i = 0; i < branches; ++i)
        begins.emplace_back(first.value() + static_cast<std::uint32_t>(size * i / branches));
    return begins;
}

TreePlan::Branch TreePlan::find(TreePlace place, std::vector<TreePlace>& above) const
{
    DBGR_ASSERT(place.value() < m_nodes);
    Branch among{TreePlace(0), TreePlace(m_nodes)};
    for (TreePlace first(0);; first = among.first.next()) {
        const std::vector<TreePlace> begins = cut(first, among.end);
        const auto behind = std::ranges::upper_bound(begins, place);
        among = {*std::prev(behind), behind == begins.end() ? among.end : *behind};
        if (among.first == place)
            return among;
        above.push_back(among.first);
    }
}

TreePlan::Branch TreePlan::branchOf(TreePlace place) const
{
    std::vector<TreePlace> above;
    return find(place, above);
}

std::vector<TreePlace> TreePlan::aboveOf(TreePlace place) const
{
    std::vector<TreePlace> above;
    static_cast<void>(find(place, above));
    return above;
}

std::optional<TreePlace> TreePlan::parentOf(TreePlace place, const Lost& lost) const
{
    const std::vector<TreePlace> above = aboveOf(place);
    const auto parent =
        std::find_if(above.rbegin(), above.rend(), [&](TreePlace inner) { return !lost.contains(inner); });
    return parent == above.rend() ? std::nullopt : std::optional(*parent);
}

std::vector<TreePlace> TreePlan::childrenOf(std::optional<TreePlace> place, const Lost& lost) const
{
    std::vector<TreePlace> children;
    if (place) {
        const Branch branch = branchOf(*place);
        addChildren(branch.first.next(), branch.end, lost, children);
    } else {
        addChildren(TreePlace(0), TreePlace(m_nodes), lost, children);
    }
    return children;
}

/// No deeper than the tree is.
void TreePlan::addChildren(TreePlace first, TreePlace end, const Lost& lost, std::vector<TreePlace>& children) const
{
    const std::vector<TreePlace> begins = cut(first, end);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (lost.contains(begins[i]))
            addChildren(begins[i].next(), i + 1 < begins.size() ? begins[i + 1] : end, lost, children);
        else
            children.push_back(begins[i]);
    }
}

std::uint32_t TreePlan::depth() const
{
    std::uint32_t depth = 0;
    // The last branch is never smaller than another one: where sizes cannot be equal, it has one more.
    for (std::uint64_t below = m_nodes; below > 0; ++depth) {
        const std::uint64_t branches = std::min<std::uint64_t>(below, m_fanOut);
        below = (below + branches - 1) / branches - 1;
    }
    return depth;
}

} // namespace dbgr::daemon
