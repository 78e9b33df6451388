// SPDX-License-Identifier: GPL-3.0-or-later
// Which checks of the programs of tests/peers do not hold with which library under which launcher, and why: the table
// known_differences.inc, which docs/manual/pmix.md shows as well. Thread: the test's.
#pragma once

#include <QFlags>
#include <QSet>
#include <QString>
#include <QStringList>

namespace dbgr::test {

/// What a program is linked with.
enum class Library
{
    DbgrPmix = 1, ///< libdbgrpmix
    LibPmix4 = 2, ///< libpmix 4.2, the system's
    LibPmix5 = 4, ///< libpmix 5.0, that of Open MPI 5
    LibPmix7 = 8, ///< libpmix 7.0, that of Open MPI 6
};
Q_DECLARE_FLAGS(Libraries, Library)

/// Whose server it talks to.
enum class Launcher
{
    Dbgrun, ///< ours
    Prrte,  ///< PRRTE 3.0 with libpmix 5.0: prterun, and prte for tools
    Prrte5, ///< PRRTE 5.0 with libpmix 7.0
};

/// Instead of a check's name: the program does not come to its end.
inline const QString kComesToItsEnd = "comes to its end";
/// Instead of a check's name: the launcher does not end with the status that it should.
inline const QString kLauncherStatus = "the launcher's status";

struct KnownDifferences
{
    QSet<QString> fail;    ///< checks that do not hold
    QSet<QString> mayFail; ///< checks that do not hold on some runs
};

/// What is known of that program.
[[nodiscard]] KnownDifferences knownDifferences(const QString& program, Library library, Launcher launcher);
/// Of the flows of that program (flows.inc) of which nothing is known, the checks that end them.
[[nodiscard]] QStringList endsOfFlows(const QString& program, Library library, Launcher launcher);

} // namespace dbgr::test
