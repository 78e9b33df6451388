// SPDX-License-Identifier: BSD-3-Clause
#include "debug/reply_merger.h"

#include "debug/merge.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::debug {

namespace {

void mergeBreakpoint(BreakpointStatus& whole, const BreakpointStatus& next)
{
    const bool nextLeads =
        next.resolved.lowest() && (!whole.resolved.lowest() || next.resolved.lowest() < whole.resolved.lowest());
    if (nextLeads)
        whole.actual = next.actual;
    whole.resolved |= next.resolved;
    whole.pending |= next.pending;
    if (whole.problem.empty())
        whole.problem = next.problem;
    if (whole.scope.empty())
        whole.scope = next.scope;
    whole.judge = std::max(whole.judge, next.judge);
    whole.logger = std::max(whole.logger, next.logger);
    whole.places = std::max(whole.places, next.places);
    mergePlaces(whole.placeList, next.placeList);
    if (next.registers.taken > whole.registers.taken)
        whole.registers = next.registers;
}

template <class T>
void append(std::vector<T>& whole, std::vector<T>& next)
{
    std::move(next.begin(), next.end(), std::back_inserter(whole));
}

struct BodyAdder
{
    void operator()(DoneReply&, DoneReply&) const {}
    void operator()(BreakpointReply& a, BreakpointReply& b) const { mergeBreakpoint(a.status, b.status); }
    void operator()(StacksReply&, StacksReply&) const {} // folded all at once
    void operator()(ValuesReply& a, ValuesReply& b) const { append(a.values, b.values); }
    void operator()(ChangesReply& a, ChangesReply& b) const { append(a.changes, b.changes); }
    void operator()(DescriptionsReply& a, DescriptionsReply& b) const { append(a.descriptions, b.descriptions); }
    void operator()(StatisticsReply& a, StatisticsReply& b) const { append(a.statistics, b.statistics); }
    template <class ByRank>
    void operator()(ByRank& a, ByRank& b) const
    {
        append(a.ranks, b.ranks);
    }
};

struct BodyFolder
{
    void operator()(DoneReply&) const {}
    void operator()(BreakpointReply&) const {}
    void operator()(StacksReply&) const {}
    void operator()(ValuesReply& body) const { body.values = mergeValues(std::move(body.values)); }
    void operator()(ChangesReply& body) const { body.changes = mergeChanges(std::move(body.changes)); }
    void operator()(DescriptionsReply& body) const
    {
        body.descriptions = mergeDescriptions(std::move(body.descriptions));
    }
    void operator()(StatisticsReply& body) const { body.statistics = mergeStatistics(std::move(body.statistics)); }
    template <class ByRank>
    void operator()(ByRank& body) const
    {
        const auto isBefore = [](const auto& a, const auto& b) { return a.rank < b.rank; };
        if (!std::ranges::is_sorted(body.ranks, isBefore))
            std::ranges::stable_sort(body.ranks, isBefore);
    }
};

} // namespace

void ReplyMerger::add(EngineReply reply)
{
    append(m_whole.failures, reply.failures);
    if (auto* const stacks = std::get_if<StacksReply>(&reply.body))
        m_trees.push_back(std::move(stacks->tree));
    if (m_whole.body.index() == reply.body.index()) {
        std::visit(
            [&](auto& body) { BodyAdder{}(body, std::get<std::remove_reference_t<decltype(body)>>(reply.body)); },
            m_whole.body);
    } else if (std::holds_alternative<DoneReply>(m_whole.body)) {
        m_whole.body = std::move(reply.body);
    }
}

EngineReply ReplyMerger::take()
{
    m_whole.failures = mergeFailures(std::move(m_whole.failures));
    std::visit(BodyFolder{}, m_whole.body);
    if (auto* const stacks = std::get_if<StacksReply>(&m_whole.body))
        stacks->tree = StackTree::merged(std::exchange(m_trees, {}));
    return std::exchange(m_whole, {});
}

} // namespace dbgr::debug
