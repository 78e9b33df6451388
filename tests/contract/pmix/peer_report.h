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
    int held = 0;
    int ends = 0; ///< how often it finalized
    QByteArray text;
};

[[nodiscard]] PeerReport parseReport(const QByteArray& output, bool hasRanks);
/// Of a tool, or of several that are one program.
/// \param status as a shell reports it \param ends how often it finalizes
[[nodiscard]] PeerReport reportOfTool(const QByteArray& output, int status, const QByteArray& launcherOutput,
                                      int ends = 1);

/// Fails the test unless exactly what is known fails.
void compareWithTable(const PeerReport& report, const KnownDifferences& known);

/// Columns "name", "library" and "launcher", and a row for each of them together.
void addPeerRows(const QStringList& names, const QList<Library>& libraries, const QList<Launcher>& launchers);
/// As programs' names have it: "libpmix4".
[[nodiscard]] QString suffixOf(Library library);
/// The program, "" if it is not built: its library is missing.
[[nodiscard]] QString peerProgram(const QString& name, Library library);
/// dbgrun, or a program of that PRRTE: "prterun", "prte".
[[nodiscard]] QString peerLauncher(Launcher launcher, const QString& program);

} // namespace dbgr::test
