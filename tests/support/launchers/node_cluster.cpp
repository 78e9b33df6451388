// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/node_cluster.h"

#include "tests/support/batch/job_processes.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <utility>

namespace dbgr::test {

namespace {

/// What hydra tells its processes on a node.
bool isOnNode(int pid, const QByteArray& node)
{
    QFile file(QString("/proc/%1/environ").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QList<QByteArray> environment = file.readAll().split('\0');
    return environment.contains("PMI_HOSTNAME=" + node) ||
           environment.contains("MPIR_CVAR_CH3_INTERFACE_HOSTNAME=" + node);
}

constexpr unsigned long kPauseMs = 100;

} // namespace

QList<int> NodeCluster::pidsOn(const QString& name, const QString& program)
{
    QList<int> pids;
    for (const QByteArray& word : m_process.ask(("pids " + name + ' ' + program).toLocal8Bit()).split(' ').mid(1))
        pids += word.toInt();
    return pids;
}

QByteArray NodeCluster::saidAfter(const QByteArray& question, int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    for (;;) {
        QByteArray left;
        for (const QString& name : std::as_const(m_names))
            if (const QByteArray answer = m_process.ask(question + name.toLocal8Bit()); answer != "done")
                left += answer.isEmpty() ? "node-cluster does not answer\n" : answer + '\n';
        if (left.isEmpty() || timer.hasExpired(timeoutMs))
            return left;
        QThread::msleep(kPauseMs);
    }
}

QList<int> pidsOnNode(const QString& folder, const QString& node, const QString& program)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(folder))
        if (QFileInfo(process.command.section(' ', 0, 0)).fileName() == program &&
            isOnNode(process.pid, node.toLocal8Bit()))
            pids += process.pid;
    return pids;
}

} // namespace dbgr::test
