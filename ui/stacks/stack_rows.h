// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the stack tree, and which row a frame of a newer tree is: the one of the same function, even if it stands
// at another line now. Pure. Thread: any.
#pragma once

#include "ui/stacks/stack_shape.h"
#include "util/rank_set.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::ui {

struct StackRow
{
    debug::Frame frame;
    util::RankSet ranks;
    std::uint64_t threads = 0;
    debug::ThreadSet who = {}; ///< the threads, if the tree was asked for by thread
    std::uint32_t depth = 0;   ///< in the stacks, 0 the outermost
    std::uint32_t frames = 1;  ///< that it stands for
    bool cut = false;          ///< it calls more, which is not shown

    StackRow* parent = nullptr;
    int row = 0;              ///< among its siblings
    int forks = 0;            ///< how often stacks part above it
    bool continues = false;   ///< its caller calls nothing else: it stands right below, not to the right
    bool changed = false;     ///< since it was last told
    mutable QString rankText; ///< of `ranks` or `who`, once it was asked for
    std::vector<std::unique_ptr<StackRow>> callees;
};

/// Perhaps at another line.
[[nodiscard]] bool isSameFunction(const debug::Frame& a, const debug::Frame& b);
/// For each of `shapes` the index of its row in `rows`, or nothing where it needs a new one. Of rows of the same
/// function, module and file the one with the same ranks and line is taken, then of the same ranks, of the same line,
/// then any.
[[nodiscard]] std::vector<std::optional<std::size_t>> matchRows(const std::vector<std::unique_ptr<StackRow>>& rows,
                                                                const std::vector<StackShape>& shapes);

/// What becomes of the rows below one.
struct MergePlan
{
    std::vector<StackRow*> rows;  ///< for each shape its row; null: a new one
    std::vector<MergePlan> below; ///< for each shape; of a new one empty
};
[[nodiscard]] MergePlan planMerge(const StackRow& row, const std::vector<StackShape>& shapes);
/// Rows that stay are in another order than the plan has them, here or below.
[[nodiscard]] bool needsSorting(const MergePlan& plan);
/// Brings them into that order. \pre only rows of the plan are left
void sortRows(StackRow& row, const MergePlan& plan);
/// The callees from `from` on learn their places.
void renumber(StackRow& row, std::size_t from);

/// Takes over what the shape says of its own frame; \return whether anything is new
bool assign(StackRow& row, const StackShape& shape);
/// A row with everything below it.
[[nodiscard]] std::unique_ptr<StackRow> makeRow(StackRow* parent, const StackShape& shape);

} // namespace dbgr::ui
