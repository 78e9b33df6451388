// SPDX-License-Identifier: GPL-3.0-or-later
// What the shells offer behind a line that is typed, with the completions of an installation. Thread: the test's.
#pragma once

#include "tests/integration/install/installation.h"

#include <QString>
#include <QStringList>

namespace dbgr::test {

/// \param shell "bash", "zsh" or "fish"
/// \param line with the word to be completed at its end
/// \param home an empty folder that may be written to
/// \return the words, without descriptions; one that says what went wrong if the shell cannot be asked
[[nodiscard]] QStringList offered(const QString& shell, const QString& line, const Installation& installation,
                                  const QString& home);

} // namespace dbgr::test
