// SPDX-License-Identifier: GPL-3.0-or-later
// A Slurm of one node, or a few, the machine's own or the one that is tested, started for a test and ended with it: see
// tests/cluster/slurm-cluster. Thread: the test's.
#pragma once

#include "tests/support/launchers/cluster_process.h"
#include "tests/support/launchers/node_cluster.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace dbgr::test {

class SlurmCluster
{
public:
    /// Returns when jobs can be started. Its end is that of its jobs, its daemons and its folder.
    /// \param nodes one has the name of this machine, several are called node1, node2...; each with 16 processors
    /// \return whether they can; if not, error() says why
    /// \param hidden a folder that is empty for what runs on the nodes; "" none; for root only
    [[nodiscard]] bool start(int nodes = 1, const QString& hidden = {});
    /// On the nodes of a cluster with a network of its own, which see the folder, too; served from its "head".
    [[nodiscard]] bool startOn(const NodeCluster& nodes, const QStringList& names, const QString& folder);
    /// The programs that serve it.
    [[nodiscard]] static QStringList servers() { return {"slurmd", "slurmctld", "munged", "slurm-cluster"}; }
    [[nodiscard]] QByteArray error() const { return m_process.error(); }
    /// What srun, scancel and the others need in their environment: the value of SLURM_CONF.
    [[nodiscard]] QString configuration() const { return m_process.value(); }

private:
    ClusterProcess m_process;
};

} // namespace dbgr::test
