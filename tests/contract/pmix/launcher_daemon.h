// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher that runs on its own and waits for tools, as `dbgrun --daemon` and `prte` do. Thread: the test's.
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace dbgr::test {

class LauncherDaemon
{
public:
    /// \param arguments what makes it wait; where it is to report its URI is added
    LauncherDaemon(const QString& launcher, const QStringList& arguments);
    /// Ends it.
    ~LauncherDaemon();
    LauncherDaemon(const LauncherDaemon&) = delete;
    LauncherDaemon& operator=(const LauncherDaemon&) = delete;

    /// Where it listens; empty as long as it has not said so.
    [[nodiscard]] QString uri() const;
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    /// What it has written so far, on both channels.
    [[nodiscard]] QByteArray output();
    /// Asks it to end. \return as a shell reports it; -1: it had to be killed
    int end();
    /// What it left behind in its TMPDIR.
    [[nodiscard]] QStringList leftInFolder() const;

    /// Starts a tool in the environment of the launcher.
    [[nodiscard]] std::unique_ptr<QProcess> startTool(const QString& program, const QStringList& arguments) const;
    /// Waits for its end. \param output what it wrote, on both channels. \return its exit status as a shell reports
    /// it; -1: it had to be killed
    static int awaitTool(QProcess& tool, QByteArray& output, int timeoutMs = 60000);

private:
    QTemporaryDir m_folder;
    QTemporaryDir m_reports;
    QProcess m_process;
    QByteArray m_output;
};

} // namespace dbgr::test
