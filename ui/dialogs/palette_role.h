// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of a palette says beside its name (Qt::DisplayRole). Way: model -> delegate, palette. Thread: GUI.
#pragma once

#include <Qt>

namespace dbgr::ui {

enum PaletteRole
{
    DetailRole = Qt::UserRole, ///< behind the name: "Run", "solver.cpp:41"
    KeysRole,                  ///< at the end: "F5"
    PositionsRole,             ///< QList<int>: the letters of the name that were typed
    EnabledRole,
    TipRole ///< a line below the list
};

} // namespace dbgr::ui
