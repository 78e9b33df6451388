// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/stack_rows.h"

#include <algorithm>
#include <array>

namespace dbgr::ui {

namespace {

bool hasSameRanks(const StackRow& row, const StackShape& shape)
{
    return row.ranks == shape.node->ranks;
}

bool hasSameLine(const StackRow& row, const StackShape& shape)
{
    return row.frame.where == shape.node->frame.where;
}

using Likeness = bool (*)(const StackRow&, const StackShape&);

/// The best first.
constexpr std::array<Likeness, 4> kLikenesses{
    [](const StackRow& row, const StackShape& shape) { return hasSameRanks(row, shape) && hasSameLine(row, shape); },
    hasSameRanks,
    hasSameLine,
    [](const StackRow&, const StackShape&) { return true; },
};

} // namespace

bool isSameFunction(const debug::Frame& a, const debug::Frame& b)
{
    return a.function == b.function && a.where.file == b.where.file && a.module == b.module;
}

std::vector<std::optional<std::size_t>> matchRows(const std::vector<std::unique_ptr<StackRow>>& rows,
                                                  const std::vector<StackShape>& shapes)
{
    std::vector<std::optional<std::size_t>> matches(shapes.size());
    std::vector<char> taken(rows.size(), 0);
    std::size_t left = std::min(rows.size(), shapes.size());
    for (const Likeness alike : kLikenesses) {
        for (std::size_t i = 0; i < shapes.size() && left > 0; ++i) {
            for (std::size_t k = 0; k < rows.size() && !matches[i]; ++k) {
                if (taken[k] || !isSameFunction(rows[k]->frame, shapes[i].node->frame) || !alike(*rows[k], shapes[i]))
                    continue;
                matches[i] = k;
                taken[k] = 1;
                --left;
            }
        }
    }
    return matches;
}

MergePlan planMerge(const StackRow& row, const std::vector<StackShape>& shapes)
{
    MergePlan plan{std::vector<StackRow*>(shapes.size()), std::vector<MergePlan>(shapes.size())};
    const std::vector<std::optional<std::size_t>> matches = matchRows(row.callees, shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!matches[i])
            continue;
        plan.rows[i] = row.callees[*matches[i]].get();
        plan.below[i] = planMerge(*plan.rows[i], shapes[i].callees);
    }
    return plan;
}

bool needsSorting(const MergePlan& plan)
{
    int last = -1;
    for (const StackRow* const row : plan.rows) {
        if (row && row->row < last)
            return true;
        last = row ? row->row : last;
    }
    return std::any_of(plan.below.begin(), plan.below.end(), needsSorting);
}

void sortRows(StackRow& row, const MergePlan& plan)
{
    std::vector<std::unique_ptr<StackRow>> sorted;
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        if (!plan.rows[i])
            continue;
        sorted.push_back(std::move(row.callees[static_cast<std::size_t>(plan.rows[i]->row)]));
        sortRows(*plan.rows[i], plan.below[i]);
    }
    row.callees = std::move(sorted);
    renumber(row, 0);
}

void renumber(StackRow& row, std::size_t from)
{
    for (std::size_t i = from; i < row.callees.size(); ++i)
        row.callees[i]->row = static_cast<int>(i);
}

bool assign(StackRow& row, const StackShape& shape)
{
    const debug::StackNode& node = *shape.node;
    const bool sameWho = row.ranks == node.ranks && row.who == node.who;
    if (sameWho && row.threads == node.threads && row.depth == shape.depth && row.frames == shape.frames &&
        row.cut == shape.cut && row.frame.samePlace(node.frame))
        return false;
    if (!sameWho) {
        row.ranks = node.ranks;
        row.who = node.who;
        row.rankText.clear();
    }
    row.frame = node.frame;
    row.threads = node.threads;
    row.depth = shape.depth;
    row.frames = shape.frames;
    row.cut = shape.cut;
    return true;
}

std::unique_ptr<StackRow> makeRow(StackRow* parent, const StackShape& shape)
{
    auto row = std::make_unique<StackRow>();
    row->parent = parent;
    assign(*row, shape);
    for (const StackShape& callee : shape.callees) {
        row->callees.push_back(makeRow(row.get(), callee));
        row->callees.back()->row = static_cast<int>(row->callees.size()) - 1;
    }
    return row;
}

} // namespace dbgr::ui
