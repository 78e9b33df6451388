// SPDX-License-Identifier: GPL-3.0-or-later
// The names of one source file: what the program calls it, where it is on this machine, and how short a name tells it
// from others. Pure. Thread: any.
#pragma once

#include <QString>
#include <QStringList>

namespace dbgr::ui {

struct SourceNames
{
    QString program; ///< as the program's debug information has it
    QString local;   ///< on this machine; "" not found

    friend bool operator==(const SourceNames&, const SourceNames&) = default;
};

/// Whether `name`, a path or the end of one, is one of this file.
[[nodiscard]] bool isNameOf(const QString& name, const SourceNames& file);
/// "ring.cpp"; "src/ring.cpp" when one of `others` is a ring.cpp too; the whole path when nothing less tells.
[[nodiscard]] QString shortestName(const QString& path, const QStringList& others);

} // namespace dbgr::ui
