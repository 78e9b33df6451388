// SPDX-License-Identifier: GPL-3.0-or-later
// How the state of a rank looks: a colour and a mark, so that no one has to tell states by colour alone.
// Thread: GUI.
#pragma once

#include "session/process_table.h"

#include <QColor>
#include <QRectF>
#include <QString>

#include <array>

class QPainter;

namespace dbgr::ui {

/// The states of session::RankState, and the two ways to end.
enum class RankLook : unsigned char
{
    Starting,
    Held,
    Running,
    Stopped,
    Crashed,
    Ended,      ///< with status 0
    EndedBadly, ///< with another status, or by a signal
    Lost,
    Detached,
};
inline constexpr std::array kRankLooks{RankLook::Starting,   RankLook::Held,    RankLook::Running,
                                       RankLook::Stopped,    RankLook::Crashed, RankLook::Ended,
                                       RankLook::EndedBadly, RankLook::Lost,    RankLook::Detached};

[[nodiscard]] RankLook lookOf(const session::RankRecord& record);
/// "running", for legends and tooltips.
[[nodiscard]] QString lookName(RankLook look);
/// The fill of a cell: one colour-blind safe palette, lighter on dark.
[[nodiscard]] QColor lookColor(RankLook look, bool dark);
/// Paints the mark of a state in the middle of `cell`, in a colour that stands out of the fill.
/// \param cell from 8 pixels on a mark can be told; smaller ones get none
void paintLookMark(QPainter& painter, const QRectF& cell, RankLook look, bool dark);
/// Fill and mark: what a legend or a list shows before the state's name.
void paintLook(QPainter& painter, const QRectF& cell, RankLook look, bool dark);

} // namespace dbgr::ui
