// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/user_job.h"

#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

namespace dbgr::test {

UserJob::UserJob() : m_environment(jobEnvironment(m_folder.path()))
{
    if (!m_folder.isValid())
        qFatal("no temporary folder");
}

UserJob::~UserJob()
{
    killAllOf(folder());
    m_process.waitForFinished(10000);
}

void UserJob::start(const QStringList& command)
{
    m_process.setProcessEnvironment(m_environment);
    m_process.setWorkingDirectory(folder());
    // QProcess would look for it in our own PATH.
    const QString program =
        QStandardPaths::findExecutable(command.first(), m_environment.value("PATH").split(':', Qt::SkipEmptyParts));
    m_process.start(program.isEmpty() ? command.first() : program, command.mid(1));
    if (!m_process.waitForStarted(10000))
        qFatal("cannot start %s", qPrintable(command.first()));
}

bool UserJob::turns(int ranks, int timeoutMs) const
{
    const auto all = [&] {
        for (int rank = 0; rank < ranks; ++rank)
            if (!QFile::exists(folder() + "/beat." + QString::number(rank)))
                return false;
        return true;
    };
    if (!QTest::qWaitFor(all, timeoutMs))
        return false;
    for (int rank = 0; rank < ranks; ++rank)
        if (!beats(folder(), rank))
            return false;
    return true;
}

void UserJob::stop() const
{
    QFile(folder() + "/stop").open(QIODevice::WriteOnly);
}

int UserJob::exitStatus(int timeoutMs)
{
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(timeoutMs))
        return -1;
    return m_process.exitStatus() == QProcess::CrashExit ? 128 + m_process.exitCode() : m_process.exitCode();
}

int UserJob::rankPid(int rank) const
{
    return spinPid(folder(), rank);
}

const QByteArray& UserJob::standardOutput()
{
    return m_stdout += m_process.readAllStandardOutput();
}

const QByteArray& UserJob::standardError()
{
    return m_stderr += m_process.readAllStandardError();
}

bool UserJob::prints(const QByteArray& text, int timeoutMs)
{
    return QTest::qWaitFor([&] { return standardOutput().contains(text) || standardError().contains(text); },
                           timeoutMs);
}

QByteArray UserJob::transcript()
{
    return "--- the user's job, standard output:\n" + standardOutput() + "--- standard error:\n" + standardError();
}

} // namespace dbgr::test
