// SPDX-License-Identifier: GPL-3.0-or-later
// Where the launcher and the programs of tests are, and the environment that jobs of tests need. Thread: the test's.
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>

namespace dbgr::test {

/// The programs of a launcher of another release: the folder in DBGR_<NAME>_BIN, or that of tools/launcher NAME, which
/// is run for it. Fails the test run without. \param name "openmpi5", "openmpi6", "mpich5", "slurm"
[[nodiscard]] QString launcherBin(const QString& name);
[[nodiscard]] QString openMpi5Bin();
/// The launcher that a program of tests is run for: what DBGR_TEST_LAUNCHER says, a name of tools/launcher; else
/// `usual`.
[[nodiscard]] QString testedLauncher(const QString& usual);
/// Open MPI 5, or the later one that is tested.
[[nodiscard]] QString openMpiBin();
/// A program of this build: "dbgr", "ring", "debuggees/mpi_stdin". Of those that are built with several MPIs, the one
/// of the launcher that is tested.
[[nodiscard]] QString builtProgram(const QString& name);
/// Ours, and what jobs need besides: Open MPI 5 in PATH, before it the launcher that is tested, more ranks than cores,
/// and `folder` as TMPDIR and HOME, so that jobs of other runs are not found and the user's own files do not matter.
[[nodiscard]] QProcessEnvironment jobEnvironment(const QString& folder);
/// By PRRTE's default, which its command line can overrule.
void allowMoreRanksThanSlots(QProcessEnvironment& environment, bool allow);
/// A file that can be executed, such as a launcher that is none.
void writeScript(const QString& path, const QByteArray& text);

} // namespace dbgr::test
