// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built dbgr with --batch --json on a real launcher, in a temporary folder of its own, and reads what it says.
// Thread: the test's.
#pragma once

#include "tests/support/batch/job_environment.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>

namespace dbgr::test {

class BatchRun
{
public:
    using Objects = QList<QJsonObject>;

    BatchRun();
    /// Kills dbgr if it still runs, and all that a failed test left of its job.
    ~BatchRun();

    /// More arguments for dbgr, before the launcher.
    BatchRun& option(const QStringList& arguments);
    /// A --command for each.
    BatchRun& commands(const QStringList& commands);
    /// More arguments for the launcher that start() takes.
    BatchRun& launcherOption(const QStringList& arguments);
    BatchRun& environment(const QString& name, const QString& value);
    BatchRun& noMoreRanksThanSlots();
    /// Another dbgr than that of the build folder.
    BatchRun& program(const QString& path);

    /// For initTestCase_data(): a column "launcher" with a row for each that sessions are tested with.
    static void addLauncherRows();
    /// For init(): takes the launcher of the row.
    static void takeLauncherRow();

    /// `dbgr --batch --json ... LAUNCHER -n RANKS PROGRAM ARGUMENTS...`, mpiexec without launcher rows.
    void start(int ranks, const QString& program, const QStringList& arguments = {});
    /// `dbgr --batch --json ... COMMAND...`
    void startCommand(const QStringList& command);
    /// The same through a shell, with redirections as it writes them: "<&-".
    void startCommand(const QStringList& command, const QString& redirections);
    /// Writes a command to dbgr's standard input.
    void type(const QString& command);
    void closeInput();

    /// dbgr's exit status, or -1 when it did not end in time (then it is killed), or 128 + signal.
    [[nodiscard]] int exitStatus(int timeoutMs = 60000);
    /// Reads until an object says so; an empty one when the time is over or dbgr ended.
    [[nodiscard]] QJsonObject waitFor(const std::function<bool(const QJsonObject&)>& wanted, int timeoutMs = 30000);
    [[nodiscard]] QJsonObject waitForEvent(const QString& name, int timeoutMs = 30000);
    [[nodiscard]] QJsonObject waitForReply(const QString& name, int timeoutMs = 30000);

    /// What has come so far.
    [[nodiscard]] const Objects& objects() const { return m_objects; }
    [[nodiscard]] Objects events(const QString& name) const;
    [[nodiscard]] Objects replies(const QString& name) const;
    /// All that a rank wrote to a channel, put together.
    [[nodiscard]] QString output(int rank, const QString& channel = "stdout") const;
    /// Lines on standard output that are no JSON objects; there must not be any.
    [[nodiscard]] const QStringList& badLines() const { return m_badLines; }
    [[nodiscard]] QString standardError() const { return QString::fromUtf8(m_stderr); }
    /// Everything, for a failing test's message.
    [[nodiscard]] QByteArray transcript();
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] QProcess& process() { return m_process; }
    /// TMPDIR of the run.
    [[nodiscard]] QString folder() const { return m_folder.path(); }

private:
    void readMore(int timeoutMs);
    void takeLines();

    QTemporaryDir m_folder;
    QString m_program;
    QProcess m_process;
    QProcessEnvironment m_environment;
    QStringList m_options;
    QStringList m_launcherOptions;
    QByteArray m_partial;
    QByteArray m_stderr;
    Objects m_objects;
    QStringList m_badLines;
    qsizetype m_seen = 0; ///< objects that waitFor() has looked at
};

} // namespace dbgr::test
