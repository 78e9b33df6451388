// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/job_environment.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>

namespace dbgr::test {

QString openMpi5Bin()
{
    static const QString bin = [] {
        const QString given = qEnvironmentVariable("DBGR_OPENMPI5_BIN");
        if (!given.isEmpty())
            return given;
        QProcess tool;
        tool.start(DBGR_SOURCE_DIR "/tools/openmpi5", {"--print-bin"});
        if (!tool.waitForFinished(600000) || tool.exitCode() != 0)
            qFatal("tools/openmpi5 cannot provide Open MPI 5: %s", tool.readAllStandardError().constData());
        return QString::fromLocal8Bit(tool.readAllStandardOutput()).trimmed();
    }();
    return bin;
}

QString builtProgram(const QString& name)
{
    const QString path = QString(DBGR_BIN_DIR "/") + name;
    if (!QFileInfo(path).isExecutable())
        qFatal("%s is not built", qPrintable(path));
    return path;
}

QProcessEnvironment jobEnvironment(const QString& folder)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", folder);
    environment.insert("HOME", folder);
    environment.remove("XDG_RUNTIME_DIR"); // where dbgruns of other runs note their processors
    environment.insert("PATH", openMpi5Bin() + ":" + environment.value("PATH"));
    environment.insert("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    environment.insert("OMPI_MCA_btl", "self,sm");
    environment.insert("OMPI_MCA_mpi_yield_when_idle", "1");
    return environment;
}

void writeScript(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace dbgr::test
