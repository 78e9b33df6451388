// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks under way by the mouse: selected ones of the grid, or those of a group, to the strip of groups. They are of
// this process alone: what another program offers under the same name is not read. Way: rank_grid, group_strip -> here
// -> group_strip. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <memory>
#include <optional>
#include <string>

class QMimeData;
class QPoint;
class QWidget;

namespace dbgr::ui {

struct DraggedRanks
{
    util::RankSet ranks;
    std::string group; ///< whose they are, as an expression takes it; "" nobody's: they were selected

    friend bool operator==(const DraggedRanks&, const DraggedRanks&) = default;
};

/// The mouse went further than a hand shakes when it clicks.
[[nodiscard]] bool beginsDrag(const QPoint& pressed, const QPoint& now);

/// The type of the data.
inline constexpr const char* kRanksMimeType = "application/x-dbgr-ranks";

[[nodiscard]] std::unique_ptr<QMimeData> makeRanksData(const DraggedRanks& what);

/// Nothing if the data are of another type or process, are longer than a rank set can be, or name neither ranks nor a
/// group. Whether the job has the ranks, and whether there is such a group, the reader has to ask.
/// \param data may be null
[[nodiscard]] std::optional<DraggedRanks> readRanksData(const QMimeData* data);

/// Returns when they were dropped somewhere, or nowhere: a loop of events runs meanwhile.
void dragRanks(QWidget& from, const DraggedRanks& what);

} // namespace dbgr::ui
