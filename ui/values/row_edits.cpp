// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/row_edits.h"

#include <algorithm>
#include <unordered_map>

namespace dbgr::ui {

namespace {

void add(std::vector<RowRun>& runs, std::size_t row)
{
    if (!runs.empty() && runs.back().first + runs.back().count == row)
        ++runs.back().count;
    else
        runs.push_back({row, 1});
}

} // namespace

RowEdits rowEdits(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < after.size(); ++i)
        places.emplace(after[i], i);

    RowEdits edits;
    std::vector<bool> stays(after.size(), false);
    std::size_t next = 0; // where the next row that stays may stand at first
    for (std::size_t row = 0; row < before.size(); ++row) {
        const auto place = places.find(before[row]);
        if (place == places.end() || place->second < next) {
            add(edits.removals, row);
        } else {
            stays[place->second] = true;
            next = place->second + 1;
        }
    }
    std::reverse(edits.removals.begin(), edits.removals.end());
    for (std::size_t row = 0; row < after.size(); ++row) {
        if (!stays[row])
            add(edits.insertions, row);
    }
    return edits;
}

} // namespace dbgr::ui
