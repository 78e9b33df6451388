// SPDX-License-Identifier: GPL-3.0-or-later
// Random pairs of the matrix of deaths. Thread: the test's.
#pragma once

#include <QString>

namespace dbgr::test {

/// \param only pairs with this in their name: "held", "mpiexec, stopped, kill dbgd"; "" all
/// \return how many rounds were bad; what was wrong with them is on standard error
[[nodiscard]] int soakKills(int rounds, unsigned seed, const QString& only);

} // namespace dbgr::test
