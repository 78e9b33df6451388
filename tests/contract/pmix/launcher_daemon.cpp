// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/pmix/launcher_daemon.h"

#include "tests/integration/launcher/launcher_run.h"

#include <QDir>
#include <QFile>

namespace dbgr::test {

namespace {

int statusOf(const QProcess& process)
{
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128 + process.exitCode();
}

} // namespace

LauncherDaemon::LauncherDaemon(const QString& launcher, const QStringList& arguments)
    : m_folder(QDir::tempPath() + "/dr"), m_reports(QDir::tempPath() + "/dr")
{
    m_process.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi5, m_folder.path()));
    m_process.setWorkingDirectory(m_folder.path());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(launcher, QStringList{"--report-uri", m_reports.filePath("uri")} + arguments);
}

LauncherDaemon::~LauncherDaemon()
{
    end();
}

QString LauncherDaemon::uri() const
{
    QFile file(m_reports.filePath("uri"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
}

QByteArray LauncherDaemon::output()
{
    return m_output += m_process.readAll();
}

int LauncherDaemon::end()
{
    if (m_process.state() == QProcess::NotRunning)
        return statusOf(m_process);
    m_process.terminate();
    if (m_process.waitForFinished(10000))
        return statusOf(m_process);
    m_process.kill();
    m_process.waitForFinished();
    return -1;
}

QStringList LauncherDaemon::leftInFolder() const
{
    return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

std::unique_ptr<QProcess> LauncherDaemon::startTool(const QString& program, const QStringList& arguments) const
{
    auto tool = std::make_unique<QProcess>();
    tool->setProcessEnvironment(m_process.processEnvironment());
    tool->setWorkingDirectory(m_reports.path()); // of those that crash, too
    tool->setProcessChannelMode(QProcess::MergedChannels);
    tool->start(program, arguments);
    return tool;
}

int LauncherDaemon::awaitTool(QProcess& tool, QByteArray& output, int timeoutMs)
{
    const bool ended = tool.state() == QProcess::NotRunning || tool.waitForFinished(timeoutMs);
    if (!ended) {
        tool.kill();
        tool.waitForFinished();
    }
    output = tool.readAll();
    return ended ? statusOf(tool) : -1;
}

} // namespace dbgr::test
