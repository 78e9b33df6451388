// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be removed from and inserted into rows, so that they become others and those that stay are not touched.
// Pure. Thread: any.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::ui {

/// A run of rows that goes or comes.
struct RowRun
{
    std::size_t first = 0;
    std::size_t count = 0;
    friend bool operator==(const RowRun&, const RowRun&) = default;
};

/// To be done in this order: first all removals, then all insertions.
struct RowEdits
{
    std::vector<RowRun> removals;   ///< from the last row to the first
    std::vector<RowRun> insertions; ///< from the first row to the last; places in the new rows
};

/// Rows are told apart by their keys, each of which stands once. Rows that changed their order are removed and
/// inserted.
[[nodiscard]] RowEdits rowEdits(const std::vector<std::string>& before, const std::vector<std::string>& after);

} // namespace dbgr::ui
