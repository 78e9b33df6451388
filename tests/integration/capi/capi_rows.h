// SPDX-License-Identifier: GPL-3.0-or-later
// Which launchers and which libraries the tests of this folder put together. Thread: the test's.
#pragma once

#include <QStringList>

namespace dbgr::test {

/// Open MPI 5's prterun, and dbgrun where it is built.
[[nodiscard]] QStringList launchersUnderTest();
/// What the programs' names end with: "ours", and "libpmix" where it is installed.
[[nodiscard]] QStringList librariesUnderTest();

} // namespace dbgr::test
