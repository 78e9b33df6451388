// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/launcher/launcher_run.h"

#include "tests/support/batch/job_environment.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace dbgr::test {

QString battery(Mpi mpi)
{
    return builtProgram(mpi == Mpi::OpenMpi4 ? "mpi/battery4" : "mpi/battery5");
}

QString ownLauncher(Mpi mpi)
{
    if (mpi == Mpi::OpenMpi5)
        return openMpi5Bin() + "/mpiexec";
    const QString path = QStandardPaths::findExecutable("mpiexec.openmpi");
    if (path.isEmpty())
        qFatal("there is no mpiexec.openmpi: install openmpi-bin (tools/setup)");
    return path;
}

QString dbgrun()
{
    return builtProgram("dbgrun");
}

QProcessEnvironment mpiEnvironment(Mpi mpi, const QString& folder)
{
    QProcessEnvironment environment = jobEnvironment(folder);
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT", "1");
    environment.insert("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    environment.insert("OMPI_MCA_rmaps_base_oversubscribe", "1");
    // Jobs that spawn others need more than shared memory.
    environment.insert("OMPI_MCA_btl", mpi == Mpi::OpenMpi4 ? "self,vader,tcp" : "self,sm,tcp");
    environment.insert("OMPI_MCA_btl_tcp_if_include", "lo");
    return environment;
}

QByteArray LauncherResult::text() const
{
    return "status " + QByteArray::number(status) + " after " + QByteArray::number(milliseconds) + " ms\n" +
           standardOutput.left(4000) + "\n--- standard error\n" + standardError.left(4000);
}

LauncherResult runLauncher(const QString& launcher, const QStringList& arguments, Mpi mpi, const QByteArray& input,
                           int timeoutMs)
{
    QTemporaryDir folder(QDir::tempPath() + "/dr");
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.setProcessEnvironment(mpiEnvironment(mpi, folder.path()));
    process.setWorkingDirectory(folder.path());
    process.start(launcher, arguments);
    if (!input.isEmpty())
        process.write(input);
    process.closeWriteChannel();
    LauncherResult result;
    if (process.waitForFinished(timeoutMs)) {
        result.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
    } else {
        process.kill();
        process.waitForFinished(5000);
    }
    result.milliseconds = clock.elapsed();
    result.standardOutput = process.readAllStandardOutput();
    result.standardError = process.readAllStandardError();
    result.leftInFolder = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    return result;
}

} // namespace dbgr::test
