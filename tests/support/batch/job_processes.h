// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of one BatchRun, found by its TMPDIR in their environment: whom to kill, and whether anybody is left.
// Thread: the test's.
#pragma once

#include <QList>
#include <QString>

namespace dbgr::test {

struct JobProcess
{
    int pid = 0;
    QString command; ///< its arguments with blanks between
    QString name;    ///< as the system names it, 15 characters
};

/// All processes that have TMPDIR=folder, zombies left out.
[[nodiscard]] QList<JobProcess> processesOf(const QString& folder);
/// Those whose command has `part`.
[[nodiscard]] QList<int> pidsOf(const QString& folder, const QString& part);
/// Kills them all: what is left of a run that is over.
void killAllOf(const QString& folder);
/// Who traces the process; 0 nobody, -1 there is no such process.
[[nodiscard]] int tracerOf(int pid);

/// Its parent; -1 there is no such process.
[[nodiscard]] int parentOf(int pid);

/// Reads what mpi_spin writes of itself: see tests/debuggees/mpi_spin.cpp.
[[nodiscard]] int spinPid(const QString& folder, int rank);
/// Whether the rank's heart goes on beating, within the time.
[[nodiscard]] bool beats(const QString& folder, int rank, int timeoutMs = 10000);
/// Whether nobody of the run is left, within the time.
[[nodiscard]] bool allGone(const QString& folder, int timeoutMs = 20000);

} // namespace dbgr::test
