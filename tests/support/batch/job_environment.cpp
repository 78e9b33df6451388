// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/job_environment.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QProcess>

namespace dbgr::test {

QString launcherBin(const QString& name)
{
    static QHash<QString, QString> known;
    QString& bin = known[name];
    if (bin.isEmpty())
        bin = qEnvironmentVariable(("DBGR_" + name.toUpper() + "_BIN").toLatin1());
    if (!bin.isEmpty())
        return bin;
    QProcess tool;
    tool.start(DBGR_SOURCE_DIR "/tools/launcher", {name, "--print-bin"});
    if (!tool.waitForFinished(600000) || tool.exitCode() != 0)
        qFatal("tools/launcher cannot provide %s: %s", qPrintable(name), tool.readAllStandardError().constData());
    bin = QString::fromLocal8Bit(tool.readAllStandardOutput()).trimmed();
    return bin;
}

QString openMpi5Bin()
{
    return launcherBin("openmpi5");
}

QString testedLauncher(const QString& usual)
{
    return qEnvironmentVariable("DBGR_TEST_LAUNCHER", usual);
}

QString openMpiBin()
{
    const QString tested = testedLauncher("openmpi5");
    return launcherBin(tested.startsWith("openmpi") ? tested : "openmpi5");
}

QString builtProgram(const QString& name)
{
    const QString folder = DBGR_BIN_DIR "/";
    const QString other = folder + testedLauncher(".") + "/" + name;
    const QString path = QFileInfo(other).isExecutable() ? other : folder + name;
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
    const QString tested = testedLauncher("openmpi5");
    const QString others = tested.startsWith("openmpi") ? QString() : launcherBin(tested) + ":";
    environment.insert("PATH", others + openMpiBin() + ":" + environment.value("PATH"));
    allowMoreRanksThanSlots(environment, true);
    environment.insert("OMPI_MCA_btl", "self,sm");
    environment.insert("OMPI_MCA_mpi_yield_when_idle", "1");
    return environment;
}

void allowMoreRanksThanSlots(QProcessEnvironment& environment, bool allow)
{
    const QString before = "PRTE_MCA_rmaps_default_mapping_policy"; // PRRTE 5 complains of it
    const QString since = "PRTE_MCA_mapby";
    environment.remove(before);
    environment.remove(since);
    if (allow)
        environment.insert(testedLauncher("openmpi5") == "openmpi6" ? since : before, ":oversubscribe");
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
