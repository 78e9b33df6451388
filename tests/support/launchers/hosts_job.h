// SPDX-License-Identifier: GPL-3.0-or-later
// A job of four ranks (tests/debuggees/launcher_rank) on two hosts of a NodeCluster with a network, h1 and h2, started
// from "head", which has no ranks: by a dbgr there, or by a user. Thread: the test's.
#pragma once

#include "tests/support/batch/batch_run.h"
#include "tests/support/launchers/node_cluster.h"
#include "tests/support/launchers/slurm_cluster.h"
#include "tests/support/launchers/user_job.h"

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <utility>

namespace dbgr::test {

class HostsJob
{
public:
    static constexpr int kRanks = 4; ///< 0-1 on h1, 2-3 on h2

    /// For a test's data: a column "launcher" with a row for each that these tests know.
    static void addLauncherRows();
    /// Those besides that only run what users start.
    static void addAttachRows();
    /// \param cluster more options of node-cluster
    explicit HostsJob(QString launcher, QStringList cluster = {})
        : m_launcher(std::move(launcher)), m_cluster(std::move(cluster))
    {}
    ~HostsJob() { endDvm(); }

    /// dbgr launches it: all ranks are attached to, and held.
    [[nodiscard]] bool launchHeld(const QStringList& arguments = {});
    /// They run, besides.
    [[nodiscard]] bool launchRunning();
    /// A user starts it, without dbgr; its ranks turn.
    [[nodiscard]] bool userStarts();
    /// `dbgr --attach` on head. \return whether it has all ranks
    [[nodiscard]] bool attach(BatchRun& again);

    /// Whether these ranks' hearts go on beating.
    [[nodiscard]] bool turns(const QList<int>& ranks = {0, 1, 2, 3}) const;
    /// The ranks are to end by themselves.
    void letEnd() const;
    /// What is left on any host in the end: processes, and files where each has its own. "" nothing.
    [[nodiscard]] QByteArray left();
    /// All that there is to say when a test fails.
    [[nodiscard]] QByteArray story() { return nodes.error() + m_slurm.error() + run.transcript() + user.transcript(); }

    BatchRun run;
    UserJob user;
    NodeCluster nodes;

private:
    [[nodiscard]] bool isOfSlurm() const { return m_launcher == "slurm"; }
    [[nodiscard]] bool isOfDvm() const { return m_launcher == "prte"; }
    [[nodiscard]] bool startDvm();
    void endDvm();
    [[nodiscard]] bool startCluster();
    [[nodiscard]] QStringList command(const QString& folder) const;
    /// Name and value of what the launcher and the ranks need to know.
    [[nodiscard]] QList<std::pair<QString, QString>> environment() const;
    void prepare(BatchRun& aRun) const;

    SlurmCluster m_slurm; // ends before the nodes do
    QProcess m_dvm;       // likewise
    const QString m_launcher;
    const QStringList m_cluster;
};

} // namespace dbgr::test
