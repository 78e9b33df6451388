// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a launcher on an MPI program to its end, in a folder of its own. Thread: the test's.
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace dbgr::test {

/// Which MPI a program was built with.
enum class Mpi
{
    OpenMpi4,
    OpenMpi5,
};

/// The battery of tests/mpi, built with that MPI.
[[nodiscard]] QString battery(Mpi mpi);
/// That MPI's own mpiexec.
[[nodiscard]] QString ownLauncher(Mpi mpi);
/// dbgrun, as built.
[[nodiscard]] QString dbgrun();

/// The environment of a test that starts jobs of that MPI: as root, over the loopback interface, more ranks than cores.
[[nodiscard]] QProcessEnvironment mpiEnvironment(Mpi mpi, const QString& folder);

struct LauncherResult
{
    int status = -1; ///< as a shell reports it; -1: not ended in time, and killed
    QByteArray standardOutput;
    QByteArray standardError;
    qint64 milliseconds = 0;
    QStringList leftInFolder; ///< what the launcher left behind in its TMPDIR

    /// For a failing test's message.
    [[nodiscard]] QByteArray text() const;
};

/// \param input given to the launcher's standard input, which is then closed
[[nodiscard]] LauncherResult runLauncher(const QString& launcher, const QStringList& arguments, Mpi mpi,
                                         const QByteArray& input = {}, int timeoutMs = 120000);

} // namespace dbgr::test
