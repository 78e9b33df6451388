// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/hosts_job.h"

#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"

#include <QFile>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

namespace dbgr::test {

namespace {

constexpr int kLaunchMs = 90000;
constexpr int kDvmEndMs = 10000;
const QString kAll = "0-3";
const QStringList kHosts{"h1", "h2"};

} // namespace

void HostsJob::addLauncherRows()
{
    QTest::addColumn<QString>("launcher");
    for (const char* launcher : {"openmpi5", "openmpi4", "mpich", "slurm"})
        QTest::newRow(launcher) << launcher;
}

void HostsJob::addAttachRows()
{
    addLauncherRows();
    QTest::newRow("prte") << "prte";
}

bool HostsJob::startCluster()
{
    QStringList options = QStringList{"--share", user.folder()} + m_cluster;
    for (const QString& server : isOfSlurm() ? SlurmCluster::servers() : QStringList())
        options += {"--server", server};
    return nodes.startWithNetwork(kHosts, run.folder(), options) &&
           (!isOfSlurm() || m_slurm.startOn(nodes, kHosts, run.folder()));
}

QStringList HostsJob::command(const QString& folder) const
{
    QStringList command{"mpiexec", "--bind-to", "none", "--host", "h1:2,h2:2"};
    if (m_launcher == "openmpi4")
        command[0] = "mpirun.openmpi";
    if (m_launcher == "mpich")
        command = {"mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", nodes.rsh(), "-hosts", "h1,h2", "-ppn", "2"};
    if (isOfDvm())
        command = {"prun"};
    if (isOfSlurm())
        command = {"srun", "--mpi=pmi2", "--nodes=2", "--ntasks-per-node=2"};
    const QString family = isOfSlurm() ? "mpich" : isOfDvm() ? "openmpi5" : m_launcher;
    const QString rank = "debuggees/launcher_rank_" + family;
    return command + QStringList{"-n", QString::number(kRanks), builtProgram(rank), "180", folder};
}

QList<std::pair<QString, QString>> HostsJob::environment() const
{
    return {{"PRTE_MCA_plm_ssh_agent", nodes.rsh()},
            {"PRTE_MCA_prte_launch_agent", openMpi5Bin() + "/prted"},
            {"OMPI_MCA_plm_rsh_agent", nodes.rsh()},
            {"OMPI_MCA_mpi_yield_when_idle", "1"},
            {"OMPI_MCA_btl", "self,tcp"}, // the ranks of a host share no memory with those of another
            {"UCX_TLS", "self,tcp"},
            {"UCX_NET_DEVICES", "eth0"},
            {"SLURM_CONF", m_slurm.configuration()}};
}

void HostsJob::prepare(BatchRun& aRun) const
{
    const QString program = aRun.folder() + "/dbgr";
    writeScript(
        program,
        ("#!/bin/sh\nexec " + nodes.onHead().join(' ') + " '" + builtProgram("dbgr") + "' \"$@\"\n").toLocal8Bit());
    aRun.program(program);
    for (const auto& [name, value] : environment())
        aRun.environment(name, value);
}

bool HostsJob::launchHeld(const QStringList& arguments)
{
    if (!startCluster())
        return false;
    prepare(run);
    run.startCommand(command(run.folder()) + arguments);
    return run.waitForEvent("attached", kLaunchMs)["ranks"] == kAll;
}

bool HostsJob::launchRunning()
{
    if (!launchHeld())
        return false;
    run.type("continue &");
    return turns();
}

/// The DVM of a user, whom it outlives.
bool HostsJob::startDvm()
{
    const QString uri = user.folder() + "/dvm.uri";
    QStringList command =
        nodes.onHead() + QStringList{openMpi5Bin() + "/prte", "--report-uri", uri, "--host", "h1:2,h2:2"};
    m_dvm.setProcessEnvironment(user.environment());
    m_dvm.start(command.takeFirst(), command);
    return QTest::qWaitFor([&] { return QFile(uri).size() > 0; }, kLaunchMs);
}

void HostsJob::endDvm()
{
    if (m_dvm.state() == QProcess::NotRunning)
        return;
    m_dvm.terminate();
    if (!m_dvm.waitForFinished(kDvmEndMs))
        m_dvm.kill();
    m_dvm.waitForFinished(kDvmEndMs);
}

bool HostsJob::userStarts()
{
    if (!startCluster())
        return false;
    for (const auto& [name, value] : environment())
        user.environment().insert(name, value);
    if (isOfDvm() && !startDvm())
        return false;
    user.start(nodes.onHead() + command(user.folder()));
    return user.turns(kRanks);
}

bool HostsJob::attach(BatchRun& again)
{
    prepare(again);
    again.option({"--attach", QString::number(isOfDvm() ? m_dvm.processId() : user.launcherPid())});
    again.startCommand({});
    return again.waitForEvent("attached", kLaunchMs)["ranks"] == kAll;
}

bool HostsJob::turns(const QList<int>& ranks) const
{
    const QString folder = user.launcherPid() > 0 ? user.folder() : run.folder();
    return std::all_of(ranks.begin(), ranks.end(), [&](int rank) { return beats(folder, rank); });
}

void HostsJob::letEnd() const
{
    QFile(run.folder() + "/stop").open(QIODevice::WriteOnly);
    user.stop();
}

QByteArray HostsJob::left()
{
    endDvm();
    return nodes.leftAfter() + nodes.filesLeft();
}

} // namespace dbgr::test
