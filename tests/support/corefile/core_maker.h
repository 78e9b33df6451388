// SPDX-License-Identifier: GPL-3.0-or-later
// Real core files for tests. Thread: the test's.
#pragma once

#include <QString>
#include <QStringList>

namespace dbgr::test {

/// The command that runs another and keeps the core file that it leaves: FOLDER/core.PID.
[[nodiscard]] QStringList takingCore(const QString& folder, const QStringList& command);

/// Runs a program that crashes. \param environment more variables, "NAME=value"
/// \return the core file, absolute; "" if there is none
[[nodiscard]] QString makeRealCore(const QString& folder, const QString& program, const QStringList& environment = {},
                                   const QStringList& arguments = {});

} // namespace dbgr::test
