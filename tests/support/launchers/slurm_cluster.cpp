// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/slurm_cluster.h"

#include "tests/support/batch/job_environment.h"

namespace dbgr::test {

namespace {

constexpr int kStartMs = 90000;
constexpr int kEndMs = 20000;
const QByteArray kReady = "SLURM_CONF=";

} // namespace

SlurmCluster::~SlurmCluster()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    m_process.waitForFinished(kEndMs);
}

bool SlurmCluster::start(int nodes)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", m_folder.path());
    m_process.setProcessEnvironment(environment);
    QStringList arguments{"--nodes", QString::number(nodes)};
    if (testedLauncher("") == "slurm")
        arguments += {"--bin", launcherBin("slurm")};
    m_process.start(DBGR_SOURCE_DIR "/tests/launchers/slurm-cluster", arguments);
    while (!m_process.canReadLine() && m_process.waitForReadyRead(kStartMs)) {
    }
    const QByteArray line = m_process.readLine().trimmed();
    if (!line.startsWith(kReady)) {
        m_process.waitForFinished(kEndMs);
        m_error = m_process.errorString().toLocal8Bit() + '\n' + m_process.readAllStandardError();
        return false;
    }
    m_configuration = QString::fromLocal8Bit(line.mid(kReady.size()));
    return true;
}

} // namespace dbgr::test
