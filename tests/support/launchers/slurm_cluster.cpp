// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/slurm_cluster.h"

#include "tests/support/batch/job_environment.h"

namespace dbgr::test {

bool SlurmCluster::start(int nodes, const QString& hidden)
{
    QStringList arguments{"--nodes", QString::number(nodes)};
    if (testedLauncher("") == "slurm")
        arguments += {"--bin", launcherBin("slurm")};
    if (!hidden.isEmpty())
        arguments += {"--hide", hidden};
    return m_process.start("slurm-cluster", arguments, "SLURM_CONF");
}

bool SlurmCluster::startOn(const NodeCluster& nodes, const QStringList& names, const QString& folder)
{
    QStringList arguments{"--on", names.join(','), "--rsh", nodes.rsh()};
    if (testedLauncher("") == "slurm")
        arguments += {"--bin", launcherBin("slurm")};
    return m_process.start("slurm-cluster", arguments, "SLURM_CONF", nodes.onHead() + QStringList{"TMPDIR=" + folder});
}

} // namespace dbgr::test
