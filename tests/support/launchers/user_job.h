// SPDX-License-Identifier: GPL-3.0-or-later
// A job that a user started without dbgr: its launcher runs on its own, its output goes where the user sees it, and a
// test looks whether anything disturbs it. The program is launcher_rank (tests/debuggees), or reports as that does.
// Thread: the test's.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace dbgr::test {

class UserJob
{
public:
    UserJob();
    /// Ends what still runs of it.
    ~UserJob();

    /// Where its ranks report, and its TMPDIR.
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    /// jobEnvironment() of the folder; change it before start().
    [[nodiscard]] QProcessEnvironment& environment() { return m_environment; }
    void start(const QStringList& command);
    /// Whether each of the ranks has reported and turns, within the time.
    [[nodiscard]] bool turns(int ranks, int timeoutMs = 60000) const;
    /// Asks the ranks to end by themselves.
    void stop() const;
    /// The launcher's exit status; -1 when it does not end in time, 128 + signal.
    [[nodiscard]] int exitStatus(int timeoutMs = 60000);

    [[nodiscard]] int launcherPid() const { return int(m_process.processId()); }
    [[nodiscard]] int rankPid(int rank) const;
    [[nodiscard]] QProcess& process() { return m_process; }
    /// What the user has seen so far.
    [[nodiscard]] const QByteArray& standardOutput();
    [[nodiscard]] const QByteArray& standardError();
    /// Whether the user sees the text, within the time.
    [[nodiscard]] bool prints(const QByteArray& text, int timeoutMs = 30000);
    /// Everything, for a failing test's message.
    [[nodiscard]] QByteArray transcript();

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    QProcess m_process;
    QByteArray m_stdout;
    QByteArray m_stderr;
};

} // namespace dbgr::test
