// SPDX-License-Identifier: GPL-3.0-or-later
// What a program of tests/peers found, and whether that is what is known of its library and its launcher. Thread: the
// test's.
#pragma once

#include "tests/contract/pmix/known_differences.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace dbgr::test {

/// What a program printed: "ok NAME" or "not ok NAME: why", with the rank before the name if it is a client.
struct PeerReport
{
    QSet<QString> failed;
    QSet<QString> held;
    int ends = 0; ///< how often it finalized
    QByteArray text;
};

[[nodiscard]] PeerReport parseReport(const QByteArray& output, bool hasRanks);
/// Of a tool, or of several that are one program.
/// \param status as a shell reports it \param ends how often it finalizes
[[nodiscard]] PeerReport reportOfTool(const QByteArray& output, int status, const QByteArray& launcherOutput,
                                      int ends = 1);

/// Nothing failed but what the table says.
[[nodiscard]] bool holdsWhatIsKnown(const PeerReport& report, const QString& program, Library library,
                                    Launcher launcher);
/// Fails the test unless exactly what is known fails, and all steps of a flow were gone of which nothing is known.
void compareWithTable(const PeerReport& report, const QString& program, Library library, Launcher launcher);

/// Columns "name", "library" and "launcher", and a row for each of them together that is tested now: DBGR_TEST_LAUNCHER
/// is openmpi6 for those of libpmix 7.0 and PRRTE 5.0, and not set for the others.
void addPeerRows(const QStringList& names);
/// Whether the rows of the later release are tested now. Jobs have the same environment in either case.
[[nodiscard]] bool testsLaterRelease();
/// Libraries that rows of that launcher are for.
[[nodiscard]] QList<Library> testedLibraries(Launcher launcher);
/// As programs' names have it: "libpmix4".
[[nodiscard]] QString suffixOf(Library library);
/// The program, "" if it is not built: its library is missing.
[[nodiscard]] QString peerProgram(const QString& name, Library library);
/// Fails the test run if that program is missing with a library that is tested, where nothing may be.
void requirePeers(const QString& name);
/// dbgrun, or a program of that PRRTE: "prterun", "prte".
[[nodiscard]] QString peerLauncher(Launcher launcher, const QString& program);

} // namespace dbgr::test
