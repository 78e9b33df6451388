// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes beside this one, on this machine, started for a test and ended with it: see tests/cluster/node-cluster.
// Thread: the test's.
#pragma once

#include "tests/support/launchers/cluster_process.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace dbgr::test {

class NodeCluster
{
public:
    /// Its end is that of all that runs there.
    /// \return whether they are there; if not, error() says why: mostly that the system lets nobody but root have them
    [[nodiscard]] bool start(const QStringList& names) { return m_process.start("node-cluster", names, "RSH"); }
    /// With a network of their own, and "head" beside them; `folder` is the same on all. For root only.
    /// \param options more of them: {"--hide", FOLDER}
    [[nodiscard]] bool startWithNetwork(const QStringList& names, const QString& folder,
                                        const QStringList& options = {})
    {
        m_names = QStringList{"head"} + names;
        return m_process.start("node-cluster", QStringList{"--network", "--share", folder} + options + names, "RSH") &&
               !(m_head = m_process.next("HEAD")).isEmpty();
    }
    [[nodiscard]] QByteArray error() const { return m_process.error(); }
    /// A look-alike of ssh that reaches them.
    [[nodiscard]] QString rsh() const { return m_process.value(); }
    /// What is put in front of a command to run it on "head".
    [[nodiscard]] QStringList onHead() const
    {
        return {"nsenter", "--target", m_head, "--net", "--mount", "--uts", "--ipc", "env", "--unset=TMPDIR"};
    }
    /// Cuts or mends the way to a node with a network of its own, or crashes it: "cut h1". \return whether that was
    /// done
    [[nodiscard]] bool order(const QByteArray& order) { return m_process.ask(order) == "done"; }
    /// What runs on those with a network of their own, "head" among them, when the time is over; "" as soon as nothing
    /// does.
    [[nodiscard]] QByteArray leftAfter(int timeoutMs = 20000) { return saidAfter("idle ", timeoutMs); }
    /// Files in those folders of theirs that no other has, by the same rule.
    [[nodiscard]] QByteArray filesLeft(int timeoutMs = 2000) { return saidAfter("tidy ", timeoutMs); }
    /// Processes on one with a network of its own that run the program of that name, by their numbers here.
    [[nodiscard]] QList<int> pidsOn(const QString& name, const QString& program);

private:
    [[nodiscard]] QByteArray saidAfter(const QByteArray& question, int timeoutMs);

    ClusterProcess m_process;
    QStringList m_names; ///< those with a network of their own
    QString m_head;      ///< process number
};

/// Processes of a run (see processesOf()) on the node of that name whose program is called so.
[[nodiscard]] QList<int> pidsOnNode(const QString& folder, const QString& node, const QString& program);

} // namespace dbgr::test
