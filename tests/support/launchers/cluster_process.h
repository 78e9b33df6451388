// SPDX-License-Identifier: GPL-3.0-or-later
// A program of tests/cluster that makes a cluster, says so in one line "WORD=VALUE", and takes it down at the end of
// its standard input. Thread: the test's.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace dbgr::test {

class ClusterProcess
{
public:
    ClusterProcess() = default;
    /// Takes the cluster down. It ends also when we die.
    ~ClusterProcess();
    ClusterProcess(const ClusterProcess&) = delete;
    ClusterProcess& operator=(const ClusterProcess&) = delete;

    /// Returns when it is there. \param word of the line \param before a command that becomes it
    /// \return whether it is; if not, error() says why
    [[nodiscard]] bool start(const QString& program, const QStringList& arguments, const QByteArray& word,
                             const QStringList& before = {});
    [[nodiscard]] QByteArray error() const { return m_error; }
    [[nodiscard]] QString value() const { return m_value; }
    /// What the next line "WORD=VALUE" says; "" when it does not come, or is another.
    [[nodiscard]] QString next(const QByteArray& word);
    /// Gives it a line. \return the one that it answers with; "" when there is none
    [[nodiscard]] QByteArray ask(const QByteArray& order);

private:
    [[nodiscard]] QByteArray nextLine();

    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_error;
    QString m_value;
};

} // namespace dbgr::test
